"""The order of an answer: from BM25 scores to the passages to show, best first. Pure.

Every weight of recall stands in this table; docs/recall.md has the measurement behind each.
"""

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from wikimem.model.passage import Hit, Level, Passage
from wikimem.model.score import Score, score
from wikimem.model.signal import NO_TALLIES, Tallies, tally_of
from wikimem.recall.intent import Wanted
from wikimem.recall.query import Question


@dataclass(frozen=True, slots=True)
class Weights:
    """What counts how much."""

    title: float = 0.15
    """A word found in the title of the page or session, against 1 in the text."""
    heading: float = 0.5
    """A word found in the heading above, or in the prompt that a turn answers."""
    around: float = 0.5
    """A word found in what was said around a short turn."""
    pair: float = 0.15
    """Two neighbouring words of the question, side by side in the text."""
    phrase: float = 0.5
    """A quoted phrase or whole identifier."""
    page: float = 0.5
    """A passage of a page that cites sessions: it repeats what their turns say at more length."""
    person: float = 1.6
    """A person's own words, when a preference is asked for."""
    wanted: float = 1.1
    """A claim or page of the type that the question wants."""
    session: float = 1.0
    """How much the other passages of its session lift a passage: at most this factor plus one."""
    fading: float = 0.6
    """What each further passage of a session adds, against the one before."""
    size: float = 0.2
    """Exponent of the number of a session's passages, which its lift is divided by: long sessions match by chance."""
    neighbour: float = 0.2
    """Share of its score that a passage lends to one a turn away."""
    when: float = 1.0
    """How much a passage gains that speaks of the time the question asks about; less the further away it lies."""
    recency: float = 0.02
    """Exponent of the age in days, counted from the newest candidate."""
    merit: float = 0.05
    """How much a passage gains or loses by its own score, from the worst to the best: between equals it decides."""
    candidates: int = 60
    """Passages taken from the index."""
    semantic: float = 0.3
    """Share of the best score that the candidate closest in meaning gains, where there is a model."""
    semantic_best: int = 20
    """Candidates that gain, in proportion to how close they are."""
    semantic_among: int = 200
    """Candidates compared with the question."""
    per_session: int = 5_000
    """Characters of one session in one answer."""


WEIGHTS = Weights()
EVEN: Mapping[str, int] = {}
"""Sizes when none are known: all count alike."""

_LIFTING = 4
"""Passages of a session that lift each other."""
_NEAR = 7
"""Days away from the time asked about that halve what a passage gains by it."""
_ALIKE = 0.85
"""Share of the words of the shorter of two passages that makes them the same."""
_WORD = re.compile(r"\w{2,}")


def rank(
    hits: Iterable[Hit],
    asked: Question,
    sizes: Mapping[str, int] = EVEN,
    weights: Weights = WEIGHTS,
    tallies: Tallies = NO_TALLIES,
) -> tuple[Hit, ...]:
    """Return the hits in the order in which they answer.

    `sizes` has the number of passages by `file_of` each; `tallies` are those of `subjects_of` their passages.
    """
    scored = [_times(hit, {"prior": _prior(hit.passage, asked, weights)}) for hit in hits]
    if not scored:
        return ()
    newest = max(_day(hit.passage) for hit in scored)
    sessions: defaultdict[str, list[Hit]] = defaultdict(list)
    for hit in scored:
        sessions[home(hit.passage)].append(hit)
    ranked = []
    lifts = {
        name: _lift(group, weights.fading) / max(1, sizes.get(file_of(group[0].passage), 1)) ** weights.size
        for name, group in sessions.items()
    }
    highest = max(lifts.values())
    for name, group in sessions.items():
        lift = 1 + weights.session * lifts[name] / highest if highest > 0 else 1
        for hit in group:
            lent = weights.neighbour * _lent(hit, group) / hit.score if hit.score else 0
            age = newest - (_day(hit.passage) or newest)
            merit = score(hit.passage.importance, age, tally_of(hit.passage, tallies))
            tie = 1 + weights.merit * (merit.total - 0.5)
            fresh = (1 + age) ** -weights.recency
            then = 1 + weights.when * _nearness(hit.passage, asked)
            factors = {"neighbour": 1 + lent, "session": lift, "when": then, "age": fresh, "merit": tie}
            ranked.append(_times(hit, factors, merit))
    return tuple(sorted(ranked, key=_order))


def _times(hit: Hit, factors: Mapping[str, float], merit: Score | None = None) -> Hit:
    """Return the hit with its score multiplied by factors, which it keeps by their names."""
    before = hit.factors or (("text", hit.score),)
    return Hit(hit.passage, hit.score * math.prod(factors.values()), (*before, *factors.items()), merit)


def diverse(ranked: Sequence[Hit], weights: Weights = WEIGHTS) -> Iterator[Hit]:
    """Yield the ranked hits without those that say the same again and those beyond a session's share."""
    shown: defaultdict[str, int] = defaultdict(int)
    seen: list[frozenset[str]] = []
    for hit in ranked:
        name = home(hit.passage)
        if shown[name] > weights.per_session:
            continue
        said = frozenset(_WORD.findall(hit.passage.text.lower()))
        if any(len(said & other) > _ALIKE * min(len(said), len(other)) for other in seen):
            continue
        shown[name] += len(hit.passage.text)
        seen.append(said)
        yield hit


def home(passage: Passage) -> str:
    """Return what a passage shares its place in an answer with: the session it comes from, or else its page."""
    return passage.sources[0].session if passage.sources else passage.path


def file_of(passage: Passage) -> str:
    """Return the file whose passages lift each other: the raw log a passage comes from, or else its page."""
    return passage.sources[0].raw if passage.sources else passage.path


def _prior(passage: Passage, asked: Question, weights: Weights) -> float:
    if passage.level is Level.TURN:
        by_person = passage.sources[0].said_by.startswith("human:") if passage.sources else False
        own_words = weights.person if by_person and asked.wanted is Wanted.PREFERENCE else 1.0
        return min(1.0, 2 * passage.importance) * own_words
    fitting = weights.wanted if passage.type == asked.wanted else 1.0
    return fitting * (weights.page if passage.level is Level.PAGE and passage.sources else 1.0)


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


def _nearness(passage: Passage, asked: Question) -> float:
    """Return 1 for what was said in the time a question asks about, less and less for what lies days away."""
    away = asked.when.away(passage.at) if asked.when else None
    return 0.0 if away is None else 0.5 ** (away / _NEAR)


def _day(passage: Passage) -> int:
    """Return the day a passage speaks of, counted from some day long ago; 0 when it says none."""
    try:
        return date.fromisoformat(passage.at[:10]).toordinal()
    except ValueError:
        return 0


def _order(hit: Hit) -> tuple[float, str, int, str]:
    sources = hit.passage.sources
    return -hit.score, hit.passage.path, sources[0].turn if sources else 0, hit.passage.text
