"""What a raw log leaves out of very long text, and the order that keeps secrets out: redact, then cut.

Pure functions; the appender of raw logs is the only caller. Head and tail of a long text stay, with a line between
them that says how much is missing and proves what it was.
"""

import hashlib
from collections.abc import Callable
from typing import Any

RESULT = 2_048
"""Characters of a tool result that are kept whole: most results, and more than a reader ever quotes."""
TASK = 65_536
"""Characters of a sub-agent's report and of the prompt it got: those are an agent's words."""
INPUT = 8_192
"""Characters of each string in a call's input."""
WORDS = 262_144
"""Characters of what a person or an agent said: no message comes near, so nothing said is cut."""
DATA_BYTES = 262_144
"""Bytes of a record's data as JSON."""

_DEEPEST = 64
"""Levels of nesting kept in data; orjson writes no more than 254."""
_MARGIN = 8_192
"""Characters beyond what is kept that are redacted as well: longer than any token that names itself."""
_BLOCKS = ("<private", "-----BEGIN")
"""Openings of secrets that may be of any length: a text that holds one is redacted whole."""


def shorten(text: str, limit: int, redact: Callable[[str], str]) -> str:
    """Return text redacted, and cut to its first half and last quarter of `limit` characters when it is longer.

    The middle of a very long text is not redacted, because none of it is kept. The digest is of the text as it came.
    """
    head, tail = limit // 2, limit // 4
    reach = head + _MARGIN
    if len(text) > 2 * reach and not any(block in text for block in _BLOCKS):
        first, last = redact(text[:reach]), redact(text[-reach:])
        if min(len(first), len(last)) > reach - _MARGIN // 2:
            return f"{first[:head]}\n{_mark(text, head + tail)}\n{last[-tail:]}"
    redacted = redact(text)
    if len(redacted) <= limit:
        return redacted
    return f"{redacted[:head]}\n{_mark(text, head + tail)}\n{redacted[-tail:]}"


def each_string(value: Any, change: Callable[[str], str]) -> Any:
    """Return a JSON value with `change` applied to each of its strings."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {change(key): each_string(item, change) for key, item in value.items()}
    if isinstance(value, list):
        return [each_string(item, change) for item in value]
    return value


def flatten(value: Any, depth: int = _DEEPEST) -> Any:
    """Return a JSON value without what lies deeper than 64 levels, and with what JSON cannot say as text."""
    if isinstance(value, dict):
        return {str(key): flatten(item, depth - 1) for key, item in value.items()} if depth else "[nested too deeply]"
    if isinstance(value, list):
        return [flatten(item, depth - 1) for item in value] if depth else "[nested too deeply]"
    if isinstance(value, int) and not -(1 << 63) <= value < 1 << 63:
        return f"{value:#x}"
    return value


def data_mark(encoded: bytes) -> dict[str, Any]:
    """Return what stands for data that is too large as a whole."""
    return {"left_out": len(encoded), "sha256": hashlib.sha256(encoded).hexdigest()}


def _mark(text: str, kept: int) -> str:
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return f"[... {len(text) - kept:,} characters left out, sha256:{digest} ...]"
