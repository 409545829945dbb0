"""What closeness in meaning adds to the order of candidates."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from wikimem.model.passage import Hit, Level, Passage
from wikimem.recall.likeness import add_likeness
from wikimem.recall.rank import Weights


class Told:
    """An embedder that is told how close each text is."""

    def __init__(self, **cosines: float) -> None:
        self._cosines = cosines

    def likeness(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        return [self._cosines[text] for text in texts]


def hit(text: str, score: float) -> Hit:
    return Hit(Passage(f"raw/x/{text}.jsonl", Level.TURN, "Turn", "t", text), score)


def scores(hits: Sequence[Hit], embedder: Told, **weights: float) -> dict[str, float]:
    raised = add_likeness(hits, "question", embedder, Weights(**weights))
    return {found.passage.text: pytest.approx(found.score) for found in raised}


def test_the_closest_gains_the_full_share_and_the_last_nothing() -> None:
    hits = [hit("a", 10), hit("b", 8), hit("c", 6)]
    assert scores(hits, Told(a=0.2, b=0.5, c=0.8), semantic=0.3) == {"a": 10, "b": 9.5, "c": 9}


def test_only_the_best_gain() -> None:
    hits = [hit("a", 10), hit("b", 8), hit("c", 6)]
    assert scores(hits, Told(a=-0.9, b=0.5, c=0.8), semantic=0.5, semantic_best=2) == {"c": 11, "a": 10, "b": 8}


def test_the_raised_come_first() -> None:
    hits = [hit("words", 10), hit("meaning", 9)]
    assert list(scores(hits, Told(words=0.1, meaning=0.9), semantic=0.3)) == ["meaning", "words"]


@pytest.mark.parametrize("cosine", [0.0, 0.7])
def test_where_all_are_alike_the_words_decide(cosine: float) -> None:
    hits = [hit("a", 10), hit("b", 8)]
    raised = add_likeness(hits, "question", Told(a=cosine, b=cosine))
    assert [(found.passage, found.score) for found in raised] == [(found.passage, found.score) for found in hits]


def test_no_candidates_are_none() -> None:
    assert add_likeness((), "question", Told()) == ()


def test_a_short_turn_is_understood_with_what_surrounds_it() -> None:
    short = hit("yes", 9)
    short = replace(short, passage=replace(short.passage, around="Shall I descale?"))
    told = Told(**{"Shall I descale?\nyes": 0.9, "other": 0.1})
    assert next(iter(scores([hit("other", 10), short], told, semantic=0.3))) == "yes"
