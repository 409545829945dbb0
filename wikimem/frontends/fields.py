"""Take typed values out of foreign JSON: nothing here trusts a shape, and nothing raises.

For front-ends only.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Any

import orjson

from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Kind, Record
from wikimem.text.time import parse_instant

STATUSES = {"pending": "open", "in_progress": "active", "completed": "done", "done": "done", "active": "active"}
"""How agents call the states of a task, and what `Kind.TODO` calls them."""
OTHER_TEXT_LIMIT = 2000
"""Characters kept of a record no rule knows."""

_DEEPEST_INPUT = 100
"""Nesting kept of a tool's input; orjson writes at most 254 levels."""


def string(value: Any) -> str:
    """Return a value that is a string, else the empty string."""
    return value if isinstance(value, str) else ""


def mapping(value: Any) -> dict[str, Any]:
    """Return a value that is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def sequence(value: Any) -> list[Any]:
    """Return a value that is a list, else an empty one."""
    return value if isinstance(value, list) else []


def first_string(entry: dict[str, Any], names: Iterable[str]) -> str:
    """Return the first non-empty string among the named fields."""
    return next((value for name in names if (value := string(entry.get(name)))), "")


def stem_of(name: str) -> str:
    """Return the last part of a path of any system without its extension."""
    last = re.split(r"[/\\]", name)[-1]
    return last.rpartition(".")[0] or last


def todo_items(items: Any, text_field: str) -> list[dict[str, str]]:
    """Return a whole task list in the form of `Kind.TODO`; its items are objects or bare texts."""
    tasks = [item if isinstance(item, dict) else {text_field: item} for item in sequence(items)]
    return [
        {"text": text, "status": STATUSES.get(string(task.get("status")), "open")}
        for task in tasks
        if (text := string(task.get(text_field)))
    ]


def instant(value: Any) -> str:
    """Return a time (ISO text or epoch number) as a UTC instant ending in Z; empty when it is none."""
    return parse_instant(value) if isinstance(value, str | int | float) else ""


def compact(value: Any, limit: int = OTHER_TEXT_LIMIT) -> str:
    """Return a JSON value on one line, cut at `limit` characters."""
    try:
        return orjson.dumps(value).decode()[:limit]
    except orjson.JSONEncodeError:
        return ""


def tool_input(value: Any) -> dict[str, Any]:
    """Return a tool's input as an object that a raw log can hold."""
    data = value if isinstance(value, dict) else {} if value is None else {"input": value}
    return data if _depth_within(data, _DEEPEST_INPUT) else {"input": "[nested too deeply]"}


def _depth_within(value: Any, limit: int) -> bool:
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list):
        return True
    return limit > 0 and all(_depth_within(item, limit - 1) for item in value)


def block_text(block: Any) -> str:
    """Return the words of one content block: its text, or a stub for what is no text."""
    if isinstance(block, str):
        return block
    if not isinstance(block, dict):
        return ""
    text = block.get("text")
    if isinstance(text, str):
        return text
    if "image" in string(block.get("type")) or "source" in block:
        return binary_stub(block)
    return ""


def binary_stub(block: dict[str, Any]) -> str:
    """Return `[image image/png, 12345 bytes]` for an image or document, without its bytes."""
    source = mapping(block.get("source")) or block
    url = first_string(block, ("image_url", "url")) or string(source.get("url"))
    media, data = first_string(source, ("media_type", "mediaType", "mimeType")), first_string(source, ("data",))
    if url.startswith("data:"):
        head, _, data = url.partition(",")
        media = head[5:].partition(";")[0]
    what = "document" if "document" in string(block.get("type")) else "image"
    if data:
        return f"[{what} {media}, {len(data) * 3 // 4 - data[-2:].count('=')} bytes]"
    return f"[{what} {url}]" if url else f"[{what}]"


def content_text(content: Any) -> str:
    """Return the words of a message or result: a string, one block, or a list of blocks."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(filter(None, map(block_text, content)))
    return block_text(content)


def digest(*parts: Any) -> str:
    """Return 16 hex digits over strings and JSON values."""
    seed = b"\n".join(part.encode() if isinstance(part, str) else _canonical(part) for part in parts)
    return blake2b(seed, digest_size=8).hexdigest()


class Keys:
    """Identities for records whose agent gives none: a digest, and a number when it comes again."""

    def __init__(self) -> None:
        """Start with no record counted."""
        self._counts: Counter[str] = Counter()

    def key(self, *parts: Any) -> str:
        """Return the digest of the parts; `-2`, `-3` ... follow when the same parts were keyed before."""
        found = digest(*parts)
        self._counts[found] += 1
        count = self._counts[found]
        return found if count == 1 else f"{found}-{count}"


def _canonical(value: Any) -> bytes:
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except orjson.JSONEncodeError:
        return b""


def once(records: Iterable[Record | Diagnostic]) -> Iterator[Record | Diagnostic]:
    """Drop records whose key came before."""
    seen: set[str] = set()
    for record in records:
        if isinstance(record, Record):
            if record.key in seen:
                continue
            seen.add(record.key)
        yield record


def other(key: str, name: str, entry: Any, at: str = "", agent: str = "") -> Record:
    """Keep a record that no rule knows."""
    return Record(key, Kind.OTHER, message=key, at=at, text=compact(entry), name=name or "unknown", agent=agent)
