"""Read the transcripts of an agent nobody wrote a front-end for: a `Format` says which field means what.

`wikimem.formats` makes formats of a vault's files. A message is put into the form `generic_jsonl` knows and read by it.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from wikimem.frontends.document import entries
from wikimem.frontends.fields import first_string, once, sequence, stem_of, string
from wikimem.frontends.frontend import Frontend, Lines
from wikimem.frontends.generic_jsonl import Reader
from wikimem.frontends.generic_markdown import messages, read
from wikimem.frontends.jsonl import Entry
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Record

DOCUMENT = frozenset({"messages", "session", "title", "cwd"})
"""What a format may find in a document as a whole."""
MESSAGE = frozenset({"role", "text", "time", "id", "session", "name", "cwd", "tool", "input", "call", "result"})
"""What it may find in each message."""
ROLES = {"person": "user", "agent": "assistant", "injected": "system", "tool": "tool"}
"""Who may speak, and what `generic_jsonl` calls them."""


@dataclass(frozen=True, slots=True)
class Format:
    """Where the parts of one agent's transcripts are; a place is a path such as `log.entries` or `parts.0.text`."""

    name: str
    """Kebab-case: the agent's name, and the folder of its raw logs."""
    title: str
    files: tuple[str, ...]
    """Patterns of the files' names; `*` and `?` as in a shell."""
    document: Mapping[str, str] = field(default_factory=dict)
    """Places in a JSON document, for the names in `DOCUMENT`."""
    message: Mapping[str, str] = field(default_factory=dict)
    """Places in a message, for the names in `MESSAGE`."""
    roles: Mapping[str, str] = field(default_factory=dict)
    """What the transcript calls each speaker, and which of `ROLES` that is."""
    markdown: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    """For markdown: the line that opens a message of each of `ROLES`; groups `time` and `name` are read."""


def frontend(form: Format) -> Frontend:
    """Return the front-end that reads transcripts of a format."""

    def recognise(name: str, _head: bytes) -> bool:
        last = re.split(r"[/\\]", name)[-1]
        return any(fnmatchcase(last, pattern) for pattern in form.files)

    def identify(name: str, lines: Lines) -> Identity | None:
        found = messages(lines, opens) if form.markdown else entries(lines)
        objects = (one[1] for one in found if isinstance(one, tuple))
        first = next((entry for entry in objects if not form.markdown or "role" in entry), None)
        if first is None:
            return None
        inner = _messages(form, first)
        session = _text(first, form.document.get("session")) or _text(inner[0], form.message.get("session"))
        return Identity(session or stem_of(name))

    def parse(lines: Lines, identity: Identity) -> Iterator[Record | Diagnostic]:
        return read(lines, identity, opens) if form.markdown else once(_records(form, lines, identity))

    def opens(line: str) -> Entry | None:
        for role, pattern in form.markdown.items():
            if found := pattern.match(line):
                given = found.groupdict()
                return {"role": ROLES[role], "time": given.get("time") or "", "name": given.get("name") or ""}
        return None

    return Frontend(form.name, form.title, recognise, identify, parse)


def _records(form: Format, lines: Lines, identity: Identity) -> Iterator[Record | Diagnostic]:
    reader = Reader(identity)
    for found in entries(lines):
        if isinstance(found, Diagnostic):
            yield found
            continue
        number, entry = found
        if "messages" in form.document:
            yield from reader.heading({name: _text(entry, form.document.get(name)) for name in ("title", "cwd")})
        for message in _messages(form, entry):
            for one in _translated(form, message):
                yield from reader.read(number, one)


def _messages(form: Format, entry: Entry) -> list[Any]:
    """Return the messages of a document, or the object itself when each is a message."""
    place = form.document.get("messages")
    return (sequence(_at(entry, place)) or [{}]) if place else [entry]


def _translated(form: Format, message: Any) -> Iterator[Entry]:
    """Yield a message in the words of `generic_jsonl`: what was said or called, then what came back."""
    found = {name: _at(message, place) for name, place in form.message.items()}
    given = string(found.get("role"))
    known = {name: found[name] for name in ("time", "session", "name", "cwd") if found.get(name) is not None}
    call = first_string(found, ("call",))
    told: Entry = {**known, "id": found.get("id"), "content": found.get("text"), "role": given}
    if given in form.roles:
        told["role"] = ROLES[form.roles[given]]
    if name := first_string(found, ("tool",)):
        function = {"name": name, "arguments": found.get("input")}
        told |= {"role": "assistant", "tool_calls": [{"id": call, "function": function}]}
    if name or found.get("result") is None or told["content"]:
        yield told
    if found.get("result") is not None:
        yield {**known, "role": "tool", "content": found["result"], "tool_call_id": call}


def _at(value: Any, place: str | None) -> Any:
    """Return what lies at a place, None when nothing does."""
    for part in place.split(".") if place else ():
        if isinstance(value, list) and part.isdecimal() and int(part) < len(value):
            value = value[int(part)]
        else:
            value = value.get(part) if isinstance(value, dict) else None
    return value if place else None


def _text(value: Any, place: str | None) -> str:
    found = _at(value, place)
    return str(found) if isinstance(found, int) and not isinstance(found, bool) else string(found)
