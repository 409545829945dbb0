"""Hermes Agent: `~/.hermes/state.db`, and the JSON and JSON lines below `~/.hermes/sessions/` of older versions.

Verified on a database the real agent wrote, and on fixtures of the files. Reached through the table in
`wikimem.frontends`. A session that compression ended goes on in another, which names it as its parent. Lines of the
gateway carry neither ids nor times and name no agent: the file's name tells them.
"""

import re
from collections.abc import Iterator

from wikimem.frontends import document
from wikimem.frontends.fields import first_string, stem_of, string
from wikimem.frontends.frontend import Lines
from wikimem.frontends.hermes_reader import Reader
from wikimem.frontends.jsonl import Entry, values
from wikimem.frontends.rows import is_from, session_in
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Record

_NAME = "hermes"
_STEM = re.compile(r"(?:session_)?(\d{8}_\d{6}_[0-9a-f]{6,8})")
_DOCUMENT = re.compile(rb'\A\s*\{(?s:.*?)"(?:platform|session_start)"\s*:')


def recognise(name: str, head: bytes) -> bool:
    """Tell whether lines are a session of Hermes."""
    if is_from(_NAME, head):
        return True
    if b'"session_id"' in head and b'"messages"' in head and _DOCUMENT.search(head):
        return True
    found, _ = values(head.partition(b"\n")[0])
    bare = bool(found) and isinstance(found[0], dict) and "role" in found[0] and "type" not in found[0]
    return bare and _STEM.fullmatch(stem_of(name)) is not None


def identify(name: str, lines: Lines) -> Identity | None:
    """Say which session the lines hold, and which one it continues."""
    given = list(lines)
    if found := session_in(_NAME, given):
        parent = first_string(found.row, ("parent_session_id",))
        return Identity(found.session, parent=parent if parent != found.session else "")
    stem = _STEM.fullmatch(stem_of(name))
    for entry in document.entries(given):
        if not isinstance(entry, Diagnostic) and _is_ours(entry[1]):
            id_ = string(entry[1].get("session_id"))
            return Identity(id_ or (stem[1] if stem else stem_of(name)))
    return None


def _is_ours(entry: Entry) -> bool:
    return "role" in entry or ("messages" in entry and "session_id" in entry)


def parse(lines: Lines, identity: Identity) -> Iterator[Record | Diagnostic]:
    """Yield the session's records in the order they were said."""
    return document.records(lines, Reader(identity).read)
