"""Any conversation as JSON: lines with role and content or author and text, or one document of messages.

Reached through the table in `wikimem.frontends`, last. A document may be pretty-printed; it is read as a whole, so a
part of one yields nothing. A line of another session than the file's is left out and reported once.
"""

import re
from collections.abc import Iterator

from wikimem.frontends.document import entries
from wikimem.frontends.fields import (
    compact,
    content_text,
    digest,
    first_string,
    instant,
    mapping,
    once,
    other,
    sequence,
    stem_of,
    string,
    tool_input,
)
from wikimem.frontends.frontend import Lines
from wikimem.frontends.jsonl import Entry, values
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.model.record import Act, Identity, Kind, Record, Role

_ROLES = {
    "user": Role.PERSON,
    "human": Role.PERSON,
    "person": Role.PERSON,
    "assistant": Role.AGENT,
    "ai": Role.AGENT,
    "agent": Role.AGENT,
    "bot": Role.AGENT,
    "model": Role.AGENT,
    "system": Role.INJECTED,
    "developer": Role.INJECTED,
}
_TOOL_ROLES = frozenset({"tool", "function"})
_AUTHOR_FIELDS = ("role", "author", "speaker", "name", "from")
_CONTENT_FIELDS = ("content", "text", "message", "body")
_TIME_FIELDS = ("time", "timestamp", "created_at", "date", "ts")
_SESSION_FIELDS = ("session", "session_id")
_CUT_DOCUMENT = re.compile(rb'\A\s*(?:\[|\{(?s:.*)"messages"\s*:\s*\[)')
_CUT_MESSAGE = re.compile(rb'"(?:role|author|speaker|from)"\s*:\s*"')


def recognise(_name: str, head: bytes) -> bool:
    """Tell whether a file holds messages; a document longer than `head` is judged by its beginning."""
    for found in entries(head.splitlines(keepends=True)):
        if isinstance(found, tuple) and _holds_messages(found[1]):
            return True
    return _CUT_DOCUMENT.search(head) is not None and _CUT_MESSAGE.search(head) is not None


def identify(name: str, lines: Lines) -> Identity | None:
    """Say which session a file holds: the id it gives, else the file's stem."""
    stem = stem_of(name)
    for found in entries(lines):
        if isinstance(found, Diagnostic):
            continue
        entry = found[1]
        if _messages(entry) and _holds_messages(entry):
            return Identity(first_string(entry, (*_SESSION_FIELDS, "id")) or _session(_messages(entry)[0]) or stem)
        if _holds_messages(entry) or _session(entry):
            return Identity(_session(entry) or stem)
    return None


def parse(lines: Lines, identity: Identity) -> Iterator[Record | Diagnostic]:
    """Yield the conversation's records in file order."""
    return once(_records(lines, identity))


def _records(lines: Lines, identity: Identity) -> Iterator[Record | Diagnostic]:
    reader = Reader(identity)
    for found in entries(lines):
        if isinstance(found, Diagnostic):
            yield found
            continue
        number, entry = found
        messages = _messages(entry)
        if messages:
            yield from reader.heading(entry)
        for message in messages or [entry]:
            yield from reader.read(number, message)


def _messages(entry: Entry) -> list[Entry]:
    return [message for message in sequence(entry.get("messages")) if isinstance(message, dict)]


def _session(entry: Entry) -> str:
    return first_string(entry, _SESSION_FIELDS)


def _is_message(entry: Entry) -> bool:
    flat = _flattened(entry)
    return bool(_author(flat)) and (bool(_content(flat)) or bool(sequence(flat.get("tool_calls"))))


def _holds_messages(entry: Entry) -> bool:
    return _is_message(entry) or any(map(_is_message, _messages(entry)))


def _flattened(entry: Entry) -> Entry:
    """Lift a message that lies inside its line, as several agents write it."""
    inner = entry.get("message")
    return {**entry, **inner} if isinstance(inner, dict) else entry


def _author(entry: Entry) -> str:
    return string(mapping(entry.get("author")).get("role")) or first_string(entry, _AUTHOR_FIELDS)


def _content(entry: Entry) -> str:
    return next((text for name in _CONTENT_FIELDS if (text := content_text(entry.get(name)).strip())), "")


class Reader:
    """Walks one conversation."""

    def __init__(self, identity: Identity) -> None:
        """Begin a conversation that belongs to `identity`."""
        self._session = identity.session
        self._texts: dict[str, str] = {}
        self._counts: dict[str, int] = {}
        self._cwd = ""
        self._foreign: set[str] = set()

    def heading(self, entry: Entry) -> Iterator[Record]:
        """Yield what an object says about the conversation: where it ran and its title."""
        cwd = string(entry.get("cwd"))
        if cwd and cwd != self._cwd:
            self._cwd = cwd
            at = instant(entry.get("started")) or _time(entry)
            yield Record(self._key("", "context", cwd), Kind.CONTEXT, Role.INJECTED, at=at, data={"cwd": cwd})
        if title := string(entry.get("title")):
            yield Record(f"title:{digest(title)}", Kind.TITLE, text=title)

    def read(self, number: int, entry: Entry) -> Iterator[Record | Diagnostic]:
        """Yield the records of one message."""
        session = _session(entry)
        if session and session != self._session:
            if session not in self._foreign:
                self._foreign.add(session)
                yield Diagnostic(
                    "other-session", f"lines of session {session} were left out", Severity.INFO, line=number
                )
            return
        yield from self.heading(entry)
        entry = _flattened(entry)
        author, text = _author(entry), _content(entry)
        calls = [call for call in sequence(entry.get("tool_calls")) if isinstance(call, dict)]
        if not author or not (text or calls):
            if not _is_heading(entry):
                key = self._key("", "other", compact(entry))
                yield other(key, string(entry.get("type")) or "unknown", entry, _time(entry))
            return
        key = self._key(_id(entry), author, text)
        yield from _said(entry, key, author, text)
        for index, call in enumerate(calls):
            yield _called(call, key, index, _time(entry))

    def _key(self, id_: str, author: str, text: str) -> str:
        """Return the given id, unless other words had it before; else a digest and how often it came."""
        content = digest(author, text)
        if id_ and self._texts.setdefault(id_, content) == content:
            return id_
        count = self._counts[content] = self._counts.get(content, 0) + 1
        return content if count == 1 else f"{content}-{count}"


def _said(entry: Entry, key: str, author: str, text: str) -> Iterator[Record]:
    at = _time(entry)
    if author.lower() in _TOOL_ROLES:
        call = first_string(entry, ("tool_call_id", "call_id"))
        ok = not entry.get("is_error")
        yield Record(key, Kind.RESULT, at=at, text=text, name=string(entry.get("name")), call=call, ok=ok)
    elif text:
        role = _ROLES.get(author.lower())
        named = first_string(entry, ("author", "speaker", "name", "from"))
        name = "" if named.lower() in _ROLES else named
        yield Record(key, Kind.TEXT, role or Role.PERSON, message=key, at=at, text=text, name=name)


def _called(call: Entry, message: str, index: int, at: str) -> Record:
    function = mapping(call.get("function")) or call
    arguments = function.get("arguments")
    found = values(arguments.encode("utf-8", "replace"))[0] if isinstance(arguments, str) else [arguments]
    data = tool_input(found[0]) if len(found) == 1 and isinstance(found[0], dict) else {"arguments": arguments}
    text = next((value for value in data.values() if isinstance(value, str)), "")
    name, id_ = string(function.get("name")), string(call.get("id")) or f"{message}:{index}"
    return Record(
        f"{message}:call{index}",
        Kind.CALL,
        message=message,
        at=at,
        text=text,
        name=name,
        act=Act.OTHER,
        call=id_,
        data=data,
    )


def _is_heading(entry: Entry) -> bool:
    return bool(_session(entry) or string(entry.get("title")) or string(entry.get("cwd")))


def _time(entry: Entry) -> str:
    return next((at for name in _TIME_FIELDS if (at := instant(entry.get(name)))), "")


def _id(entry: Entry) -> str:
    id_ = entry.get("id")
    return str(id_) if isinstance(id_, int) and not isinstance(id_, bool) else string(id_)
