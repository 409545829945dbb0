"""Pi: `~/.pi/agent/sessions/--<cwd>--/<time>_<uuid>.jsonl`, versions 1 to 3. Verified on real sessions.

Reached through the table in `wikimem.frontends`. A session is a tree in one file: whoever goes back to an earlier
point leaves a branch behind. A fork's file repeats the history it was forked from; it names the session it came from.
"""

import re
from collections.abc import Iterator

from wikimem.frontends.fields import first_string, mapping, stem_of, string
from wikimem.frontends.frontend import Lines
from wikimem.frontends.jsonl import Entry, objects, records
from wikimem.frontends.pi_reader import Reader
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Record

_ENTRIES = frozenset({"message", "model_change", "thinking_level_change", "compaction", "custom_message"})
_TIME = re.compile(r"\A\d{4}-\d\d-\d\dT[\d-]+Z_")


def recognise(_name: str, head: bytes) -> bool:
    """Tell whether a file is a session of Pi, or of an agent that grew out of it; the name does not matter."""
    return any(isinstance(found, tuple) and is_header(found[1]) for found in objects(head.splitlines(keepends=True)))


def is_header(entry: Entry) -> bool:
    """Tell whether an object opens a session."""
    return entry.get("type") == "session" and isinstance(entry.get("cwd"), str) and isinstance(entry.get("id"), str)


def identify(name: str, lines: Lines) -> Identity | None:
    """Say which session a file holds: the header's id, or without a header the one in the file's name."""
    ours = False
    for found in objects(lines):
        if isinstance(found, Diagnostic):
            continue
        entry = found[1]
        if is_header(entry) and string(entry["id"]):
            parent = session_of(first_string(entry, ("parentSession", "branchedFrom")))
            return Identity(string(entry["id"]), parent=parent if parent != entry["id"] else "")
        ours = ours or (string(entry.get("type")) in _ENTRIES and ("message" not in entry or _is_message(entry)))
    return Identity(session_of(name)) if ours else None


def session_of(path: str) -> str:
    """Return the session a path names: `<time>_<id>.jsonl`, or any other name as it is."""
    return _TIME.sub("", stem_of(path)) if path else ""


def _is_message(entry: Entry) -> bool:
    return bool(string(mapping(entry.get("message")).get("role")))


def parse(lines: Lines, identity: Identity) -> Iterator[Record | Diagnostic]:
    """Yield the session's records in file order."""
    return records(lines, Reader(identity).read)
