"""Put a table into TOML and take it out, as text: the library for TOML only judges what comes of it.

Pure. A table of ours is appended, which every TOML document allows unless its parent is an inline table.
"""

import json
import re
import tomllib
from typing import Any

from wikimem.errors import ConfigUnreadable
from wikimem.install.edit import Insertion, Keys, Member

_HEADER = re.compile(r"[ \t]*\[")
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def data(text: str) -> dict[str, Any]:
    """Return what a document says; `ConfigUnreadable` when it does not parse."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        raise ConfigUnreadable(f"not valid TOML: {error}", line=int(found[1]) if found else 0) from error


def insert(text: str, edit: Member) -> tuple[Insertion, ...]:
    """Return what appends the table of an edit, whose value is a map of plain values; `ConfigUnreadable`."""
    lines = [f"[{'.'.join(map(_key, edit.keys))}]"]
    lines += [f"{_key(name)} = {json.dumps(value, ensure_ascii=False)}" for name, value in edit.value.items()]
    lead = "\n\n" if text and not text.endswith("\n") else "\n" if text.strip() else ""
    added = lead + "\n".join(lines) + "\n"
    data(text)
    try:
        data(text + added)
    except ConfigUnreadable as error:
        hint = "put it in by hand: `wikimem install --print` shows it"
        raise ConfigUnreadable(f"`{edit.keys[0]}` takes no further table as it is written", hint=hint) from error
    return (Insertion(len(text), added),)


def strip(text: str, keys: Keys) -> str:
    """Return a document without the table at `keys` and the tables below it; others keep their comments."""
    name = r"\s*\.\s*".join(f"(?:\"{re.escape(key)}\"|'{re.escape(key)}'|{re.escape(key)})" for key in keys)
    ours = re.compile(rf"[ \t]*\[\s*{name}\s*(?:\.[^\]]*)?\]\s*(?:#.*)?$")
    lines = text.splitlines(keepends=True)
    kept: list[str] = []
    at = 0
    while at < len(lines):
        if not ours.match(lines[at].rstrip("\r\n")):
            kept.append(lines[at])
            at += 1
            continue
        end = at + 1
        while end < len(lines) and not _HEADER.match(lines[end]):
            end += 1
        content = end
        while content > at + 1 and (not lines[content - 1].strip() or lines[content - 1].lstrip().startswith("#")):
            content -= 1
        if kept and not kept[-1].strip():
            kept.pop()
        at = content
    return "".join(kept)


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)
