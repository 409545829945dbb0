"""Merge two sequences that come from one: what either took out is out, what either put in is in.

Pure. Both sides are equals: `weave(base, a, b)` is `weave(base, b, a)`. There is no conflict; where both sides put
something else in the place of the same thing, both stay, in an order that does not depend on the side, and the clash
is told.
"""

from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any, Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Apart = Callable[[Any, Any], Sequence[Any]]
"""The last thing of one side and the first of the other -> what has to stand between them."""


@dataclass(slots=True)
class Woven(Generic[Key]):
    """The merged sequence."""

    items: list[Key] = field(default_factory=list)
    clashes: list[tuple[tuple[Key, ...], tuple[Key, ...]]] = field(default_factory=list)
    """What each side put in the place of the same thing."""


@dataclass(frozen=True, slots=True)
class _Edit(Generic[Key]):
    """What one side made of the base."""

    kept: frozenset[int]
    """Positions of the base that are still there."""
    put: dict[int, list[Key]]
    """Position of the base -> what was put before it."""


def weave(
    base: Sequence[Key],
    one: Sequence[Key],
    other: Sequence[Key],
    *,
    keep: Collection[Key] = (),
    apart: Apart | None = None,
) -> Woven[Key]:
    """Return what becomes of `base` when both sides' edits are made; items are compared, hashed and sorted.

    What is in `keep` stays where it was though one side took it out.
    """
    first, second = _edit(base, one), _edit(base, other)
    woven: Woven[Key] = Woven()
    for place in range(len(base) + 1):
        both_dropped = place < len(base) and place not in first.kept and place not in second.kept
        _join(first.put.get(place, []), second.put.get(place, []), woven, apart or _close, is_clash=both_dropped)
        if place == len(base):
            break
        held = (place in first.kept) + (place in second.kept)
        if held == 2 or (held and base[place] in keep):
            woven.items.append(base[place])
    return woven


def _edit(base: Sequence[Key], side: Sequence[Key]) -> _Edit[Key]:
    kept: set[int] = set()
    put: dict[int, list[Key]] = {}
    for tag, start, end, low, high in SequenceMatcher(None, base, side, autojunk=False).get_opcodes():
        if tag == "equal":
            kept.update(range(start, end))
        elif high > low:
            put.setdefault(start, []).extend(side[low:high])
    return _Edit(frozenset(kept), put)


def _join(one: list[Key], other: list[Key], woven: Woven[Key], apart: Apart, *, is_clash: bool) -> None:
    """Add what both sides put in one place: what they share once, the rest in a fixed order."""
    low, high = sorted((one, other))
    for tag, start, end, begin, stop in SequenceMatcher(None, low, high, autojunk=False).get_opcodes():
        left, right = low[start:end], high[begin:stop]
        woven.items += left
        if tag == "equal":
            continue
        if left and right:
            woven.items += apart(left[-1], right[0])
            if is_clash:
                woven.clashes.append((tuple(left), tuple(right)))
        woven.items += right


def _close(*_: object) -> tuple[()]:
    return ()
