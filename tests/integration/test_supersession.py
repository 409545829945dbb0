"""Claims that newer sessions replaced, in a real vault: on the page, in git, in answers, whatever came first."""

from pathlib import Path

import pytest

from tests.integration.vaults import PROJECT, Vault, asked
from wikimem.store import rawlog
from wikimem.text.claims import claim_lines
from wikimem.text.frontmatter import parse
from wikimem.verbs.chain import Turn

OLD = "Always keep the firing log in SQLite on the controller."
NEW = "From now on, keep the firing log in Postgres instead of SQLite on the controller."
OTHER = "Always write temperatures in kelvin in the log files."
FIRST, SECOND = "aaaa0001", "bbbb0002"


def say_old(vault: Vault) -> None:
    vault.say(FIRST, *asked(f"Why does the firing queue lose jobs? {OTHER} {OLD}"), day="2026-03-02")


def say_new(vault: Vault) -> None:
    vault.say(SECOND, *asked(f"The log got slow. {NEW}"), day="2026-03-09")


def fates(vault: Vault) -> dict[str, str]:
    """Return the day on which each claim ended, "" for one that holds."""
    return {
        line.text: line.until if line.superseded else ""
        for path, text in vault.pages().items()
        for line in claim_lines(parse(text, path)[1])
    }


def id_of(vault: Vault, words: str) -> str:
    return next(claim for claim, (_, text, _) in vault.claims().items() if words in text)


def trailers(vault: Vault) -> list[str]:
    return vault.git("log", "--format=%(trailers:key=Supersedes,valueonly,separator=%x2C)").split()


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    made = Vault(tmp_path)
    say_old(made)
    made.compile()
    say_new(made)
    made.compile()
    return made


def test_the_old_line_moves_and_the_commit_says_by_what(vault: Vault) -> None:
    old, new = id_of(vault, "in SQLite on"), id_of(vault, "in Postgres instead")
    assert fates(vault)[OLD] == "2026-03-09"
    page = vault.pages()[vault.claims()[old][0]]
    assert f"## Superseded\n- ~~{OLD}~~ until 2026-03-09" in page
    assert trailers(vault) == [old, "by", new]
    assert OLD not in vault.pages()[f"projects/{PROJECT}/MEMORY.md"]
    assert vault.passages() == vault.passages(anew=True)
    vault.assert_in_order()


def test_an_older_session_may_be_compiled_last(vault: Vault, tmp_path: Path) -> None:
    late = Vault(tmp_path / "late")
    say_new(late)
    late.compile()
    say_old(late)
    late.compile()
    assert fates(late) == fates(vault)
    assert trailers(late) == trailers(vault)
    together = Vault(tmp_path / "together")
    say_new(together)
    say_old(together)
    together.compile()
    assert fates(together) == fates(vault)
    assert trailers(together) == trailers(vault)


def test_compiling_a_session_again_gives_the_same_bytes(vault: Vault) -> None:
    before = vault.pages()
    for raw in vault.raw_logs():
        rawlog.mark_pending(vault.layout, raw)
    vault.compile()
    assert vault.pages() == before


def test_an_answer_shows_the_old_one_only_as_what_it_was(vault: Vault) -> None:
    answer = vault.wiki.ask("Where is the firing log kept, before and now?", project=PROJECT, signal=False)
    assert "Postgres" in answer.context
    shown = [line for line in answer.context.splitlines() if OLD in line and "asked:" not in line]
    assert not [line for line in shown if line.startswith("- ") and "~~" not in line]


def test_what_is_forgotten_ends_nothing_more(vault: Vault) -> None:
    vault.wiki.forget(id_of(vault, "in Postgres instead"))
    assert fates(vault)[OLD] == ""
    vault.assert_in_order()


def test_history_tells_the_chain_oldest_first(vault: Vault) -> None:
    old, new = id_of(vault, "in SQLite on"), id_of(vault, "in Postgres instead")
    for name in (old, new):
        events = vault.wiki.history(name)
        assert [(event.turn, event.claim) for event in events] == [
            (Turn.SAID, old),
            (Turn.RETIRED, old),
            (Turn.SAID, new),
        ]
        assert events[1].by == new
        assert "instead of SQLite" in events[1].why
        assert [event.session for event in events] == [FIRST, SECOND, SECOND]
        assert [event.who for event in events] == ["human:user"] * 3
    page = vault.wiki.history(vault.claims()[old][0])
    assert (Turn.SAID, old) in [(event.turn, event.claim) for event in page]
    trace = vault.wiki.why(old)
    assert (trace.successor, trace.superseded) == (new, True)


def test_history_follows_a_page_that_a_person_renamed(vault: Vault) -> None:
    old = id_of(vault, "in SQLite on")
    page = vault.claims()[old][0]
    moved = page.replace(Path(page).name, "where-we-log.md")
    vault.git("mv", page, moved)
    vault.git("-c", "user.name=Ana", "-c", "user.email=ana@example.org", "commit", "-qm", "Rename")
    events = vault.wiki.history(old)
    assert [event.turn for event in events if event.claim == old] == [Turn.SAID, Turn.RETIRED]


def test_a_line_a_person_wrote_over_is_left_and_reported(tmp_path: Path) -> None:
    vault = Vault(tmp_path)
    say_old(vault)
    vault.compile()
    page = vault.claims()[id_of(vault, "in SQLite on")][0]
    file = vault.root / page
    file.write_text(file.read_text("utf-8").replace("Always keep", "Please keep"), "utf-8")
    say_new(vault)
    vault.compile()
    assert not any(fates(vault).values())
    (finding,) = vault.wiki.review.contradictions()
    assert (finding.code, finding.path) == ("contradiction", page)
    assert "Please keep the firing log in SQLite" in finding.message
    assert "wikimem forget c-" in finding.hint
