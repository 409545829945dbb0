"""The lines of a subject page's body and what each of them is: bullets with claims, footnotes, headings.

`text.claims` changes single lines by it and keeps all others byte for byte; `recall.pages` reads by it.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from wikimem.model.page import ClaimLine

SUPERSEDED = "Superseded"
"""Heading of the section that keeps what no longer holds."""

_label = re.compile(r"(?<!\\)\[\^([^\]\s]+)\](?!:)")
_footnote = re.compile(r"\[\^([^\]\s]+)\]:")
_heading = re.compile(r"(#{1,6})[ \t]+(.*?)[ \t#]*$")
_block_id = re.compile(r"[ \t]\^(c-[0-9a-f]{4,16})$")
_last_labels = re.compile(r"(?:[ \t]*\[\^[^\]\s]+\])+$")
_struck = re.compile(r"~~(.*)~~(?:[ ]until[ ](\S+))?")


@dataclass(frozen=True, slots=True)
class Bullet:
    """One top-level list item, from line `first` to before line `end`."""

    first: int
    end: int
    heading: str
    """The heading of level 2 or deeper it stands under, or empty."""
    claim: ClaimLine
    """Its id is empty when the bullet carries no block id of ours."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading and the line it stands on, counted from 0."""

    line: int
    level: int
    text: str


@dataclass(slots=True)
class Outline:
    """A body cut into lines, with the places that matter and the changes to make."""

    lines: list[str]
    """Without their newlines; the last one is empty when the body ends in a newline."""
    bullets: list[Bullet] = field(default_factory=list)
    headings: list[Heading] = field(default_factory=list)
    footnotes: dict[str, int] = field(default_factory=dict)
    """Label to the line of its definition."""
    inserts: dict[int, list[str]] = field(default_factory=dict)
    """Lines to put before a line."""
    dropped: set[int] = field(default_factory=set)
    """Lines to take out."""

    def insert(self, at: int, fresh: Iterable[str]) -> None:
        """Put lines before the line `at`, after those put there before."""
        line_end = "\r" if self.lines[0].endswith("\r") else ""
        self.inserts.setdefault(at, []).extend(line + line_end for line in fresh)

    def insert_apart(self, at: int, fresh: Sequence[str]) -> None:
        """Put lines before the line `at`, with a blank line between them and their neighbours."""
        before = self.lines[at - 1].strip() if at else ""
        after = self.lines[at].strip() if at < len(self.lines) else ""
        self.insert(at, [*([""] if before else []), *fresh, *([""] if after else [])])

    def text(self) -> str:
        """Return the body with all changes made."""
        if not self.inserts and not self.dropped:
            return "\n".join(self.lines)
        result: list[str] = []
        for number, line in enumerate(self.lines):
            result += self.inserts.get(number, ())
            if number not in self.dropped:
                result.append(line)
        return "\n".join(result + self.inserts.get(len(self.lines), []))


def read_outline(body: str) -> Outline:
    """Return the outline of `body`; lines inside code fences are plain lines."""
    outline = Outline(body.split("\n"))
    heading, fence, open_bullet = "", "", False
    ranges: list[tuple[int, int, str]] = []
    for number, line in enumerate(outline.lines):
        start = line[:3]
        if fence:
            fence = "" if line.startswith(fence) else fence
        elif start in ("```", "~~~"):
            fence, open_bullet = start, False
        elif start[:2] in ("- ", "* ", "+ "):
            ranges.append((number, number + 1, heading))
            open_bullet = True
        elif open_bullet and start[:1] in (" ", "\t") and line.strip():
            ranges[-1] = (ranges[-1][0], number + 1, heading)
        else:
            open_bullet = False
            if found := start[:2] == "[^" and _footnote.match(line):
                outline.footnotes[found[1]] = number
            elif found := start[:1] == "#" and _heading.match(line.rstrip("\r")):
                outline.headings.append(Heading(number, len(found[1]), found[2]))
                heading = found[2] if len(found[1]) > 1 else ""
    outline.bullets = [
        Bullet(first, end, above, _claim(outline.lines[first:end], superseded=above == SUPERSEDED))
        for first, end, above in ranges
    ]
    return outline


def insert_footnotes(outline: Outline, notes: Mapping[str, str]) -> None:
    """Put definitions (label to text) among those of the page by session and turn, or at its end."""
    if not notes:
        return
    ordered = sorted((number, label) for label, number in outline.footnotes.items())
    if ordered:
        for label in sorted(notes, key=source_order):
            later = (number for number, other in ordered if source_order(other) > source_order(label))
            outline.insert(next(later, ordered[-1][0] + 1), [f"[^{label}]: {notes[label]}"])
        return
    end = len(outline.lines) - (outline.lines[-1] == "")
    is_apart = not outline.inserts.get(end) and not (outline.lines[end - 1].strip() if end else "")
    fresh = [f"[^{label}]: {notes[label]}" for label in sorted(notes, key=source_order)]
    outline.insert(end, fresh if is_apart else ["", *fresh])


def end_of_introduction(outline: Outline) -> int:
    """Return where the main list of a page without one goes: below the last words above other headings and notes."""
    below = [heading.line for heading in outline.headings if heading.level > 1]
    return _after_words(outline, min([*below, *outline.footnotes.values()], default=len(outline.lines)))


def end_of_words(outline: Outline) -> int:
    """Return where a last section goes: below all words, above the footnotes."""
    return _after_words(outline, min(outline.footnotes.values(), default=len(outline.lines)))


def append(outline: Outline, live: Sequence[str], retired: Sequence[str]) -> None:
    """Put lines of claims after those of the main list, and lines of superseded ones after those of their section."""
    main = [bullet.end for bullet in outline.bullets if not bullet.heading]
    if live and main:
        outline.insert(main[-1], live)
    elif live:
        outline.insert_apart(end_of_introduction(outline), live)
    ends = [bullet.end for bullet in outline.bullets if bullet.heading == SUPERSEDED]
    if retired and ends:
        outline.insert(ends[-1], retired)
    elif retired:
        outline.insert_apart(end_of_words(outline), [f"## {SUPERSEDED}", *retired])


def has_words(outline: Outline, first: int = 0, end: int | None = None) -> bool:
    """Say whether anything but headings, footnotes and blank lines is left between two lines."""
    silent = {heading.line for heading in outline.headings} | set(outline.footnotes.values()) | outline.dropped
    numbers = range(first, len(outline.lines) if end is None else end)
    return any(outline.lines[number].strip() and number not in silent for number in numbers)


def drop_empty_section(outline: Outline, text: str) -> None:
    """Take out a heading under which no words are left, with the blank lines below it."""
    ends = [heading.line for heading in outline.headings[1:]] + [len(outline.lines)]
    for heading, end in zip(outline.headings, ends, strict=True):
        if heading.text == text and not has_words(outline, heading.line + 1, end):
            outline.dropped.add(heading.line)
            for number in range(heading.line + 1, min(end, len(outline.lines) - 1)):
                if outline.lines[number].strip() and number not in outline.dropped:
                    break
                outline.dropped.add(number)


def drop_last_blank_lines(outline: Outline) -> None:
    """Take out blank lines at the end of the body."""
    end = len(outline.lines) - 1
    while end > 0 and (end - 1 in outline.dropped or not outline.lines[end - 1].strip()):
        end -= 1
        outline.dropped.add(end)


@lru_cache(maxsize=8192)
def source_order(label: str) -> tuple[str, int, str]:
    """Return what sorts labels like `b6b20c21-41` by session and then by turn."""
    session, _, turn = label.rpartition("-")
    return (session, int(turn), label) if turn.isdecimal() and len(turn) < 10 else (label, 0, label)


def labels_in(text: str) -> list[str]:
    """Return the footnote labels that `text` refers to, in order, each once."""
    return list(dict.fromkeys(_label.findall(text)))


def with_labels(line: str, labels: Iterable[str]) -> str:
    """Return the last line of a bullet with references added before its block id."""
    bare = line.rstrip()
    found = _block_id.search(bare)
    cut = found.start() if found else len(bare)
    return bare[:cut] + "".join(f" [^{label}]" for label in labels) + line[cut:]


def with_block_id(line: str, block_id: str) -> str:
    """Return the last line of a bullet with a block id at its end."""
    bare = line.rstrip()
    return f"{bare} ^{block_id}{line[len(bare) :]}"


def without_labels(line: str, unwanted: Collection[str]) -> str:
    """Return a line without its references to `unwanted` labels."""
    for label in unwanted:
        if f"[^{label}]" in line:
            line = re.sub(rf"[ \t]?(?<!\\)\[\^{re.escape(label)}\](?!:)", "", line)
    return line


def _after_words(outline: Outline, end: int) -> int:
    while end > 0 and not outline.lines[end - 1].strip():
        end -= 1
    return end


def _claim(lines: list[str], *, superseded: bool) -> ClaimLine:
    text = " ".join(line.strip() for line in lines)[2:].strip()
    found = _block_id.search(text)
    block_id = found[1] if found else ""
    text = text[: found.start()] if found else text
    labels = labels_in(text) if "[^" in text else []
    text = _last_labels.sub("", text).rstrip() if labels else text
    until = ""
    if superseded and (struck := _struck.fullmatch(text)):
        text, until = struck[1], struck[2] or ""
    return ClaimLine(block_id, text, tuple(labels), superseded, until)
