"""GitHub Copilot CLI: `~/.copilot/session-state/<session>/events.jsonl`, before 0.0.400 `<session>.jsonl`.

Reached through the table in `wikimem.frontends`. An append-only log of events, each with an id of its own. A call is
told by the message that asks for it and by the event that starts it; a sub-agent's events name the call it works for.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

from wikimem.frontends.calls import Calls
from wikimem.frontends.context import Context
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
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Kind, Record, Role

_STARTS = ("session.", "user.message", "assistant.", "tool.execution_", "hook.", "subagent.", "system.message")
_SILENT = frozenset(
    {
        "assistant.intent",
        "assistant.turn_end",
        "assistant.turn_start",
        "hook.end",
        "hook.start",
        "session.auto_mode_resolved",
        "session.compaction_start",
        "session.info",
        "session.permissions_changed",
        "session.truncation",
        "session.usage_checkpoint",
        "session.usage_record",
        "subagent.completed",
        "subagent.started",
        "system.message",
        "tool.execution_partial_result",
    }
)
_NOISE = (b'{"type":"hook.', b'{"type":"session.usage_', b'{"type":"system.message"')
_SHELL_END = re.compile(r"(?:^|\n)<shellId: \S+ completed with exit code -?\d+>")
"""Where a command's output ends; what hooks have to say about it follows."""


def recognise(_name: str, head: bytes) -> bool:
    """Tell whether a file is a Copilot CLI log; the name does not matter."""
    if any(isinstance(found, tuple) and _is_ours(found[1]) for found in objects(head.splitlines(keepends=True))):
        return True
    return b"\n" not in head and head.startswith(b'{"type":"session.start"')


def _is_ours(entry: Entry) -> bool:
    return isinstance(entry.get("data"), dict) and string(entry.get("type")).startswith(_STARTS)


def identify(name: str, lines: Lines) -> Identity | None:
    """Say which session a log holds: the id it starts with, else the one its folder or file is named by."""
    ours = False
    for found in objects(lines, _is_noise):
        if isinstance(found, Diagnostic):
            continue
        data = mapping(found[1].get("data"))
        if found[1].get("type") == "session.start" and (session := string(data.get("sessionId"))):
            return Identity(session)
        ours = ours or _is_ours(found[1])
    if not ours:
        return None
    folder = re.split(r"[/\\]", name)[-2:-1]
    stem = stem_of(name)
    return Identity(folder[0] if stem == "events" and folder else stem)


def parse(lines: Lines, _identity: Identity) -> Iterator[Record | Diagnostic]:
    """Yield the session's records in file order."""
    return records(lines, _Reader().read, _is_noise)


def _is_noise(line: bytes) -> bool:
    return line.startswith(_NOISE)


class _Reader:
    """Walks one log."""

    def __init__(self) -> None:
        self._calls: dict[str, Calls] = {}
        self._context = Context()
        self._keys = Keys()
        self._message = ""

    def read(self, event: Entry) -> Iterator[Record]:
        """Yield the records one event makes."""
        kind, data = string(event.get("type")), mapping(event.get("data"))
        if kind in _SILENT:
            return
        key, at = self._keys.key(string(event.get("id")), kind, data), instant(event.get("timestamp"))
        rule = _RULES.get(kind)
        if rule is not None:
            yield from rule(self, key, at, data)
        else:
            yield other(key, kind, data, at, _agent(data))

    def _placed(self, key: str, at: str, data: Entry) -> Iterator[Record]:
        place = mapping(data.get("context")) or data
        repository, host = string(place.get("repository")), string(place.get("repositoryHost")) or "github.com"
        yield from self._context.now(
            key,
            at,
            cwd=string(place.get("cwd")),
            branch=string(place.get("branch")),
            commit=string(place.get("headCommit")),
            remote=f"{host}/{repository}" if repository else "",
            model=first_string(data, ("selectedModel", "newModel")),
            version=string(data.get("copilotVersion")),
        )

    def _said(self, key: str, at: str, data: Entry) -> Iterator[Record]:
        """Yield a prompt as it was typed; `transformedContent` is what hooks and reminders made of it."""
        agent = _agent(data)
        typed = not agent and string(data.get("source")) in ("", "user")
        if text := string(data.get("content")).strip():
            self._message = ""
            yield Record(key, Kind.TEXT, Role.PERSON if typed else Role.INJECTED, key, at, text, agent=agent)

    def _answered(self, key: str, at: str, data: Entry) -> Iterator[Record]:
        agent = _agent(data)
        if not agent:
            self._message = key
            yield from self._context.now(key, at, model=string(data.get("model")))
        if thought := string(data.get("reasoningText")).strip():
            yield Record(f"{key}:thought", Kind.THOUGHT, message=key, at=at, text=thought, agent=agent)
        if text := content_text(data.get("content")).strip():
            yield Record(f"{key}:text", Kind.TEXT, message=key, at=at, text=text, agent=agent)
        for request in map(mapping, sequence(data.get("toolRequests"))):
            yield from self._called(key, at, request, agent, key)

    def _started(self, key: str, at: str, data: Entry) -> Iterator[Record]:
        agent = _agent(data)
        yield from self._called(key, at, data, agent, key if agent else self._message or key)

    def _called(self, key: str, at: str, data: Entry, agent: str, message: str) -> Iterator[Record]:
        id_, name = string(data.get("toolCallId")) or key, first_string(data, ("name", "toolName"))
        yield from self._calls_of(agent).call(id_, name, data.get("arguments"), at=at, message=message)

    def _completed(self, key: str, at: str, data: Entry) -> Iterator[Record]:
        exit_code = mapping(data.get("shellExecution")).get("exitCode")
        text = content_text(mapping(data.get("result")).get("content")) or string(
            mapping(data.get("error")).get("message")
        )
        ok = data.get("success") is not False and exit_code in (None, 0)
        id_ = string(data.get("toolCallId")) or key
        yield from self._calls_of(_agent(data)).result(id_, _SHELL_END.split(text)[0], at=at, ok=ok)

    def _calls_of(self, agent: str) -> Calls:
        return self._calls.setdefault(agent, Calls(agent))

    def _reasoned(self, key: str, at: str, data: Entry) -> Iterator[Record]:
        if text := string(data.get("content")).strip():
            yield Record(key, Kind.THOUGHT, message=key, at=at, text=text, agent=_agent(data))

    def _compacted(self, key: str, at: str, data: Entry) -> Iterator[Record]:
        if summary := string(data.get("summaryContent")).strip():
            yield Record(key, Kind.SUMMARY, message=key, at=at, text=summary)

    def _notified(self, key: str, at: str, data: Entry) -> Iterator[Record]:
        if text := content_text(data.get("content")).strip():
            yield Record(key, Kind.TEXT, Role.INJECTED, key, at, text)

    def _failed(self, key: str, at: str, data: Entry) -> Iterator[Record]:
        yield _notice(key, at, "error", string(data.get("message")))

    def _aborted(self, key: str, at: str, data: Entry) -> Iterator[Record]:
        yield _notice(key, at, "interrupted", string(data.get("reason")))

    def _ended(self, key: str, at: str, data: Entry) -> Iterator[Record]:
        yield _notice(key, at, "ended", string(data.get("shutdownType")))


def _agent(data: Entry) -> str:
    return string(data.get("parentToolCallId"))


def _notice(key: str, at: str, name: str, text: str) -> Record:
    return Record(key, Kind.NOTICE, Role.INJECTED, key, at, text, name)


_Rule = Callable[[_Reader, str, str, dict[str, Any]], Iterator[Record]]

_RULES: dict[str, _Rule] = {
    "session.start": _Reader._placed,
    "session.resume": _Reader._placed,
    "session.context_changed": _Reader._placed,
    "session.model_change": _Reader._placed,
    "session.compaction_complete": _Reader._compacted,
    "session.error": _Reader._failed,
    "session.shutdown": _Reader._ended,
    "abort": _Reader._aborted,
    "user.message": _Reader._said,
    "assistant.message": _Reader._answered,
    "assistant.reasoning": _Reader._reasoned,
    "tool.execution_start": _Reader._started,
    "tool.execution_complete": _Reader._completed,
    "system.notification": _Reader._notified,
}
