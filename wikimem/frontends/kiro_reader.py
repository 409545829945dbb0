"""Turn a conversation of Kiro, in the form of any of its three engines, into records.

For `kiro` only.
"""

from collections.abc import Iterator
from typing import Any

from wikimem.frontends.calls import Calls
from wikimem.frontends.context import Context
from wikimem.frontends.fields import Keys, compact, first_string, instant, mapping, other, sequence, string
from wikimem.frontends.jsonl import Entry
from wikimem.model.record import Identity, Kind, Record, Role

_SILENT = frozenset({"usage_summary"})


class Reader:
    """Walks one conversation and keeps what later messages refer to."""

    def __init__(self, identity: Identity) -> None:
        """Begin a conversation that belongs to `identity`."""
        self._context = Context(identity.agent)
        self._calls = Calls(identity.agent)
        self._keys = Keys()

    def read(self, entry: Entry) -> Iterator[Record]:
        """Yield the records of a row, or of a line."""
        if entry.get("table") == "session":
            yield from self._conversation(entry)
        elif "payload" in entry:
            yield from self._payload(instant(entry.get("timestamp")), mapping(entry["payload"]))
        elif "kind" in entry:
            yield from self._line(string(entry.get("kind")), mapping(entry.get("data")))
        elif "database" not in entry:
            yield other(self._keys.key(entry), string(entry.get("type")), entry)

    def _conversation(self, row: Entry) -> Iterator[Record]:
        value = mapping(row.get("value"))
        model, at = mapping(value.get("model_info")).get("model_id"), instant(row.get("created_at"))
        yield from self._context.now("conversation", at, cwd=string(row.get("key")), model=string(model))
        for turn in sequence(value.get("history")):
            user, answer = turn[:2] if isinstance(turn, list) and len(turn) > 1 else _halves(mapping(turn))
            yield from self._asked(mapping(user))
            yield from self._answered(mapping(answer), mapping(turn))

    def _asked(self, user: Entry) -> Iterator[Record]:
        content, at = mapping(user.get("content")), instant(user.get("timestamp"))
        for variant in ("ToolUseResults", "CancelledToolUses"):
            for result in map(mapping, sequence(mapping(content.get(variant)).get("tool_use_results"))):
                yield from self._result(string(result.get("tool_use_id")), at, result)
        for variant in ("Prompt", "CancelledToolUses"):
            yield from self._said(at, string(mapping(content.get(variant)).get("prompt")), Role.PERSON)

    def _answered(self, answer: Entry, turn: Entry) -> Iterator[Record]:
        at = instant(mapping(turn.get("request_metadata")).get("stream_end_timestamp_ms"))
        for variant in ("Response", "ToolUse"):
            said = mapping(answer.get(variant))
            key = self._keys.key(variant, said)
            yield from self._said(at, string(said.get("content")), Role.AGENT, key)
            for index, use in enumerate(map(mapping, sequence(said.get("tool_uses")))):
                id_ = string(use.get("id")) or f"{key}:{index}"
                yield from self._calls.call(id_, string(use.get("name")), use.get("args"), at=at, message=key)

    def _line(self, kind: str, data: Entry) -> Iterator[Record]:
        content, at = sequence(data.get("content")), instant(mapping(data.get("meta")).get("timestamp"))
        role = Role.PERSON if kind == "Prompt" else Role.AGENT
        for block in map(mapping, content):
            given = block.get("data")
            use = mapping(given)
            id_ = string(use.get("toolUseId")) or self._keys.key(block)
            if block.get("kind") == "text":
                yield from self._said(at, string(given), role, string(data.get("message_id")))
            elif block.get("kind") == "toolUse":
                message = string(data.get("message_id")) or id_
                yield from self._calls.call(id_, string(use.get("name")), use.get("input"), at=at, message=message)
            elif block.get("kind") == "toolResult":
                yield from self._result(id_, at, use)

    def _payload(self, at: str, payload: Entry) -> Iterator[Record]:
        kind, content = string(payload.get("type")), string(payload.get("content"))
        id_ = string(payload.get("toolCallId")) or self._keys.key(payload)
        if kind in ("user", "assistant"):
            yield from self._said(at, content, Role.PERSON if kind == "user" else Role.AGENT)
        elif kind == "tool_call":
            yield from self._calls.call(id_, string(payload.get("toolName")), payload.get("args"), at=at, message=id_)
        elif kind == "tool_result":
            yield from self._calls.result(id_, content, at=at, ok=payload.get("success") is not False)
        elif kind not in _SILENT:
            yield other(id_, kind, payload, at)

    def _said(self, at: str, text: str, role: Role, message: str = "") -> Iterator[Record]:
        if text := text.strip():
            key = self._keys.key(role, text)
            yield Record(key, Kind.TEXT, role, message=message or key, at=at, text=text)

    def _result(self, id_: str, at: str, result: Entry) -> Iterator[Record]:
        text = "\n".join(filter(None, map(_output, sequence(result.get("content")))))
        ok = string(result.get("status")).lower() in ("", "success")
        yield from self._calls.result(id_ or self._keys.key(result), text, at=at, ok=ok)


def _halves(turn: Entry) -> tuple[Any, Any]:
    return turn.get("user"), turn.get("assistant")


def _output(item: Any) -> str:
    """Return what one item of a result says: a text, or the output in an object."""
    fields = mapping(item)
    given = fields.get("Text", fields.get("Json", fields.get("data")))
    printed = first_string(mapping(given), ("stdout", "stderr"))
    return given if isinstance(given, str) else printed or (compact(given) if given else "")
