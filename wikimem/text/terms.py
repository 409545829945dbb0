"""The terms on which a claim was remembered, as its source in the frontmatter keeps them. Pure.

    sources:
    - {id: 5f0c1d2e-1, resource: /global/facts/remembered.md#1, author: human:user, external_id: ticket-7,
       pinned: true, stale_after: 2026-12-31T23:59:59Z}

A page may say `pinned` and `stale_after` for all that stands on it; OKF knows the latter. People may write any of them.
"""

from collections.abc import Mapping
from typing import Any

from wikimem.model.claim import Source
from wikimem.text.time import parse_instant

TERMS = ("external_id", "pinned", "stale_after")
"""Keys of a source that say on which terms it holds."""


def terms(source: Source) -> dict[str, Any]:
    """Return what the frontmatter says of the terms of a source; nothing for one that has none."""
    found = {"external_id": source.external_id, "pinned": source.pinned, "stale_after": source.stale_after}
    return {key: value for key, value in found.items() if value}


def has_terms(entry: Any) -> bool:
    """Tell whether an entry among the sources of a page has terms, so that it must not be left out."""
    return isinstance(entry, Mapping) and any(entry.get(key) for key in TERMS)


def is_pinned(meta: Mapping[str, Any]) -> bool:
    """Tell whether a page or a source is pinned, however a person wrote it."""
    return meta.get("pinned") is True or str(meta.get("pinned")).lower() in ("true", "yes", "on")


def stale_after(meta: Mapping[str, Any]) -> str:
    """Return the UTC instant from which on a page or a source counts no longer, "" for never."""
    return parse_instant(str(meta.get("stale_after") or ""))


def holds_until(page: str, said: tuple[str, ...]) -> str:
    """Return until when a claim holds, "" for ever: as long as any of its sources, and no longer than its page."""
    last = max(said) if said and all(said) else ""
    return min(filter(None, (page, last)), default="")
