"""Any conversation as markdown: a heading or a bold label such as `## User` opens each message.

Reached through the table in `wikimem.frontends`. Such files are written by exports, a message at a time: the last one
ends where the file does. When a message grows later, both its states are kept.
"""

import re
from collections.abc import Callable, Iterator

from wikimem.frontends.fence import cut_context
from wikimem.frontends.fields import once, stem_of
from wikimem.frontends.frontend import Lines
from wikimem.frontends.generic_jsonl import Reader
from wikimem.frontends.jsonl import Entry
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Record

Opening = Callable[[str], Entry | None]
"""Tells from a line who speaks from there on, as fields `role`, `time`, `name`; None when it opens no message."""

_LABELS = {
    "user": "user human person you me prompt",
    "assistant": "assistant ai agent bot model answer response chatgpt claude codex copilot cursor gemini",
    "system": "system developer",
    "tool": "tool function",
}
_ROLES = {label: role for role, labels in _LABELS.items() for label in labels.split()}
_LABEL = re.compile(r"(?:#{1,6}[ \t]+|\*\*)([A-Za-z]+)(?:\*\*)?:?(?:\*\*)?(?=\W|$)(.*)")
_INSTANT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?")
_FENCE = re.compile(r"[ \t]{0,3}(```|~~~)")
_TITLE = "# "


def recognise(_name: str, head: bytes) -> bool:
    """Tell whether a file holds messages of a person and of an agent under labels of their own."""
    roles = {entry.get("role") for _, entry in messages(head.splitlines(keepends=True), labelled)}
    return {"user", "assistant"} <= roles


def identify(name: str, lines: Lines) -> Identity | None:
    """Say which session a file holds: the one its name says."""
    return Identity(stem_of(name)) if any("role" in entry for _, entry in messages(lines, labelled)) else None


def parse(lines: Lines, identity: Identity) -> Iterator[Record | Diagnostic]:
    """Yield the conversation's records in file order."""
    return read(lines, identity, labelled)


def read(lines: Lines, identity: Identity, opens: Opening) -> Iterator[Record | Diagnostic]:
    """Yield the records of a conversation whose messages `opens` tells apart."""
    reader = Reader(identity)
    return once(record for number, entry in messages(lines, opens) for record in reader.read(number, entry))


def labelled(line: str) -> Entry | None:
    """Return who speaks after a line that is a heading or a bold label with a name everybody knows."""
    found = _LABEL.match(line)
    role = _ROLES.get(found[1].lower()) if found else None
    if found is None or role is None:
        return None
    at = _INSTANT.search(found[2])
    rest = found[2].strip(" \t:") if line.startswith("**") and not at else ""
    return {"role": role, "time": at[0] if at else "", "content": rest}


def messages(lines: Lines, opens: Opening) -> Iterator[tuple[int, Entry]]:
    """Yield each message as an object with `role` and `content`, and a title before them, with their line numbers.

    A line inside a fence of code opens nothing.
    """
    entry: Entry = {}
    text: list[str] = []
    start, fence = 1, ""
    for number, data in enumerate(lines, start=1):
        line = data.decode("utf-8", "replace").replace("\0", "").rstrip("\r\n")
        mark = _FENCE.match(line)
        opened = None if fence or mark else opens(line)
        if mark and fence in ("", mark[1]):
            fence = "" if fence else mark[1]
        if opened is not None:
            yield from _told(start, entry, text)
            entry, text, start = opened, [opened.pop("content", "")], number
        elif entry:
            text.append(line)
        elif line.startswith(_TITLE):
            yield number, {"title": line.removeprefix(_TITLE).strip()}
    yield from _told(start, entry, text)


def _told(number: int, entry: Entry, text: list[str]) -> Iterator[tuple[int, Entry]]:
    words = cut_context("\n".join(text)).strip()
    if entry and words:
        yield number, {**entry, "content": words}
