"""Zero: `~/.local/share/zero/sessions/<session>/events.jsonl`, and `metadata.json` beside it.

Reached through the table in `wikimem.frontends`. Written after the agent's public source (`internal/sessions`); no
session was at hand. The log is append-only; place, model, title and parent are in the metadata only, which is read as
a part of the same session. A fork repeats its parent's events under ids of its own.
"""

from collections.abc import Callable, Iterator
from typing import Any

from wikimem.frontends.calls import Calls
from wikimem.frontends.context import Context, title
from wikimem.frontends.document import entries, records
from wikimem.frontends.fence import cut_blocks
from wikimem.frontends.fields import (
    Keys,
    compact,
    content_text,
    first_string,
    instant,
    mapping,
    other,
    sequence,
    string,
)
from wikimem.frontends.frontend import Lines
from wikimem.frontends.jsonl import Entry
from wikimem.frontends.tools import questions_of
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Kind, Record, Role

_METADATA_MARKS = (b'"sessionId"', b'"eventCount"', b'"createdAt"')
_EVENT_FIELDS = frozenset({"sessionId", "sequence", "type", "createdAt"})
_SILENT = frozenset(
    {
        "permission",
        "permission_decision",
        "permission_request",
        "provider_usage",
        "session_checkpoint",
        "session_child",
        "session_fork",
        "spec_draft",
        "specialist_start",
        "specialist_stop",
    }
)


def recognise(_name: str, head: bytes) -> bool:
    """Tell whether a file is a session's log or metadata; the name does not matter."""
    if all(mark in head for mark in _METADATA_MARKS):
        return True
    return any(isinstance(found, tuple) and _is_event(found[1]) for found in entries(head.splitlines(keepends=True)))


def _is_event(entry: Entry) -> bool:
    return entry.keys() >= _EVENT_FIELDS


def identify(_name: str, lines: Lines) -> Identity | None:
    """Say which session a file holds. Only the metadata knows the parent, so a sub-agent's log is a session."""
    for found in entries(lines):
        if isinstance(found, Diagnostic) or not (_is_event(found[1]) or "eventCount" in found[1]):
            continue
        if session := string(found[1].get("sessionId")):
            return Identity(session, parent=string(found[1].get("parentSessionId")))
    return None


def parse(lines: Lines, _identity: Identity) -> Iterator[Record | Diagnostic]:
    """Yield the session's records in file order."""
    return records(lines, _Reader().read)


class _Reader:
    """Walks one log or reads one metadata."""

    def __init__(self) -> None:
        self._calls = Calls()
        self._context = Context()
        self._keys = Keys()
        self._turn = ""
        self._ids: dict[str, str] = {}
        self._questions: list[str] = []

    def read(self, entry: Entry) -> Iterator[Record]:
        """Yield the records one event, or the metadata, makes."""
        at, kind = instant(entry.get("createdAt")), string(entry.get("type"))
        if "eventCount" in entry:
            cwd, model = string(entry.get("cwd")), string(entry.get("modelId"))
            yield from self._context.now("metadata", at, cwd=cwd, model=model)
            yield from title(string(entry.get("title")), at)
            return
        if kind in _SILENT:
            return
        key, payload = self._keys.key(string(entry.get("id")) or entry), mapping(entry.get("payload"))
        rule = _RULES.get(kind)
        if rule is not None:
            yield from rule(self, key, at, payload)
        else:
            yield other(key, kind, entry, at)

    def _said(self, key: str, at: str, payload: Entry) -> Iterator[Record]:
        role = string(payload.get("role"))
        if role == "ask_user":
            self._questions = [question for question, _ in questions_of(payload)]
            return
        if role == "ask_user_answers":
            yield from self._answered(key, at, payload)
            return
        given = content_text(payload.get("content")).strip()
        text = cut_blocks(given, "system-reminder").strip()
        if role == "assistant":
            self._turn, who = key, Role.AGENT
        else:
            self._turn, who = "", Role.PERSON if role == "user" and text else Role.INJECTED
        if text := text or given:
            yield Record(key, Kind.TEXT, who, key, at, text)

    def _answered(self, key: str, at: str, payload: Entry) -> Iterator[Record]:
        answers = payload.get("answers")
        asked, self._questions = self._questions, []
        pairs = list(answers.items()) if isinstance(answers, dict) else [("", answer) for answer in sequence(answers)]
        for number, (question, answer) in enumerate(pairs):
            told = mapping(answer)
            text = answer if isinstance(answer, str) else first_string(told, ("answer", "text")) or compact(answer)
            question = string(told.get("question")) or question or (asked[number] if number < len(asked) else "")
            part = f"{key}:{number}"
            yield Record(part, Kind.ANSWER, Role.PERSON, part, at, text, data={"question": question})

    def _called(self, key: str, at: str, payload: Entry) -> Iterator[Record]:
        """Yield a call. Some providers count their call ids anew with every turn, so the event's id belongs to it."""
        id_, name = first_string(payload, ("toolCallId", "id")), first_string(payload, ("name", "toolName"))
        self._ids[id_] = unique = f"{key}:{id_}"
        self._turn = self._turn or key
        arguments = payload.get("arguments", payload.get("args"))
        yield from self._calls.call(unique, name, arguments, at=at, message=self._turn)

    def _result(self, key: str, at: str, payload: Entry) -> Iterator[Record]:
        id_ = self._ids.get(first_string(payload, ("toolCallId", "id"))) or key
        ok = string(payload.get("status")).lower() in ("", "ok")
        yield from self._calls.result(id_, content_text(payload.get("output")), at=at, ok=ok)

    def _compacted(self, key: str, at: str, payload: Entry) -> Iterator[Record]:
        if summary := string(payload.get("summary")).strip():
            yield Record(key, Kind.SUMMARY, message=key, at=at, text=summary)

    def _failed(self, key: str, at: str, payload: Entry) -> Iterator[Record]:
        text = first_string(payload, ("message", "error")) or compact(payload)
        yield Record(key, Kind.NOTICE, Role.INJECTED, key, at, text, "error")

    def _rewound(self, key: str, at: str, _: Entry) -> Iterator[Record]:
        text = "The person went back to an earlier message"
        yield Record(key, Kind.NOTICE, Role.INJECTED, key, at, text, "interrupted")

    def _commented(self, key: str, at: str, payload: Entry) -> Iterator[Record]:
        if said := first_string(payload, ("specRejectReason", "specUserComment")):
            data = {"question": f"spec {string(payload.get('specId'))}"}
            yield Record(key, Kind.ANSWER, Role.PERSON, key, at, said, data=data)


_Rule = Callable[[_Reader, str, str, dict[str, Any]], Iterator[Record]]

_RULES: dict[str, _Rule] = {
    "message": _Reader._said,
    "tool_call": _Reader._called,
    "tool_result": _Reader._result,
    "session_compaction": _Reader._compacted,
    "session_rewind": _Reader._rewound,
    "spec_approved": _Reader._commented,
    "spec_rejected": _Reader._commented,
    "error": _Reader._failed,
}
