"""Turn the entries of one OpenClaw session into records.

For `openclaw` only. Every entry has an id of its own, which is the key of what it says.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

from wikimem.frontends.calls import Calls
from wikimem.frontends.context import Context, title
from wikimem.frontends.fields import Keys, content_text, first_string, instant, mapping, once, other, string
from wikimem.frontends.frontend import Lines
from wikimem.frontends.jsonl import Entry, objects
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Kind, Record, Role

_SILENT = frozenset({"compact", "custom", "label", "leaf", "link", "thinking_level_change"})
_ENVELOPE = re.compile(r"\A\[[A-Z][\w ]* [^\]\n]*\] ?")
"""`[Telegram Ana id:7 2026-02-24 09:00 UTC] ` before the words of a channel's message."""
_UNTRUSTED = re.compile(r"^[^\n]*\(untrusted[^\n)]*\):\n```json\n.*?\n```\s*", re.MULTILINE | re.DOTALL)
_MESSAGE_ID = re.compile(r"\s*\[message_id: [^\]\n]*\]\s*\Z")
_HEARTBEATS = ("Read HEARTBEAT.md", "System: ", "[cron:", "Pre-compaction memory flush", "A new session was started")
_NO_ANSWERS = frozenset({"HEARTBEAT_OK", "NO_REPLY"})
_STOPS = {"aborted": "interrupted", "error": "error"}


def read_lines(lines: Lines, identity: Identity) -> Iterator[Record | Diagnostic]:
    """Yield the session's records, each once, and a finding for each line or event that cannot be read."""
    return once(_read(lines, identity))


def _read(lines: Lines, identity: Identity) -> Iterator[Record | Diagnostic]:
    reader = _Reader(identity)
    for found in objects(lines):
        if isinstance(found, Diagnostic):
            yield found
            continue
        number, entry = found
        if entry.get("table") != "event":
            yield from reader.read(entry)
        elif isinstance(entry.get("event_json"), dict):
            yield from reader.read(entry["event_json"])
        else:
            what = "the event is compressed, and was left out" if "event_zstd" in entry else "the event is no object"
            yield Diagnostic("unreadable-event", what, line=number)


class _Reader:
    """Walks one session and keeps what later entries refer to."""

    def __init__(self, identity: Identity) -> None:
        self._context = Context(identity.agent)
        self._calls = Calls(identity.agent)
        self._keys = Keys()

    def read(self, entry: Entry) -> Iterator[Record]:
        """Yield the records one entry makes."""
        kind, at = string(entry.get("type")), instant(entry.get("timestamp"))
        if entry.get("table") == "session":
            kind, at = "window", instant(entry.get("created_at"))
        key = string(entry.get("id")) or self._keys.key(entry)
        rule = _RULES.get(kind)
        if rule is not None:
            yield from rule(self, key, at, entry)
        elif kind not in _SILENT and "database" not in entry:
            yield other(key, kind, entry, at)

    def _window(self, _key: str, at: str, row: Entry) -> Iterator[Record]:
        yield from title(string(row.get("display_name")), at)

    def _session(self, key: str, at: str, header: Entry) -> Iterator[Record]:
        yield from self._context.now(key, at, cwd=string(header.get("cwd")))

    def _model(self, key: str, at: str, entry: Entry) -> Iterator[Record]:
        yield from self._context.now(key, at, model=string(entry.get("modelId")))

    def _named(self, _key: str, at: str, entry: Entry) -> Iterator[Record]:
        yield from title(string(entry.get("name")), at)

    def _summary(self, key: str, at: str, entry: Entry) -> Iterator[Record]:
        if text := string(entry.get("summary")).strip():
            yield Record(key, Kind.SUMMARY, message=key, at=at, text=text)

    def _injected(self, key: str, at: str, entry: Entry) -> Iterator[Record]:
        if text := content_text(entry.get("content")).strip():
            name = first_string(entry, ("customType", "role"))
            yield Record(key, Kind.TEXT, Role.INJECTED, message=key, at=at, text=text, name=name)

    def _message(self, key: str, at: str, entry: Entry) -> Iterator[Record]:
        message = mapping(entry.get("message"))
        role, at = string(message.get("role")), at or instant(message.get("timestamp"))
        if role == "user":
            yield from self._user(key, at, content_text(message.get("content")))
        elif role == "assistant":
            yield from self._assistant(key, at, message)
        elif role == "toolResult":
            details = mapping(message.get("details"))
            ok = not message.get("isError") and details.get("exitCode") in (0, None)
            id_, text = string(message.get("toolCallId")) or key, content_text(message.get("content"))
            yield from self._calls.result(id_, text, at=at, ok=ok, name=string(message.get("toolName")))
        elif role in ("compactionSummary", "branchSummary"):
            yield from self._summary(key, at, message)
        else:
            yield from self._injected(key, at, message)

    def _user(self, key: str, at: str, text: str) -> Iterator[Record]:
        said = _MESSAGE_ID.sub("", _ENVELOPE.sub("", _UNTRUSTED.sub("", text).strip())).strip()
        role = Role.INJECTED if not said or text.startswith(_HEARTBEATS) else Role.PERSON
        if said or text.strip():
            yield Record(key, Kind.TEXT, role, message=key, at=at, text=said or text.strip())

    def _assistant(self, key: str, at: str, message: Entry) -> Iterator[Record]:
        yield from self._context.now(key, at, model=string(message.get("model")))
        content = message.get("content")
        for index, block in enumerate(content if isinstance(content, list) else [content]):
            yield from self._block(f"{key}:{index}", key, at, block)
        if stopped := _STOPS.get(string(message.get("stopReason"))):
            text = string(message.get("errorMessage"))
            yield Record(f"{key}:{stopped}", Kind.NOTICE, Role.INJECTED, at=at, text=text, name=stopped)

    def _block(self, key: str, message: str, at: str, block: Any) -> Iterator[Record]:
        fields = mapping(block)
        if fields.get("type") == "toolCall":
            id_, name = string(fields.get("id")) or key, string(fields.get("name"))
            yield from self._calls.call(id_, name, fields.get("arguments"), at=at, message=message)
        elif fields.get("type") == "thinking":
            if text := string(fields.get("thinking")).strip():
                yield Record(key, Kind.THOUGHT, message=message, at=at, text=text)
        elif (text := content_text(block).strip()) and text not in _NO_ANSWERS:
            yield Record(key, Kind.TEXT, message=message, at=at, text=text)


_RULES: dict[str, Callable[[_Reader, str, str, Entry], Iterator[Record]]] = {
    "window": _Reader._window,
    "session": _Reader._session,
    "session_info": _Reader._named,
    "model_change": _Reader._model,
    "message": _Reader._message,
    "custom_message": _Reader._injected,
    "compaction": _Reader._summary,
    "branch_summary": _Reader._summary,
}
