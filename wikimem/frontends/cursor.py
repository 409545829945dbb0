"""Cursor: the agent's transcripts, the chats of its command line (`store.db`) and those of the editor (`state.vscdb`).

Verified on fixtures of the transcripts; of the databases on documentation only. Reached through the table in
`wikimem.frontends`. Transcripts carry no id, time or folder: the file's name is the session, and its folder tells a
sub-agent's. A chat's messages come in the order they were stored.
"""

import re
from collections.abc import Callable, Iterator

from wikimem.frontends.cursor_bubbles import Bubbles
from wikimem.frontends.cursor_messages import Messages, chat_meta
from wikimem.frontends.fields import first_string, mapping, sequence, stem_of, string
from wikimem.frontends.frontend import Lines
from wikimem.frontends.jsonl import Entry, objects, records
from wikimem.frontends.rows import is_from, session_in
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Record

_NAME = "cursor"
_SUB_AGENT = re.compile(r"([^/\\]+)[/\\]subagents[/\\]([^/\\]+)\.jsonl\Z")


def recognise(_name: str, head: bytes) -> bool:
    """Tell whether lines are a session of Cursor."""
    if is_from(_NAME, head):
        return True
    found = [line[1] for line in objects(head.splitlines(keepends=True)) if isinstance(line, tuple)]
    return bool(found) and all(map(_is_ours, found)) and any("message" in entry for entry in found)


def _is_ours(entry: Entry) -> bool:
    if entry.get("type") == "turn_ended":
        return True
    content = mapping(entry.get("message")).get("content")
    return entry.get("role") in ("user", "assistant") and isinstance(content, list) and "timestamp" not in entry


def identify(name: str, lines: Lines) -> Identity | None:
    """Say which session the lines hold: a sub-agent's belongs to the session that started it."""
    given = list(lines)
    if found := session_in(_NAME, given):
        if meta := chat_meta(found.row):
            return Identity(string(meta.get("agentId")) or found.session)
        composer = mapping(found.row.get("value"))
        parent = first_string(mapping(composer.get("subagentInfo")), ("parentComposerId",))
        parent = parent or string(composer.get("parentComposerId"))
        return Identity(parent, agent=found.session) if parent else Identity(found.session)
    if not any(isinstance(line, tuple) and _is_ours(line[1]) for line in objects(given)):
        return None
    child = _SUB_AGENT.search(name)
    return Identity(child[1], agent=child[2]) if child else Identity(stem_of(name))


def parse(lines: Lines, identity: Identity) -> Iterator[Record | Diagnostic]:
    """Yield the session's records in the order they were said."""
    return records(lines, _reader(identity), lambda _: False)


def _reader(identity: Identity) -> Callable[[Entry], Iterator[Record]]:
    messages, bubbles = Messages(identity), Bubbles(identity)

    def read(entry: Entry) -> Iterator[Record]:
        table = entry.get("table")
        if table == "bubble":
            yield from bubbles.bubble(mapping(entry.get("value")))
        elif table == "session" and isinstance(entry.get("value"), dict):
            yield from bubbles.composer(entry["value"])
            for bubble in sequence(entry["value"].get("conversation")):
                yield from bubbles.bubble(mapping(bubble))
        elif table == "session":
            yield from messages.chat(chat_meta(entry))
        elif table == "blob":
            yield from messages.message(mapping(entry.get("data")))
        elif "message" in entry:
            yield from messages.message({**entry, **mapping(entry["message"])})

    return read
