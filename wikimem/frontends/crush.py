"""Crush: `.crush/crush.db` in the folder of each project.

Documentation only: never seen on real data. Reached through the table in `wikimem.frontends`. The database says nowhere
where a session ran: it lies in that folder. An answer without a `finish` part is still being written.
"""

from collections.abc import Iterator
from typing import Any

from wikimem.frontends.calls import Calls
from wikimem.frontends.context import Context, title
from wikimem.frontends.fields import Keys, first_string, instant, mapping, other, sequence, string
from wikimem.frontends.frontend import Lines
from wikimem.frontends.jsonl import Entry, records
from wikimem.frontends.rows import is_from, session_in
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Act, Identity, Kind, Record, Role

_NAME = "crush"
_PLACE = "/.crush/"
_FAILED = {"canceled": "interrupted", "cancelled": "interrupted", "error": "error"}


def recognise(_name: str, head: bytes) -> bool:
    """Tell whether lines are a session of Crush."""
    return is_from(_NAME, head)


def identify(_name: str, lines: Lines) -> Identity | None:
    """Say which session the lines hold: a sub-agent's belongs to the session that started it."""
    found = session_in(_NAME, lines)
    if found is None:
        return None
    parent = first_string(found.row, ("parent_session_id",))
    return Identity(parent, agent=found.session) if parent not in ("", found.session) else Identity(found.session)


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
        self._cwd = ""
        self._waiting: list[Record] = []

    def read(self, entry: Entry) -> Iterator[Record]:
        """Yield the records of one row."""
        if "database" in entry:
            folder, found, _ = string(entry.get("path")).rpartition(_PLACE)
            self._cwd = folder if found else ""
        elif entry.get("table") == "session":
            at = instant(entry.get("created_at"))
            yield from self._context.now(self._agent or "session", at, cwd=self._cwd)
            if not self._agent:
                yield from title(string(entry.get("title")), at)
        elif "role" in entry:
            yield from self._message(entry)

    def _message(self, row: Entry) -> Iterator[Record]:
        yield from self._waiting
        self._waiting = []
        parts = [
            (string(part.get("type")), mapping(part.get("data"))) for part in map(mapping, sequence(row.get("parts")))
        ]
        at, key = instant(row.get("created_at")), string(row.get("id")) or self._keys.key(row)
        yield from self._context.now(key, at, cwd=self._cwd, model=string(row.get("model")))
        unfinished = row.get("role") == "assistant" and all(kind != "finish" for kind, _ in parts)
        for index, (kind, data) in enumerate(parts):
            for record in self._part(f"{key}:{index}", key, at, kind, data, row):
                if unfinished and record.kind in (Kind.TEXT, Kind.THOUGHT, Kind.SUMMARY):
                    self._waiting.append(record)
                else:
                    yield record

    def _part(self, key: str, message: str, at: str, kind: str, data: Entry, row: Entry) -> Iterator[Record]:
        if kind == "text":
            if text := string(data.get("text")).strip():
                is_summary = bool(row.get("is_summary_message"))
                role = Role.AGENT if row.get("role") == "assistant" else Role.PERSON
                role = Role.INJECTED if self._agent and role is Role.PERSON else role
                yield self._record(key, Kind.SUMMARY if is_summary else Kind.TEXT, message, at, text, role=role)
        elif kind == "reasoning":
            if text := string(data.get("thinking")).strip():
                yield self._record(key, Kind.THOUGHT, message, at, text)
        elif kind == "tool_call":
            id_, name = string(data.get("id")) or key, string(data.get("name"))
            if data.get("finished") is not False:
                yield from self._calls.call(id_, name, data.get("input"), at=at, message=message)
        elif kind == "tool_result":
            id_, text = string(data.get("tool_call_id")) or key, string(data.get("content"))
            yield from self._calls.result(id_, text, at=at, ok=not data.get("is_error"))
        elif kind == "shell_command":
            yield from self._ran(key, message, at, data)
        elif kind == "finish":
            if failed := _FAILED.get(string(data.get("reason"))):
                text = first_string(data, ("message", "details"))
                yield self._record(key, Kind.NOTICE, "", at, text, role=Role.INJECTED, name=failed)
        elif kind not in ("binary", "image_url"):
            yield other(key, kind, data, at, self._agent)

    def _ran(self, key: str, message: str, at: str, data: Entry) -> Iterator[Record]:
        """Yield a command a person ran by hand, and what it printed."""
        command = string(data.get("command"))
        more: dict[str, Any] = {"name": "!", "act": Act.RUN, "call": key, "data": {"command": command}}
        yield self._record(key, Kind.CALL, message, at, command, role=Role.PERSON, **more)
        ok = data.get("exit_code") in (0, None)
        yield self._record(f"{key}:result", Kind.RESULT, "", at, string(data.get("output")), call=key, ok=ok)

    def _record(self, key: str, kind: Kind, message: str, at: str, text: str, **more: Any) -> Record:
        return Record(key, kind, message=message, at=at, text=text, agent=self._agent, **more)
