"""Plan what statements of another tool become: claims on pages of their own, each with its id there. Pure.

    "use pnpm" (memory 3f2a of loop-memory)  ->  global/preferences/imported-from-loop-memory.md, line ^c-1f0c77aa

A statement the wiki holds, or forgot, is left alone, so importing twice is importing once.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from wikimem.model.bundle import Row
from wikimem.model.claim import Claim, ClaimKind, Source
from wikimem.model.ports import WikiView
from wikimem.text.claims import add_claims, claim_lines, new_page
from wikimem.text.clean import clip, one_line
from wikimem.text.frontmatter import parse, patch
from wikimem.text.paths import MOST_BYTES, MOST_CLAIMS, subject_page
from wikimem.text.slug import slug

_DESCRIPTION = 80


def filed(rows: Sequence[Row], origin: str, scope: str, view: WikiView, zone: str) -> dict[str, str]:
    """Return the texts of the pages that take the rows of a tool."""
    fresh: defaultdict[ClaimKind, dict[str, tuple[Claim, str]]] = defaultdict(dict)
    for row in rows:
        claim = _claim(row, origin, scope)
        known = fresh[row.kind].get(claim.id)
        if not known and not view.is_forgotten(claim.id) and view.page_of_claim(scope, claim.id) is None:
            fresh[row.kind][claim.id] = claim, row.external
    texts: dict[str, str] = {}
    for kind, claims in fresh.items():
        texts |= _pages(list(claims.values()), kind, scope, origin, view, zone)
    return texts


def _claim(row: Row, origin: str, scope: str) -> Claim:
    by = row.by.removeprefix("human:") or origin
    source = Source(f"{origin} {row.external}", 1, "", by, row.at)
    tags = tuple(dict.fromkeys(slug(tag) for tag in row.tags))
    return Claim(row.kind, one_line(row.text), f"Imported from {origin}", (source,), scope, tags=tags)


def _pages(
    claims: list[tuple[Claim, str]], kind: ClaimKind, scope: str, origin: str, view: WikiView, zone: str
) -> dict[str, str]:
    """Return pages with the claims on them, each filled before the next is begun."""
    texts: dict[str, str] = {}
    number = 0
    while claims:
        number += 1
        path = subject_page(scope, kind, claims[0][0].subject, number)
        before = view.read(path) or ""
        room = MOST_CLAIMS - (len(claim_lines(parse(before, path)[1])) if before else 0)
        if room <= 0 or len(before.encode()) >= MOST_BYTES:
            continue
        taken, claims = claims[:room], claims[room:]
        placed = [replace(claim, sources=(replace(claim.sources[0], raw=path),)) for claim, _ in taken]
        title = placed[0].subject if number == 1 else f"{placed[0].subject} ({number})"
        text = before or new_page(
            title, kind.type, scope, clip(placed[0].text, _DESCRIPTION), (), placed[0].sources[0].at
        )
        notes = {
            claim.sources[0].id: f"Memory {external} of {origin}"
            for claim, (_, external) in zip(placed, taken, strict=True)
        }
        text = add_claims(text, placed, notes, max(claim.sources[0].at for claim in placed), zone)
        externals = {claim.sources[0].id: external for claim, (_, external) in zip(placed, taken, strict=True)}
        texts[path] = with_external_ids(text, externals)
    return texts


def with_external_ids(text: str, externals: Mapping[str, str]) -> str:
    """Return a page whose sources say what another tool calls them; `externals` maps their ids to that."""
    sources = parse(text)[0].get("sources")
    entries: list[Any] = sources if isinstance(sources, list) else []
    named = [
        {**entry, "external_id": externals[entry["id"]]}
        if isinstance(entry, Mapping) and entry.get("id") in externals
        else entry
        for entry in entries
    ]
    return patch(text, {"sources": named}) if named != entries else text
