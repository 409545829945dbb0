"""JSON as agents' configurations have it, with the place of every value: comments, trailing commas and the lax forms
of JSON5 are read, so that an edit can leave all of them alone.

Pure. What is neither JSON nor one of those forms is a `ConfigUnreadable` that names the line.
"""

import json
import re
from dataclasses import dataclass, field
from typing import Any

from wikimem.errors import ConfigUnreadable

_SPACE = re.compile(r"(?:\s+|//[^\r\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\r\n]|\\.)*"', re.DOTALL)
_SINGLE = re.compile(r"'(?:[^'\\\r\n]|\\.)*'", re.DOTALL)
_WORD = re.compile(r"[A-Za-z_$][\w$]*")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])")
_LAX_NUMBER = re.compile(r"[+-]?(?:0[xX][0-9a-fA-F]+|Infinity|NaN|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(?![\w.])")
_LITERALS = {"true": True, "false": False, "null": None}
_DEEPEST = 200
"""Levels of nesting that are followed; no configuration has a tenth of it."""


@dataclass(frozen=True, slots=True)
class Node:
    """One value and where it stands: `text[start:end]`. `data` is the value itself, as the json module gives it."""

    start: int
    end: int
    data: Any
    members: "tuple[Entry, ...]" = ()
    """Of an object or a list, in order; entries of a list have no key."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A member of an object or an element of a list."""

    start: int
    """Where its key begins, or the value when it has none."""
    key: str
    node: Node
    comma: int
    """Where the comma after it stands, -1 when there is none."""


@dataclass(slots=True)
class _Reader:
    text: str
    at: int = 0
    depth: int = field(default=0)

    def skip(self) -> str:
        """Pass over white space and comments, and return the character that follows, "" at the end."""
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.text[self.at : self.at + 1]

    def value(self) -> Node:
        start = self.at
        match self.text[start : start + 1]:
            case "{":
                members = self.entries("}", keyed=True)
                return Node(start, self.at, {entry.key: entry.node.data for entry in members}, members)
            case "[":
                members = self.entries("]", keyed=False)
                return Node(start, self.at, [entry.node.data for entry in members], members)
            case '"' | "'":
                data = self.string()
                return Node(start, self.at, data)
        return self.bare()

    def bare(self) -> Node:
        start = self.at
        word = _WORD.match(self.text, start)
        if word and word[0] in _LITERALS:
            self.at = word.end()
            return Node(start, self.at, _LITERALS[word[0]])
        if number := _NUMBER.match(self.text, start):
            self.at = number.end()
            return Node(start, self.at, json.loads(number[0]))
        if number := _LAX_NUMBER.match(self.text, start):
            self.at = number.end()
            return Node(start, self.at, number[0])
        raise self.broken("a value is missing" if not self.text[start:] else "this is no value")

    def string(self) -> str:
        if found := _STRING.match(self.text, self.at):
            self.at = found.end()
            try:
                return str(json.loads(found[0], strict=False))
            except ValueError as error:
                raise self.broken("this string is not well formed") from error
        if found := _SINGLE.match(self.text, self.at):
            self.at = found.end()
            return found[0][1:-1]
        raise self.broken("this string does not end")

    def entries(self, close: str, *, keyed: bool) -> tuple[Entry, ...]:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.broken("this is nested too deeply")
        self.at += 1
        found: list[Entry] = []
        while self.skip() != close:
            if found and found[-1].comma < 0:
                raise self.broken("a comma is missing")
            start = self.at
            key = self.key() if keyed else ""
            node = self.value()
            comma = self.at if self.skip() == "," else -1
            self.at += comma >= 0
            found.append(Entry(start, key, node, comma))
        self.at += 1
        self.depth -= 1
        return tuple(found)

    def key(self) -> str:
        if self.text[self.at : self.at + 1] in ('"', "'"):
            key = self.string()
        elif word := _WORD.match(self.text, self.at):
            self.at = word.end()
            key = word[0]
        else:
            raise self.broken("a key is missing" if self.text[self.at :] else "the file ends too early")
        if self.skip() != ":":
            raise self.broken("a colon is missing")
        self.at += 1
        self.skip()
        return key

    def broken(self, what: str) -> ConfigUnreadable:
        return ConfigUnreadable(f"not valid JSON: {what}", line=self.text.count("\n", 0, self.at) + 1)


def read(text: str) -> Node | None:
    """Return the value a text holds, None when it holds nothing but white space and comments."""
    reader = _Reader(text)
    if not reader.skip():
        return None
    root = reader.value()
    if reader.skip():
        raise reader.broken("something follows the value")
    return root


def line_start(text: str, at: int) -> int:
    """Return where the line of a place begins."""
    return text.rfind("\n", 0, at) + 1


def comments_end(text: str, at: int) -> int:
    """Return the end of white space and comments that begin at a place."""
    found = _SPACE.match(text, at)
    return found.end() if found else at
