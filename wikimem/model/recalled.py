"""A claim as callers of the library are given it."""

from dataclasses import dataclass

from wikimem.model.audience import audience_of
from wikimem.model.claim import Source
from wikimem.model.passage import Hit


@dataclass(frozen=True, slots=True)
class Recalled:
    """One claim that answers, with all that is known of it."""

    claim: str
    """Its id, such as `c-1f0c77aa`."""
    text: str
    kind: str
    """`Decision`, `Lesson`, `Preference`, `Fact`, `Plan` or `Question`."""
    scope: str
    page: str
    """Vault-relative path of the page it stands on."""
    at: str
    """When it was last said: a UTC instant or a day."""
    score: float
    """Higher is better, comparable within one answer; 0 when nothing was asked."""
    tags: tuple[str, ...] = ()
    """Of its page."""
    sources: tuple[Source, ...] = ()
    """Who said it where."""
    external_id: str = ""
    pinned: bool = False
    stale_after: str = ""
    """UTC instant from which on it counts no longer, empty for never."""
    status: str = "stable"
    """`stable`, or `superseded` for what no longer holds."""

    @property
    def agent(self) -> str:
        """Return the agent whose memory it is, "" for none."""
        return audience_of(self.scope).agent

    @property
    def user(self) -> str:
        """Return the user whose memory it is, "" for none."""
        return audience_of(self.scope).user


def recalled(hit: Hit) -> Recalled:
    """Return the claim of a hit."""
    passage = hit.passage
    return Recalled(
        claim=passage.id,
        text=passage.text,
        kind=passage.type,
        scope=passage.scope,
        page=passage.path,
        at=passage.at,
        score=hit.score,
        tags=passage.tags,
        sources=passage.sources,
        external_id=next((source.external_id for source in passage.sources if source.external_id), ""),
        pinned=passage.pinned,
        stale_after=passage.stale_after,
        status=passage.status,
    )
