"""Which claim replaced which, as the trailers `Supersedes:` of the commits say."""

from collections.abc import Iterator

from wikimem.store.history import History

_TRAILER = "Supersedes"
_EVERY = 1_000_000_000
"""More commits than any history has."""


def successions(history: History) -> Iterator[tuple[str, str, str]]:
    """Yield commit, retired claim and the claim that replaced it, the newest first."""
    for revision in history.log(limit=_EVERY, trailer=_TRAILER):
        for key, value in revision.trailers:
            old, by, new = value.partition(" by ")
            if key == _TRAILER and by:
                yield revision.id, old, new


def replaced_by(history: History, claim: str) -> str:
    """Return the id of the claim that replaced one last, "" when none did."""
    return next((new for _, old, new in successions(history) if old == claim), "")
