"""Signals: that a page or a claim was shown, or that somebody judged it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from wikimem.model.passage import Level, Passage
from wikimem.model.score import UNHEARD, Tally


class SignalKind(StrEnum):
    """What a signal says of its subject."""

    USE = "use"
    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Signal:
    """One use of a page or a claim, or one verdict on it."""

    at: str
    """UTC instant."""
    kind: SignalKind
    subject: str
    """Id of a claim (`c-…`), or vault-relative path of a page."""


Tallies = Mapping[str, Tally]
"""Subject -> its tally; a subject without signals is left out."""
TallyLookup = Callable[[Iterable[str]], Tallies]
"""Returns the tallies of subjects."""
NO_TALLIES: Tallies = {}
"""The tallies of a wiki that nobody used or judged."""


def no_tallies(_: Iterable[str]) -> Tallies:
    """Return the tallies of a wiki that nobody used or judged."""
    return NO_TALLIES


def is_claim(subject: str) -> bool:
    """Tell whether a subject is a claim and no page."""
    return subject.startswith("c-") and not subject.endswith(".md")


def subject_of(passage: Passage) -> str:
    """Return what a use of a passage counts for: its claim, else its page; "" for a raw turn, which is no page."""
    if passage.level is Level.TURN:
        return ""
    return passage.id if passage.level is Level.CLAIM else passage.path


def subjects_of(passages: Iterable[Passage]) -> frozenset[str]:
    """Return every subject whose tally `tally_of` may ask for."""
    told = [passage for passage in passages if passage.level is not Level.TURN]
    return frozenset(subject_of(passage) for passage in told).union(passage.path for passage in told)


def tally_of(passage: Passage, tallies: Tallies) -> Tally:
    """Return the tally of a passage: a verdict on a page is one on each of its claims, a use of it is not."""
    own = tallies.get(subject_of(passage), UNHEARD)
    page = tallies.get(passage.path) if passage.level is Level.CLAIM else None
    return Tally(own.uses, own.ups + page.ups, own.downs + page.downs) if page else own
