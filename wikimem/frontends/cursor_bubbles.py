"""Turn a composer of the Cursor editor and its bubbles into records.

For `cursor` only. A composer is a session, a bubble one message or one tool call. While the composer writes, its last
bubble is left for later.
"""

from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from wikimem.frontends.calls import Calls
from wikimem.frontends.context import Context, title
from wikimem.frontends.cursor_messages import person_words
from wikimem.frontends.fields import Keys, first_string, instant, mapping, sequence, string
from wikimem.frontends.jsonl import Entry, values
from wikimem.model.record import Identity, Kind, Record, Role

_PERSON, _AGENT = 1, 2
_WRITING = frozenset({"generating", "streaming"})
_FAILED = frozenset({"cancelled", "error", "rejected"})
_ENDED = _FAILED | {"completed", "success"}
_OUTPUT = ("output", "contents", "result", "message", "error")


class Bubbles:
    """Walks one composer and keeps what later bubbles refer to."""

    def __init__(self, identity: Identity) -> None:
        """Begin a composer that belongs to `identity`."""
        self._agent = identity.agent
        self._context = Context(identity.agent)
        self._calls = Calls(identity.agent)
        self._keys = Keys()
        self._writing = False
        self._waiting: list[Record] = []

    def composer(self, composer: Entry) -> Iterator[Record]:
        """Yield what a composer says of itself."""
        at = instant(composer.get("createdAt"))
        uri = mapping(mapping(composer.get("workspaceIdentifier")).get("uri"))
        branch, model = composer.get("createdOnBranch"), mapping(composer.get("modelConfig")).get("modelName")
        cwd = first_string(uri, ("fsPath", "path"))
        yield from self._context.now(self._agent or "composer", at, cwd=cwd, branch=string(branch), model=string(model))
        if not self._agent:
            yield from title(string(composer.get("name")), at)
        self._writing = string(composer.get("status")) in _WRITING

    def bubble(self, bubble: Entry) -> Iterator[Record]:
        """Yield the records of one bubble, and of the one before when it waited for its end."""
        yield from self._waiting
        self._waiting = []
        at = instant(bubble.get("createdAt"))
        key = string(bubble.get("bubbleId")) or self._keys.key(bubble)
        folders = [one for one in sequence(bubble.get("workspaceUris")) if isinstance(one, str)]
        yield from self._context.now(key, at, cwd=_path(folders[0]) if folders else "")
        if bubble.get("type") == _PERSON:
            yield from self._said(key, at, string(bubble.get("text")))
        elif bubble.get("type") == _AGENT:
            words = list(self._words(key, at, bubble))
            if self._writing:
                self._waiting = words
            else:
                yield from words
            yield from self._tool(key, at, mapping(bubble.get("toolFormerData")))

    def _said(self, key: str, at: str, text: str) -> Iterator[Record]:
        said, put_in = ("", text.strip()) if self._agent else person_words(text)
        if put_in:
            yield self._record(Kind.TEXT, key, at, put_in, Role.INJECTED)
        if said:
            yield self._record(Kind.TEXT, key, at, said, Role.PERSON)

    def _words(self, key: str, at: str, bubble: Entry) -> Iterator[Record]:
        if thought := string(mapping(bubble.get("thinking")).get("text")).strip():
            yield self._record(Kind.THOUGHT, key, at, thought)
        if text := string(bubble.get("text")).strip():
            yield self._record(Kind.TEXT, key, at, text)

    def _tool(self, key: str, at: str, tool: Entry) -> Iterator[Record]:
        name, status = string(tool.get("name")), string(tool.get("status"))
        if not name or (self._writing and status not in _ENDED):
            return
        id_ = string(tool.get("toolCallId")) or key
        yield from self._calls.call(id_, name, tool.get("rawArgs") or tool.get("params"), at=at, message=key)
        if status in _ENDED:
            yield from self._calls.result(id_, _output(tool.get("result")), at=at, ok=status not in _FAILED)

    def _record(self, kind: Kind, message: str, at: str, text: str, role: Role = Role.AGENT) -> Record:
        key = self._keys.key(self._agent, kind, role, text)
        return Record(key, kind, role, message=message, at=at, text=text, agent=self._agent)


def _output(result: Any) -> str:
    """Return what a tool gave back: an object in a string, of which the words count, or the string itself."""
    text = string(result)
    found, whole = values(text.encode("utf-8", "replace")) if text.startswith("{") else ([], False)
    return (first_string(mapping(found[0]), _OUTPUT) if whole and len(found) == 1 else "") or text


def _path(uri: str) -> str:
    return unquote(uri.removeprefix("file://")) if uri.startswith("file://") else ""
