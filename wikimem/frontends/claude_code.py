"""Claude Code: `~/.claude/projects/<folder>/<session>.jsonl` and its sub-agents' files.

Reached through the table in `wikimem.frontends`. One API message is split over several records of one content
block each; compaction and resuming copy records with their uuid, so a record is known by uuid and block index.
"""

import re
from collections.abc import Iterator

from wikimem.frontends.claude_reader import Reader, forked_from
from wikimem.frontends.fields import mapping, stem_of, string
from wikimem.frontends.frontend import Lines
from wikimem.frontends.jsonl import Entry, objects, records
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Record

_CONVERSATION = frozenset({"user", "assistant", "system", "attachment", "progress"})
_ENVELOPE = (b'"sessionId"', b'"isSidechain"')
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_NOISY_PROGRESS = b'"type":"progress","data":{"type":"'
_ENVELOPE_BYTES = 900
"""Where the fields before a record's own data surely end."""


def recognise(_name: str, head: bytes) -> bool:
    """Tell whether a file is a Claude Code transcript; the name does not matter."""
    if any(isinstance(found, tuple) and _is_ours(found[1]) for found in objects(head.splitlines(keepends=True))):
        return True
    return b"\n" not in head and all(mark in head for mark in _ENVELOPE)


def _is_ours(entry: Entry) -> bool:
    kind = entry.get("type")
    if kind in ("user", "assistant"):
        return "sessionId" in entry and "content" in mapping(entry.get("message"))
    if kind in ("system", "attachment", "progress"):
        return "sessionId" in entry and "isSidechain" in entry
    if kind == "queue-operation":
        return "operation" in entry
    return kind == "file-history-snapshot" or (kind == "summary" and "leafUuid" in entry)


def identify(name: str, lines: Lines) -> Identity | None:
    """Say which session a file holds; the parent's, with the agent's id, for a sub-agent's own file.

    A fork repeats its parent's records under the parent's id, so the id that names the file wins over the first.
    """
    path, stem = re.split(r"[/\\]", name), stem_of(name)
    named = _UUID.search(stem)
    awaited = named[0].encode() if named else b""
    first = ""
    anonymous = False

    def is_anothers(line: bytes) -> bool:
        return bool(first) and awaited not in line

    for found in objects(lines, is_anothers):
        if isinstance(found, Diagnostic) or string(found[1].get("type")) not in _CONVERSATION:
            continue
        entry = found[1]
        session, agent = string(entry.get("sessionId")), string(entry.get("agentId"))
        if not session:
            anonymous = anonymous or "message" in entry
        elif agent and entry.get("isSidechain") and not first:
            nested = len(path) > 2 and path[-2] == "subagents"
            return Identity(path[-3] if nested and session == f"agent-{agent}" else session, agent=agent)
        elif named is None or session in stem:
            return Identity(session, parent=forked_from(entry, session) or first)
        else:
            first = first or session
    if first or anonymous:
        return Identity(first or stem)
    return None


def parse(lines: Lines, identity: Identity) -> Iterator[Record | Diagnostic]:
    """Yield the session's records in file order."""
    return records(lines, Reader(identity).read, _is_noise)


def _is_noise(line: bytes) -> bool:
    """Drop a fifth of the bytes undecoded: snapshots, and progress other than a sub-agent's."""
    return line.startswith(b'{"type":"file-history-snapshot"') or line.find(_NOISY_PROGRESS, 0, _ENVELOPE_BYTES) > 0
