"""Merge the body of a page three ways: claims and footnotes by their ids, all else by its lines.

Pure, and the sides are equals. A claim keeps its place and goes once, wherever the sides moved it; lines of people are
woven, so that what one side took out is out and what either put in is in.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from wikimem.model.claim import claim_id
from wikimem.text.claim_merge import Settled, Written, is_present, settle
from wikimem.text.outline import SUPERSEDED, append, drop_empty_section, insert_footnotes, labels_in, read_outline
from wikimem.text.weave import weave

Item = tuple[str, str]
"""Kind and identity: a claim that holds or held with its id, a note with its label, a line with its text.

A claim that was superseded is another item than the one that held, so that moving it down is no change of order.
"""
_CLAIM, _PAST, _NOTE, _LINE = "claim", "past", "note", "line"


@dataclass(slots=True)
class Sheet:
    """A body taken apart."""

    items: list[Item] = field(default_factory=list)
    claims: dict[str, Written] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    cited: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class MergedBody:
    """What came out."""

    text: str
    cited: frozenset[str]
    """Footnote labels the text refers to."""
    uncited: frozenset[str] = frozenset()
    """Those that a side referred to, and the text no longer does."""
    clashes: tuple[tuple[str, str], ...] = ()
    """The two versions of what two people changed at once; both are in the text."""


def sheet_of(body: str, scope: str) -> Sheet:
    """Return a body taken apart; the items in order make it again."""
    outline = read_outline(body)
    sheet = Sheet()
    bullets = {bullet.first: bullet for bullet in outline.bullets}
    labels = {number: label for label, number in outline.footnotes.items()}
    number = 0
    while number < len(outline.lines):
        line = outline.lines[number]
        bullet = bullets.get(number)
        key = bullet.claim.id if bullet else ""
        if bullet and not key and bullet.claim.sources:
            key = claim_id(scope, bullet.claim.text)
        if bullet and key and key not in sheet.claims:
            sheet.items.append((_PAST if bullet.claim.superseded else _CLAIM, key))
            sheet.claims[key] = Written(tuple(outline.lines[number : bullet.end]), bullet.claim)
            sheet.cited.update(label for text in sheet.claims[key].lines for label in labels_in(text))
            number = bullet.end
            continue
        if number in labels:
            sheet.items.append((_NOTE, labels[number]))
            sheet.notes[labels[number]] = line
        else:
            sheet.items.append((_LINE, line))
            sheet.cited.update(labels_in(line) if "[^" in line else ())
        number += 1
    return sheet


def merge_bodies(base: str, one: str, other: str, scope: str) -> MergedBody:
    """Return the body that `one` and `other` make of `base`."""
    sheets = [sheet_of(body, scope) for body in (base, one, other)]
    settled = _settled(sheets, scope)
    cited = {label for claim in settled.values() for label in claim.labels}
    keep = {(_PAST if claim.is_superseded else _CLAIM, key) for key, claim in settled.items()} | {
        (_NOTE, label) for label in cited
    }
    items = [sheet.items for sheet in sheets]
    woven = weave(*items, keep=keep, apart=_apart)
    lines, notes = _written(woven.items, settled, sheets)
    cited = {label for line in lines for label in labels_in(line) if "[^" in line}
    lines = [line for line in lines if not (label := notes.get(line)) or _is_wanted(label, cited, sheets)]
    outline = read_outline(_in_their_sections("\n".join(lines), settled))
    missing = {label: _note(label, sheets) for label in sorted(cited) if label not in outline.footnotes}
    insert_footnotes(outline, {label: note.partition(": ")[2] for label, note in missing.items() if note})
    if any(SUPERSEDED in body for body in (base, one, other)):
        drop_empty_section(outline, SUPERSEDED)
    clashes = [(_text(low), _text(high)) for low, high in woven.clashes]
    clashes += [(claim.lines[0], f"- {claim.beside}") for claim in settled.values() if claim.beside]
    told = tuple((low, high) for low, high in clashes if low.strip() and high.strip())
    uncited = (sheets[1].cited | sheets[2].cited) - cited
    return MergedBody(outline.text(), frozenset(cited), frozenset(uncited), told)


def _settled(sheets: Sequence[Sheet], scope: str) -> dict[str, Settled]:
    base, one, other = (sheet.claims for sheet in sheets)
    settled = {}
    for key in sorted({*one, *other}):
        sides = base.get(key), one.get(key), other.get(key)
        if is_present(scope, key, *sides):
            settled[key] = settle(scope, key, *sides)
    return settled


def _written(
    items: Iterable[Item], settled: dict[str, Settled], sheets: Sequence[Sheet]
) -> tuple[list[str], dict[str, str]]:
    """Return the lines of the merged body, and which of them are footnotes."""
    placed = _places(items, settled)
    lines: list[str] = []
    notes: dict[str, str] = {}
    there = {text for sheet in sheets[1:] for kind, text in sheet.items if kind == _LINE}
    for number, (kind, name) in enumerate(items):
        if kind == _LINE:
            lines.append(name)
        elif kind == _NOTE:
            note = _note(name, sheets)
            if note not in notes:
                notes[note] = name
                lines.append(note)
        elif placed.get(name) == number:
            lines += settled[name].lines
            beside = f"- {settled[name].beside}"
            if settled[name].beside and beside not in there:
                lines.append(beside)
    return lines, notes


def _in_their_sections(body: str, settled: dict[str, Settled]) -> str:
    """Return a body in which a claim stands below `## Superseded` when it was superseded, and only then."""
    outline = read_outline(body)
    astray = [
        bullet
        for bullet in outline.bullets
        if bullet.claim.id in settled and bullet.claim.superseded != settled[bullet.claim.id].is_superseded
    ]
    if not astray:
        return body
    live: list[str] = []
    retired: list[str] = []
    for bullet in astray:
        (retired if settled[bullet.claim.id].is_superseded else live).extend(outline.lines[bullet.first : bullet.end])
        outline.dropped.update(range(bullet.first, bullet.end))
    append(outline, live, retired)
    return outline.text()


def _places(items: Iterable[Item], settled: dict[str, Settled]) -> dict[str, int]:
    """Return where each claim goes: the first place of its kind, else the first there is."""
    found: dict[str, int] = {}
    right: set[str] = set()
    for number, (kind, name) in enumerate(items):
        if kind in (_CLAIM, _PAST) and name in settled and name not in right:
            if (kind == _PAST) == settled[name].is_superseded:
                right.add(name)
                found[name] = number
            else:
                found.setdefault(name, number)
    return found


def _is_wanted(label: str, cited: set[str], sheets: Sequence[Sheet]) -> bool:
    """Tell whether a footnote stays: it is referred to, or it never was."""
    return label in cited or not any(label in sheet.cited for sheet in sheets if label in sheet.notes)


def _note(label: str, sheets: Sequence[Sheet]) -> str:
    """Return a footnote: as the side that changed it has it, else the greater one."""
    before, *sides = (sheet.notes.get(label, "") for sheet in sheets)
    changed = [note for note in sides if note and note != before]
    return max(changed, default=max(sides))


def _apart(last: Item, first: Item) -> tuple[Item, ...]:
    """Return the blank line that keeps paragraphs of two sides from running into one."""
    is_prose = all(
        kind == _LINE and text.strip() and text[:2] not in ("- ", "* ", "+ ") for kind, text in (last, first)
    )
    return ((_LINE, ""),) if is_prose else ()


def _text(items: Iterable[Item]) -> str:
    return "\n".join(name for kind, name in items if kind == _LINE)
