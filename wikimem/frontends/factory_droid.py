"""Factory Droid: `~/.factory/sessions/<folder>/<session>.jsonl`, and what `droid exec` prints as stream-json.

Reached through the table in `wikimem.frontends`. The store begins with `session_start` and holds messages of content
blocks; the stream has one line a message, call, result and completion. The model is in a settings file beside the
store and is not told in it. What compaction and task lists look like in the store rests on documentation only.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

from wikimem.frontends.calls import Calls
from wikimem.frontends.context import Context, title
from wikimem.frontends.fence import cut_blocks
from wikimem.frontends.fields import (
    Keys,
    block_text,
    content_text,
    first_string,
    instant,
    mapping,
    other,
    stem_of,
    string,
)
from wikimem.frontends.frontend import Lines
from wikimem.frontends.jsonl import Entry, objects, records
from wikimem.frontends.tools import task_list
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Kind, Record, Role

_SESSION = ("session_id", "sessionId")
_STREAM = {"message": "role", "tool_call": "toolName", "tool_result": "value", "completion": "finalText"}
"""What each line of a stream has besides a session."""
_FAILED = re.compile(r"\AError: Command failed \(exit code: \d+\)")


def recognise(_name: str, head: bytes) -> bool:
    """Tell whether a file is a Droid session or stream; the name does not matter."""
    if any(isinstance(found, tuple) and _is_ours(found[1]) for found in objects(head.splitlines(keepends=True))):
        return True
    return b"\n" not in head and head.startswith(b'{"type":"session_start","id"')


def _is_ours(entry: Entry) -> bool:
    kind = string(entry.get("type"))
    if kind == "session_start":
        return bool(string(entry.get("id"))) and "payload" not in entry
    return kind in _STREAM and _STREAM[kind] in entry and bool(first_string(entry, _SESSION))


def identify(name: str, lines: Lines) -> Identity | None:
    """Say which session a file holds; a sub-agent's session names the one that called it."""
    ours = False
    for found in objects(lines):
        if isinstance(found, Diagnostic):
            continue
        entry = found[1]
        if entry.get("type") == "session_start" and (own := string(entry.get("id"))):
            caller = string(entry.get("callingSessionId"))
            return Identity(caller, agent=own) if caller else Identity(own, parent=string(entry.get("parent")))
        if session := first_string(entry, _SESSION):
            return Identity(session)
        ours = ours or (entry.get("type") == "message" and "content" in mapping(entry.get("message")))
    return Identity(stem_of(name)) if ours else None


def parse(lines: Lines, identity: Identity) -> Iterator[Record | Diagnostic]:
    """Yield the session's records in file order."""
    return records(lines, _Reader(identity.agent).read, lambda _: False)


class _Reader:
    """Walks one session or stream."""

    def __init__(self, agent: str) -> None:
        self._agent = agent
        self._calls = Calls(agent)
        self._context = Context(agent)
        self._keys = Keys()
        self._turn = ""
        self._last_words = ""

    def read(self, entry: Entry) -> Iterator[Record]:
        """Yield the records one line makes."""
        kind, at = string(entry.get("type")), instant(entry.get("timestamp"))
        key = self._keys.key(self._agent, kind, string(entry.get("id")) or entry)
        rule = _RULES.get(kind)
        if rule is not None:
            yield from rule(self, key, at, entry)
        else:
            yield other(key, kind, entry, at, self._agent)

    def _begun(self, key: str, at: str, entry: Entry) -> Iterator[Record]:
        version = string(entry.get("version"))
        yield from self._context.now(
            key, at, cwd=string(entry.get("cwd")), model=string(entry.get("model")), version=version
        )
        if not self._agent:
            yield from title(first_string(entry, ("sessionTitle", "title")), at)

    def _message(self, key: str, at: str, entry: Entry) -> Iterator[Record]:
        stored = mapping(entry.get("message"))
        role, content = string(stored.get("role") or entry.get("role")), stored.get("content", entry.get("text"))
        self._turn = key if role == "assistant" else ""
        for index, block in enumerate(content if isinstance(content, list) else [content]):
            found = mapping(block)
            kind = string(found.get("type"))
            if kind == "tool_use":
                id_ = string(found.get("id")) or f"{key}:{index}"
                yield from self._calls.call(id_, string(found.get("name")), found.get("input"), at=at, message=key)
            elif kind == "tool_result":
                text = content_text(found.get("content"))
                ok = not found.get("is_error") and _FAILED.match(text) is None
                id_ = string(found.get("tool_use_id")) or f"{key}:{index}"
                yield from self._calls.result(id_, cut_blocks(text, "system-reminder"), at=at, ok=ok)
            elif thought := string(found.get("thinking")).strip():
                yield Record(f"{key}:{index}", Kind.THOUGHT, message=key, at=at, text=thought, agent=self._agent)
            else:
                yield from self._said(f"{key}:{index}", key, at, role, block_text(block))

    def _said(self, key: str, message: str, at: str, role: str, text: str) -> Iterator[Record]:
        given, text = text.strip(), cut_blocks(text, "system-reminder").strip()
        if role == "assistant":
            who, self._last_words = Role.AGENT, text
        else:
            who = Role.PERSON if role == "user" and text and not self._agent else Role.INJECTED
        if text := text or given:
            yield Record(key, Kind.TEXT, who, message, at, text, agent=self._agent)

    def _called(self, key: str, at: str, entry: Entry) -> Iterator[Record]:
        id_ = first_string(entry, ("toolCallId", "id")) or key
        self._turn = self._turn or key
        name = string(entry.get("toolName"))
        yield from self._calls.call(id_, name, entry.get("parameters"), at=at, message=self._turn)

    def _result(self, key: str, at: str, entry: Entry) -> Iterator[Record]:
        value = entry.get("value")
        told = mapping(value)
        text = string(told.get("stdout")) + string(told.get("stderr")) if told else content_text(value)
        ok = not entry.get("isError") and told.get("exitCode") in (None, 0)
        yield from self._calls.result(first_string(entry, ("toolCallId", "id")) or key, text, at=at, ok=ok)

    def _completed(self, key: str, at: str, entry: Entry) -> Iterator[Record]:
        text = string(entry.get("finalText")).strip()
        if text and text != self._last_words:
            yield Record(key, Kind.TEXT, message=key, at=at, text=text, agent=self._agent)

    def _compacted(self, key: str, at: str, entry: Entry) -> Iterator[Record]:
        if summary := first_string(entry, ("summaryText", "summary")).strip():
            yield Record(key, Kind.SUMMARY, message=key, at=at, text=summary, agent=self._agent)

    def _tasks(self, key: str, at: str, entry: Entry) -> Iterator[Record]:
        if items := task_list("todo_write", mapping(entry.get("todos")) or entry):
            yield Record(key, Kind.TODO, message=key, at=at, agent=self._agent, data={"items": items})

    def _failed(self, key: str, at: str, entry: Entry) -> Iterator[Record]:
        text = string(entry.get("message"))
        yield Record(key, Kind.NOTICE, Role.INJECTED, key, at, text, "error", agent=self._agent)


_Rule = Callable[[_Reader, str, str, dict[str, Any]], Iterator[Record]]

_RULES: dict[str, _Rule] = {
    "session_start": _Reader._begun,
    "system": _Reader._begun,
    "message": _Reader._message,
    "tool_call": _Reader._called,
    "tool_result": _Reader._result,
    "completion": _Reader._completed,
    "compaction_state": _Reader._compacted,
    "todo_state": _Reader._tasks,
    "error": _Reader._failed,
}
