"""Merge the frontmatter of a page three ways, key by key; lines between the keys, comments say, are woven.

Pure, and the sides are equals. A key that one side changed is taken as it stands there, byte for byte. Where both did:
the later `generated`, the union of lists, the status that is further on, else the greater value, and the clash is told.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wikimem.text import frontmatter
from wikimem.text.outline import source_order
from wikimem.text.weave import weave

_FURTHER = ("open", "expired", "accepted", "draft", "stable", "deprecated")
"""A later status of this list wins over an earlier one."""


_NAMED_BY_FIRST = ("title", "description")
"""Keys that the compiler makes of the first claim: of a page that two machines began, either's will do."""


@dataclass(frozen=True, slots=True)
class MergedMeta:
    """What came out."""

    block: str
    """The lines between the fences."""
    values: Mapping[str, Any]
    """Keys that both sides changed, and what they are now: to be patched in."""
    clashes: tuple[tuple[str, str], ...] = ()


def merge_blocks(
    base: str, one: str, other: str, cited: frozenset[str], uncited: frozenset[str] = frozenset()
) -> MergedMeta:
    """Return the block that two sides make of `base`; `PageError` when one cannot be read.

    A source that the merged body cites is kept; one that it cites no longer goes.
    """
    metas = [frontmatter.parse(f"---\n{block}---\n")[0] for block in (base, one, other)]
    cut = [frontmatter.entries(block) for block in (base, one, other)]
    lines = [{key: text for key, text in entries if key} for entries in cut]
    items = [[("key", key) if key else ("line", text) for key, text in entries] for entries in cut]
    chosen: dict[str, str] = {}
    values: dict[str, Any] = {}
    clashes: list[tuple[str, str]] = []
    for key in sorted({*lines[1], *lines[2]}):
        before, *sides = (side.get(key, "") for side in lines)
        changed = [side for side in sides if side != before]
        chosen[key] = changed[0] if len(changed) == 1 else max(sides)
        if key == "sources" and any(changed):
            values[key] = _sources(metas, cited, uncited)
        elif len(changed) == 2 and sides[0] != sides[1] and all(sides):
            values[key] = _value(key, *(meta.get(key) for meta in metas))
            if values[key] is None:
                del values[key]
                if before or key not in _NAMED_BY_FIRST:
                    clashes.append((min(sides), max(sides)))
    keep = {("key", key) for key, text in chosen.items() if text}
    woven: list[str] = []
    done: set[str] = set()
    for kind, name in weave(*items, keep=keep).items:
        if kind == "line":
            woven.append(name)
        elif name not in done and chosen.get(name):
            done.add(name)
            woven.append(chosen[name])
    return MergedMeta("".join(f"{line}\n" for line in woven), values, tuple(clashes))


def _value(key: str, base: Any, one: Any, other: Any) -> Any:
    """Return what both sides' changes of a key come to, None when they cannot both stand."""
    if isinstance(one, list) and isinstance(other, list):
        return _union(base if isinstance(base, list) else [], one, other)
    if key == "generated" and isinstance(one, Mapping) and isinstance(other, Mapping):
        return max(one, other, key=lambda made: (str(made.get("at", "")), str(made)))
    if one in _FURTHER and other in _FURTHER:
        return max(one, other, key=_FURTHER.index)
    return None


def _union(base: Sequence[Any], one: Sequence[Any], other: Sequence[Any]) -> list[Any]:
    named = [{str(item): item for item in items} for items in (base, one, other)]
    every = {**named[1], **named[2]}
    return list(dict.fromkeys(every[name] for name in weave(*(list(names) for names in named)).items if name in every))


def _sources(metas: Sequence[Mapping[str, Any]], cited: frozenset[str], uncited: frozenset[str]) -> list[Any]:
    """Return the entries of both sides, without those that one took out or nothing cites any more."""
    listed = [_by_id(meta.get("sources")) for meta in metas]
    base, one, other = listed
    wanted = (one.keys() & other.keys()) | (one.keys() - base.keys()) | (other.keys() - base.keys()) | cited
    kept = []
    for name in sorted(({*one, *other} & wanted) - uncited, key=source_order):
        changed = [side[name] for side in (one, other) if name in side and side[name] != base.get(name)]
        kept.append(max(changed, key=str) if changed else (one.get(name) or other[name]))
    return kept


def _by_id(sources: Any) -> dict[str, Any]:
    entries = sources if isinstance(sources, list) else []
    return {str(entry.get("id", "")) if isinstance(entry, Mapping) else str(entry): entry for entry in entries}
