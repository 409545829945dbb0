"""Keep the best claims of a session: `Claims -> Claims`.

A session of a hundred turns does not make a hundred claims: each kind has a share, the most important first, and what
the person said is never cut.
"""

from collections import Counter
from collections.abc import Sequence

from wikimem.model.claim import Claim, ClaimKind

_MOST = {ClaimKind.DECISION: 8, ClaimKind.LESSON: 8, ClaimKind.FACT: 5, ClaimKind.QUESTION: 4, ClaimKind.PLAN: 3, ClaimKind.PREFERENCE: 12}


def limit(claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """Return the claims with each kind cut to its share, in their order."""
    taken: Counter[ClaimKind] = Counter()
    kept: set[int] = set()
    for index in sorted(range(len(claims)), key=lambda index: (-claims[index].importance, index)):
        claim = claims[index]
        by_person = any(source.said_by.startswith("human:") for source in claim.sources)
        if by_person or taken[claim.kind] < _MOST[claim.kind]:
            taken[claim.kind] += 1
            kept.add(index)
    return tuple(claim for index, claim in enumerate(claims) if index in kept)
