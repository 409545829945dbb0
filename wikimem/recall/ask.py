"""The two doors of recall: `ask` for a block of context, `search` for ranked hits. `wiki` calls them.

question ─query─▶ words ─index─▶ candidates ─rank─▶ hits ─context─▶ block
"""

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING

from wikimem.model.passage import Answer, Hit
from wikimem.recall.context import TOKEN, fill
from wikimem.recall.likeness import add_likeness
from wikimem.recall.query import Question, parse_question
from wikimem.recall.rank import WEIGHTS, Weights, diverse, home, rank
from wikimem.store.passages import ANY, Filter, Lookup

if TYPE_CHECKING:
    from wikimem.model.ports import Embedder
    from wikimem.store.index import Index

BUDGET = 1_500
"""Tokens of an answer, unless asked otherwise."""

_SELDOM = 3
"""A name that fewer passages hold, and none of the best, is one the wiki does not know."""
_NEAREST = 3
"""Titles named when there is no answer."""


def ask(
    index: "Index",
    question: str,
    *,
    budget: int = BUDGET,
    scopes: Sequence[str] = (),
    superseded: bool = False,
    limit: int = 20,
    weights: Weights = WEIGHTS,
    embedder: "Embedder | None" = None,
) -> Answer:
    """Return the passages that answer `question` as one cited block within `budget` tokens.

    `scopes` (`global`, `project:<slug>`, ...) narrows where to look. `hits` holds what the block shows and then the
    best of further sessions, at most `limit`. When the wiki does not know, `answered` is false and the block names the
    nearest titles. With an `embedder`, closeness in meaning counts, too.
    """
    asked = parse_question(question)
    wanted = Filter(scopes=tuple(scopes), superseded=superseded)
    ranked = _ranked(index, asked, wanted, weights, embedder)
    if not ranked or _unheard_of(index, asked, ranked):
        return _no_answer(question, budget, ranked)
    block, shown = fill(diverse(ranked, weights), budget)
    hits = (*shown, *_further(ranked, shown))[:limit]
    return Answer(question, block, -(-len(block) // TOKEN), budget, bool(shown), hits)


def search(
    index: "Index",
    text: str,
    *,
    wanted: Filter = ANY,
    limit: int = 10,
    weights: Weights = WEIGHTS,
    embedder: "Embedder | None" = None,
) -> tuple[Hit, ...]:
    """Return the best passages for `text`, best first, several of a session if they are."""
    ranked = _ranked(index, parse_question(text), wanted, weights, embedder, limit)
    return tuple(islice(diverse(ranked, weights), limit))


def _ranked(
    index: "Index", asked: Question, wanted: Filter, weights: Weights, embedder: "Embedder | None", least: int = 0
) -> tuple[Hit, ...]:
    lookup = Lookup(
        asked.words,
        asked.phrases,
        {"body": 1.0, "title": weights.title, "heading": weights.heading},
        weights.pair,
        weights.phrase,
    )
    most = max(weights.candidates, 2 * least)
    hits = index.search(lookup, wanted, max(most, weights.semantic_among) if embedder else most)
    if embedder:
        hits = add_likeness(hits, asked.text, embedder, weights)[:most]
    return rank(hits, weights)


def _unheard_of(index: "Index", asked: Question, ranked: Sequence[Hit]) -> bool:
    """Tell whether the question is about a name that the wiki as good as never heard."""
    if not asked.names:
        return False
    rare = [name.lower() for name, count in zip(asked.names, index.counts(asked.names), strict=True) if count < _SELDOM]
    if not rare:
        return False
    best = "\n".join(f"{hit.passage.title}\n{hit.passage.heading}\n{hit.passage.text}" for hit in ranked[:10]).lower()
    return any(name not in best for name in rare)


def _no_answer(question: str, budget: int, ranked: Sequence[Hit]) -> Answer:
    nearest = tuple({hit.passage.title: hit for hit in reversed(ranked[:10])}.values())[::-1][:_NEAREST]
    titles = "".join(f"\n- {hit.passage.title} ({hit.passage.at[:10]})" for hit in nearest)
    block = f"The wiki does not know.{' Nearest:' if titles else ''}{titles}"[: budget * TOKEN]
    return Answer(question, block, -(-len(block) // TOKEN), budget, answered=False, hits=nearest)


def _further(ranked: Sequence[Hit], shown: Sequence[Hit]) -> tuple[Hit, ...]:
    """Return the best hit of each session the block had no room for."""
    cited = {home(hit.passage) for hit in shown}
    best: dict[str, Hit] = {}
    for hit in ranked:
        if home(hit.passage) not in cited:
            best.setdefault(home(hit.passage), hit)
    return tuple(best.values())
