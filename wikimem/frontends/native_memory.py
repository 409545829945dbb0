"""Memory folders of agents: Claude Code's `projects/<folder>/memory/`, Qwen Code's, and Codex's `memories/MEMORY.md`.

Reached through the table in `wikimem.frontends`. Checked against the agents' documentation and our own fixtures. Such
a file is what an agent chose to keep for itself, so it is a session of one speaker. It is rewritten as a whole: an item
is known by its heading and words, and what a later state leaves out stays. The words say little about who wrote them,
so the path does. What wikimem wrote there is no memory of the agent's.
"""

import re
from collections.abc import Iterator
from typing import Any

from wikimem.errors import PageError
from wikimem.frontends.fence import cut_context
from wikimem.frontends.fields import Keys, digest, first_string, instant, stem_of
from wikimem.frontends.frontend import Lines
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Kind, Record
from wikimem.text import frontmatter
from wikimem.text.own_marks import is_marked, strip

_FOLDER = re.compile(r"(?:^|.*/)projects/(?P<project>[^/]+)/memory/(?P<file>.+)\.md$", re.DOTALL)
_CODEX = re.compile(r"(?:^|/)memories/MEMORY\.md$")
_HEADING = re.compile(r"#{1,6}[ \t]+\S")
_ITEM = re.compile(r"(?:[-*+]|\d{1,3}[.)])[ \t]+\S")
_CODE = re.compile(r"[ \t]*(```|~~~)")
_DATES = ("updated", "modified", "created", "date")
"""Keys under which the frontmatter of a memory tells its date, the latest first."""


def recognise(name: str, head: bytes) -> bool:
    """Tell by its path whether a file lies in a memory folder."""
    return b"\0" not in head and bool(_session(name))


def identify(name: str, lines: Lines) -> Identity | None:
    """Say which session a file is: its agent, folder and name; None for a file that is ours or holds nothing."""
    meta, body = _read(lines)
    is_ours_or_empty = "scope" in meta or next(_items(body), None) is None
    return None if is_ours_or_empty else Identity(_session(name) or stem_of(name))


def parse(lines: Lines, identity: Identity) -> Iterator[Record | Diagnostic]:
    """Yield the title, then each item in file order; those under one heading are one message with it.

    A file without a title of its own goes by the session's id.
    """
    meta, body = _read(lines)
    at = next((found for key in _DATES if (found := instant(meta.get(key)))), "")
    title = first_string(meta, ("description", "name")) or identity.session
    keys = Keys()
    for number, (heading, text) in enumerate(_items(body)):
        if number == 0:
            yield Record(f"title:{digest(title)}", Kind.TITLE, at=at, text=title)
        yield Record(keys.key(heading, text), Kind.TEXT, message=digest(heading), at=at, text=text)


def _session(name: str) -> str:
    """Return the id of the session that a file of a memory folder is, empty for any other file."""
    path = name.replace("\\", "/")
    if found := _FOLDER.match(path):
        agent = "qwen-code" if "/.qwen/" in path else "claude-code"
        return f"memory-{agent}-{found['project'].strip('-')}-{found['file'].replace('/', '-')}"
    return "memory-codex-MEMORY" if _CODEX.search(path) else ""


def _read(lines: Lines) -> tuple[dict[str, Any], str]:
    """Return frontmatter and body without what is ours; neither, where the whole file is or half of it is missing."""
    text = b"".join(line.rstrip(b"\r\n") + b"\n" for line in lines).decode("utf-8", "replace").replace("\0", "")
    if is_marked(text):
        return {}, ""
    try:
        meta, body = frontmatter.parse(text)
    except PageError:
        meta, body = {}, frontmatter.split(text)[1]
    return meta, "" if body.startswith("---\n") and "\n---\n" not in body else strip(cut_context(body))


def _items(body: str) -> Iterator[tuple[str, str]]:
    """Yield each heading, top-level list item, paragraph and block of code with the heading it stands under."""
    heading, item, fence = "", list[str](), ""
    for line in body.split("\n"):
        mark = _CODE.match(line)
        if item and not fence and (_HEADING.match(line) or _ITEM.match(line) or _is_apart(item, line)):
            yield from _whole(heading, item)
            item = []
        if mark and fence in ("", mark[1]):
            fence = "" if fence else mark[1]
        if not fence and _HEADING.match(line):
            heading = line.strip()
        item.append(line)
    yield from _whole(heading, item)


def _is_apart(item: list[str], line: str) -> bool:
    """Tell whether a line is no part of the item before it: after a heading, or unindented after a gap."""
    if _HEADING.match(item[0]):
        return True
    return not line.startswith((" ", "\t")) and bool(line) and not item[-1].strip() and any(map(str.strip, item))


def _whole(heading: str, item: list[str]) -> Iterator[tuple[str, str]]:
    if text := "\n".join(item).strip():
        yield heading, text
