"""What an answer makes use of. Pure."""

from collections.abc import Iterable, Sequence

from wikimem.model.passage import Hit, Level
from wikimem.model.signal import subject_of


def used(shown: Sequence[Hit], candidates: Iterable[Hit] = ()) -> tuple[str, ...]:
    """Return the subjects of what is shown, and of candidates that say less of the same.

    That is a claim that answers too and was said in a turn that is shown: an answer prefers the turn, which has more
    words, and yet it was the claim that proved worth keeping.
    """
    turns = {
        (said.session, said.turn) for hit in shown if hit.passage.level is Level.TURN for said in hit.passage.sources
    }
    retold = (
        hit
        for hit in candidates
        if hit.passage.level is Level.CLAIM and any((said.session, said.turn) in turns for said in hit.passage.sources)
    )
    subjects = (subject_of(hit.passage) for hit in (*shown, *retold))
    return tuple(dict.fromkeys(filter(None, subjects)))
