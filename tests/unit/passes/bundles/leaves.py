"""Pages on their way out, made of texts."""

from wikimem.errors import PageError
from wikimem.model.bundle import Leaf, Parcel
from wikimem.recall.pages import passages_of_page
from wikimem.text.frontmatter import parse
from wikimem.text.paths import scope_of

GLAZES = """---
type: Decision
title: "Glazes: which and why"
description: Ash glaze on stoneware.
tags: [glaze]
scope: project:kiln
status: stable
generated: {by: wikimem/0.1.0, at: 2026-03-10T08:41:30Z}
sources:
- {id: aaaa0001-3, resource: /raw/codex/2026/aaaa0001.jsonl#3, author: human:user, last_modified: 2026-03-09}
---
# Glazes: which and why

- Use *ash* glaze on stoneware. [^aaaa0001-3] ^c-11112222

## Superseded
- ~~Use tin glaze.~~ until 2026-02-03 [^aaaa0001-3] ^c-33334444

[^aaaa0001-3]: [2026-03-09](../sessions/2026/2026-03-09-glazes-aaaa0001.md), turn 3
"""
SESSION = """---
type: Session
title: Choose the glazes
generated: {by: wikimem/0.1.0, at: 2026-03-09T08:00:00Z}
sources:
- {id: aaaa0001, resource: /raw/codex/2026/aaaa0001.jsonl, author: codex/gpt-5, last_modified: 2026-03-09}
---
# Choose the glazes

The ash glaze it is.
"""
NOTE = "Mind the shelves.\n"
BROKEN = "---\ntitle: a: b\n---\nx\n"

PAGES = {
    "projects/kiln/decisions/glazes-which-and-why.md": GLAZES,
    "projects/kiln/notes/shelves.md": NOTE,
    "projects/kiln/sessions/2026/2026-03-09-glazes-aaaa0001.md": SESSION,
}


def leaf(path: str, text: str) -> Leaf:
    """Return a page as an export sees it."""
    scope = scope_of(path)
    try:
        meta, body = parse(text, path)
    except PageError:
        return Leaf(path, text, {}, text, scope)
    return Leaf(path, text, meta, body, scope, tuple(passages_of_page(path, text, scope)))


def parcel(pages: dict[str, str] = PAGES, **attachments: bytes) -> Parcel:
    """Return pages and files as an export sees them."""
    return Parcel(tuple(leaf(path, text) for path, text in sorted(pages.items())), attachments)
