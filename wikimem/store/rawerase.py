"""A raw log without certain words: its lines changed where they hold them, its seals made again.

Only a purge calls this. It is the one exception to "append-only", and made so that what it leaves is provable again:
the lines of a prefix become the lines of a prefix, so every commit can vouch for what its own prefix became.
"""

import hashlib
import io
from dataclasses import dataclass, field, replace
from typing import Any

import orjson

from wikimem.store import rawlines
from wikimem.text.erasure import Eraser

BEGINNING = b'{"wikimem":'
"""How every raw log begins."""

_GRAMMAR = frozenset(("turn", "kind", "role", "act", "at", "ok"))
"""Fields whose values are words of the format and nobody's own."""


@dataclass(frozen=True, slots=True)
class Prefix:
    """What a sealed prefix of a raw log became."""

    before: str
    """SHA-256 of what it was."""
    bytes: int
    sha256: str


@dataclass(slots=True)
class ErasedLog:
    """A raw log without the words."""

    content: bytes = b""
    prefixes: dict[int, Prefix] = field(default_factory=dict)
    """By the length of the prefix before."""


def erased(content: bytes, eraser: Eraser) -> ErasedLog:
    """Return a raw log without the words; a seal that did not match before does not match afterwards."""
    before, after = hashlib.sha256(), hashlib.sha256()
    out, prefixes = bytearray(), {}
    read = 0
    for line in io.BytesIO(content):
        seal = rawlines.seal_of(rawlines.row_of(line)) if line.startswith(b'{"seal":') else None
        if seal is None:
            changed = _line(line, eraser) if eraser.finds(line) else line
        else:
            log = after.hexdigest() if seal.log == before.hexdigest() else seal.log
            changed = rawlines.seal_line(replace(seal, source=eraser.text(seal.source), log=log))
        before.update(line)
        after.update(changed)
        out += changed
        read += len(line)
        if seal is not None:
            prefixes[read] = Prefix(before.hexdigest(), len(out), after.hexdigest())
    return ErasedLog(bytes(out), prefixes)


def erased_json(content: bytes, eraser: Eraser) -> bytes:
    """Return a JSON document of ours without the words in its values; what is none is treated as text."""
    try:
        document = orjson.loads(content)
    except orjson.JSONDecodeError:
        return eraser.content(content)
    return orjson.dumps(_value(document, eraser), option=orjson.OPT_APPEND_NEWLINE)


def _line(line: bytes, eraser: Eraser) -> bytes:
    row = rawlines.row_of(line)
    if not row:
        return eraser.content(line)
    changed = {name: value if name in _GRAMMAR else _value(value, eraser) for name, value in row.items()}
    return orjson.dumps(changed, option=orjson.OPT_APPEND_NEWLINE)


def _value(value: Any, eraser: Eraser) -> Any:
    if isinstance(value, str):
        return eraser.text(value)
    if isinstance(value, dict):
        return {eraser.text(name): _value(inner, eraser) for name, inner in value.items()}
    if isinstance(value, list):
        return [_value(inner, eraser) for inner in value]
    return value
