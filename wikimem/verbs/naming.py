"""Find a claim by the external id a caller gave it."""

from wikimem.errors import NotFound, UsageError
from wikimem.model.audience import EVERYBODY, Audience
from wikimem.model.passage import Level, Passage
from wikimem.store.index import Index
from wikimem.store.layout import Layout
from wikimem.text.remembered import external_id
from wikimem.verbs.scopes import scope_named


def claim_said_as(vault: Layout, index: Index, external: str, scope: str = "", whose: Audience = EVERYBODY) -> Passage:
    """Return the claim with an external id: in a scope, else in the audience's own, else wherever there is just one.

    `NotFound` when there is none, `UsageError` when several scopes have one.
    """
    scopes = (scope_named(vault, scope),) if scope else whose.own
    if scope and whose.own and scopes[0] not in whose.own:
        raise NotFound(f"the memory of {whose.scope} holds nothing of {scope}")
    places, key = scopes or ("",), external_id(external)
    found = (passage for place in places for passage in (index.find(scope=place, external=key) if key else ()))
    told = {passage.scope: passage for passage in found if passage.level is Level.CLAIM}
    if not told:
        raise NotFound(f"nothing was remembered as {external!r}", hint="see `wikimem search` for its words")
    if len(told) > 1 and not scopes:
        raise UsageError(f"several scopes remember {external!r}", hint="name one: " + ", ".join(sorted(told)))
    return next(iter(told.values()))
