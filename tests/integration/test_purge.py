"""What is purged is nowhere: not in an object, a file, the index, a cache or a log, and the vault proves all else."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.integration.killing import killer
from tests.integration.vaults import CHECK, COPIES, PROJECT, QUEUE, ROOT, Vault, asked
from wikimem.errors import GitFailed, NotFound, UsageError
from wikimem.model.signal import SignalKind

WORD = "".join(("plum", "bago", "7431"))
"""What is planted; no rule of the redactor knows it."""


@pytest.fixture
def vault(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return Vault(tmp_path)


def planted(vault):
    """Say a word in every place there is, and return the vault."""
    vault.say("one", *asked(f"Never load the {WORD} table more than once per firing."), *asked(CHECK))
    vault.compile()
    vault.say(
        "two",
        *asked(f"Fix the {WORD} importer."),
        *asked(f'Always "quote" {WORD} and\nnothing else.'),
        day="2026-03-04",
    )
    vault.say(
        "three", *asked(QUEUE, f"Decided: the {WORD} queue lives in postgres instead of redis."), day="2026-03-05"
    )
    vault.say(f"{WORD}-chat", *asked("Show the plan of the yard."), day="2026-03-06")
    vault.compile()
    vault.wiki.remember(f"The {WORD} account is closed on fridays.", scope=f"project:{PROJECT}")
    page = next(path for path in vault.session_pages() if "2026-03-02" in path)
    (vault.root / page).write_text((vault.root / page).read_text() + f"\nA person adds {WORD} here.\n")
    notes = vault.root / f"projects/{PROJECT}/notes"
    notes.mkdir(parents=True)
    (notes / f"about-{WORD}.md").write_text(f"---\ntype: Note\ntitle: {WORD} is mine\n---\n# {WORD}\n\nKept words.\n")
    vault.git("add", "-A")
    vault.git("-c", "user.name=Ada", "-c", "user.email=ada@x", "commit", "-qm", f"Write down {WORD}")
    vault.git("-c", "user.name=Ada", "-c", "user.email=ada@x", "tag", "-a", "-m", f"with {WORD}", f"v-{WORD}")
    vault.git("branch", f"try-{WORD}", "HEAD~1")
    (notes / "draft.md").write_text(f"---\ntype: Note\n---\n{WORD} is not committed, this is.\n")
    vault.wiki.feedback(page, SignalKind.UP)
    log = vault.layout.state_dir / "logs" / "fault.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text(f"Traceback: {WORD}\n")
    vault.layout.spool_dir.mkdir(parents=True)
    (vault.layout.spool_dir / "20260302.jsonl").write_text(f'\n{{"cwd":"/x/{WORD}"}}\n')
    list(vault.wiki.search(WORD))
    return vault


def places(vault: Vault, word: str) -> list[str]:
    """Return every object and file that holds a word, found without the program's help."""
    needle = word.encode()
    found = []
    listed = vault.git("cat-file", "--batch-all-objects", "--batch-check=%(objectname) %(objecttype)")
    for oid, kind in (line.split() for line in listed.splitlines()):
        content = subprocess.run(["git", "-C", vault.root, "cat-file", kind, oid], capture_output=True, check=True)
        if needle in content.stdout:
            found.append(f"{kind} {oid}")
    for folder in (vault.root, vault.layout.cache_home, vault.layout.state_home):
        for path in folder.rglob("*"):
            if needle in str(path.relative_to(folder)).encode() or (path.is_file() and needle in path.read_bytes()):
                found.append(str(path))
    return found


def test_a_text_is_nowhere_afterwards(vault):
    planted(vault)
    assert len(places(vault, WORD)) > 15
    before = vault.git("log", "--all", "--format=%an %ae %ad %cn %cd").splitlines()
    first = vault.git("rev-list", "--max-parents=0", "HEAD")
    done = vault.wiki.safekeeping.purge("", WORD, dry_run=False)
    assert done.remains.found == ()
    assert done.remains.objects > 20
    assert places(vault, WORD) == []
    assert vault.git("log", "--all", "--format=%an %ae %ad %cn %cd").splitlines() == before
    assert vault.git("rev-list", "--max-parents=0", "HEAD") == first
    assert vault.git("fsck", "--full", "--strict") == ""
    assert list(map(str, vault.wiki.verify())) == []
    assert "PURGED" in vault.git("log", "--all", "--format=%B")
    assert str(vault.transcripts / "one.jsonl") in done.transcripts


def test_the_wiki_goes_on_after_a_purge(vault):
    planted(vault)
    vault.wiki.safekeeping.purge("", WORD, dry_run=False)
    notes = vault.root / f"projects/{PROJECT}/notes"
    assert (notes / "draft.md").read_text().endswith("PURGED is not committed, this is.\n")
    assert vault.git("status", "--porcelain", "--untracked-files=all").split() == [
        "??", next(p.relative_to(vault.root).as_posix() for p in (vault.root / ".wikimem/signals").iterdir()),
        "??", f"projects/{PROJECT}/notes/draft.md",
    ]  # fmt: skip
    claims = vault.texts()
    (vault.transcripts / "one.jsonl").unlink()
    vault.say("two", *asked(f"Fix the {WORD} importer."), *asked(UNITS_AFTER), day="2026-03-04")
    assert claims <= vault.texts()
    report = vault.compile()
    assert not report.failed
    assert vault.wiki.search("kelvin")
    assert vault.passages() == vault.passages(anew=True)


UNITS_AFTER = "Always write temperatures in kelvin in the log files."


def test_a_dry_run_changes_nothing(vault):
    planted(vault)
    tips, held = vault.tips(), places(vault, WORD)
    would = vault.wiki.safekeeping.purge("", WORD)
    assert would.remains is None
    assert (vault.tips(), places(vault, WORD)) == (tips, held)
    done = vault.wiki.safekeeping.purge("", WORD, dry_run=False)
    assert (would.tally, would.files) == (done.tally, done.files)


def test_a_session_goes_with_what_only_it_said_and_stays_out(vault):
    one = "6a1f2c9e-0000-4000-8000-000000000001"
    vault.say(one, *asked("Never load the umber table more than once."), *asked(CHECK, "Noted."))
    vault.say("two", *asked(CHECK, "Yes."), *asked(QUEUE), day="2026-03-04")
    vault.compile()
    assert places(vault, one)
    done = vault.wiki.safekeeping.purge("6a1f2c9e", dry_run=False)
    assert done.remains.found == ()
    assert places(vault, one) == []
    assert places(vault, "umber table") == []
    assert any("make check" in text for text in vault.texts())
    assert list(map(str, vault.wiki.verify())) == []
    report = vault.compile()
    assert places(vault, "umber table") == []
    assert any(finding.code == "purged" for finding in report.diagnostics)


def test_a_claim_goes_with_its_words(vault):
    vault.say("one", *asked(COPIES), *asked(CHECK))
    vault.compile()
    claim = next(id for id, (_, text, _) in vault.claims().items() if "glaze table" in text)
    done = vault.wiki.safekeeping.purge(claim, dry_run=False)
    assert done.remains.found == ()
    assert places(vault, claim) == []
    assert places(vault, COPIES) == []
    assert done.said
    assert list(map(str, vault.wiki.verify())) == []
    vault.say("one", *asked(COPIES), *asked(CHECK), *asked(QUEUE))
    vault.compile()
    assert claim not in vault.claims()


def test_a_page_goes_from_every_commit(vault):
    vault.say("one", *asked(COPIES), *asked(CHECK))
    vault.compile()
    page = next(path for path, text, _ in vault.claims().values() if "glaze table" in text)
    done = vault.wiki.safekeeping.purge(page, dry_run=False)
    assert done.remains.found == ()
    assert page not in vault.git("log", "--all", "--name-only", "--format=")
    assert places(vault, Path(page).stem) == []
    assert list(map(str, vault.wiki.verify())) == []


def test_a_word_that_is_the_name_of_a_purged_page_stays_a_word(vault):
    notes = vault.root / f"projects/{PROJECT}/notes"
    notes.mkdir(parents=True)
    head = "---\ntype: Note\n---\n"
    (notes / "retries.md").write_text(f"{head}Ask again later.\n")
    (notes / "other.md").write_text(f"{head}The retries are [told](retries.md) here and in [[retries]].\n")
    vault.git("add", "-A")
    vault.git("-c", "user.name=Ada", "-c", "user.email=ada@x", "commit", "-qm", "Note the retries in retries.md")
    assert vault.wiki.safekeeping.purge("retries", dry_run=False).remains.found == ()
    assert (notes / "other.md").read_text() == f"{head}The retries are [told](PURGED.md) here and in [[PURGED]].\n"
    assert "Note the retries in PURGED.md" in vault.git("log", "--format=%s")
    assert places(vault, "Ask again later") == []


def test_links_to_a_page_of_the_same_name_stay(vault):
    for folder in ("a", "b"):
        (vault.root / folder).mkdir()
        (vault.root / folder / "retries.md").write_text("---\ntype: Note\n---\nAsk again.\n")
    (vault.root / "see.md").write_text("---\ntype: Note\n---\n[b](b/retries.md)\n")
    vault.git("add", "-A")
    vault.git("-c", "user.name=Ada", "-c", "user.email=ada@x", "commit", "-qm", "Two pages")
    vault.wiki.safekeeping.purge("a/retries.md", dry_run=False)
    assert "(b/retries.md)" in (vault.root / "see.md").read_text()
    assert [finding for finding in vault.wiki.verify() if finding.path == "see.md"] == []


@pytest.mark.parametrize("text", ["retries.md", "lessons/retries", "Retries of Acme"])
def test_a_text_that_is_part_of_a_path_goes_from_the_path(vault, text):
    folder = vault.root / "global" / "lessons"
    folder.mkdir(parents=True)
    (folder / "retries.md").write_text("---\ntype: Note\n---\nSee [all](retries-of-acme.md), Retries of Acme.\n")
    (folder / "retries-of-acme.md").write_text("---\ntype: Note\n---\nSee [it](../lessons/retries.md).\n")
    vault.git("add", "-A")
    vault.git("-c", "user.name=Ada", "-c", "user.email=ada@x", "commit", "-qm", f"Write global/{text}")
    vault.git("branch", "-m", f"on-{text.replace(' ', '-')}")
    assert vault.wiki.safekeeping.purge("", text, dry_run=False).remains.found == ()
    assert places(vault, text) == []
    assert vault.git("status", "--porcelain") == ""
    if "/" not in text and ".md" not in text:  # else the path has another depth or is no page's any more
        assert [finding for finding in vault.wiki.verify() if finding.code == "broken-link"] == []


@pytest.mark.parametrize("text", ["main", "localhost", "done", "from", "mark :1", "data 10"])
def test_words_of_git_are_words_like_others(vault, text):
    """A text may be a command of the stream the history is written with, a branch or part of an address."""
    vault.say("one", *asked(f"Never {text} the glaze table twice."), *asked(CHECK))
    vault.compile()
    done = vault.wiki.safekeeping.purge("", text, dry_run=False)
    assert done.tally.commits == len(vault.git("rev-list", "--all").split())
    assert done.remains.found == ()
    vault.git("fsck", "--full", "--strict")
    assert vault.raw_logs()
    assert list(map(str, vault.wiki.verify())) == []


def test_what_cannot_be_meant_is_refused(vault):
    vault.say("one", *asked(COPIES))
    vault.compile()
    with pytest.raises(UsageError, match="fewer than"):
        vault.wiki.safekeeping.purge("", "abc")
    for text in ("sessions", "Raw:", "generic-json", "title", ".wikimem", "commit", "2026-03-02", "0f3a"):
        with pytest.raises(UsageError, match="would break"):
            vault.wiki.safekeeping.purge("", text)
    with pytest.raises(UsageError, match="repeats"):
        vault.wiki.safekeeping.purge(f"projects/{PROJECT}/MEMORY.md")
    with pytest.raises(NotFound):
        vault.wiki.safekeeping.purge("no-such-thing")
    with pytest.raises(NotFound):
        vault.wiki.safekeeping.purge("c-00000000")


def test_stashed_edits_are_not_lost(vault):
    planted(vault)
    page = vault.session_pages()[0]
    (vault.root / page).write_text("mine\n")
    vault.git("-c", "user.name=Ada", "-c", "user.email=ada@x", "stash")
    with pytest.raises(GitFailed, match="stashed"):
        vault.wiki.safekeeping.purge("", WORD, dry_run=False)


def test_what_git_keeps_for_a_person_is_named_and_left_alone(vault):
    planted(vault)
    vault.git("remote", "add", "origin", f"https://example.com/{WORD}.git")
    vault.git("update-ref", "refs/remotes/origin/main", "HEAD")
    (vault.root / ".git/ORIG_HEAD").write_text(vault.git("rev-parse", "HEAD"))
    done = vault.wiki.safekeeping.purge("", WORD, dry_run=False)
    assert done.remains.found == (str(vault.root / ".git/config"),)
    assert [(remote.name, remote.branches) for remote in done.remotes] == [("origin", ("main",))]
    assert "refs/remotes" not in vault.git("for-each-ref")


def test_links_and_merges_and_binary_files_survive(vault):
    planted(vault)
    ada = ("-c", "user.name=Ada", "-c", "user.email=ada@x")
    (vault.root / "scan.bin").write_bytes(b"\0" + WORD.encode() + b"\1end")
    (vault.root / "link.md").symlink_to("index.md")
    vault.git("add", "-A")
    vault.git(*ada, "commit", "-qm", "Add odd things")
    vault.git("switch", "-qc", "side", "HEAD~1")
    (vault.root / 'odd "name" é.md').write_text(f"---\ntype: Note\n---\n{WORD}\n")
    vault.git("add", "-A")
    vault.git(*ada, "commit", "-qm", "Odd name")
    vault.git(*ada, "tag", "-a", "-m", f"one {WORD}", "inner")
    vault.git(*ada, "tag", "-a", "-m", "two", "outer", "inner")
    vault.git("tag", "of-a-file", vault.git("rev-parse", "HEAD:.gitignore").strip())
    vault.git("switch", "-q", "main")
    vault.git(*ada, "merge", "-q", "--no-ff", "-m", f"Merge {WORD}", "side")
    shape = vault.git("log", "--graph", "--format=%at", "--all")
    assert vault.wiki.safekeeping.purge("", WORD, dry_run=False).remains.found == ()
    assert vault.git("log", "--graph", "--format=%at", "--all") == shape
    assert vault.git("cat-file", "-t", "outer^{tag}").strip() == "tag"
    assert [finding.code for finding in vault.findings if "of-a-file" in finding.message] == ["ref-dropped"]
    assert (vault.root / "scan.bin").read_bytes() == b"\0" + b"*" * len(WORD) + b"\1end"
    assert (vault.root / "link.md").readlink() == Path("index.md")
    assert vault.git("status", "--porcelain") == ""
    assert (vault.root / 'odd "name" é.md').read_text().endswith("PURGED\n")


def test_a_clone_without_its_whole_history_is_refused(vault):
    planted(vault)
    tip = vault.git("rev-parse", "HEAD")
    (vault.root / ".git/shallow").write_text(tip)
    with pytest.raises(GitFailed, match="whole history"):
        vault.wiki.safekeeping.purge("", WORD, dry_run=False)
    assert vault.git("rev-parse", "HEAD") == tip


def test_a_branch_that_moved_in_between_gives_a_killed_purge_up(vault):
    planted(vault)
    done = killed(vault, "wikimem.store.swap", "Swap._take_objects", "before")
    assert done.returncode == -9, done.stderr
    vault.git("-c", "user.name=Ada", "-c", "user.email=ada@x", "commit", "-q", "--allow-empty", "-m", "Meanwhile")
    tip = vault.git("rev-parse", "HEAD")
    vault.wiki.close()
    vault.wiki.commits.recover()
    assert "purge-given-up" in [finding.code for finding in vault.findings]
    assert vault.git("rev-parse", "HEAD") == tip
    assert vault.wiki.safekeeping.purge("", WORD, dry_run=False).remains.found == ()
    assert places(vault, WORD) == []


def test_a_commit_after_the_swap_is_kept_when_it_is_finished(vault):
    planted(vault)
    done = killed(vault, "wikimem.store.swap", "Swap._move", "after")
    assert done.returncode == -9, done.stderr
    tree = vault.git("rev-parse", "HEAD^{tree}").strip()
    made = vault.git("-c", "user.name=Ada", "-c", "user.email=ada@x", "commit-tree", "-p", "HEAD", "-m", "Later", tree)
    vault.git("update-ref", "HEAD", made.strip())
    vault.wiki.close()
    vault.wiki.commits.recover()
    assert vault.git("log", "-1", "--format=%s").strip() == "Later"
    assert places(vault, WORD) == []
    vault.git("fsck", "--full", "--strict")


def test_an_index_of_versions_notices(vault):
    planted(vault)
    assert vault.wiki.search(WORD)
    vault.wiki.safekeeping.purge("", WORD, dry_run=False)
    assert not [hit for hit in vault.wiki.search(WORD) if WORD in hit.passage.text]


MOMENTS = {
    "history written": ("wikimem.store.swap", "Swap.commit", "before"),
    "journal written": ("wikimem.store.swap", "Swap._take_objects", "before"),
    "objects there": ("wikimem.store.swap", "Swap._take_objects", "after"),
    "refs moved": ("wikimem.store.swap", "Swap._move", "after"),
    "files in place": ("wikimem.store.swap", "Swap._put_in_place", "after"),
    "index made": ("wikimem.store.swap", "Swap._read_tree", "after"),
    "objects gone": ("wikimem.store.swap", "Swap._forget_objects", "after"),
}


def killed(vault, *moment):
    """Purge the word in a process of its own that is killed at a moment."""
    home = vault.home
    script = f"""{killer(*moment)}
from pathlib import Path
from wikimem.config import Config
from wikimem.store.layout import Layout
from wikimem.wiki import Wiki
layout = Layout(Path({str(vault.root)!r}), Path({str(home / "cache")!r}), Path({str(home / "state")!r}))
Wiki(layout, Config()).safekeeping.purge("", {WORD!r}, dry_run=False)
"""
    return subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, check=False)


@pytest.mark.parametrize("moment", MOMENTS)
def test_killed_at_any_moment_it_is_finished_by_the_next_command(vault, moment):
    planted(vault)
    done = killed(vault, *MOMENTS[moment])
    assert done.returncode == -9, done.stderr
    vault.wiki.close()
    if moment == "history written":
        assert places(vault, WORD)
        vault.wiki.safekeeping.purge("", WORD, dry_run=False)
    else:
        vault.wiki.commits.recover()
    assert places(vault, WORD) == []
    vault.git("fsck", "--full", "--strict")
    assert list(map(str, vault.wiki.verify())) == []
    assert vault.wiki.safekeeping.purge("", WORD, dry_run=False).remains.found == ()
