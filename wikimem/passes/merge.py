"""Merge one file of the wiki three ways: (base, one, other) -> what both make of it.

Pure, and the sides are equals: `merge(path, base, a, b)` has the bytes of `merge(path, base, b, a)`, so that any number
of machines agree whatever the order. The result never holds a conflict marker that no side held.

    pages               claims by id, frontmatter by key, other lines woven       text.body_merge, text.meta_merge
    sessions, handoffs  the one that says more, unless a person edited one
    .wikimem/*.jsonl    every line of both
    *.toml              by key
    other text          lines woven
    anything else       both kept, the second under a name with a short hash
    derived pages       either; they are generated again
"""

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass

from wikimem.errors import PageError
from wikimem.text import frontmatter
from wikimem.text.body_merge import merge_bodies
from wikimem.text.claims import claim_lines, drop_claim
from wikimem.text.compiled import is_compiled
from wikimem.text.line_merge import merge_text, merge_toml, union
from wikimem.text.meta_merge import merge_blocks
from wikimem.text.outline import has_words, read_outline
from wikimem.text.paths import DERIVED, scope_of

_MOST_LINES = 20_000
"""A longer text is not woven: both versions are kept."""
_NAMES_OF_TEXT = (".md", ".txt", ".gitignore", ".gitattributes")


def nothing_forgotten(_claim: str) -> bool:
    """Let every claim in."""
    return False


@dataclass(frozen=True, slots=True)
class Merged:
    """What became of a file."""

    content: bytes | None
    """None when it is gone."""
    beside: bytes | None = None
    """The other version, where both must be kept as files."""
    clashes: tuple[tuple[str, str], ...] = ()
    """The two versions of what two people changed at once."""


def merge(
    path: str,
    base: bytes | None,
    one: bytes | None,
    other: bytes | None,
    is_forgotten: Callable[[str], bool] = nothing_forgotten,
) -> Merged:
    """Return what two sides make of the file at `path`; None is no file. Forgotten claims are left out."""
    merged = _merged(path, base, one, other)
    if merged.content is None or not holds_claims(path) or is_forgotten is nothing_forgotten:
        return merged
    return Merged(without_forgotten(path, merged.content, is_forgotten), merged.beside, merged.clashes)


def without_forgotten(path: str, content: bytes, is_forgotten: Callable[[str], bool]) -> bytes | None:
    """Return a page without its forgotten claims, None when nothing is left of it; a page nobody can read as it is.

    A line that a person put into other words meanwhile is theirs: it stays, and is no claim any more.
    """
    try:
        text = content.decode()
        lines = [line for line in claim_lines(frontmatter.parse(text)[1]) if line.id and is_forgotten(line.id)]
        for line in lines:
            if is_compiled(line.id, line.text, (scope_of(path), "global")):
                text = drop_claim(text, line.id, "")
            else:
                text = re.sub(rf"[ \t]\^{line.id}[ \t]*$", "", text, flags=re.MULTILINE)
    except (UnicodeDecodeError, PageError):
        return content
    return text.encode() if text or not lines else None


def is_derived(path: str) -> bool:
    """Tell whether a page is generated from others."""
    parts = path.split("/")
    return parts[-1] in DERIVED and (len(parts) == 1 or (len(parts) == 3 and parts[0] == "projects"))


def beside_name(path: str, content: bytes) -> str:
    """Return the name under which a second version is kept."""
    folder, slash, name = path.rpartition("/")
    stem, dot, ending = name.rpartition(".")
    short = hashlib.sha256(content).hexdigest()[:8]
    return f"{folder}{slash}{stem}.{short}.{ending}" if dot and stem else f"{path}.{short}"


def _merged(path: str, base: bytes | None, one: bytes | None, other: bytes | None) -> Merged:
    if one == other or other == base:
        return Merged(one)
    if one == base:
        return Merged(other)
    if is_derived(path):
        return Merged(max(side for side in (one, other) if side is not None))
    if one is None or other is None:
        return _outlived(path, base or b"", (one if other is None else other) or b"")
    try:
        texts = (base or b"").decode(), one.decode(), other.decode()
    except UnicodeDecodeError:
        return _both(one, other)
    if path.endswith(".jsonl"):
        return Merged(union(texts[1], texts[2]).encode())
    if path.endswith(".toml"):
        merged, clashes = merge_toml(*texts)
        return Merged(merged.encode(), clashes=clashes)
    if not path.endswith(_NAMES_OF_TEXT) or max(text.count("\n") for text in texts) > _MOST_LINES:
        return _both(one, other)
    if path.endswith(".md"):
        return _page(path, *texts)
    merged, clashes = merge_text(*texts)
    return Merged(merged.encode(), clashes=clashes)


def _both(one: bytes, other: bytes) -> Merged:
    low, high = sorted((one, other), key=lambda content: (len(content), content))
    return Merged(high, beside=low)


def _page(path: str, base: str, one: str, other: str) -> Merged:
    try:
        if _is_told_anew(path) and all(_is_rewritten(base, side) for side in (one, other)):
            return Merged(max((one, other), key=_says).encode())
        return _claims_merged(path, base, one, other)
    except PageError:
        merged, clashes = merge_text(base, one, other)
        return Merged(merged.encode(), clashes=clashes)


def _claims_merged(path: str, base: str, one: str, other: str) -> Merged:
    """Merge body and frontmatter, each by its own parts; `PageError` when a frontmatter cannot be read."""
    (block, body), (first, one_body), (second, other_body) = map(frontmatter.split, (base, one, other))
    merged = merge_bodies(body, one_body, other_body, scope_of(path))
    if not first and not second:
        return Merged(merged.text.encode(), clashes=merged.clashes)
    meta = merge_blocks(block, first, second, merged.cited, merged.uncited)
    text = frontmatter.patch(f"---\n{meta.block}---\n{merged.text}", meta.values)
    frontmatter.parse(text, path)
    return Merged(text.encode(), clashes=(*merged.clashes, *meta.clashes))


def _outlived(path: str, base: bytes, left: bytes) -> Merged:
    """Return what stays of a file that one side took out and the other changed."""
    if not path.endswith(".md"):
        return Merged(left)
    try:
        before, after = base.decode(), left.decode()
        if _is_told_anew(path):
            return Merged(None if _is_rewritten(before, after) else left)
        block, body = frontmatter.split(after)
        if not block or not claim_lines(body):
            return Merged(left)
        emptied = frontmatter.split(before)[0], _headings(frontmatter.split(before)[1])
        merged = _claims_merged(path, before, f"---\n{emptied[0]}---\n{emptied[1]}", after)
        rest = (merged.content or b"").decode()
        return merged if has_words(read_outline(frontmatter.split(rest)[1])) else Merged(None)
    except (UnicodeDecodeError, PageError):
        return Merged(left)


def _headings(body: str) -> str:
    """Return a body with nothing left but its headings and blank lines."""
    outline = read_outline(body)
    kept = {heading.line for heading in outline.headings}
    return "\n".join(line for number, line in enumerate(outline.lines) if number in kept or not line.strip())


def _is_told_anew(path: str) -> bool:
    return "/sessions/" in path or "/handoffs/" in path


def _is_rewritten(before: str, after: str) -> bool:
    """Tell whether the compiler wrote a page anew; a person who edits one leaves the instant alone."""
    return _at(after) > _at(before)


def _at(text: str) -> str:
    made = frontmatter.parse(text)[0].get("generated") if text else None
    return str(made.get("at", "")) if isinstance(made, dict) else ""


def _says(text: str) -> tuple[str, int, str]:
    return _at(text), len(text), text


def holds_claims(path: str) -> bool:
    """Tell whether a page is one that claims are filed on."""
    return path.endswith(".md") and path.startswith(("global/", "projects/", "agents/")) and not _is_told_anew(path)
