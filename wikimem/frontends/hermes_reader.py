"""Turn the rows, or the messages, of one Hermes session into records.

For `hermes` only. Compaction writes all rows anew and files have no ids, so a message's key is a digest of its words.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from wikimem.frontends.calls import Calls
from wikimem.frontends.context import Context, title
from wikimem.frontends.fields import Keys, compact, content_text, first_string, instant, mapping, sequence, string
from wikimem.frontends.jsonl import Entry, values
from wikimem.model.record import Identity, Kind, Record, Role

_STRUCTURED = "\0json:"
"""What content begins with that is a list of parts."""
_COMPACTED = re.compile(r"\A\[CONTEXT COMPACTION[^\]]*\]\s*")
_PUT_IN = ("[System note", "[SYSTEM", "[IMPORTANT: ", "[CONTEXT SUMMARY")
_SENDER = re.compile(r"\A\[([^\]\n]{1,60})\] ?")
_ALONE = frozenset({"", "cli", "tui"})
"""Where a person talks to the agent alone, and no sender's name stands before the words."""


class _Output(NamedTuple):
    text: str
    ok: bool


class Reader:
    """Walks one session and keeps what later messages refer to."""

    def __init__(self, identity: Identity) -> None:
        """Begin a session that belongs to `identity`."""
        self._context = Context(identity.agent)
        self._calls = Calls(identity.agent)
        self._keys = Keys()
        self._alone = True

    def read(self, entry: Entry) -> Iterator[Record]:
        """Yield the records of a row, of a bare message, or of a whole document."""
        if "role" in entry:
            yield from self._message(entry)
        elif "messages" in entry or entry.get("table") == "session":
            yield from self._session(entry)
            for message in map(mapping, sequence(entry.get("messages"))):
                yield from self._message(message)

    def _session(self, row: Entry) -> Iterator[Record]:
        at = instant(row.get("started_at")) or instant(row.get("session_start"))
        self._alone = first_string(row, ("source", "platform")) in _ALONE
        cwd = string(row.get("cwd")) or string(mapping(row.get("model_config")).get("cwd"))
        branch, model = string(row.get("git_branch")), string(row.get("model"))
        yield from self._context.now("session", at, cwd=cwd, branch=branch, model=model)
        yield from title(string(row.get("title")), at)

    def _message(self, row: Entry) -> Iterator[Record]:
        content, role, at = _content(row.get("content")), string(row.get("role")), instant(row.get("timestamp"))
        calls = [mapping(call) for call in sequence(row.get("tool_calls"))]
        key = self._keys.key(role, content, string(row.get("tool_call_id")), calls)
        if row.get("active") == 0 and not row.get("compacted"):
            return  # a person took it back
        if role == "tool":
            yield from self._output(key, at, row, content)
            return
        if reasoning := first_string(row, ("reasoning", "reasoning_content")).strip():
            yield Record(f"{key}:thought", Kind.THOUGHT, message=key, at=at, text=reasoning)
        if content:
            yield self._said(key, at, role, content, observed=bool(row.get("observed")))
        for index, call in enumerate(calls):
            function = mapping(call.get("function"))
            id_ = first_string(call, ("id", "call_id")) or f"{key}:{index}"
            name, arguments = string(function.get("name")), function.get("arguments")
            yield from self._calls.call(id_, name, arguments, at=at, message=key)

    def _said(self, key: str, at: str, role: str, text: str, *, observed: bool) -> Record:
        if _COMPACTED.match(text):
            return Record(key, Kind.SUMMARY, message=key, at=at, text=_COMPACTED.sub("", text))
        if role == "assistant":
            return Record(key, Kind.TEXT, message=key, at=at, text=text)
        if role != "user" or observed or text.startswith(_PUT_IN):
            return Record(key, Kind.TEXT, Role.INJECTED, message=key, at=at, text=text)
        sender = None if self._alone else _SENDER.match(text)
        if sender:
            return Record(key, Kind.TEXT, Role.PERSON, message=key, at=at, text=text[sender.end() :], name=sender[1])
        return Record(key, Kind.TEXT, Role.PERSON, message=key, at=at, text=text)

    def _output(self, key: str, at: str, row: Entry, content: str) -> Iterator[Record]:
        output = _output(content)
        ok, name = output.ok and row.get("finish_reason") != "error", first_string(row, ("tool_name", "name"))
        yield from self._calls.result(string(row.get("tool_call_id")) or key, output.text, at=at, ok=ok, name=name)


def _content(content: Any) -> str:
    if isinstance(content, str) and content.startswith(_STRUCTURED):
        found, whole = values(content.removeprefix(_STRUCTURED).encode("utf-8", "replace"))
        content = found[0] if whole and found else content.removeprefix(_STRUCTURED)
    return content_text(content).strip()


def _output(content: str) -> _Output:
    """Return what a tool gave back; most tools give an object with `output`, `exit_code` and `error`."""
    found, whole = values(content.encode("utf-8", "replace")) if content.startswith("{") else ([], False)
    given = mapping(found[0]) if whole and len(found) == 1 else {}
    if not given:
        return _Output(content, ok=True)
    ok = not given.get("error") and given.get("exit_code") in (0, None)
    text = first_string(given, ("output", "content", "result")) or string(given.get("error")) or compact(given)
    return _Output(text, ok)
