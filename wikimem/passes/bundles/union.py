"""Put the claims of one page on another that says some of them: each once, citing what both cite. Pure.

Lines are taken over word for word. What is on the page stays as it is, a claim that was retired there stays retired.
"""

from collections.abc import Collection, Mapping
from typing import Any

from wikimem.text import frontmatter
from wikimem.text.outline import (
    SUPERSEDED,
    Bullet,
    Outline,
    end_of_introduction,
    end_of_words,
    insert_footnotes,
    read_outline,
    source_order,
    with_labels,
)


def union(ours: str, theirs: str, wanted: Collection[str]) -> str:
    """Return our page with the claims of another whose ids are `wanted`."""
    our_meta, our_body = frontmatter.parse(ours)
    their_meta, their_body = frontmatter.parse(theirs)
    here, there = read_outline(our_body), read_outline(their_body)
    places = {bullet.claim.id: bullet for bullet in here.bullets if bullet.claim.id}
    cited: dict[str, None] = {}
    current: list[str] = []
    retired: list[str] = []
    for bullet in there.bullets:
        if bullet.claim.id not in wanted:
            continue
        known = places.get(bullet.claim.id)
        labels = [label for label in bullet.claim.sources if known is None or label not in known.claim.sources]
        cited.update(dict.fromkeys(labels))
        if known is None:
            (retired if bullet.claim.superseded else current).extend(there.lines[bullet.first : bullet.end])
        elif labels:
            here.lines[known.end - 1] = with_labels(here.lines[known.end - 1], labels)
    _append(here, current)
    _append_retired(here, retired)
    notes = {label: _note(there, label) for label in cited if label in there.footnotes and label not in here.footnotes}
    insert_footnotes(here, notes)
    body = here.text()
    if body == our_body:
        return ours
    page = ours[: len(ours) - len(our_body)] + body
    return frontmatter.patch(page, _head(our_meta, their_meta, cited))


def _append(outline: Outline, lines: list[str]) -> None:
    main = [bullet.end for bullet in outline.bullets if not bullet.heading]
    if lines and main:
        outline.insert(main[-1], lines)
    elif lines:
        outline.insert_apart(end_of_introduction(outline), lines)


def _append_retired(outline: Outline, lines: list[str]) -> None:
    ends = [bullet.end for bullet in outline.bullets if _is_retired(bullet)]
    if lines and ends:
        outline.insert(ends[-1], lines)
    elif lines:
        outline.insert_apart(end_of_words(outline), [f"## {SUPERSEDED}", *lines])


def _is_retired(bullet: Bullet) -> bool:
    return bullet.heading == SUPERSEDED


def _note(outline: Outline, label: str) -> str:
    return outline.lines[outline.footnotes[label]].partition("]:")[2].strip()


def _head(ours: Mapping[str, Any], theirs: Mapping[str, Any], cited: Collection[str]) -> dict[str, Any]:
    """Return the keys that change: sources of both, and the later of the two dates."""
    listed = {str(entry.get("id", "")): entry for entry in _entries(ours)}
    fresh = [entry for entry in _entries(theirs) if entry.get("id") in cited and str(entry["id"]) not in listed]
    entries = sorted([*_entries(ours), *fresh], key=lambda entry: source_order(str(entry.get("id", ""))))
    changes: dict[str, Any] = {"sources": entries} if fresh else {}
    mine, other = ours.get("generated"), theirs.get("generated")
    if isinstance(mine, Mapping) and isinstance(other, Mapping) and str(other.get("at")) > str(mine.get("at")):
        changes["generated"] = {**mine, "at": str(other.get("at"))}
    return changes


def _entries(meta: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    sources = meta.get("sources")
    return [entry for entry in sources if isinstance(entry, Mapping)] if isinstance(sources, list) else []
