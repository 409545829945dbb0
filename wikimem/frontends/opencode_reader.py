"""Turn the rows of one OpenCode session into records.

For `opencode` only. A message's row comes before those of its parts. What is being written is left for later: the text
of an answer until it has an end, a tool's result until there is one, and all of an answer that never ended as soon as
another message follows it.
"""

from collections.abc import Callable, Iterator
from typing import Any

from wikimem.frontends.calls import Calls
from wikimem.frontends.context import Context, title
from wikimem.frontends.fields import binary_stub, compact, first_string, instant, mapping, other, sequence, string
from wikimem.frontends.jsonl import Entry
from wikimem.model.record import Identity, Kind, Record, Role

_PLACEHOLDERS = ("New session - ", "Child session - ")
_SILENT = frozenset({"agent", "patch", "snapshot", "step-finish", "step-start"})
"""Parts that say nothing about the work, or what a tool call says better."""
_ENDED = frozenset({"completed", "error", "success"})
_STARTED = _ENDED | {"running"}


class Reader:
    """Walks one session and keeps what later rows refer to."""

    def __init__(self, identity: Identity) -> None:
        """Begin a session that belongs to `identity`."""
        self._agent = identity.agent
        self._context = Context(identity.agent)
        self._calls = Calls(identity.agent)
        self._message: Entry = {}
        self._id = ""
        self._at = ""
        self._settled = True
        self._waiting: list[Record] = []

    def read(self, entry: Entry) -> Iterator[Record]:
        """Yield the records one row makes."""
        data = entry.get("data")
        row = {**entry, **data} if isinstance(data, dict) else entry
        rule = _TABLES.get(string(entry.get("table")))
        if rule is not None:
            yield from rule(self, string(entry.get("id")), row)
        elif "messages" in entry:
            yield from self._export(entry)
        elif "database" not in entry:
            yield other(compact(entry), string(entry.get("table")), entry, agent=self._agent)

    def _export(self, entry: Entry) -> Iterator[Record]:
        info = mapping(entry.get("info"))
        yield from self._session(string(info.get("id")), info)
        for message in map(mapping, sequence(entry.get("messages"))):
            head = mapping(message.get("info"))
            yield from self._message_row(string(head.get("id")), head)
            for part in map(mapping, sequence(message.get("parts"))):
                yield from self._part(string(part.get("id")), part)

    def _session(self, id_: str, row: Entry) -> Iterator[Record]:
        at = instant(row.get("time_created")) or instant(mapping(row.get("time")).get("created"))
        cwd, version = string(row.get("directory")), string(row.get("version"))
        yield from self._context.now(id_ or "session", at, cwd=cwd, version=version)
        name = string(row.get("title"))
        if not self._agent and not name.startswith(_PLACEHOLDERS):
            yield from title(name, at)

    def _message_row(self, id_: str, row: Entry) -> Iterator[Record]:
        yield from self._waiting
        self._waiting = []
        time, error = mapping(row.get("time")), mapping(row.get("error"))
        self._id, self._message = id_ or "message", row
        self._at = instant(time.get("created")) or instant(row.get("time_created"))
        self._settled = row.get("role") != "assistant" or bool(time.get("completed") or error or row.get("finish"))
        model = string(row.get("modelID")) or string(mapping(row.get("model")).get("modelID"))
        cwd = string(mapping(row.get("path")).get("cwd"))
        yield from self._context.now(self._id, self._at, model=model, cwd=cwd)
        if error:
            aborted = "Abort" in string(error.get("name"))
            text = string(mapping(error.get("data")).get("message")) or string(error.get("name"))
            yield self._record(
                f"{self._id}:error",
                Kind.NOTICE,
                text,
                role=Role.INJECTED,
                message="",
                name="interrupted" if aborted else "error",
            )

    def _part(self, id_: str, row: Entry) -> Iterator[Record]:
        kind, key = string(row.get("type")), id_ or compact(row)
        rule = _PARTS.get(kind)
        if rule is not None:
            yield from rule(self, key, row)
        elif kind not in _SILENT:
            yield other(key, kind, row, self._at, self._agent)

    def _text(self, key: str, part: Entry) -> Iterator[Record]:
        text = string(part.get("text")).strip()
        if not text:
            return
        if self._message.get("role") == "assistant":
            kind = Kind.SUMMARY if self._message.get("summary") is True else Kind.TEXT
            role = Role.INJECTED if part.get("synthetic") else Role.AGENT
            yield from self._when_complete(part, self._record(key, kind, text, role=role))
        else:
            put_in = self._agent or part.get("synthetic") or part.get("ignored")
            role = Role.INJECTED if put_in else Role.PERSON
            yield self._record(key, Kind.TEXT, _unquoted(text), role=role)

    def _reasoning(self, key: str, part: Entry) -> Iterator[Record]:
        if text := string(part.get("text")).strip():
            yield from self._when_complete(part, self._record(key, Kind.THOUGHT, text))

    def _when_complete(self, part: Entry, record: Record) -> Iterator[Record]:
        if self._settled or mapping(part.get("time")).get("end"):
            yield record
        else:
            self._waiting.append(record)

    def _tool(self, key: str, part: Entry) -> Iterator[Record]:
        state, name = mapping(part.get("state")), string(part.get("tool"))
        status, time = string(state.get("status")), mapping(state.get("time"))
        call = string(part.get("callID")) or key
        if status in _STARTED or self._settled:
            at = instant(time.get("start")) or self._at
            yield from self._calls.call(call, name, state.get("input"), at=at, message=self._id)
        if status in _ENDED:
            ok = status != "error" and mapping(state.get("metadata")).get("exit") in (0, None)
            text = first_string(state, ("output", "error"))
            yield from self._calls.result(call, text, at=instant(time.get("end")) or self._at, ok=ok)

    def _file(self, key: str, part: Entry) -> Iterator[Record]:
        name, url = string(part.get("filename")), string(part.get("url"))
        stub = binary_stub({"url": url}) if url.startswith("data:") else f"[file {name or url}]"
        role = Role.PERSON if self._message.get("role") == "user" and not self._agent else Role.INJECTED
        yield self._record(key, Kind.TEXT, stub, role=role)

    def _subtask(self, key: str, part: Entry) -> Iterator[Record]:
        if text := first_string(part, ("prompt", "description")).strip():
            yield self._record(key, Kind.TEXT, text, role=Role.INJECTED, name="subtask")

    def _compaction(self, key: str, _part: Entry) -> Iterator[Record]:
        yield self._record(key, Kind.NOTICE, "Context compacted", role=Role.INJECTED, message="", name="compacted")

    def _retry(self, key: str, part: Entry) -> Iterator[Record]:
        text = string(mapping(mapping(part.get("error")).get("data")).get("message"))
        yield self._record(key, Kind.NOTICE, text, role=Role.INJECTED, message="", name="error")

    def _record(self, key: str, kind: Kind, text: str, role: Role = Role.AGENT, **more: Any) -> Record:
        return Record(key, kind, role, **{"message": self._id, "at": self._at, "agent": self._agent, **more}, text=text)


def _unquoted(text: str) -> str:
    """Return a prompt without the quotes that `opencode run` puts around it."""
    quoted = len(text) > 1 and text.startswith('"') and text.endswith('"') and '"' not in text[1:-1]
    return text[1:-1] if quoted else text


_TABLES: dict[str, Callable[[Reader, str, Entry], Iterator[Record]]] = {
    "session": Reader._session,
    "message": Reader._message_row,
    "part": Reader._part,
}
_PARTS: dict[str, Callable[[Reader, str, Entry], Iterator[Record]]] = {
    "text": Reader._text,
    "reasoning": Reader._reasoning,
    "tool": Reader._tool,
    "file": Reader._file,
    "subtask": Reader._subtask,
    "compaction": Reader._compaction,
    "retry": Reader._retry,
}
