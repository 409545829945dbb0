"""What an answer makes use of."""

from wikimem.model.claim import Source
from wikimem.model.passage import Hit, Level, Passage
from wikimem.recall.use import used


def hit(level: Level, path: str = "projects/kiln/facts/a.md", turn: int = 1, id: str = "") -> Hit:
    source = Source("s1", turn, "raw/x/s1.jsonl", "x", "2026-03-02")
    return Hit(Passage(path, level, "Fact", "A", "words", sources=(source,), id=id), 1.0)


def test_claims_and_pages_that_are_shown_are_used_once() -> None:
    shown = [hit(Level.CLAIM, id="c-1"), hit(Level.PAGE), hit(Level.PAGE), hit(Level.CLAIM, id="c-1")]
    assert used(shown) == ("c-1", "projects/kiln/facts/a.md")


def test_a_turn_that_is_shown_uses_the_claims_it_holds_among_the_candidates() -> None:
    shown = [hit(Level.TURN, turn=4)]
    candidates = [
        hit(Level.CLAIM, turn=4, id="c-1"),
        hit(Level.CLAIM, turn=5, id="c-2"),
        hit(Level.PAGE, turn=4),
        *shown,
    ]
    assert used(shown) == ()
    assert used(shown, candidates) == ("c-1",)
    assert used([hit(Level.PAGE, turn=4)], candidates) == ("projects/kiln/facts/a.md",)
