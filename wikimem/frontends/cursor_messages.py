"""Turn the messages of a Cursor transcript, or of a chat of its command line, into records.

For `cursor` only. Transcripts give calls no ids, so a result without a known one belongs to the oldest open call. What
was said is keyed by its words, so that a conversation in a transcript and in a database is one.
"""

import re
from collections.abc import Iterator

import orjson

from wikimem.frontends.calls import Calls
from wikimem.frontends.context import Context, title
from wikimem.frontends.fields import Keys, content_text, first_string, instant, mapping, string
from wikimem.frontends.jsonl import Entry
from wikimem.model.record import Identity, Kind, Record, Role

_QUERY = re.compile(r"<user_query>\s*(.*?)\s*</user_query>", re.DOTALL)
_PUT_IN = re.compile(r"\A\s*<(?:user_info|attached_files|system_reminder|rules|environment|open_and_recently_viewed)")
_HIDDEN = "[REDACTED]"
_CALLS = frozenset({"tool_use", "tool_call", "tool-call"})
_RESULTS = frozenset({"tool_result", "tool-result"})
_THOUGHTS = frozenset({"thinking", "reasoning"})


def chat_meta(row: Entry) -> Entry:
    """Return what a chat's database says of itself: hexadecimal digits of a JSON object."""
    try:
        return mapping(orjson.loads(bytes.fromhex(string(row.get("meta")))))
    except ValueError:
        return {}


def person_words(text: str) -> tuple[str, str]:
    """Return what a person said in a message, and what the editor put around it."""
    said = "\n\n".join(found for found in _QUERY.findall(text) if found)
    if said or "<user_query>" in text:
        return said, _QUERY.sub("", text).strip()
    return ("", text.strip()) if _PUT_IN.match(text) else (text.strip(), "")


class Messages:
    """Walks one conversation and keeps what later messages refer to."""

    def __init__(self, identity: Identity) -> None:
        """Begin a conversation that belongs to `identity`."""
        self._agent = identity.agent
        self._context = Context(identity.agent)
        self._calls = Calls(identity.agent)
        self._keys = Keys()
        self._open: list[str] = []

    def chat(self, meta: Entry) -> Iterator[Record]:
        """Yield what a chat's database says of itself."""
        at = instant(meta.get("createdAt"))
        yield from self._context.now(self._agent or "chat", at, model=string(meta.get("lastUsedModel")))
        yield from title(string(meta.get("name")), at)

    def message(self, message: Entry) -> Iterator[Record]:
        """Yield the records of one message."""
        content, role = message.get("content"), string(message.get("role"))
        if not role:
            return
        key = self._keys.key(self._agent, role, content)
        for index, block in enumerate(content if isinstance(content, list) else [content]):
            fields = mapping(block)
            kind, own = string(fields.get("type")), f"{key}:{index}"
            if kind in _CALLS:
                yield from self._call(own, key, fields)
            elif kind in _RESULTS:
                yield from self._result(own, fields)
            elif kind in _THOUGHTS:
                if text := first_string(fields, ("thinking", "text", "reasoning")).strip():
                    yield self._record(Kind.THOUGHT, key, text)
            elif (text := content_text(block).strip()) and text != _HIDDEN:
                yield from self._words(key, role, text)

    def _words(self, message: str, role: str, text: str) -> Iterator[Record]:
        if role == "assistant":
            yield self._record(Kind.TEXT, message, text)
            return
        said, put_in = ("", text) if self._agent or role != "user" else person_words(text)
        if put_in:
            yield self._record(Kind.TEXT, message, put_in, Role.INJECTED)
        if said:
            yield self._record(Kind.TEXT, message, said, Role.PERSON)

    def _call(self, key: str, message: str, block: Entry) -> Iterator[Record]:
        id_ = first_string(block, ("id", "toolCallId")) or key
        self._open.append(id_)
        name = first_string(block, ("name", "toolName"))
        yield from self._calls.call(id_, name, block.get("input", block.get("args")), at="", message=message)

    def _result(self, key: str, block: Entry) -> Iterator[Record]:
        id_ = first_string(block, ("tool_use_id", "toolCallId"))
        if id_ not in self._open:
            id_ = self._open[0] if self._open else id_ or key
        if id_ in self._open:
            self._open.remove(id_)
        given = block.get("content", block.get("result"))
        yield from self._calls.result(id_, content_text(given), at="", ok=not block.get("is_error"))

    def _record(self, kind: Kind, message: str, text: str, role: Role = Role.AGENT) -> Record:
        return Record(
            self._keys.key(self._agent, kind, role, text), kind, role, message=message, text=text, agent=self._agent
        )
