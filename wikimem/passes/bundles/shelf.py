"""The pages of a bundle, ranked as a wiki of exactly these pages ranks its own. Pure: no clock, no signals."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date

from wikimem.model.bundle import Leaf
from wikimem.model.passage import Passage
from wikimem.model.score import UNHEARD, score


class Shelf:
    """A `Ranking` over the pages of a bundle."""

    def __init__(self, leaves: Iterable[Leaf]) -> None:
        """Sort the pages by scope and type."""
        self._leaves: defaultdict[tuple[str, str], list[Leaf]] = defaultdict(list)
        for leaf in leaves:
            self._leaves[leaf.scope, leaf.type].append(leaf)

    def best(self, scope: str, types: tuple[str, ...], most: int) -> tuple[Passage, ...]:
        """Return the best claims of a scope by importance and recency, best first."""
        claims = [claim for type_ in types for leaf in self._leaves[scope, type_] for claim in leaf.claims]
        newest = max((_day(claim.at) for claim in claims), default=0)

        def rank(claim: Passage) -> tuple[float, str, str]:
            return -score(claim.importance, newest - _day(claim.at), UNHEARD).total, claim.path, claim.id

        return tuple(sorted(claims, key=rank)[:most])

    def pinned(self, scope: str, most: int) -> tuple[Passage, ...]:
        """Return the claims and the pages without claims that are pinned in a scope, newest first."""
        leaves = [leaf for (of, _), found in self._leaves.items() if of == scope for leaf in found]
        pinned = [one for leaf in leaves for one in (leaf.claims or leaf.passages[:1]) if one.pinned]
        pinned.sort(key=lambda one: (one.path, one.id))
        pinned.sort(key=lambda one: one.at, reverse=True)
        return tuple(pinned[:most])

    def newest(self, scope: str, type: str, most: int) -> tuple[Passage, ...]:
        """Return the pages of a type in a scope, newest first."""
        dated = sorted(self._leaves[scope, type], key=lambda leaf: leaf.path)
        dated.sort(key=lambda leaf: leaf.at, reverse=True)
        return tuple(leaf.passages[0] for leaf in dated if leaf.passages)[:most]


def _day(at: str) -> int:
    try:
        return date.fromisoformat(at[:10]).toordinal()
    except ValueError:
        return 0
