"""OpenClaw: `~/.openclaw/agents/<id>/agent/openclaw-agent.sqlite`, and the JSON lines of older versions.

Verified on a database the real agent wrote, and on fixtures of the lines. Reached through the table in
`wikimem.frontends`. Its lines grew out of those of Pi: the folder, or what only OpenClaw writes, tells them apart.
Events that a database holds compressed cannot be read here; each is named.
"""

import re
from collections.abc import Iterator

from wikimem.frontends.fields import first_string, mapping, stem_of, string
from wikimem.frontends.frontend import Lines
from wikimem.frontends.jsonl import Entry, objects
from wikimem.frontends.openclaw_reader import read_lines
from wikimem.frontends.rows import is_from, session_in
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Record

_NAME = "openclaw"
_HOME = re.compile(r"[/\\](?:\.openclaw|\.clawdbot|\.moltbot)[/\\]|[/\\]openclaw[/\\]")
_NOT_SESSIONS = re.compile(r"\.(?:trajectory\.jsonl|bak|deleted\.|reset\.)")
_TOPIC = re.compile(r"-topic-[^/\\]*\Z")
_OWN = re.compile(rb'"__openclaw"|"customType": ?"openclaw\.')


def recognise(name: str, head: bytes) -> bool:
    """Tell whether lines are a session of OpenClaw."""
    if is_from(_NAME, head):
        return True
    if _NOT_SESSIONS.search(name) or not (_HOME.search(name) or _OWN.search(head)):
        return False
    return any(isinstance(found, tuple) and _is_header(found[1]) for found in objects(head.splitlines(keepends=True)))


def _is_header(entry: Entry) -> bool:
    return entry.get("type") == "session" and isinstance(entry.get("id"), str) and "cwd" in entry


def identify(name: str, lines: Lines) -> Identity | None:
    """Say which session the lines hold, and which one it goes on from."""
    given = list(lines)
    if found := session_in(_NAME, given):
        parent = first_string(found.row, ("previous_session_id",))
        return Identity(found.session, parent=parent if parent != found.session else "")
    for line in objects(given):
        if isinstance(line, tuple) and _is_header(line[1]) and string(line[1]["id"]):
            parent = stem_of(string(line[1].get("parentSession"))) if line[1].get("parentSession") else ""
            return Identity(string(line[1]["id"]), parent=parent if parent != line[1]["id"] else "")
        if isinstance(line, tuple) and string(mapping(line[1].get("message")).get("role")):
            return Identity(_TOPIC.sub("", stem_of(name)))
    return None


def parse(lines: Lines, identity: Identity) -> Iterator[Record | Diagnostic]:
    """Yield the session's records in file order."""
    return read_lines(lines, identity)
