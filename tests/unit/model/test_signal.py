"""What a signal about a passage is about, and which signals count for it."""

from dataclasses import replace

from wikimem.model.passage import Level, Passage
from wikimem.model.score import UNHEARD, Tally
from wikimem.model.signal import is_claim, subject_of, subjects_of, tally_of

CLAIM = Passage("projects/kiln/facts/a.md", Level.CLAIM, "Fact", "A", "Hot.", id="c-1f0c77aa")
PAGE = replace(CLAIM, level=Level.PAGE, id="a")
TURN = replace(CLAIM, path="raw/x/2026/s.jsonl", level=Level.TURN, id="")


def test_a_use_is_of_the_claim_or_else_of_the_page_and_never_of_a_turn() -> None:
    assert subject_of(CLAIM) == "c-1f0c77aa"
    assert subject_of(PAGE) == "projects/kiln/facts/a.md"
    assert subject_of(TURN) == ""
    assert subjects_of((CLAIM, PAGE, TURN)) == {"c-1f0c77aa", "projects/kiln/facts/a.md"}


def test_a_verdict_on_a_page_counts_for_its_claims_and_a_use_does_not() -> None:
    tallies = {"c-1f0c77aa": Tally(2, 1, 0), "projects/kiln/facts/a.md": Tally(9, 1, 4)}
    assert tally_of(CLAIM, tallies) == Tally(2, 2, 4)
    assert tally_of(PAGE, tallies) == Tally(9, 1, 4)
    assert tally_of(TURN, tallies) == UNHEARD
    assert tally_of(CLAIM, {}) == UNHEARD


def test_a_page_called_like_a_claim_is_a_page() -> None:
    assert is_claim("c-1f0c77aa")
    assert not is_claim("c-1f0c77aa.md")
    assert not is_claim("notes/c-1f0c77aa.md")
