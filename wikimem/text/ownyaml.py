r"""The small, regular YAML our own frontmatter is written in: written and read without a YAML library.

Only `text.frontmatter` calls this room. `write` quotes whatever a YAML 1.1 or a YAML 1.2 reader could take for
something else than the string it is. `read` understands the shapes `write` makes and refuses all others, so that a
block it accepts means the same to every YAML reader.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any

ORDER = ("type", "title", "description", "tags", "aliases", "scope", "status", "generated", "sources")
"""The keys that come first, in this order; all others follow by name."""

_INSTANT_KEYS = frozenset({"at", "from", "last_modified", "stale_after", "to"})
_UNPRINTABLE = "\x00-\x1f\x7f-\xa0\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff"
_FIRST = rf"[^{_UNPRINTABLE} !-'*-.:-@\[-^`{{-~]"
_KEY = r"[A-Za-z_][A-Za-z0-9_-]*"
_FLOW_PLAIN = rf"{_FIRST}(?:[^{_UNPRINTABLE},\[\]{{}}:#? ]|:(?![ ,\[\]{{}}?]|\Z)|(?<! )#| (?=[^ ,\[\]{{}}#:?]))*"
"""No question mark: YAML 1.1 readers take one for the key of a map anywhere in a flow collection."""
_BLOCK_PLAIN = rf"{_FIRST}(?:[^{_UNPRINTABLE}:# ]|:(?! |\Z)|(?<! )#| (?=[^ #:]))*"
_QUOTED = rf'"(?:[^"\\{_UNPRINTABLE}]|\\["\\/bfnrt]|\\u(?![dD][89a-fA-F])[0-9a-fA-F]{{4}})*"'
_is_flow_plain = re.compile(_FLOW_PLAIN).fullmatch
_is_block_plain = re.compile(_BLOCK_PLAIN).fullmatch
_is_quoted = re.compile(_QUOTED).fullmatch
_is_key = re.compile(_KEY).fullmatch
_match_flow_scalar = re.compile(rf"(?P<plain>{_FLOW_PLAIN})|(?P<quoted>{_QUOTED})").match
_match_flow_key = re.compile(rf"(?:(?P<plain>{_KEY})|(?P<quoted>{_QUOTED})): ").match
_is_flat_map = re.compile(rf"\{{{_KEY}: {_FLOW_PLAIN}(?:, {_KEY}: {_FLOW_PLAIN})*\}}").fullmatch
_match_line = re.compile(rf"({_KEY}):(?: (.+))?").fullmatch
_match_negative = re.compile(r"-[1-9][0-9]{0,299}(?=[,\]}])").match
_is_integer = re.compile(r"-?(?:0|[1-9][0-9]{0,299})").fullmatch
_is_ambiguous = re.compile(
    r"y|n|yes|no|on|off|true|false|null|nan|inf"
    r"|[0-9][0-9_,]*(?:\.[0-9_]*)?(?:e[-+]?[0-9]+)?|0[xob][0-9a-f_]+"
    r"|[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[t ].*)?",
    re.IGNORECASE | re.ASCII,
).fullmatch
_is_instant = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z)?", re.ASCII
).fullmatch
_WORDS: dict[str, Any] = {"true": True, "false": False, "null": None}
_DIGITS = frozenset("-0123456789")
_escape_more = re.compile(r"[\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]").sub
_surrogates_to_mark = re.compile("[\ud800-\udfff]").sub


@dataclass(frozen=True, slots=True)
class Span:
    """The lines of one top-level key within its block: from `first` to before `end`, counted from 0."""

    first: int
    end: int
    bullet: str | None = None
    """What stands before the items of a list of scalars written one item a line, None for any other value."""
    tail: str = ""
    """A comment after a value of one line, with the space before it."""


class _NotOurs(Exception):
    """The text is YAML of another shape, or no YAML."""


def write(meta: Mapping[str, Any]) -> str:
    """Return `meta` as YAML lines, each ended by a newline; `{}` gives "".

    Values are strings, integers, booleans, None, and lists and string-keyed mappings of these.
    """
    known = [key for key in ORDER if key in meta]
    others = sorted(key for key in meta if key not in ORDER)
    return "".join(f"{line}\n" for key in (*known, *others) for line in entry(key, meta[key]))


def entry(key: str, value: Any) -> list[str]:
    """Return the lines for one top-level key: one line, or one more for each item of a list of mappings."""
    name = _written_key(key)
    if isinstance(value, list | tuple) and any(isinstance(item, Mapping) for item in value):
        return [f"{name}:", *(f"- {_flow(item)}" for item in value)]
    if isinstance(value, str):
        return [f"{name}: {_scalar(value, False, key in _INSTANT_KEYS)}"]
    return [f"{name}: {_flow(value, key)}"]


def item(value: Any) -> str:
    """Return one item of a list, quoted where it has to be."""
    return _flow(value)


def read(block: str) -> dict[str, Any] | None:
    """Return what `block` says when it has the shapes `write` makes, else None. It ends its lines with newlines."""
    meta: dict[str, Any] = {}
    items: list[Any] | None = None
    key = ""
    try:
        for line in block.removesuffix("\n").split("\n"):
            if line.startswith("- "):
                if items is None:
                    return None
                items.append(_whole_flow(line[2:]))
                meta[key] = items
                continue
            found = _match_line(line)
            if found is None or found[1] in meta:
                return None
            key, rest = found[1], found[2]
            items = [] if rest is None else None
            meta[key] = None if rest is None else _block_value(rest)
    except _NotOurs:
        return None
    return meta


def spans(block: str) -> dict[str, Span]:
    """Return where each key of `block` lies. The block must be one that `read` accepts."""
    found: dict[str, Span] = {}
    name, first = "", 0
    lines = block.removesuffix("\n").split("\n")
    for number, line in enumerate(lines):
        if not line.startswith("- "):
            if name:
                found[name] = Span(first, number)
            name, first = line.partition(":")[0], number
    return {**found, name: Span(first, len(lines))}


def _flow(value: Any, key: str = "") -> str:
    if isinstance(value, str):
        return _scalar(value, True, key in _INSTANT_KEYS)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{_written_key(name)}: {_flow(inner, name)}" for name, inner in value.items())
        return f"{{{pairs}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_flow(inner) for inner in value)}]"
    raise TypeError(f"frontmatter holds no {type(value).__name__}")


@lru_cache(maxsize=1024)
def _written_key(name: str) -> str:
    return name if _is_key(name) and not _is_ambiguous(name) else _quote(name)


@lru_cache(maxsize=8192)
def _scalar(value: str, in_flow: bool, is_instant: bool) -> str:
    if is_instant and _is_moment(value):
        return value
    plain = _is_flow_plain(value) if in_flow else _is_block_plain(value)
    return value if plain and not _is_ambiguous(value) else _quote(value)


def _is_moment(value: str) -> bool:
    found = _is_instant(value)
    if not found:
        return False
    try:
        date.fromisoformat(found[1])
    except ValueError:
        return False
    return True


def _quote(value: str) -> str:
    quoted = json.dumps(_surrogates_to_mark("\ufffd", value), ensure_ascii=False)
    return quoted if quoted.isascii() and "\x7f" not in quoted else _escape_more(_escape, quoted)


def _escape(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def _typed(text: str) -> Any:
    if text[0] in _DIGITS:
        return int(text) if _is_integer(text) else text
    return _WORDS.get(text, text)


def _block_value(text: str) -> Any:
    if text[0] in "[{":
        return _whole_flow(text)
    if text[0] == '"':
        if not _is_quoted(text):
            raise _NotOurs
        return json.loads(text)
    if _is_integer(text):
        return int(text)
    if not _is_block_plain(text):
        raise _NotOurs
    return _typed(text)


def _whole_flow(text: str) -> Any:
    pairs = _flat_pairs(text)
    if pairs:
        return dict(pairs)
    value, end = _flow_value(text, 0, 0)
    if end != len(text):
        raise _NotOurs
    return value


@lru_cache(maxsize=8192)
def _flat_pairs(text: str) -> tuple[tuple[str, Any], ...]:
    """Return the pairs of a map of plain values, () for anything else. Cached: compiling reads a source many times."""
    if not _is_flat_map(text):
        return ()
    pairs = [pair.partition(": ") for pair in text[1:-1].split(", ")]
    unique = len({name for name, _, _ in pairs}) == len(pairs)
    return tuple((name, _typed(value)) for name, _, value in pairs) if unique else ()


def _flow_value(text: str, start: int, depth: int) -> tuple[Any, int]:
    opening = text[start : start + 1]
    if opening in ("{", "["):
        if depth > 8:
            raise _NotOurs
        return (_flow_map if opening == "{" else _flow_list)(text, start + 1, depth)
    found = _match_flow_scalar(text, start)
    if found is None:
        negative = _match_negative(text, start)
        if negative is None:
            raise _NotOurs
        return int(negative[0]), negative.end()
    quoted = found["quoted"]
    return (_typed(found["plain"]) if quoted is None else json.loads(quoted)), found.end()


def _flow_map(text: str, start: int, depth: int) -> tuple[dict[str, Any], int]:
    result: dict[str, Any] = {}
    while not text.startswith("}", start):
        if result:
            start = _after_comma(text, start)
        found = _match_flow_key(text, start)
        if found is None:
            raise _NotOurs
        name = found["plain"] or json.loads(found["quoted"])
        if name in result:
            raise _NotOurs
        result[name], start = _flow_value(text, found.end(), depth + 1)
    return result, start + 1


def _flow_list(text: str, start: int, depth: int) -> tuple[list[Any], int]:
    result: list[Any] = []
    while not text.startswith("]", start):
        if result:
            start = _after_comma(text, start)
        value, start = _flow_value(text, start, depth + 1)
        result.append(value)
    return result, start + 1


def _after_comma(text: str, start: int) -> int:
    if not text.startswith(", ", start):
        raise _NotOurs
    return start + 2
