"""Codex CLI: `~/.codex/sessions/YYYY/MM/DD/rollout-<time>-<uuid>.jsonl`, in the wrapped and in the bare old format.

Reached through the table in `wikimem.frontends`. A fork's or a sub-agent's file repeats its parent's history, written
anew with new times; the ids of Codex are version 7 UUIDs, so turns older than the session's own id tell it apart.
"""

import re
from collections.abc import Iterator

from wikimem.frontends.codex_reader import Reader
from wikimem.frontends.fields import first_string, mapping, stem_of, string
from wikimem.frontends.frontend import Lines
from wikimem.frontends.jsonl import Entry, objects, records
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Record

_WRAPPERS = frozenset({"session_meta", "turn_context", "response_item", "event_msg", "compacted"})
_BARE_ITEMS = frozenset({"message", "reasoning", "function_call", "function_call_output"})
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_META_START = re.compile(rb'"type": ?"session_meta"')


def recognise(_name: str, head: bytes) -> bool:
    """Tell whether a file is a Codex rollout; the name does not matter."""
    if any(isinstance(found, tuple) and _is_ours(found[1]) for found in objects(head.splitlines(keepends=True))):
        return True
    return b"\n" not in head and b'"payload"' in head and _META_START.search(head) is not None


def _is_ours(entry: Entry) -> bool:
    if string(entry.get("type")) in _WRAPPERS:
        return isinstance(entry.get("payload"), dict)
    if entry.get("record_type") == "state":
        return True
    return _is_old_header(entry)


def _is_old_header(entry: Entry) -> bool:
    return (
        "type" not in entry and "id" in entry and "timestamp" in entry and ("instructions" in entry or "git" in entry)
    )


def identify(name: str, lines: Lines) -> Identity | None:
    """Say which session a rollout holds; the first `session_meta` wins, a copy of the parent's follows it.

    Exports without one go by the id in the file's name.
    """
    ours = False
    for found in objects(lines):
        if isinstance(found, Diagnostic):
            continue
        entry = found[1]
        if entry.get("type") == "session_meta" and (identity := _from_meta(mapping(entry.get("payload")))):
            return identity
        if _is_old_header(entry) and string(entry["id"]):
            return Identity(string(entry["id"]))
        ours = ours or _is_ours(entry) or string(entry.get("type")) in _BARE_ITEMS
    if not ours:
        return None
    stem = stem_of(name)
    named = _UUID.search(stem)
    return Identity(named[0] if named else stem)


def _from_meta(meta: Entry) -> Identity | None:
    own = first_string(meta, ("id", "session_id"))
    if not own:
        return None
    spawn = mapping(mapping(meta.get("source")).get("subagent"))
    parent = first_string(meta, ("parent_thread_id",)) or first_string(
        mapping(spawn.get("thread_spawn")), ("parent_thread_id",)
    )
    if parent and parent != own and (spawn or meta.get("thread_source") == "subagent"):
        return Identity(parent, agent=own)
    origin = string(meta.get("forked_from_id")) or parent
    return Identity(own, parent=origin if origin != own else "")


def parse(lines: Lines, identity: Identity) -> Iterator[Record | Diagnostic]:
    """Yield the session's records in file order."""
    return records(lines, Reader(identity).read, _is_noise)


def _is_noise(line: bytes) -> bool:
    return line.find(b'"payload":{"type":"token_count"', 0, 200) > 0
