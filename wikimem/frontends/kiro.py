"""Kiro CLI: `~/.local/share/kiro-cli/data.sqlite3` of its first engine, and the JSON lines of the second and third.

Documentation only: never seen on real data. Reached through the table in `wikimem.frontends`. The first engine keeps a
conversation as one document under the folder it ran in; the lines of the others say neither folder nor model.
"""

import re
from collections.abc import Iterator

from wikimem.frontends.fields import mapping, stem_of, string
from wikimem.frontends.frontend import Lines
from wikimem.frontends.jsonl import Entry, objects, records
from wikimem.frontends.kiro_reader import Reader
from wikimem.frontends.rows import is_from, session_in
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Record

_NAME = "kiro"
_FOLDER = re.compile(r"[/\\]sess_([^/\\]+)[/\\]messages\.jsonl\Z")
_KINDS = frozenset({"Prompt", "AssistantMessage", "ToolResults"})
_PAYLOADS = frozenset({"assistant", "tool_call", "tool_result", "user"})


def recognise(_name: str, head: bytes) -> bool:
    """Tell whether lines are a session of Kiro."""
    found = (line[1] for line in objects(head.splitlines(keepends=True)) if isinstance(line, tuple))
    return is_from(_NAME, head) or any(map(_is_ours, found))


def _is_ours(entry: Entry) -> bool:
    if string(entry.get("kind")) in _KINDS:
        return isinstance(mapping(entry.get("data")).get("content"), list)
    return "timestamp" in entry and string(mapping(entry.get("payload")).get("type")) in _PAYLOADS


def identify(name: str, lines: Lines) -> Identity | None:
    """Say which session the lines hold."""
    given = list(lines)
    if found := session_in(_NAME, given):
        return Identity(found.session)
    if not any(isinstance(line, tuple) and _is_ours(line[1]) for line in objects(given)):
        return None
    folder = _FOLDER.search(name)
    return Identity(folder[1] if folder else stem_of(name))


def parse(lines: Lines, identity: Identity) -> Iterator[Record | Diagnostic]:
    """Yield the session's records in the order they were said."""
    return records(lines, Reader(identity).read, lambda _: False)
