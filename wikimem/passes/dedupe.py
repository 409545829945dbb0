"""Fold claims that say the same: `Claims -> Claims`.

    "`save` takes the lock." (turn 4)   "The lock is taken by `save`." (turn 9)
    becomes one claim, in the words of the better one, with both turns as its sources.

Within a session wording varies, so shared words decide; across sessions the claim's id does (the planners see to it).
"""

from collections.abc import Sequence
from dataclasses import replace

from wikimem.model.claim import Claim
from wikimem.text.alike import alike, words_of
from wikimem.text.supersession import conflict


def dedupe(claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """Return the claims with near-identical ones folded, in their first order."""
    kept: list[tuple[frozenset[str], Claim]] = []
    for claim in claims:
        words = words_of(claim.text)
        for place, (others, other) in enumerate(kept):
            if claim.scope == other.scope and alike(words, others) and not conflict(claim.text, other.text):
                better = claim if claim.importance > other.importance else other
                kept[place] = (words if better is claim else others, _joined(better, other, claim))
                break
        else:
            kept.append((words, claim))
    return tuple(claim for _, claim in kept)


def _joined(better: Claim, first: Claim, second: Claim) -> Claim:
    sources = {source.id: source for source in (*first.sources, *second.sources)}
    return replace(better, sources=tuple(sorted(sources.values(), key=lambda source: source.turn))[:3])
