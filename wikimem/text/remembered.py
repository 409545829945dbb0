"""Claims that were remembered under a name of the caller's: find them on a page, and change what their sources say.

Pure functions on a page's whole text; like `text.claims` they touch nothing else. A page whose frontmatter cannot be
understood is a PageError.
"""

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

from wikimem.model.claim import Source
from wikimem.model.page import ClaimLine
from wikimem.text import frontmatter
from wikimem.text.claims import claim_lines, supersede
from wikimem.text.clean import clean, one_line
from wikimem.text.compiled import is_compiled
from wikimem.text.outline import read_outline, without_labels
from wikimem.text.redact import Redactor
from wikimem.text.terms import TERMS, holds_until, is_pinned, stale_after, terms


def external_id(given: str) -> str:
    """Return an external id as it is written: one that holds a secret, or is no plain line, is hashed as a whole."""
    shown = one_line(Redactor().text(clean(given))).strip()
    if shown == given:
        return given
    return f"sha256-{hashlib.sha256(given.encode('utf-8', 'replace')).hexdigest()[:32]}" if shown else ""


def externals(text: str) -> Iterator[str]:
    """Yield the external ids on a page."""
    return (str(entry["external_id"]) for entry in _entries(text) if entry.get("external_id"))


def line_of(text: str, claim: str) -> ClaimLine | None:
    """Return the line of a claim by its id, None when the page has none."""
    return next((line for line in claim_lines(frontmatter.parse(text)[1]) if line.id == claim), None)


def line_said_as(text: str, external: str) -> tuple[str, ClaimLine] | None:
    """Return the label of the source with an external id and the line that cites it; None when no line does."""
    said = (str(entry.get("id")) for entry in _entries(text) if str(entry.get("external_id") or "") == external)
    label = next(said, "")
    lines = claim_lines(frontmatter.parse(text)[1]) if label else ()
    return next(((label, line) for line in lines if label in line.sources and not line.superseded), None)


def held_on(text: str, line: ClaimLine) -> tuple[bool, str]:
    """Return whether a line is pinned, and until when it holds ("" for ever)."""
    meta = frontmatter.parse(text)[0]
    said = [entry for entry in _entries(text) if entry.get("id") in line.sources]
    pinned = is_pinned(meta) or any(map(is_pinned, said))
    return pinned, holds_until(stale_after(meta), tuple(map(stale_after, said)))


def with_terms(text: str, label: str, source: Source) -> str:
    """Return a page whose source of that label holds on the terms of another."""
    return _patched(text, {label: terms(source)})


def retired(text: str, label: str, line: ClaimLine, day: str, at: str, scope: str) -> str:
    """Return a page on which a claim of a scope no longer holds under the external id of source `label`, since a day.

    It is superseded; but a line whose words a person changed, or that another external id says as well, stays and only
    loses that source.
    """
    kept = any(entry.get("external_id") for entry in _entries(text) if entry.get("id") in {*line.sources} - {label})
    if kept or not is_compiled(line.id, line.text, (scope,)):
        return _without_source(text, label)
    return _patched(supersede(text, {line.id: day}, at), {label: {}})


def _without_source(text: str, label: str) -> str:
    meta, body = frontmatter.parse(text)
    outline = read_outline(body)
    if label in outline.footnotes:
        outline.dropped.add(outline.footnotes[label])
    outline.lines = [without_labels(line, (label,)) if "[^" in line else line for line in outline.lines]
    entries = [entry for entry in meta["sources"] if not (isinstance(entry, Mapping) and entry.get("id") == label)]
    return frontmatter.patch(text[: len(text) - len(body)] + outline.text(), {"sources": entries})


def _patched(text: str, wanted: Mapping[str, Mapping[str, Any]]) -> str:
    """Return a page whose sources hold on the terms given by their labels."""
    entries = frontmatter.parse(text)[0].get("sources")
    fresh = [
        {**{key: value for key, value in entry.items() if key not in TERMS}, **wanted[entry["id"]]}
        if isinstance(entry, Mapping) and entry.get("id") in wanted
        else entry
        for entry in (entries if isinstance(entries, list) else ())
    ]
    return frontmatter.patch(text, {"sources": fresh})


def _entries(text: str) -> list[Mapping[str, Any]]:
    entries = frontmatter.parse(text)[0].get("sources")
    return [entry for entry in entries if isinstance(entry, Mapping)] if isinstance(entries, list) else []
