"""What the wiki said then: answers as of every commit, against an index built from a clone of that commit."""

import re
import tempfile
from pathlib import Path

import pytest

from tests.integration.killing import killer
from tests.integration.vaults import CHECK, COPIES, QUEUE, REPORT, UNITS, Vault, asked
from wikimem.compiler import Order
from wikimem.errors import NotFound
from wikimem.model.narrow import Narrow
from wikimem.model.passage import Passage
from wikimem.recall import mirror, past
from wikimem.recall.ask import Means, ask
from wikimem.store.history import History
from wikimem.store.index import Index
from wikimem.store.layout import Layout
from wikimem.store.passages import Filter, Lookup
from wikimem.store.versions import Versions

WORDS = "kiln glaze table firing queue jobs lock kelvin restart load check push temperatures cone worker commit wrote"
QUESTIONS = (
    "Why does the firing queue lose jobs?",
    "How often is the glaze table loaded?",
    "Which cone is for stoneware?",
)
PAGE = "projects/kiln/notes/cones.md"


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return Vault(tmp_path)


def commit(vault: Vault, message: str) -> None:
    vault.git("add", "-A")
    vault.git(
        "-c", "user.name=Potter", "-c", "user.email=potter@example.org", "commit", "--allow-empty", "-qm", message
    )


def edit(vault: Vault, path: str, text: str | None, message: str) -> None:
    """Let a person write a page, or delete it, and commit that."""
    file = vault.root / path
    if text is None:
        file.unlink()
    else:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    commit(vault, message)


def steps(vault: Vault):
    """Let the wiki live through all that changes what it says, pausing after each."""
    first = asked(f"Why does the firing queue lose jobs? {CHECK}")
    vault.say("aaaa0001", *first)
    vault.compile()
    yield
    edit(vault, PAGE, "# Cones\n\nCone 6 is for stoneware.\n\nSame words.\n\nSame words.\n", "Add cones")
    yield
    vault.say("aaaa0001", *first, *asked(f"And the glaze table? {COPIES}", "Loaded once per firing now."))
    vault.say("bbbb0002", *asked(f"Read the kiln logs. {UNITS}", "Wrote kelvin everywhere."), day="2026-03-04")
    vault.compile()
    yield
    edit(vault, PAGE, "# Cones\n\nCone 10 is for stoneware.\n\nSame words.\n", "Correct the cone")
    commit(vault, "Say nothing")
    preference = next(path for path, text in vault.pages().items() if UNITS in text and "/preferences/" in path)
    whole = vault.pages()[preference]
    edit(vault, preference, "---\ntype: [\n---\n" + whole, "Break a page")
    edit(vault, preference, whole.replace("kelvin", "celsius"), "Mend the page and change a claim")
    edit(
        vault,
        preference,
        re.sub(r"- (Always write .*?)( \[\^)", r"## Superseded\n\n- ~~\1~~ until 2026-03-04\2", whole),
        "Strike it out",
    )
    yield
    vault.say("cccc0003", *asked(f"May I restart the queue? {QUEUE}", "No, the kiln is hot."), day="2026-03-05")
    vault.say("dddd0004", *asked(f"Load the glaze table again? {COPIES}", "It is loaded already."), day="2026-03-06")
    vault.compile()
    yield
    edit(vault, PAGE, None, "Remove the cones")
    yield


def live_through(vault: Vault) -> None:
    for _ in steps(vault):
        pass


def chain(vault: Vault) -> list[str]:
    return vault.git("rev-list", "--first-parent", "--reverse", "HEAD").split()


def as_it_was(vault: Vault, commit: str) -> Index:
    """Return a fresh live index over a clone of a commit, its raw logs cut to what was compiled by then."""
    home = Path(tempfile.mkdtemp(dir=vault.home))
    vault.git("clone", "-q", "--no-checkout", str(vault.root), str(home / "vault"))
    clone = Layout(home / "vault", home / "cache", home / "state")
    vault.git("-C", str(clone.root), "checkout", "-q", "--detach", commit)
    said = vault.git("log", "--reverse", "--format=%B", commit)
    for path, size in re.findall(r"^Raw: (raw/\S+) (\d+) sha256:", said, re.MULTILINE):
        clone.path(path).parent.mkdir(parents=True, exist_ok=True)
        clone.path(path).write_bytes(vault.raw(path)[: int(size)])
    return mirror.rebuilt(clone, History(clone.root), vault.findings.append)


def holds(index: Index, **wanted: bool) -> list[Passage]:
    """Return everything an index lets be found, in one order."""
    found = index.search(Lookup(tuple(WORDS.split())), Filter(**wanted), 10_000)
    return sorted((hit.passage for hit in found), key=repr)


def versions(vault: Vault) -> Versions:
    return past.current(vault.layout, vault.wiki.commits, vault.findings.append)


def assert_right(vault: Vault) -> None:
    """Check that the index of versions answers for every commit as a fresh index of that commit."""
    known = versions(vault)
    for number, commit in enumerate(chain(vault), 1):
        then, fresh = known.as_of(number), as_it_was(vault, commit)
        assert known.number(commit) == number
        assert holds(then, superseded=True) == holds(fresh, superseded=True)
        assert holds(then) == holds(fresh)
        assert then.counts(("kelvin", "celsius", "stoneware")) == fresh.counts(("kelvin", "celsius", "stoneware"))
        for question in QUESTIONS:
            assert ask(Means(then), question).answered == ask(Means(fresh), question).answered
            found = [{hit.passage for hit in ask(Means(index), question).hits} for index in (then, fresh)]
            assert found[0] == found[1]


def test_the_past_built_at_once_is_what_it_was(vault: Vault) -> None:
    live_through(vault)
    assert_right(vault)
    assert len({tuple(holds(versions(vault).as_of(number))) for number in range(len(chain(vault)) + 1)}) > 8


def test_the_past_built_step_by_step_is_the_same(vault: Vault) -> None:
    for _ in steps(vault):
        versions(vault)
    numbers = range(len(chain(vault)) + 1)
    step_by_step = [holds(versions(vault).as_of(number), superseded=True) for number in numbers]
    anew = past.rebuilt(vault.layout, vault.wiki.commits, vault.findings.append)
    assert step_by_step == [holds(anew.as_of(number), superseded=True) for number in numbers]
    assert step_by_step[0] == []


def test_now_is_the_newest_commit(vault: Vault) -> None:
    live_through(vault)
    for question in QUESTIONS:
        assert vault.wiki.ask(question, narrow=Narrow(as_of="HEAD")).answered == vault.wiki.ask(question).answered
    assert holds(versions(vault).as_of(len(chain(vault)))) == holds(vault.wiki.index)


def test_what_changed_is_told_as_it_was(vault: Vault) -> None:
    live_through(vault)
    added, corrected = (vault.git("log", "--format=%H", f"--grep={words}").strip() for words in ("Add c", "Correct"))
    question = "Which cone is for stoneware?"
    assert "Cone 6" in vault.wiki.ask(question, narrow=Narrow(as_of=added)).context
    assert "Cone 10" in vault.wiki.ask(question, narrow=Narrow(as_of=corrected[:12])).context
    assert "Cone" not in vault.wiki.ask(question).context
    assert [hit.passage.path for hit in vault.wiki.search("cone stoneware", narrow=Narrow(as_of=f"{corrected}~1"))][
        :1
    ] == [PAGE]


def test_a_claim_stands_until_the_commit_that_strikes_it_out(vault: Vault) -> None:
    live_through(vault)
    known = versions(vault)
    states = [
        {
            one.status
            for one in holds(known.as_of(number), superseded=True)
            if one.level == "claim" and UNITS in one.text
        }
        for number in range(len(chain(vault)) + 1)
    ]
    assert [state for state, before in zip(states[1:], states, strict=False) if state != before] == [
        {"stable"},
        set(),
        {"superseded"},
    ]


def test_compiling_brings_a_known_past_into_step(vault: Vault) -> None:
    history = steps(vault)
    next(history)
    assert not vault.layout.versions_dir.exists()
    versions(vault)
    vault.say("eeee0005", *asked(f"Why kelvin? {UNITS}"), day="2026-03-07")
    vault.compile()
    assert Versions(vault.layout.versions_dir, mirror.__version__).head == vault.wiki.commits.head()
    assert_right(vault)


def test_words_that_were_only_captured_are_not_in_the_past(vault: Vault) -> None:
    first = asked("Why does the firing queue lose jobs?")
    vault.say("aaaa0001", *first)
    vault.compile()
    vault.say("aaaa0001", *first, *asked("And the cone?", "Cone 6 it is, by the chart."))
    vault.wiki.capture(Order((vault.transcripts,), project="kiln"))
    assert not vault.wiki.search("cone chart", narrow=Narrow(as_of="HEAD"))


@pytest.mark.parametrize("fatal", ["Versions.update", "_Commits.mark", "Past.mark"])
@pytest.mark.parametrize("when", ["before", "after"])
def test_an_update_that_was_killed_is_made_good(vault: Vault, fatal: str, when: str) -> None:
    history = steps(vault)
    next(history)
    versions(vault)
    vault.say("eeee0005", *asked(f"Why kelvin? {UNITS}"), day="2026-03-07")
    process = vault.start(killer("wikimem.store.versions", fatal, when))
    process.communicate(timeout=120)
    assert process.returncode < 0
    assert_right(vault)


@pytest.mark.parametrize("victim", ["passages/*/meta.json", "commits/*.json", "passages/current", "commits/*/*.store"])
def test_a_damaged_past_is_built_anew(vault: Vault, victim: str) -> None:
    next(steps(vault))
    versions(vault)
    for file in vault.layout.versions_dir.glob(victim):
        file.unlink()
    edit(vault, PAGE, "# Cones\n\nCone 6 is for stoneware.\n", "Add cones")
    assert_right(vault)


def test_a_history_that_was_rewritten_is_read_anew(vault: Vault) -> None:
    history = steps(vault)
    next(history)
    next(history)
    versions(vault)
    gone = vault.wiki.commits.head()
    vault.git("reset", "-q", "--hard", "HEAD~1")
    edit(vault, PAGE, "# Cones\n\nCone 7 is for stoneware.\n", "Add other cones")
    assert_right(vault)
    with pytest.raises(NotFound, match="not on the wiki's branch"):
        vault.wiki.ask("Which cone?", narrow=Narrow(as_of=gone))
    vault.git("reset", "-q", "--hard", "HEAD~1")
    assert_right(vault)


def test_what_a_merge_brings_in_counts_from_the_merge(vault: Vault) -> None:
    next(steps(vault))
    main = vault.git("branch", "--show-current").strip()
    vault.git("checkout", "-qb", "side")
    vault.say("bbbb0002", *asked(f"Read the kiln logs. {UNITS}", "Wrote kelvin everywhere."), day="2026-03-04")
    vault.compile()
    vault.git("checkout", "-q", main)
    edit(vault, PAGE, "# Cones\n\nCone 6 is for stoneware.\n", "Add cones")
    versions(vault)
    person = ("-c", "user.name=Potter", "-c", "user.email=potter@example.org")
    vault.git(*person, "merge", "-q", "--no-edit", "--no-ff", "side")
    assert any("kelvin" in one.text and one.level == "turn" for one in holds(versions(vault).as_of(len(chain(vault)))))
    assert_right(vault)


def test_a_day_ends_where_the_vault_s_zone_says(tmp_path: Path) -> None:
    vault = Vault(tmp_path, timezone="Asia/Shanghai")
    vault.say("aaaa0001", *asked("Why does the firing queue lose jobs?"), day="2026-04-15", hour=22)
    vault.compile()
    question = "Why does the firing queue lose jobs?"
    assert not vault.wiki.ask(question, narrow=Narrow(as_of="2026-04-15")).answered
    assert not vault.wiki.ask(question, narrow=Narrow(as_of="2026-04-15T22:00:59Z")).answered
    assert REPORT[:40] in vault.wiki.ask(question, narrow=Narrow(as_of="2026-04-16")).context
    assert REPORT[:40] in vault.wiki.ask(question, narrow=Narrow(as_of="2026-04-15T22:01:00Z")).context
    assert vault.wiki.commits.resolve("2026-04-16") == vault.wiki.commits.head()
    assert vault.wiki.commits.resolve("2026-04-15") != vault.wiki.commits.head()


def test_before_the_first_commit_nothing_was_known_and_no_revision_is_an_error(vault: Vault) -> None:
    next(steps(vault))
    answer = vault.wiki.ask("Why does the firing queue lose jobs?", narrow=Narrow(as_of="2001-01-01"))
    assert (answer.answered, answer.context, answer.hits) == (False, "The wiki does not know.", ())
    assert vault.wiki.search("firing queue", narrow=Narrow(as_of="2001-01-01")) == ()
    with pytest.raises(NotFound, match="no revision 'nowhere'"):
        vault.wiki.search("firing queue", narrow=Narrow(as_of="nowhere"))


def test_without_raw_logs_pages_still_tell_the_past(vault: Vault) -> None:
    next(steps(vault))
    for path in vault.raw_logs():
        (vault.root / path).unlink()
    found = holds(versions(vault).as_of(len(chain(vault))))
    assert found
    assert all(one.level != "turn" for one in found)
    assert vault.findings == []
