"""Goose: `~/.local/share/goose/sessions/sessions.db`, and the JSON lines of before 1.10.

Documentation only: never seen on real data. Reached through the table in `wikimem.frontends`. Compaction writes all
rows anew, so a message without an id of its own is keyed by its words.
"""

from collections.abc import Iterator

from wikimem.frontends.calls import Calls
from wikimem.frontends.context import Context, title
from wikimem.frontends.fields import (
    Keys,
    content_text,
    first_string,
    instant,
    mapping,
    other,
    sequence,
    stem_of,
    string,
)
from wikimem.frontends.frontend import Lines
from wikimem.frontends.jsonl import Entry, objects, records
from wikimem.frontends.rows import is_from, session_in
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Kind, Record, Role

_NAME = "goose"
_SILENT = frozenset({"redactedThinking", "toolConfirmationRequest", "frontendToolRequest", "actionRequired"})


def recognise(_name: str, head: bytes) -> bool:
    """Tell whether lines are a session of Goose."""
    if is_from(_NAME, head):
        return True
    first = next((line[1] for line in objects(head.splitlines(keepends=True)) if isinstance(line, tuple)), {})
    return "working_dir" in first and ("message_count" in first or "description" in first)


def identify(name: str, lines: Lines) -> Identity | None:
    """Say which session the lines hold: a sub-agent's belongs to the session that started it."""
    given = list(lines)
    found = session_in(_NAME, given)
    if found is None:
        return Identity(stem_of(name)) if recognise(name, b"".join(given[:2])) else None
    parent = first_string(found.row, ("parent_session_id",))
    if not parent or parent == found.session:
        return Identity(found.session)
    if found.row.get("session_type") == "sub_agent":
        return Identity(parent, agent=found.session)
    return Identity(found.session, parent=parent)


def parse(lines: Lines, identity: Identity) -> Iterator[Record | Diagnostic]:
    """Yield the session's records in the order they were said."""
    return records(lines, _Reader(identity).read, lambda _: False)


class _Reader:
    """Walks one session and keeps what later messages refer to."""

    def __init__(self, identity: Identity) -> None:
        self._agent = identity.agent
        self._context = Context(identity.agent)
        self._calls = Calls(identity.agent)
        self._keys = Keys()

    def read(self, entry: Entry) -> Iterator[Record]:
        """Yield the records of a row, or of a line."""
        if "role" in entry:
            yield from self._message(entry)
        elif "working_dir" in entry:
            at, cwd = instant(entry.get("created_at")), string(entry.get("working_dir"))
            model = first_string(mapping(entry.get("model_config_json")), ("model_name",))
            yield from self._context.now(self._agent or "session", at, cwd=cwd, model=model)
            if not self._agent:
                yield from title(first_string(entry, ("name", "description")), at)

    def _message(self, row: Entry) -> Iterator[Record]:
        content = sequence(row.get("content_json", row.get("content")))
        at = instant(row.get("created_timestamp", row.get("created")))
        key = string(row.get("message_id")) or self._keys.key(self._agent, string(row.get("role")), content)
        hidden = mapping(row.get("metadata_json", row.get("metadata"))).get("userVisible") is False
        role = Role.AGENT if row.get("role") == "assistant" else Role.INJECTED if self._agent else Role.PERSON
        for index, item in enumerate(map(mapping, content)):
            yield from self._item(f"{key}:{index}", key, at, item, Role.INJECTED if hidden else role)

    def _item(self, key: str, message: str, at: str, item: Entry, role: Role) -> Iterator[Record]:
        kind, id_ = string(item.get("type")), string(item.get("id")) or key
        if kind in ("text", "image"):
            if text := content_text(item).strip():
                yield Record(key, Kind.TEXT, role, message=message, at=at, text=text, agent=self._agent)
        elif kind == "thinking":
            if text := string(item.get("thinking")).strip():
                yield Record(key, Kind.THOUGHT, message=message, at=at, text=text, agent=self._agent)
        elif kind == "toolRequest":
            call = mapping(mapping(item.get("toolCall")).get("value"))
            yield from self._calls.call(id_, string(call.get("name")), call.get("arguments"), at=at, message=message)
        elif kind == "toolResponse":
            result = mapping(item.get("toolResult"))
            value = result.get("value")
            given = value.get("content") if isinstance(value, dict) else value
            ok = result.get("status") != "error" and not mapping(value).get("isError")
            text = content_text(given) or string(result.get("error"))
            yield from self._calls.result(id_, text, at=at, ok=ok)
        elif kind == "summarizationRequested":
            yield Record(key, Kind.NOTICE, Role.INJECTED, at=at, text="Context compacted", name="compacted")
        elif kind not in _SILENT:
            yield other(key, kind, item, at, self._agent)
