"""Keep the best claims of a session: `Claims -> Claims`.

A session of a hundred turns does not make a hundred claims: each kind has a share that grows with the session, the most
important first, and what the person said is never cut.
"""

from collections import Counter
from collections.abc import Sequence

from wikimem.model.claim import Claim, ClaimKind

_SHARE = {
    ClaimKind.DECISION: 2,
    ClaimKind.LESSON: 2,
    ClaimKind.FACT: 1,
    ClaimKind.QUESTION: 1,
    ClaimKind.PLAN: 1,
    ClaimKind.PREFERENCE: 4,
}
_TURNS = 200
"""Turns that earn one more share."""
_MOST = 4


def limit(claims: Sequence[Claim], turns: int) -> tuple[Claim, ...]:
    """Return the claims of a session of so many turns with each kind cut to its share, in their order."""
    shares = min(1 + turns // _TURNS, _MOST)
    taken: Counter[ClaimKind] = Counter()
    kept: set[int] = set()
    for index in sorted(range(len(claims)), key=lambda index: (-claims[index].importance, index)):
        claim = claims[index]
        by_person = any(source.said_by.startswith("human:") for source in claim.sources)
        if by_person or taken[claim.kind] < shares * _SHARE[claim.kind]:
            taken[claim.kind] += 1
            kept.add(index)
    return tuple(claim for index, claim in enumerate(claims) if index in kept)
