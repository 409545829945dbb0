"""The order of an answer: from BM25 scores to the passages to show, best first. Pure.

Every weight of recall stands in this table; docs/recall.md has the measurement behind each.
"""

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from wikimem.model.passage import Hit, Level, Passage


@dataclass(frozen=True, slots=True)
class Weights:
    """What counts how much."""

    title: float = 0.15
    """A word found in the title of the page or session, against 1 in the text."""
    heading: float = 0.5
    """A word found in the heading above, or in the prompt that a turn answers."""
    pair: float = 0.15
    """Two neighbouring words of the question, side by side in the text."""
    phrase: float = 0.5
    """A quoted phrase or whole identifier."""
    page: float = 0.5
    """A passage of a page that cites sessions: it repeats what their turns say at more length."""
    session: float = 1.0
    """How much the other passages of its session lift a passage: at most this factor plus one."""
    fading: float = 0.6
    """What each further passage of a session adds, against the one before."""
    neighbour: float = 0.1
    """Share of its score that a passage lends to one a turn away."""
    recency: float = 0.02
    """Exponent of the age in days, counted from the newest candidate."""
    candidates: int = 60
    """Passages taken from the index."""
    semantic: float = 0.3
    """Share of the best score that the candidate closest in meaning gains, where there is a model."""
    semantic_best: int = 20
    """Candidates that gain, in proportion to how close they are."""
    semantic_among: int = 200
    """Candidates compared with the question."""
    per_session: int = 5
    """Passages of one session in one answer."""


WEIGHTS = Weights()

_LIFTING = 4
"""Passages of a session that lift each other."""
_ALIKE = 0.85
"""Share of the words of the shorter of two passages that makes them the same."""
_WORD = re.compile(r"\w{2,}")


def rank(hits: Iterable[Hit], weights: Weights = WEIGHTS) -> tuple[Hit, ...]:
    """Return the hits in the order in which they answer."""
    scored = [Hit(hit.passage, hit.score * _prior(hit.passage, weights)) for hit in hits]
    if not scored:
        return ()
    newest = max(_day(hit.passage) for hit in scored)
    sessions: defaultdict[str, list[Hit]] = defaultdict(list)
    for hit in scored:
        sessions[home(hit.passage)].append(hit)
    ranked = []
    lifts = {name: _lift(group, weights.fading) for name, group in sessions.items()}
    highest = max(lifts.values())
    for name, group in sessions.items():
        lift = 1 + weights.session * lifts[name] / highest if highest > 0 else 1
        for hit in group:
            score = hit.score + weights.neighbour * _lent(hit, group)
            age = newest - (_day(hit.passage) or newest)
            ranked.append(Hit(hit.passage, score * lift * (1 + age) ** -weights.recency))
    return tuple(sorted(ranked, key=_order))


def diverse(ranked: Sequence[Hit], weights: Weights = WEIGHTS) -> Iterator[Hit]:
    """Yield the ranked hits without those that say the same again and those beyond a session's share."""
    shown: defaultdict[str, int] = defaultdict(int)
    seen: list[frozenset[str]] = []
    for hit in ranked:
        name = home(hit.passage)
        if shown[name] >= weights.per_session:
            continue
        said = frozenset(_WORD.findall(hit.passage.text.lower()))
        if any(len(said & other) > _ALIKE * min(len(said), len(other)) for other in seen):
            continue
        shown[name] += 1
        seen.append(said)
        yield hit


def home(passage: Passage) -> str:
    """Return what a passage shares its place in an answer with: the session it comes from, or else its page."""
    return passage.sources[0].session if passage.sources else passage.path


def _prior(passage: Passage, weights: Weights) -> float:
    if passage.level is Level.TURN:
        return min(1.0, 2 * passage.importance)
    return weights.page if passage.level is Level.PAGE and passage.sources else 1.0


def _lift(group: list[Hit], fading: float) -> float:
    best = sorted((hit.score for hit in group), reverse=True)[:_LIFTING]
    return sum(score * fading**place for place, score in enumerate(best))


def _lent(hit: Hit, group: list[Hit]) -> float:
    """Return what the passages of nearby turns lend to this one."""
    here = hit.passage.sources
    if not here or hit.passage.level is not Level.TURN:
        return 0.0
    lent = 0.0
    for other in group:
        there = other.passage.sources
        if other is not hit and there and other.passage.level is Level.TURN:
            apart = max(here[0].turn - there[-1].turn, there[0].turn - here[-1].turn, 0)
            lent += other.score * math.exp(-max(apart, 1))
    return lent


def _day(passage: Passage) -> int:
    """Return the day a passage speaks of, counted from some day long ago; 0 when it says none."""
    try:
        return date.fromisoformat(passage.at[:10]).toordinal()
    except ValueError:
        return 0


def _order(hit: Hit) -> tuple[float, str, int, str]:
    sources = hit.passage.sources
    return -hit.score, hit.passage.path, sources[0].turn if sources else 0, hit.passage.text
