"""Cline: task folders of its extension for editors, and `~/.cline/data/sessions/<id>/` of its command line.

Reached through the table in `wikimem.frontends`. The command line's files were recorded from the real agent; the
extension's shape is known from one real task that its owner published. `api_conversation_history.json` or
`<id>.messages.json` tells a task, and `<id>.json` says where it ran. What the screen showed (`ui_messages.json`) says
the same again, and the notes beside it hold no session.
"""

import re
from collections.abc import Iterator

from wikimem.frontends.cline_reader import Reader
from wikimem.frontends.document import entries, records
from wikimem.frontends.fields import digest, instant, mapping, sequence, stem_of, string
from wikimem.frontends.frontend import Lines
from wikimem.frontends.jsonl import Entry
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Kind, Record

_HISTORY = re.compile(rb'\A\s*\[\s*\{\s*"(?:role|id|ts)"\s*:')
_SCREEN = re.compile(rb'\A\s*\[\s*\{\s*"ts"\s*:\s*\d+\s*,\s*"type"\s*:\s*"(?:say|ask)"')
_SESSION = re.compile(rb'\A\s*\{\s*"version"\s*:\s*\d+\s*,\s*"(?:updated_at|session_id)"\s*:')
_MARKS = (b"<task>", b"<user_message>", b"<feedback>", b"<environment_details>", b"<user_input")
_TASK = re.compile(r"(?:.*[/\\])?(\d{13}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[/\\][^/\\]+\Z")
_MILLISECONDS = re.compile(r"\d{13}(?!\d)")
_FOLDER = re.compile(r"^\d+\. Working Directory: (.+)$", re.MULTILINE)


def recognise(_name: str, head: bytes) -> bool:
    """Tell whether a file is of a task: its history, its session, what the screen showed, or notes."""
    if is_history(head) or _SCREEN.search(head) is not None:
        return True
    if _SESSION.search(head) is not None:
        return b'"messages_path"' in head or b'"messages"' in head
    return head.lstrip().startswith(b"{") and b'"files_in_context"' in head and b'"model_usage"' in head


def is_history(head: bytes) -> bool:
    """Tell whether a file is a list of messages with the marks these agents put into them."""
    return _HISTORY.search(head) is not None and any(mark in head for mark in _MARKS)


def identify(name: str, lines: Lines) -> Identity | None:
    """Say which task a file holds: the id it gives, or that of its folder; None for what the screen showed."""
    first: Entry = next((found[1] for found in entries(lines) if isinstance(found, tuple)), {})
    session = string(first.get("sessionId")) or string(first.get("session_id"))
    if session or not string(first.get("role")):
        return Identity(session) if session else None
    folder = _TASK.match(name)
    return Identity(folder[1] if folder else f"{stem_of(name)}-{digest(first.get('content'))}")


def parse(lines: Lines, identity: Identity) -> Iterator[Record | Diagnostic]:
    """Yield the task's records in order."""
    begun = _MILLISECONDS.match(identity.session)
    reader = Reader(instant(int(begun[0])) if begun else "")

    def read(entry: Entry) -> Iterator[Record]:
        if "role" in entry:
            yield from reader.read(entry)
        else:
            yield from _heading(reader, entry)
            for message in map(mapping, sequence(entry.get("messages"))):
                yield from reader.read(message)

    return records(lines, read)


def _heading(reader: Reader, session: Entry) -> Iterator[Record]:
    """Yield what a document says about the whole session."""
    folder = _FOLDER.search(string(session.get("system_prompt")))
    notes = mapping(session.get("metadata"))
    context = {
        "cwd": string(session.get("cwd")) or (folder[1] if folder else ""),
        "branch": string(mapping(notes.get("git")).get("branch")),
        "model": string(session.get("model")),
        "version": string(mapping(session.get("origin") or notes.get("sessionHistoryOrigin")).get("version")),
    }
    at = instant(session.get("started_at"))
    yield from reader.context(f"heading:{digest(context)}", at, context)
    if title := string(notes.get("title")).strip():
        yield Record(f"title:{digest(title)}", Kind.TITLE, at=at, text=title)
