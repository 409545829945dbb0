"""Merge one claim line that two sides changed: words, references and whether it still holds, each by itself.

Pure, and the sides are equals. What one side changed wins over what the other left alone; a person's words win over
compiled ones; where two people changed the same words, both versions stay.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from wikimem.model.claim import claim_id
from wikimem.model.page import ClaimLine
from wikimem.text.outline import source_order, with_labels, without_labels


@dataclass(frozen=True, slots=True)
class Written:
    """A claim as it stands on one side."""

    lines: tuple[str, ...]
    claim: ClaimLine

    def words(self) -> str:
        """Return what it says."""
        return self.claim.text

    def is_compiled(self, scope: str, key: str) -> bool:
        """Tell whether its words are still those its id was made from."""
        return claim_id(scope, self.claim.text) == key


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of a claim."""

    lines: tuple[str, ...]
    labels: tuple[str, ...]
    is_superseded: bool
    beside: str = ""
    """The other version, where two people changed the same words."""


def is_present(scope: str, key: str, base: Written | None, one: Written | None, other: Written | None) -> bool:
    """Tell whether a claim stays: taken out by one side, it does when the other holds words of a person there."""
    side = one or other
    if side is None:
        return False
    if (one and other) or base is None:
        return True
    return side.words() != base.words() and not side.is_compiled(scope, key)


def settle(scope: str, key: str, base: Written | None, one: Written | None, other: Written | None) -> Settled:
    """Return what becomes of a claim that at least one side holds."""
    sides = [side for side in (one, other) if side]
    if len(sides) == 1:
        return Settled(sides[0].lines, sides[0].claim.sources, sides[0].claim.superseded)
    low, high = sorted(sides, key=lambda side: side.lines)
    source, beside = _words(scope, key, base, low, high)
    labels = _labels(base, low, high)
    was = base.claim.superseded if base else False
    moved = [side for side in (low, high) if side.claim.superseded != was]
    is_superseded = moved[0].claim.superseded if moved else was
    if source.claim.superseded == is_superseded:
        lines = _cited(source, labels)
    elif is_superseded:
        until = max(side.claim.until for side in (low, high))
        refs = "".join(f" [^{label}]" for label in labels)
        lines = (f"- ~~{without_labels(source.words(), source.claim.sources)}~~ until {until}{refs} ^{key}",)
    else:
        refs = "".join(f" [^{label}]" for label in labels)
        lines = (f"- {source.words()}{refs} ^{key}",)
    return Settled(lines, labels, is_superseded, beside)


def _words(scope: str, key: str, base: Written | None, low: Written, high: Written) -> tuple[Written, str]:
    """Return the side whose words stay, and the words of the other when these must stay as well."""
    if low.words() == high.words():
        return _nearer(low, high, _labels(base, low, high)), ""
    if base and base.words() in (low.words(), high.words()):
        return (high if base.words() == low.words() else low), ""
    compiled = [side for side in (low, high) if side.is_compiled(scope, key)]
    if len(compiled) == 2:
        return high, ""
    if compiled:
        return (high if compiled[0] is low else low), ""
    return low, without_labels(high.words(), high.claim.sources)


def _nearer(low: Written, high: Written, labels: Sequence[str]) -> Written:
    """Return the side whose line needs the least change."""
    return low if set(low.claim.sources) == set(labels) else high if set(high.claim.sources) == set(labels) else low


def _labels(base: Written | None, low: Written, high: Written) -> tuple[str, ...]:
    before = set(base.claim.sources) if base else set()
    first, second = set(low.claim.sources), set(high.claim.sources)
    wanted = (first & second) | (first - before) | (second - before) or first | second
    for side in (low, high):
        if set(side.claim.sources) == wanted:
            return side.claim.sources
    return tuple(sorted(wanted, key=source_order))


def _cited(source: Written, labels: Sequence[str]) -> tuple[str, ...]:
    """Return the lines of a claim with these references and no others."""
    lines = list(source.lines)
    gone = [label for label in source.claim.sources if label not in labels]
    lines = [without_labels(line, gone) for line in lines]
    lines[-1] = with_labels(lines[-1], [label for label in labels if label not in source.claim.sources])
    return tuple(lines)
