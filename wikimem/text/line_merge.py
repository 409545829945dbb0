"""Merge files that are lines: logs of JSON lines, settings in TOML, plain text.

Pure, and the sides are equals.
"""

import re
import tomllib
from collections import Counter
from typing import Any

from wikimem.text.weave import weave

Clashes = tuple[tuple[str, str], ...]
_setting = re.compile(r"[ \t]*(\"[^\"]*\"|'[^']*'|[\w.-]+)[ \t]*=")


def union(one: str, other: str) -> str:
    """Return every line of both, each as often as the side has it that has it more often, sorted.

    A log that only grew at one of the sides stays as it is there.
    """
    low, high = sorted((one, other), key=lambda text: (len(text), text))
    if high.startswith(low) and (not low or low.endswith("\n")):
        return high
    lines = Counter(low.splitlines()) | Counter(high.splitlines())
    return "".join(f"{line}\n" for line in sorted(lines.elements()) if line)


def merge_text(base: str, one: str, other: str) -> tuple[str, Clashes]:
    """Return the lines that two sides make of `base`, and what both put in the place of the same line."""
    woven = weave(base.split("\n"), one.split("\n"), other.split("\n"))
    clashes = (("\n".join(low), "\n".join(high)) for low, high in woven.clashes)
    return "\n".join(woven.items), tuple(pair for pair in clashes if all(side.strip() for side in pair))


def merge_toml(base: str, one: str, other: str) -> tuple[str, Clashes]:
    """Return the settings that two sides make of `base`; of one that both changed, the greater, and the clash."""
    cut = [_settings(text) for text in (base, one, other)]
    chosen: dict[str, str] = {}
    clashes: list[tuple[str, str]] = []
    for key in {key: "" for side in cut[1:] for key in side if not key.startswith("\n")}:
        before, *sides = (side.get(key, "") for side in cut)
        changed = [side for side in sides if side != before]
        chosen[key] = changed[0] if len(changed) == 1 else max(sides)
        if len(changed) == 2 and sides[0] != sides[1] and all(sides):
            chosen[key], is_union = _united(before, *sorted(sides))
            clashes += [] if is_union else [(min(sides), max(sides))]
    keep = {key for key, text in chosen.items() if text}
    done: set[str] = set()
    lines = []
    for key in weave(*(list(side) for side in cut), keep=keep).items:
        if (
            key not in done
            and (text := chosen.get(key, key.split("\n")[-1] if key.startswith("\n") else "")) is not None
        ):
            done.add(key)
            if key.startswith("\n") or text:
                lines.append(text)
    merged = "\n".join(lines)
    try:
        tomllib.loads(merged)
    except tomllib.TOMLDecodeError:
        return max(one, other), ((min(one, other), max(one, other)),)
    return merged, tuple(clashes)


def _settings(text: str) -> dict[str, str]:
    """Return a file in pieces: table and key -> its lines; other lines go by newline, number of their kind and text."""
    found: dict[str, str] = {}
    table, open_key = "", ""
    seen: Counter[str] = Counter()
    for line in text.split("\n"):
        if open_key:
            found[open_key] += f"\n{line}"
            open_key = open_key if _is_open(found[open_key]) else ""
            continue
        if line.startswith("["):
            table = line.strip()
        if (match := _setting.match(line)) and f"{table}.{match[1]}" not in found:
            key = f"{table}.{match[1]}"
            open_key = key if _is_open(line) else ""
        else:
            seen[table + line] += 1
            key = f"\n{table if not line.startswith('[') else ''}\n{seen[table + line]}\n{line}"
        found[key] = line
    return found


def _is_open(setting: str) -> bool:
    """Tell whether a setting goes on in the next line."""
    try:
        tomllib.loads(setting)
    except tomllib.TOMLDecodeError:
        return setting.count("\n") < 1000 and any(sign in setting for sign in ("[", '"""', "'''"))
    return False


def _united(before: str, low: str, high: str) -> tuple[str, bool]:
    """Return both sides' lists as one, or the greater setting and False."""
    try:
        settings = [tomllib.loads(text) for text in (before, low, high)]
    except tomllib.TOMLDecodeError:
        return high, False
    values: list[Any] = [next(iter(setting.values()), []) for setting in settings]
    if not all(isinstance(value, list) and all(isinstance(item, str) for item in value) for value in values):
        return high, False
    items = dict.fromkeys(weave(*values).items)
    written = ", ".join('"' + item.replace("\\", "\\\\").replace('"', '\\"') + '"' for item in items)
    return f"{next(iter(settings[2]))} = [{written}]", True
