"""OpenCode: `~/.local/share/opencode/opencode.db`, and the two trees of files below `storage/` it kept before 1.2.

Verified on a database the real agent wrote, and on fixtures of both trees. Reached through the table in
`wikimem.frontends`. A session with a parent is a sub-agent's; a fork names none. Rows change while an answer is
written, so that words count once they are complete (`opencode_reader`).
"""

from collections.abc import Iterator

from wikimem.frontends.fields import first_string, mapping
from wikimem.frontends.frontend import Lines
from wikimem.frontends.jsonl import records
from wikimem.frontends.opencode_reader import Reader
from wikimem.frontends.rows import is_from, nothing, session_in
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Record

_NAME = "opencode"


def recognise(_name: str, head: bytes) -> bool:
    """Tell whether lines are a session of OpenCode."""
    return is_from(_NAME, head)


def identify(_name: str, lines: Lines) -> Identity | None:
    """Say which session the lines hold: a sub-agent's belongs to the session that started it."""
    found = session_in(_NAME, lines)
    if found is None:
        return None
    parent = first_string(found.row, ("parent_id",)) or first_string(mapping(found.row.get("data")), ("parentID",))
    if parent and parent != found.session:
        return Identity(parent, agent=found.session)
    return Identity(found.session)


def parse(lines: Lines, identity: Identity) -> Iterator[Record | Diagnostic]:
    """Yield the session's records in the order of its messages."""
    return records(lines, Reader(identity).read, nothing)
