"""What meaning adds to the words: candidates raised by how close they are to the question. Pure.

`recall.ask` calls it between the index and `rank`, when there is an embedder.
"""

from collections.abc import Sequence

from wikimem.model.passage import Hit, Passage
from wikimem.model.ports import Embedder
from wikimem.recall.rank import WEIGHTS, Weights


def add_likeness(hits: Sequence[Hit], question: str, embedder: Embedder, weights: Weights = WEIGHTS) -> tuple[Hit, ...]:
    """Return the hits with the closest ones raised, best first.

    The closest gains `weights.semantic` of the best score, the one in place `weights.semantic_best` and all behind it
    gain nothing, and those between gain in proportion to their cosines. So it does not matter at which cosines a model
    puts its texts, and a passage that lacks the question's words still needs some of them to be a candidate.
    """
    if not hits:
        return ()
    cosines = embedder.likeness(question, [_meant(hit.passage) for hit in hits])
    closest = sorted(cosines, reverse=True)[: weights.semantic_best]
    floor, span = closest[-1], closest[0] - closest[-1]
    share = weights.semantic * max(hit.score for hit in hits) / span if span > 0 else 0.0
    raised = (_raised(hit, share * max(0.0, cosine - floor)) for hit, cosine in zip(hits, cosines, strict=True))
    return tuple(sorted(raised, key=lambda hit: (-hit.score, hit.passage.path)))


def _raised(hit: Hit, gain: float) -> Hit:
    factor = (hit.score + gain) / hit.score if hit.score > 0 else 1.0
    return Hit(hit.passage, hit.score * factor, (("text", hit.score), ("meaning", factor)))


def _meant(passage: Passage) -> str:
    """Return what a passage is understood by: a short turn with what was said around it."""
    return f"{passage.around}\n{passage.text}" if passage.around else passage.text
