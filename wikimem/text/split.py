"""Split a subject page that has grown too large: by its headings, or by age. Pure functions on a page's whole text."""

import re
from collections.abc import Sequence
from typing import Any

from wikimem.text import frontmatter
from wikimem.text.inline import escape_inline
from wikimem.text.outline import SUPERSEDED, Bullet, Heading, Outline, labels_in, read_outline

MOST_CLAIMS = 60
MOST_BYTES = 32 * 1024
"""Caps of a subject page."""
_GOOD_CLAIMS, _GOOD_BYTES = 45, 24 * 1024
"""Aim of a split, so that a page does not need another one soon."""


def is_too_large(text: str) -> bool:
    """Say whether a page is over one of its caps."""
    if len(text.encode("utf-8", "replace")) > MOST_BYTES:
        return True
    return text.count("\n- ") > MOST_CLAIMS and len(_claims(read_outline(text))) > MOST_CLAIMS


def split_page(text: str, first: int = 2) -> list[tuple[str, str]]:
    """Return the pages that `text` should be, as (suffix of its title, whole text).

    The page itself comes first, with the suffix "". Each `## Heading` with claims becomes a page named after it.
    What is too large still hands its older claims to pages `(first)`, `(first + 1)` and so on. A page within its
    caps comes back as it is.
    """
    if not is_too_large(text):
        return [("", text)]
    base, *parts = _by_headings(text)
    pieces = _by_age(base, first)
    for part in parts:
        pieces += _by_age(part, 2)
    return pieces


def _by_headings(text: str) -> list[tuple[str, str]]:
    meta, body = frontmatter.parse(text)
    outline = read_outline(body)
    last = min(outline.footnotes.values(), default=len(outline.lines))
    sections = [heading for heading in outline.headings if heading.level == 2]
    ends = [heading.line for heading in (*sections[1:], Heading(last, 2, ""))]
    moved = []
    for heading, end in zip(sections, ends, strict=False):
        inside = any(heading.line < bullet.first < end for bullet in _claims(outline))
        if inside and heading.text != SUPERSEDED and end <= last:
            moved.append((heading.text, range(heading.line, end)))
    parts = [
        (name, _page(meta, f"{meta.get('title', '')}: {name}", outline, [outline.lines[i] for i in lines[1:]]))
        for name, lines in moved
    ]
    return [("", _without(text, meta, body, outline, [line for _, lines in moved for line in lines])), *parts]


def _by_age(piece: tuple[str, str], first: int) -> list[tuple[str, str]]:
    suffix, text = piece
    if not is_too_large(text):
        return [piece]
    meta, body = frontmatter.parse(text)
    outline = read_outline(body)
    days = {str(entry["id"]): str(entry.get("last_modified", "")) for entry in _entries(meta) if "id" in entry}
    bullets = sorted(
        _claims(outline), key=lambda bullet: min((days.get(ref, "") for ref in bullet.claim.sources), default="")
    )
    count = max(2, -(-len(bullets) // _GOOD_CLAIMS), -(-len(text.encode("utf-8", "replace")) // _GOOD_BYTES))
    size = -(-len(bullets) // count)
    groups = [bullets[start : start + size] for start in range(0, len(bullets), size)]
    older = []
    for number, group in enumerate(groups[:-1], first):
        name = f"{suffix} ({number})".strip()
        lines = _bullet_lines(outline, group)
        older.append((name, _page(meta, f"{meta.get('title', '')} ({number})", outline, lines)))
    gone = [line for group in groups[:-1] for bullet in group for line in range(bullet.first, bullet.end)]
    return [(suffix, _without(text, meta, body, outline, gone)), *older]


def _bullet_lines(outline: Outline, bullets: Sequence[Bullet]) -> list[str]:
    def lines_of(superseded: bool) -> list[str]:
        chosen = [bullet for bullet in bullets if bullet.claim.superseded is superseded]
        return [
            line
            for bullet in sorted(chosen, key=lambda b: b.first)
            for line in outline.lines[bullet.first : bullet.end]
        ]

    past = lines_of(superseded=True)
    return lines_of(superseded=False) + (["", f"## {SUPERSEDED}", *past] if past else [])


def _page(meta: dict[str, Any], title: str, outline: Outline, lines: Sequence[str]) -> str:
    """Return a new page with some lines of an old one and just the footnotes and sources they cite."""
    words = "\n".join(line.rstrip("\r") for line in lines).strip("\n")
    cited = set(labels_in(words))
    notes = [outline.lines[number].rstrip("\r") for label, number in outline.footnotes.items() if label in cited]
    changed = {**meta, "title": title, "aliases": [], "sources": _cited_entries(meta, cited)}
    footer = "".join(f"{note}\n" for note in notes)
    return frontmatter.format(changed, f"# {escape_inline(title)}\n\n{words}\n" + (f"\n{footer}" if footer else ""))


def _without(text: str, meta: dict[str, Any], body: str, outline: Outline, gone: Sequence[int]) -> str:
    """Return a page without some of its lines and without the footnotes and sources only they cite."""
    if not gone:
        return text
    outline = Outline(outline.lines, footnotes=outline.footnotes, dropped=set(gone))
    lost = set(labels_in("\n".join(outline.lines[number] for number in gone)))
    lost -= {
        label for number, line in enumerate(outline.lines) if number not in outline.dropped for label in labels_in(line)
    }
    outline.dropped.update(number for label, number in outline.footnotes.items() if label in lost)
    kept = [entry for entry in _entries(meta) if str(entry.get("id", "")) not in lost]
    shorter = text[: len(text) - len(body)] + re.sub(r"\n{3,}", "\n\n", outline.text())
    return frontmatter.patch(shorter, {"sources": kept} if "sources" in meta else {})


def _claims(outline: Outline) -> list[Bullet]:
    return [bullet for bullet in outline.bullets if bullet.claim.id or bullet.claim.sources]


def _entries(meta: dict[str, Any]) -> list[dict[str, Any]]:
    sources = meta.get("sources")
    return [entry for entry in sources if isinstance(entry, dict)] if isinstance(sources, list) else []


def _cited_entries(meta: dict[str, Any], cited: set[str]) -> list[dict[str, Any]]:
    return [entry for entry in _entries(meta) if str(entry.get("id", "")) in cited]
