"""OpenCode: `~/.local/share/opencode/opencode.db`, the two trees of files below `storage/` of before 1.2, and exports.

Verified on a database and an export the real agent wrote, and on fixtures of both trees. Reached through the table in
`wikimem.frontends`. A session with a parent is a sub-agent's; a fork names none. Rows change while an answer is
written, so that words count once they are complete (`opencode_reader`).
"""

import re
from collections.abc import Iterator

from wikimem.frontends import document
from wikimem.frontends.fields import first_string, mapping, string
from wikimem.frontends.frontend import Lines
from wikimem.frontends.opencode_reader import Reader
from wikimem.frontends.rows import Found, is_from, session_in
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Record

_NAME = "opencode"
_EXPORT = re.compile(rb'\s*\{\s*"info"\s*:\s*\{(?s:.*?)"directory"\s*:')


def recognise(_name: str, head: bytes) -> bool:
    """Tell whether lines are a session of OpenCode."""
    return is_from(_NAME, head) or _EXPORT.match(head) is not None


def identify(_name: str, lines: Lines) -> Identity | None:
    """Say which session the lines hold: a sub-agent's belongs to the session that started it."""
    given = list(lines)
    found = session_in(_NAME, given) or _exported(given)
    if found is None:
        return None
    parent = first_string(found.row, ("parent_id",)) or first_string(mapping(found.row.get("data")), ("parentID",))
    if parent and parent != found.session:
        return Identity(parent, agent=found.session)
    return Identity(found.session)


def _exported(lines: Lines) -> Found | None:
    for entry in document.entries(lines):
        if isinstance(entry, tuple) and (info := mapping(entry[1].get("info"))) and "messages" in entry[1]:
            return Found(string(info.get("id")), {"data": info}) if string(info.get("id")) else None
    return None


def parse(lines: Lines, identity: Identity) -> Iterator[Record | Diagnostic]:
    """Yield the session's records in the order of its messages."""
    return document.records(lines, Reader(identity).read)
