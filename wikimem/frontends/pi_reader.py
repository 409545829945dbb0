"""Turn the objects of one Pi session into records.

For `pi`, and for front-ends of agents that write its records. Later versions give entries an id and rewrite older
files, so an entry's key is a digest of what it says and when. Branches stay in file order: the point where a person
went back is a notice, which the branch left behind stands before.
"""

from collections.abc import Callable, Iterator
from typing import Any

from wikimem.frontends.fields import (
    Keys,
    content_text,
    first_string,
    instant,
    mapping,
    other,
    string,
    tool_input,
)
from wikimem.frontends.jsonl import Entry
from wikimem.frontends.tools import act_of, asked
from wikimem.model.record import Act, Identity, Kind, Record, Role

_LINKS = frozenset({"id", "parentId", "firstKeptEntryId", "firstKeptEntryIndex", "fromId"})
_SILENT = frozenset(
    {
        "credential_pin",
        "custom",
        "label",
        "mode_change",
        "reset_boundary",
        "service_tier_change",
        "thinking_level_change",
        "ttsr_injection",
    }
)
"""Types that say nothing about the work."""
_EXECUTIONS = {"bashExecution": "command", "pythonExecution": "code"}
"""What a person ran by hand, and the field that says it."""


class Reader:
    """Walks one session and keeps what later entries refer to."""

    def __init__(self, identity: Identity) -> None:
        """Begin a session that belongs to `identity`."""
        self._agent = identity.agent
        self._keys = Keys()
        self._context: dict[str, str] = {}
        self._ids: set[str] = set()
        self._leaf = ""

    def read(self, entry: Entry) -> Iterator[Record]:
        """Yield the records one entry makes."""
        kind, at = string(entry.get("type")), instant(entry.get("timestamp"))
        key = self._keys.key({name: value for name, value in entry.items() if name not in _LINKS})
        yield from self._branch(key, at, entry)
        rule = _RULES.get(kind)
        if rule is not None:
            yield from rule(self, key, at, entry)
        elif kind not in _SILENT:
            yield other(key, kind, entry, at, self._agent)

    def _branch(self, key: str, at: str, entry: Entry) -> Iterator[Record]:
        """Follow the leaf; yield a notice when an entry goes on from an earlier one than the last."""
        if entry.get("type") == "session" or "parentId" not in entry:
            return
        parent = string(entry["parentId"])
        known = parent in self._ids if parent else entry["parentId"] is None
        if self._leaf and known and parent != self._leaf:
            text = "Went back to an earlier point of the conversation; what was said since then was left behind."
            yield self._record(f"{key}:branched", Kind.NOTICE, at, text, role=Role.INJECTED, name="branched")
        self._leaf = string(entry.get("id")) or self._leaf
        self._ids.add(self._leaf)

    def _record(self, key: str, kind: Kind, at: str, text: str = "", **more: Any) -> Record:
        return Record(key, kind, at=at, text=text, agent=self._agent, **more)

    def _session(self, key: str, at: str, header: Entry) -> Iterator[Record]:
        model = first_string(header, ("modelId",))
        yield from self._context_now(key, at, {"cwd": string(header.get("cwd")), "model": model})
        yield from self._title(key, at, header)

    def _model(self, key: str, at: str, entry: Entry) -> Iterator[Record]:
        model = string(entry.get("modelId")) or string(entry.get("model")).rpartition("/")[2]
        yield from self._context_now(key, at, {"model": model})

    def _context_now(self, key: str, at: str, found: dict[str, str]) -> Iterator[Record]:
        changed = {name: value for name, value in found.items() if value and self._context.get(name) != value}
        if changed:
            self._context |= changed
            yield self._record(f"{key}:context", Kind.CONTEXT, at, role=Role.INJECTED, data=dict(self._context))

    def _title(self, key: str, at: str, entry: Entry) -> Iterator[Record]:
        if title := first_string(entry, ("title", "name")).strip():
            yield self._record(f"{key}:title", Kind.TITLE, at, title)

    def _summary(self, key: str, at: str, entry: Entry) -> Iterator[Record]:
        if text := string(entry.get("summary")).strip():
            yield self._record(key, Kind.SUMMARY, at, text, message=key)

    def _injected(self, key: str, at: str, entry: Entry) -> Iterator[Record]:
        name = first_string(entry, ("customType", "role", "type"))
        if text := content_text(entry.get("content")).strip():
            yield self._record(key, Kind.TEXT, at, text, role=Role.INJECTED, message=key, name=name)

    def _task(self, key: str, at: str, entry: Entry) -> Iterator[Record]:
        """Yield what a sub-agent was given to do: its session's first entry says so."""
        if text := string(entry.get("task")).strip():
            yield self._record(key, Kind.TEXT, at, text, role=Role.INJECTED, message=key, name="task")

    def _message(self, key: str, at: str, entry: Entry) -> Iterator[Record]:
        message = mapping(entry.get("message"))
        role, at = string(message.get("role")), at or instant(message.get("timestamp"))
        if role == "user":
            yield from self._user(key, at, message)
        elif role == "assistant":
            yield from self._assistant(key, at, message)
        elif role == "toolResult":
            ok, call = not message.get("isError"), string(message.get("toolCallId"))
            text, name = content_text(message.get("content")), string(message.get("toolName"))
            yield self._record(key, Kind.RESULT, at, text, name=name, call=call, ok=ok)
        elif role in _EXECUTIONS:
            yield from self._execution(key, at, message, string(message.get(_EXECUTIONS[role])))
        elif role in {"branchSummary", "compactionSummary"}:
            yield from self._summary(key, at, message)
        else:
            yield from self._injected(key, at, message)

    def _user(self, key: str, at: str, message: Entry) -> Iterator[Record]:
        role = Role.INJECTED if self._agent or message.get("attribution") == "agent" else Role.PERSON
        if text := content_text(message.get("content")).strip():
            yield self._record(key, Kind.TEXT, at, text, role=role, message=key)

    def _assistant(self, key: str, at: str, message: Entry) -> Iterator[Record]:
        yield from self._context_now(key, at, {"model": string(message.get("model"))})
        content = message.get("content")
        for index, block in enumerate(content if isinstance(content, list) else [content]):
            yield from self._block(f"{key}:{index}", key, at, block)
        if stopped := {"aborted": "interrupted", "error": "error"}.get(string(message.get("stopReason"))):
            text = string(message.get("errorMessage"))
            yield self._record(f"{key}:{stopped}", Kind.NOTICE, at, text, role=Role.INJECTED, name=stopped)

    def _block(self, key: str, message: str, at: str, block: object) -> Iterator[Record]:
        fields = mapping(block)
        if fields.get("type") == "toolCall":
            data, name = tool_input(fields.get("arguments")), string(fields.get("name"))
            act, call = act_of(name), string(fields.get("id")) or key
            text = asked(act, data)
            yield self._record(key, Kind.CALL, at, text, message=message, name=name, act=act, call=call, data=data)
        elif fields.get("type") == "thinking":
            if text := string(fields.get("thinking")).strip():
                yield self._record(key, Kind.THOUGHT, at, text, message=message)
        elif text := content_text(block).strip():
            yield self._record(key, Kind.TEXT, at, text, message=message)

    def _execution(self, key: str, at: str, message: Entry, command: str) -> Iterator[Record]:
        data = {"command": command}
        yield self._record(
            key, Kind.CALL, at, command, role=Role.PERSON, message=key, name="!", act=Act.RUN, call=key, data=data
        )
        ok = message.get("exitCode") in (0, None) and not message.get("cancelled")
        yield self._record(f"{key}:result", Kind.RESULT, at, string(message.get("output")), call=key, ok=ok)


_RULES: dict[str, Callable[[Reader, str, str, Entry], Iterator[Record]]] = {
    "session": Reader._session,
    "title": Reader._title,
    "title_change": Reader._title,
    "session_info": Reader._title,
    "session_init": Reader._task,
    "model_change": Reader._model,
    "message": Reader._message,
    "custom_message": Reader._injected,
    "compaction": Reader._summary,
    "branch_summary": Reader._summary,
}
