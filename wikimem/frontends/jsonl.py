"""Read the lines of a transcript as JSON objects, whatever state the file is in.

For front-ends only. A line that cannot be read becomes a diagnostic; a torn last line is not there yet.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import orjson

from wikimem.frontends.fence import CONTEXT_TAG, cut_context
from wikimem.frontends.fields import once
from wikimem.frontends.frontend import Lines
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Record

Entry = dict[str, Any]
"""One JSON object of a transcript, in the agent's own dialect."""

_BLANK = b" \t\r\n\0"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_FENCE = CONTEXT_TAG.encode()
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_SPACE = re.compile(r"[\s\0]*")
_LONGEST_INTEGER = 18
"""Digits that surely fit 64 bits; the raw log's writer takes no more."""


def objects(lines: Lines, noise: Callable[[bytes], bool] | None = None) -> Iterator[tuple[int, Entry] | Diagnostic]:
    """Yield each object with its line number from 1; `noise` drops a line by its bytes before it is decoded."""
    torn: Diagnostic | None = None
    for number, line in enumerate(lines, start=1):
        if torn is not None:
            yield torn
            torn = None
        if noise is not None and noise(line):
            continue
        found, whole = values(line)
        if not whole and not line.endswith(b"\n"):
            torn = _malformed(number)
            continue
        for value in found:
            if isinstance(value, dict):
                yield number, value
            else:
                whole = False
        if not whole:
            yield _malformed(number)


def records(
    lines: Lines, read: Callable[[Entry], Iterator[Record]], noise: Callable[[bytes], bool] | None = None
) -> Iterator[Record | Diagnostic]:
    """Yield what `read` makes of each object, each record once, and a finding for each line that is none."""
    return once(_read(lines, read, noise))


def _read(
    lines: Lines, read: Callable[[Entry], Iterator[Record]], noise: Callable[[bytes], bool] | None
) -> Iterator[Record | Diagnostic]:
    for found in objects(lines, noise):
        if isinstance(found, Diagnostic):
            yield found
        else:
            yield from read(found[1])


def values(data: bytes) -> tuple[list[Any], bool]:
    """Return the JSON values in a line or document, and whether that was all of it."""
    try:
        found, whole = [orjson.loads(data)], True
    except orjson.JSONDecodeError:
        found, whole = _glued_values(data)
    if _FENCE in data:
        found = [_clean(value, cut_context) for value in found]
    return found, whole


def _glued_values(data: bytes) -> tuple[list[Any], bool]:
    """Decode what a strict decoder refuses: several values on one line, lone surrogates, stray bytes."""
    text = data.removeprefix(_BYTE_ORDER_MARK).strip(_BLANK).decode("utf-8", "replace")
    found: list[Any] = []
    at = 0
    try:
        while at < len(text):
            value, at = _DECODER.raw_decode(text, at)
            found.append(_clean(value, _without_surrogates))
            at = _SPACE.match(text, at).end()  # type: ignore[union-attr]  # the pattern also matches nothing
    except (ValueError, RecursionError):
        return found, False
    return found, True


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) <= _LONGEST_INTEGER else float(digits)


_DECODER = json.JSONDecoder(parse_int=_integer, parse_constant=lambda _: None)


def _without_surrogates(text: str) -> str:
    return text if text.isascii() else _LONE_SURROGATE.sub("\ufffd", text)


def _clean(value: Any, mend: Callable[[str], str]) -> Any:
    """Apply `mend` to every string in a JSON value."""
    if isinstance(value, str):
        return mend(value)
    if isinstance(value, list):
        return [_clean(item, mend) for item in value]
    if isinstance(value, dict):
        return {mend(key): _clean(item, mend) for key, item in value.items()}
    return value


def _malformed(line: int) -> Diagnostic:
    return Diagnostic("malformed-line", "the line is no JSON object and was left out", line=line)
