"""Links of a page put right after pages moved: the targets change, every other byte stays. Pure functions.

    [why](../decisions/queue.md#why)   ->   [why](../decisions/retry-queue.md#why)
    [[queue|the queue]]                ->   [[retry-queue|the queue]]

Links from the folder of the page, from the root of the vault and wikilinks by path or name are understood, images and
reference definitions among them. Nothing inside code is a link.
"""

import posixpath
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from wikimem.errors import PageError
from wikimem.text import frontmatter
from wikimem.text.markdown import code_lines
from wikimem.text.paths import ENCODED, resolve
from wikimem.text.slug import fold

_link = re.compile(
    r"(?<!\\)\]\([ \t]*(?:<(?P<angle>[^<>\n]+)>|(?P<bare>[^\s()<>]+(?:\([^\s()<>]*\)[^\s()<>]*)*))"
    r"|^[ ]{0,3}\[(?!\^)[^\]\n]+\]:[ \t]*(?:<(?P<defined_angle>[^<>\n]+)>|(?P<defined>[^\s<>]+))"
    r"|(?<!\\)\[\[(?P<wiki>[^\[\]|#\n\\]+)",
    re.MULTILINE,
)
_span = re.compile(r"\\.|(?<!`)(?P<ticks>`++)(?P<code>(?:(?!\n[ \t]*\n).)+?)(?<!`)(?P=ticks)(?!`)", re.DOTALL)
_elsewhere = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//|#|\Z")
_property = re.compile(r"""(?<![^\s"'(,\[{])/(?P<path>[^\s"'#,}\]]+)|(?<!\\)\[\[(?P<wiki>[^\[\]|#\n\\]+)""")
_FROM_ROOT = ("global/", "projects/", "agents/")
"""Beginnings of paths that are meant from the root of the vault, as editors write them without a slash."""


@dataclass(frozen=True, slots=True)
class Moved:
    """Files that went from one vault-relative path to another."""

    to: Mapping[str, str]
    names: Collection[str] = ()
    """Folded file names, without `.md`, of the pages that did not move: a wikilink by such a name may mean these."""
    _named: defaultdict[str, list[tuple[str, str]]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Note the files by the last part of what wikilinks call them."""
        named: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        for old, new in self.to.items():
            stem = fold(old.removesuffix(".md"))
            named[stem.rpartition("/")[2]].append((stem, new))
        object.__setattr__(self, "_named", named)

    def by_name(self, name: str) -> tuple[str, int] | None:
        """Return where the page went that a wikilink names, and how many parts of a path the name has, or None."""
        wanted = fold(name.removesuffix(".md").strip("/"))
        parts = wanted.count("/") + 1
        if parts == 1 and wanted in self.names:
            return None
        alike = self._named.get(wanted.rpartition("/")[2], ())
        fitting = {new for stem, new in alike if f"/{stem}".endswith(f"/{wanted}")}
        return (fitting.pop(), parts) if len(fitting) == 1 else None


def mended(text: str, before: str, path: str, moved: Moved) -> str:
    """Return the text of the page at `path`, which lay at `before`, with its links leading where they led.

    The frontmatter's links are mended where they stand as paths from the root or as wikilinks.
    """
    _, body = frontmatter.split(text)
    head = text[: len(text) - len(body)]
    return _head(head, before, path, moved) + _body(body, before, path, moved)


def _body(body: str, before: str, path: str, moved: Moved) -> str:
    if not _edits(body, before, path, moved):  # which code may add to, but take nothing from
        return body
    return _edited(body, _edits(_without_code(body), before, path, moved))


def _edits(body: str, before: str, path: str, moved: Moved) -> list[tuple[int, int, str]]:
    """Return the targets to replace: where each begins and ends, and how it must read."""
    edits: list[tuple[int, int, str]] = []
    if "](" not in body and "[[" not in body and "]:" not in body:
        return edits
    for found in _link.finditer(body):
        kind = found.lastgroup or ""
        written = found[kind]
        fresh = _named(written, before, path, moved) if kind == "wiki" else _target(written, kind, before, path, moved)
        if fresh != written:
            edits.append((*found.span(kind), fresh))
    return edits


def _head(head: str, before: str, path: str, moved: Moved) -> str:
    edits = []
    for found in _property.finditer(head):
        if found["wiki"]:
            fresh = _named(found["wiki"], before, path, moved)
            if fresh != found["wiki"]:
                edits.append((*found.span("wiki"), fresh))
        elif found["path"] in moved.to:
            edits.append((*found.span("path"), moved.to[found["path"]]))
    changed = _edited(head, edits)
    try:
        return changed if frontmatter.parse(changed)[0].keys() == frontmatter.parse(head)[0].keys() else head
    except PageError:
        return head


def _target(written: str, kind: str, before: str, path: str, moved: Moved) -> str:
    """Return a link's target as it must read on the page where it lies now."""
    if _elsewhere.match(written):
        return written
    place, mark, anchor = written.partition("#")
    plain = unquote(place)
    inside = resolve(before, plain)
    is_rooted = plain.startswith("/")
    if not is_rooted and plain.startswith(_FROM_ROOT) and not _went(inside, moved):
        inside, is_rooted = posixpath.normpath(plain), True
    new = _went(inside, moved) or inside
    if is_rooted:
        fresh = f"/{new}" if plain.startswith("/") else new
        is_right = new == inside
    else:
        fresh = posixpath.relpath(new, posixpath.dirname(path) or ".") + ("/" if plain.endswith("/") else "")
        is_right = resolve(path, plain) == new
    if is_right or (not is_rooted and inside.startswith("../")):
        return written
    return (fresh if kind.endswith("angle") else fresh.translate(ENCODED)) + mark + anchor


def _went(inside: str, moved: Moved) -> str:
    """Return where a file went that a path means, whose `.md` may be left out; "" when it stayed."""
    if inside in moved.to:
        return moved.to[inside]
    return moved.to.get(f"{inside}.md", "").removesuffix(".md")


def _named(written: str, before: str, path: str, moved: Moved) -> str:
    """Return a wikilink's target as it must read now."""
    name = written.strip()
    if name.startswith(("./", "../")):
        target = _target(name, "angle", before, path, moved)
        return written.replace(name, target)
    found = moved.by_name(name) if name else None
    if found is None:
        return written
    new, parts = found
    stem = new if not new.endswith(".md") or name.endswith(".md") else new.removesuffix(".md")
    pieces = stem.split("/")
    short = "/".join(pieces[-parts:])
    if parts == 1 and fold(short.removesuffix(".md")) in moved.names:
        short = stem
    if f"/{fold(short)}".endswith(f"/{fold(name.strip('/'))}"):
        return written
    return written.replace(name, f"/{short}" if name.startswith("/") else short)


def _without_code(body: str) -> str:
    """Return a body of the same length in which code reads as blanks."""
    lines = body.split("\n")
    for number in code_lines(body):
        if number < len(lines):
            lines[number] = " " * len(lines[number])
    return _span.sub(_blanked, "\n".join(lines))


def _blanked(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0]) if found["code"] is not None else found[0]


def _edited(text: str, edits: list[tuple[int, int, str]]) -> str:
    return "".join(_pieces(text, edits)) if edits else text


def _pieces(text: str, edits: list[tuple[int, int, str]]) -> Iterator[str]:
    at = 0
    for start, end, fresh in edits:
        yield text[at:start]
        yield fresh
        at = end
    yield text[at:]
