"""What can be written into a configuration file of an agent, as data, and how to tell ours from what others wrote.

Pure. Every edit only inserts, so that the spans it filled are all there is to take out again.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Keys = tuple[str, ...]
"""Where something lies in a document: the keys from its root."""

_OUR_COMMAND = re.compile(r"\bwikimem(?:\.exe)?[\"']?\s+(?:hook|mcp)\b")


@dataclass(frozen=True, slots=True)
class Member:
    """A key of ours with its value. The last of `keys` belongs to us: whatever stands there is replaced."""

    keys: Keys
    value: Any


@dataclass(frozen=True, slots=True)
class Item:
    """An element of ours in a list that others may share."""

    keys: Keys
    value: Any


@dataclass(frozen=True, slots=True)
class Default:
    """A key the agent demands. It is set only where it is missing, and goes only when nothing else is left."""

    keys: Keys
    value: Any


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of ours between markers, in prose that a person wrote."""

    text: str


@dataclass(frozen=True, slots=True)
class Whole:
    """A file that is all ours."""

    text: str
    executable: bool = False


Edit = Member | Item | Default | Block | Whole


@dataclass(frozen=True, slots=True)
class Insertion:
    """Text that goes into a document before the character at `at`."""

    at: int
    text: str


def is_ours(value: Any) -> bool:
    """Tell whether an element of a list calls `wikimem hook` or `mcp`, from whatever folder and in whatever form."""
    return any(_OUR_COMMAND.search(words) for words in _commands(value))


def _commands(value: Any) -> Iterator[str]:
    """Yield every text in a value; a command together with its arguments, whichever is written first."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        arguments = value.get("args")
        if isinstance(value.get("command"), str) and isinstance(arguments, list):
            yield " ".join([value["command"], *map(str, arguments)])
        for inner in value.values():
            yield from _commands(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _commands(inner)


def newline_of(text: str) -> str:
    r"""Return how a text ends its lines: `\r\n` when it does so anywhere."""
    return "\r\n" if "\r\n" in text else "\n"


def at_path(data: Any, keys: Keys) -> Any:
    """Return what lies in plain data under `keys`, None when there is nothing."""
    for key in keys:
        if not isinstance(data, Mapping) or key not in data:
            return None
        data = data[key]
    return data


def nested(keys: Keys, value: Any) -> Any:
    """Return a value below the maps that `keys` name."""
    for key in reversed(keys):
        value = {key: value}
    return value
