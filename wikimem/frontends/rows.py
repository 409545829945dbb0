"""Transcripts that were rows of a database or files of a tree: a heading, then one object a row with its `table`.

For front-ends only. `wikimem.store.database` and `wikimem.store.tree` write such lines.
"""

from typing import NamedTuple

from wikimem.frontends.fields import string
from wikimem.frontends.frontend import Lines
from wikimem.frontends.jsonl import Entry, objects


class Found(NamedTuple):
    """Which session the lines hold."""

    session: str
    row: Entry
    """The row that describes the session, empty when there is none."""


def is_from(agent: str, head: bytes) -> bool:
    """Tell whether lines came from a database or tree of `agent`."""
    first = next(iter(objects(head.splitlines(keepends=True)[:1])), None)
    return isinstance(first, tuple) and first[1].get("database") == agent


def session_in(agent: str, lines: Lines) -> Found | None:
    """Return the session whose rows the lines are, None when they are not from `agent`."""
    session = ""
    for found in objects(lines):
        if not isinstance(found, tuple):
            continue
        entry = found[1]
        if entry.get("database") == agent:
            session = string(entry.get("session"))
        elif session and entry.get("table") == "session":
            return Found(session, entry)
        elif not session:
            return None
    return Found(session, {}) if session else None
