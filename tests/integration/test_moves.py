"""Pages that people move, write and restore in a real vault: links follow, claims keep their ids, compiles go on."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.integration.killing import killer
from tests.integration.vaults import CHECK, COPIES, PROJECT, QUEUE, ROOT, UNITS, Vault, asked
from wikimem.errors import NotFound, UsageError
from wikimem.store import rawlog
from wikimem.text.frontmatter import parse
from wikimem.verbs.rewriting import Draft

FOLDER = f"projects/{PROJECT}"
NOTE = f"{FOLDER}/notes/plan.md"
HEAD = "---\ntype: Note\n---\n# Plan\n\n"
SECRET = "AKIAIOSFODNN7" + "EXAMPLE"


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    made = Vault(tmp_path)
    made.git("config", "user.name", "Mira")
    made.git("config", "user.email", "mira@example.org")
    made.say("aaaa0001", *asked(f"Why does the firing queue lose jobs? {CHECK} {QUEUE}"))
    made.say("bbbb0002", *asked(f"And the glaze table? {COPIES}"), day="2026-03-03")
    made.compile()
    return made


def compile_again(vault: Vault) -> None:
    for raw in vault.raw_logs():
        rawlog.mark_pending(vault.layout, raw)
    vault.compile()


def a_note(vault: Vault, text: str, path: str = NOTE) -> str:
    """Let a person write a page by hand, and commit it."""
    file = vault.root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
    vault.git("add", path)
    vault.git("commit", "-qm", "A note")
    return path


def page_of(vault: Vault, text: str) -> str:
    return next(path for path, said, _ in vault.claims().values() if said == text)


def assert_compiled_again_is_the_same(vault: Vault) -> None:
    before, ids = vault.pages(), vault.claims()
    compile_again(vault)
    after = vault.pages()
    assert {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)} == set()
    assert vault.claims() == ids
    assert vault.passages() == vault.passages(anew=True)
    vault.assert_in_order()


def test_a_renamed_page_keeps_its_claims_and_its_links(vault: Vault) -> None:
    old = page_of(vault, CHECK)
    stem = old.rpartition("/")[2].removesuffix(".md")
    folder = old.split("/")[2]
    said = f"[it](../{folder}/{stem}.md), [[{stem}|mine]] and `[[{stem}]]`"
    a_note(vault, f"{HEAD}See {said}.\n")
    ids = {key for key, (path, _, _) in vault.claims().items() if path == old}
    done = vault.wiki.pages.move(old, "Before: a push?")
    assert done.path == f"{FOLDER}/{folder}/before-a-push.md"
    assert {key for key, (path, _, _) in vault.claims().items() if path == done.path} == ids
    note = vault.pages()[NOTE]
    assert f"See [it](../{folder}/before-a-push.md), [[before-a-push|mine]] and `[[{stem}]]`." in note
    assert vault.wiki.lint() == []
    assert_compiled_again_is_the_same(vault)


def test_what_is_said_later_goes_where_the_page_lies_now(vault: Vault) -> None:
    old = page_of(vault, CHECK)
    new = vault.wiki.pages.move(old, f"{FOLDER}/lessons/pushing.md").path
    vault.say("cccc0003", *asked(f"Once more. {CHECK} {UNITS}"), day="2026-03-05")
    vault.compile()
    path, _, sources = next(found for found in vault.claims().values() if found[1] == CHECK)
    assert path == new
    assert len(sources) == 2
    assert old not in vault.pages()
    assert_compiled_again_is_the_same(vault)


def test_a_page_promoted_to_global_goes_on_there(vault: Vault) -> None:
    old = page_of(vault, CHECK)
    ids = vault.claims().keys()
    new = vault.wiki.pages.move(old, "global/preferences/").path
    assert new.startswith("global/preferences/")
    assert "\nscope: global\n" in vault.pages()[new]
    assert vault.claims().keys() == ids
    assert_compiled_again_is_the_same(vault)
    vault.say("cccc0003", *asked(f"Once more. {CHECK}"), day="2026-03-05")
    vault.compile()
    assert page_of(vault, CHECK) == new
    vault.assert_in_order()


@pytest.mark.parametrize("goal", [f"{FOLDER}/sessions/2026/the-lost-jobs.md", f"{FOLDER}/stories/lost.md"])
def test_a_session_page_and_its_handoff_go_on_under_another_name(vault: Vault, goal: str) -> None:
    (page,) = [path for path in vault.session_pages() if "aaaa0001" in path]
    (handoff,) = [path for path in vault.pages() if "/handoffs/" in path]
    vault.wiki.pages.move(page, goal)
    vault.wiki.pages.move(handoff, f"{FOLDER}/handoffs/the-last.md")
    assert_compiled_again_is_the_same(vault)
    vault.say("aaaa0001", *asked(f"Why does the firing queue lose jobs? {CHECK} {QUEUE}"), *asked(f"Also: {UNITS}"))
    vault.compile()
    assert UNITS in vault.texts()
    assert [path for path in vault.pages() if path.endswith("-aaaa0001.md") and "/sessions/" in path] == []
    assert "kelvin" in vault.pages()[goal]


def test_there_and_back_is_where_it_was(vault: Vault) -> None:
    old = page_of(vault, CHECK)
    before = vault.pages()
    for name in ("one", "two", old.rpartition("/")[2]):
        vault.wiki.pages.move(page_of(vault, CHECK), name)
    assert vault.pages() == before
    assert_compiled_again_is_the_same(vault)


def test_a_folder_moves_with_all_in_it_and_what_comes_later(vault: Vault) -> None:
    picture = vault.root / FOLDER / "preferences" / "kiln.png"
    picture.write_bytes(b"\x89PNG\r\n\0\xff")
    folder = page_of(vault, CHECK).rpartition("/")[0]
    assert folder == f"{FOLDER}/preferences"
    a_note(vault, f"{HEAD}![kiln](../preferences/kiln.png)\n")
    vault.wiki.pages.move(folder, "rules")
    assert (vault.root / FOLDER / "rules/kiln.png").read_bytes() == b"\x89PNG\r\n\0\xff"
    assert "![kiln](../rules/kiln.png)" in vault.pages()[NOTE]
    assert not (vault.root / folder).exists()
    assert_compiled_again_is_the_same(vault)
    vault.say("cccc0003", *asked(f"One more rule. {UNITS}"), day="2026-03-05")
    vault.compile()
    assert page_of(vault, UNITS).startswith(f"{FOLDER}/rules/")


def test_a_folder_goes_into_another_and_hidden_files_stay(vault: Vault) -> None:
    a_note(vault, HEAD, f"{FOLDER}/notes/glaze/blue.md")
    hidden = vault.root / FOLDER / "notes/glaze/.DS_Store"
    hidden.write_bytes(b"x")
    assert vault.wiki.pages.move(f"{FOLDER}/notes/glaze", "global/notes/").path == "global/notes/glaze"
    assert "global/notes/glaze/blue.md" in vault.pages()
    assert hidden.exists()
    with pytest.raises(UsageError):
        vault.wiki.pages.move("global/notes/glaze", "global/notes/glaze/deeper")
    with pytest.raises(UsageError):
        vault.wiki.pages.move(FOLDER, "projects/oven")
    vault.assert_in_order()


def test_words_a_person_has_not_committed_move_along_as_theirs(vault: Vault) -> None:
    old = page_of(vault, CHECK)
    file = vault.root / old
    file.write_text(file.read_text("utf-8") + "\nMira was here.\n", "utf-8")
    new = vault.wiki.pages.move(old, "pushing").path
    assert "Mira was here." in vault.pages()[new]
    subjects = vault.git("log", "--format=%an: %s", "-2").splitlines()
    assert subjects[0].startswith("wikimem: Move ")
    assert subjects[1].startswith("Mira: Edit ")
    vault.assert_in_order()


def test_a_remembered_claim_still_cites_its_page(vault: Vault) -> None:
    page = vault.wiki.remember("Always fire stoneware at cone six.", scope=f"project:{PROJECT}").page
    new = vault.wiki.pages.move(page, "stoneware").path
    assert f"resource: /{new}#1" in vault.pages()[new]
    assert page not in vault.pages()[new]
    vault.assert_in_order()


@pytest.mark.parametrize(
    ("goal", "error"),
    [
        ("PUSHING", UsageError),
        ("Pushing", UsageError),
        (f"{FOLDER}/MEMORY.md", UsageError),
        ("raw/claude-code/x.md", UsageError),
        ("elsewhere/x.md", UsageError),
        ("../outside.md", NotFound),
        ("projects/nowhere/facts/x.md", NotFound),
        (f"{FOLDER}/notes/plan.md", UsageError),
        (f"{FOLDER}/notes/taken", UsageError),
        ("cafe\u0301", UsageError),
    ],
)
def test_a_place_where_it_cannot_lie_is_refused(vault: Vault, goal: str, error: type[Exception]) -> None:
    old = page_of(vault, CHECK)
    a_note(vault, "# Plan\n")
    a_note(vault, "# Other\n", f"{old.rpartition('/')[0]}/pushing.md")
    a_note(vault, "# Coffee\n", f"{old.rpartition('/')[0]}/CAF\u00c9.md")
    (vault.root / FOLDER / "notes/taken.md").mkdir()
    tips = vault.tips()
    with pytest.raises(error):
        vault.wiki.pages.move(old, goal)
    assert vault.tips() == tips


@pytest.mark.parametrize("name", ["CON", "nul.md", "a/b:c", "trailing. ", "x" * 300])
def test_a_name_some_machine_cannot_hold_becomes_a_slug(vault: Vault, name: str) -> None:
    new = vault.wiki.pages.move(page_of(vault, CHECK), f"{FOLDER}/lessons/{name}").path
    assert all(character not in new for character in ':*?"<>|')
    assert len(new.rpartition("/")[2].encode()) <= 200
    assert new.rpartition("/")[2].removesuffix(".md") not in ("con", "nul", "CON")
    vault.assert_in_order()


def test_a_dry_run_of_a_move_tells_and_changes_nothing(vault: Vault) -> None:
    old = page_of(vault, CHECK)
    tips, before = vault.tips(), vault.passages()
    done = vault.wiki.pages.move(old, "pushing", dry_run=True)
    assert {("D", old), ("A", done.path), ("A", ".wikimem/moves.jsonl")} <= set(done.written.files)
    assert (vault.tips(), vault.passages()) == (tips, before)
    vault.assert_in_order()


def test_moves_are_tracked_line_by_line(vault: Vault) -> None:
    old = page_of(vault, CHECK)
    new = vault.wiki.pages.move(old, "pushing").path
    (line,) = vault.git("show", "HEAD:.wikimem/moves.jsonl").splitlines()
    row = json.loads(line)
    assert (row["from"], row["to"]) == (old, new)
    assert ".wikimem/**/*.jsonl merge=union" in (vault.root / ".gitattributes").read_text("utf-8")


def test_a_page_of_ones_own_is_written_by_hand(vault: Vault) -> None:
    done = vault.wiki.pages.write(f"{FOLDER}/notes/glaze: tests?", Draft(f"# Glaze tests\n\nThe key is {SECRET}.\n"))
    assert done.path == f"{FOLDER}/notes/glaze-tests.md"
    text = vault.pages()[done.path]
    assert text.startswith(f"---\ntype: Note\ntitle: Glaze tests\nscope: project:{PROJECT}\n---\n# Glaze tests\n")
    assert "generated" not in text
    assert SECRET not in vault.git("log", "--all", "-p")
    assert vault.git("log", "-1", "--format=%an").strip() == "Mira"
    assert vault.wiki.search("glaze tests", project=PROJECT, signal=False)
    with pytest.raises(UsageError):
        vault.wiki.pages.write(done.path, Draft("Other words."))
    vault.wiki.pages.write(done.path, Draft("---\ntype: Idea\nmine: yes\n---\nOther words."), force=True)
    assert vault.pages()[done.path] == (
        f"---\ntype: Idea\nmine: yes\ntitle: glaze-tests\nscope: project:{PROJECT}\n---\nOther words.\n"
    )
    vault.assert_in_order()


def test_titles_that_are_no_names_get_names_of_their_own(vault: Vault) -> None:
    titles = ("Deploy: staging?", "Deploy: prod #1 | v2 [x]^")
    paths = [vault.wiki.pages.write(f"{FOLDER}/notes/{title}", Draft("How we deploy.")).path for title in titles]
    assert len(set(paths)) == 2
    pages = vault.pages()
    for title, path in zip(titles, paths, strict=True):
        assert not set(path) & set('\\:*?"<>|#^[]')
        assert parse(pages[path])[0]["title"] == title
    vault.assert_in_order()


def test_a_name_may_change_in_case_alone(vault: Vault) -> None:
    vault.wiki.pages.move(page_of(vault, CHECK), "pushing")
    new = vault.wiki.pages.move(page_of(vault, CHECK), "Pushing").path
    assert new.endswith("/Pushing.md")
    assert page_of(vault, CHECK) == new
    assert_compiled_again_is_the_same(vault)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (f"{FOLDER}/MEMORY.md", "Words."),
        (f"{FOLDER}/index.md", "Words."),
        ("readme.md", "Words."),
        (f"{FOLDER}/notes/folder", "Words."),
        (".wikimem/config.md", "Words."),
        ("global/notes/empty.md", "  \n"),
        ("global/notes/broken.md", "---\ntitle: [never closed\n---\nWords.\n"),
    ],
)
def test_a_page_that_cannot_be_written_is_refused(vault: Vault, path: str, text: str) -> None:
    (vault.root / FOLDER / "notes/folder.md").mkdir(parents=True)
    tips = vault.tips()
    with pytest.raises(UsageError):
        vault.wiki.pages.write(path, Draft(text))
    assert vault.tips() == tips


def test_a_claim_left_out_by_hand_stays_out_and_comes_back_with_its_page(vault: Vault) -> None:
    page = page_of(vault, CHECK)
    kept = vault.git("rev-parse", "HEAD").strip()
    lines = vault.pages()[page].splitlines(keepends=True)
    vault.wiki.pages.write(page, Draft("".join(line for line in lines if CHECK not in line) + "Mine.\n"), force=True)
    compile_again(vault)
    assert CHECK not in vault.texts()
    assert "Mine." in vault.pages()[page]
    done = vault.wiki.pages.restore(page, kept)
    assert done.path == page
    assert CHECK in vault.texts()
    compile_again(vault)
    assert CHECK in vault.texts()
    assert vault.wiki.pages.restore(page, kept).written.files == ()
    vault.assert_in_order()


def test_a_page_that_is_gone_or_moved_is_restored(vault: Vault) -> None:
    page = page_of(vault, CHECK)
    text = vault.pages()[page]
    claims = {key for key, (path, _, _) in vault.claims().items() if path == page}
    kept = vault.git("rev-parse", "HEAD").strip()
    new = vault.wiki.pages.move(page, f"{FOLDER}/lessons/pushing.md").path
    for claim in claims:
        vault.wiki.forget(claim)
    assert new not in vault.pages()
    assert vault.wiki.pages.restore(page, kept).path == new
    assert claims <= vault.claims().keys()
    assert CHECK in vault.pages()[new]
    assert vault.pages()[new].count("\n") == text.count("\n")
    compile_again(vault)
    assert claims <= vault.claims().keys()
    with pytest.raises(NotFound):
        vault.wiki.pages.restore(f"{FOLDER}/notes/never.md", kept)
    with pytest.raises(NotFound):
        vault.wiki.pages.restore(new, "2020-01-01")
    vault.assert_in_order()


@pytest.mark.parametrize(
    ("call", "when", "is_moved"),
    [("Landing.stage", "after", False), ("_replace", "before", True), ("Landing._close", "before", True)],
)
def test_a_move_that_is_killed_happened_or_did_not(vault: Vault, call: str, when: str, is_moved: bool) -> None:
    old, before = page_of(vault, CHECK), vault.pages()
    script = f"""{killer("wikimem.store.landing", call, when)}
from pathlib import Path
from wikimem.config import Config
from wikimem.store.layout import Layout
from wikimem.wiki import Wiki
home = Path({str(vault.home)!r})
Wiki(Layout(home / "vault", home / "cache", home / "state"), Config()).pages.move({old!r}, "pushing")
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    compile_again(vault)
    assert (old not in vault.pages()) == is_moved
    assert page_of(vault, CHECK) == (old.rpartition("/")[0] + "/pushing.md" if is_moved else old)
    assert is_moved or vault.pages() == before
    vault.assert_in_order()
