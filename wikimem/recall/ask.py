"""The two doors of recall: `ask` for a block of context, `search` for ranked hits. `wiki` calls them.

question ─query─▶ words ─index─▶ candidates ─rank─▶ hits ─context─▶ block
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import islice
from typing import TYPE_CHECKING

from wikimem.model.passage import Answer, Hit, Level
from wikimem.model.signal import TallyLookup, no_tallies, subjects_of
from wikimem.recall.changed import told
from wikimem.recall.context import TOKEN, Detail, fill
from wikimem.recall.likeness import add_likeness
from wikimem.recall.query import Question, parse_question
from wikimem.recall.rank import WEIGHTS, Weights, diverse, file_of, home, rank
from wikimem.recall.stale import as_seen
from wikimem.recall.use import used
from wikimem.store.passages import ANY, Filter, Lookup
from wikimem.text.time import local_day

if TYPE_CHECKING:
    from wikimem.model.ports import Embedder
    from wikimem.store.index import Index

BUDGET = 1_500
"""Tokens of an answer, unless asked otherwise."""

_SELDOM = 3
"""A name that fewer passages hold, and none of the best, is one the wiki does not know."""
_AT_ONCE = 4
"""Further places that are marked together."""
_NEAREST = 3
"""Titles named when there is no answer."""


@dataclass(frozen=True, slots=True)
class Means:
    """What recall works with."""

    index: "Index"
    today: date | None = None
    """The day from which "last week" is seen, in the zone of the filter; None takes no word for a date."""
    tallies: TallyLookup = no_tallies
    """What was of use, by subject."""
    embedder: "Embedder | None" = None
    """What compares meanings, where there is a model."""
    weights: Weights = WEIGHTS


def ask(
    means: Means,
    question: str,
    *,
    budget: int = BUDGET,
    wanted: Filter = ANY,
    limit: int = 20,
    detail: Detail = Detail.PASSAGES,
) -> Answer:
    """Return the passages that answer `question` as one cited block within `budget` tokens.

    `wanted` narrows where and when to look. `hits` holds what the block shows and then the best of further sessions, at
    most `limit`. When the wiki does not know, `answered` is false and the block names the nearest titles.
    """
    asked = parse_question(question, today=means.today, zone=wanted.zone)
    ranked = _ranked(means, asked, wanted)
    if not ranked or _unheard_of(means.index, asked, ranked):
        return _no_answer(question, budget, ranked)
    _, best = fill(diverse(ranked, means.weights), budget, detail=detail)
    places = _told((*best, *_further(ranked, best)), means.index, len(best) + _AT_ONCE)
    marked = tuple(islice(places, len(best)))
    block, shown = fill(marked, budget, further=places, detail=detail)
    hits = (*shown, *_further(ranked, shown))[:limit]
    return Answer(question, block, -(-len(block) // TOKEN), budget, bool(block), hits, used(shown, ranked))


def search(means: Means, text: str, *, wanted: Filter = ANY, limit: int = 10) -> tuple[Hit, ...]:
    """Return the best passages for `text`, best first, several of a session if they are."""
    ranked = _ranked(means, parse_question(text, today=means.today, zone=wanted.zone), wanted, limit)
    return told(islice(diverse(ranked, means.weights), limit), means.index.reporting)


def recall(means: Means, text: str, *, wanted: Filter = ANY, limit: int = 8) -> tuple[Hit, ...]:
    """Return the claims that match `text`, best first; without words, those that are worth most, unscored."""
    wanted = replace(wanted, levels=(Level.CLAIM,))
    if not text.strip():
        return tuple(Hit(passage, 0.0) for passage in means.index.top(wanted, limit))
    asked = parse_question(text, today=means.today, zone=wanted.zone)
    return _ranked(means, asked, wanted, limit)[:limit]


def _ranked(means: Means, asked: Question, wanted: Filter, least: int = 0) -> tuple[Hit, ...]:
    index, weights = means.index, means.weights
    asked = _dated(index, asked, wanted)
    fields = {"body": 1.0, "title": weights.title, "heading": weights.heading, "around": weights.around}
    lookup = Lookup(asked.words, asked.phrases, fields, weights.pair, weights.phrase)
    if asked.change:
        wanted = replace(wanted, superseded=True)
    most = max(weights.candidates, 2 * least)
    hits = index.search(lookup, wanted, max(most, weights.semantic_among) if means.embedder else most)
    if wanted.superseded:
        hits = tuple(replace(hit, passage=as_seen(hit.passage, wanted)) for hit in hits)
    if means.embedder:
        hits = add_likeness(hits, asked.text, means.embedder, weights)[:most]
    sizes = index.sizes({file_of(hit.passage) for hit in hits})
    return rank(hits, asked, sizes, weights, means.tallies(subjects_of(hit.passage for hit in hits)))


def _dated(index: "Index", asked: Question, wanted: Filter) -> Question:
    """Return the question with the day of the event it names ("before the rename").

    It is that of the best passage about it, when that has all its words; else nobody knows.
    """
    if not asked.when or not asked.when.event:
        return asked
    event = parse_question(asked.when.event)
    best = index.search(Lookup(event.words, event.phrases), wanted, 1)
    told = [hit.passage for hit in best if all(word in hit.passage.text.lower() for word in event.words)]
    day = local_day(told[0].at, wanted.zone) if told else ""
    return replace(asked, when=asked.when.on(day)) if day else asked


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


def _told(hits: Sequence[Hit], index: "Index", first: int) -> Iterator[Hit]:
    """Yield hits with what was replaced since marked: the `first` at once, then a few, for there is seldom room."""
    yield from told(hits[:first], index.reporting)
    for start in range(first, len(hits), _AT_ONCE):
        yield from told(hits[start : start + _AT_ONCE], index.reporting)


def _further(ranked: Sequence[Hit], shown: Sequence[Hit]) -> tuple[Hit, ...]:
    """Return the best hit of each session the block had no room for."""
    cited = {home(hit.passage) for hit in shown}
    best: dict[str, Hit] = {}
    for hit in ranked:
        if home(hit.passage) not in cited:
            best.setdefault(home(hit.passage), hit)
    return tuple(best.values())
