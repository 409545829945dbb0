"""Leave signals: what was shown was used, and a person's verdict counts."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from wikimem.errors import NotFound, StoreError
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


def note_verdict(vault: Layout, index: "Callable[[], Index]", name: str, verdict: SignalKind) -> str:
    """Note a verdict on a page or claim and return its path or id; `NotFound`, or `StoreError` when the disk refuses.

    A page goes by any of its names, a claim by its block id (`c-1f0c77aa`, `page#c-1f0c77aa`).
    """
    from wikimem.recall.mirror import is_page
    from wikimem.verbs.pages import find_page
    from wikimem.verbs.trace import find_claim

    claim = find_claim(vault, index, name)
    subject = claim.id if claim else find_page(vault, name)
    if not claim and not is_page(subject):
        raise NotFound(f"{subject} is derived or no page", hint="judge a page or a claim that it shows")
    signals.append(vault, [Signal(_now(), verdict, subject)])
    return subject


def _now() -> str:
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
