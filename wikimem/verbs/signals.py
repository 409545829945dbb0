"""Leave signals: what was shown was used, and a person's verdict counts."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from wikimem.errors import NotFound, StoreError, UsageError
from wikimem.model.audience import EVERYBODY, Audience
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.model.signal import Signal, SignalKind
from wikimem.store import signals
from wikimem.store.layout import Layout

if TYPE_CHECKING:
    from wikimem.store.index import Index


def note_use(vault: Layout, subjects: Iterable[str], report: Callable[[Diagnostic], None]) -> None:
    """Note that pages and claims were used just now; a disk that refuses is only reported."""
    at = _now()
    try:
        signals.append(vault, (Signal(at, SignalKind.USE, subject) for subject in subjects))
    except StoreError as error:
        report(Diagnostic("use-not-noted", error.message, Severity.WARNING, error.path, hint="or pass --no-signal"))


def note_verdict(
    vault: Layout,
    index: "Callable[[], Index]",
    name: str,
    verdict: str,
    external_id: str = "",
    scope: str = "",
    whose: Audience = EVERYBODY,
) -> str:
    """Note a verdict on a page or claim and return its path or id; `NotFound`, or `StoreError` when the disk refuses.

    A page goes by any of its names, a claim by its block id (`c-1f0c77aa`, `page#c-1f0c77aa`) or its external id in a
    scope. `UsageError` for a verdict that is neither `up` nor `down`.
    """
    if verdict not in (SignalKind.UP, SignalKind.DOWN):
        raise UsageError(f"{verdict!r} is no verdict", hint="say up or down")
    subject = _judged(vault, index, name, external_id, scope, whose)
    signals.append(vault, [Signal(_now(), SignalKind(verdict), subject)])
    return subject


def _judged(
    vault: Layout, index: "Callable[[], Index]", name: str, external_id: str, scope: str, whose: Audience
) -> str:
    """Return the id of the claim or the path of the page that is meant, when it is theirs to see."""
    from wikimem.recall.mirror import is_page
    from wikimem.text.paths import scope_of
    from wikimem.verbs.naming import claim_said_as
    from wikimem.verbs.pages import find_page
    from wikimem.verbs.trace import find_claim

    if bool(name) == bool(external_id):
        raise UsageError("name one claim or page", hint="give the id of a claim, the path of a page, or an external id")
    if external_id:
        return claim_said_as(vault, index(), external_id, scope, whose).id
    claim = find_claim(vault, index, name)
    subject = claim.id if claim else find_page(vault, name)
    if not whose.sees(claim.scope if claim else scope_of(subject)):
        raise NotFound(f"the memory of {whose.scope} holds no {name!r}")
    if not claim and not is_page(subject):
        raise NotFound(f"{subject} is derived or no page", hint="judge a page or a claim that it shows")
    return subject


def _now() -> str:
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
