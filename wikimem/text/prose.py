"""Cut markdown prose into blocks and sentences. Pure; used by the passes.

Only what people and agents write in conversation has to be understood here, so this is a line scanner and not a
markdown parser: it runs over every word of every session and must cost little.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_HEADING = re.compile(r"(?:#{1,6}\s+(.+?)\s*#*|\*\*([^*]{3,90})\*\*:?|__([^_]{3,90})__:?)\s*$")
_BULLET = re.compile(r"^(\s*)(?:[-*+•]|\d{1,2}[.)])\s+(.*)$")
_TABLE = re.compile(r"\|.*\|$")
_RULE = re.compile(r"(?:[-*_]\s*){3,}$")
CELL = " — "
"""What stands between the cells of a table row."""
_MARKS = frozenset("#*_-+•|>")
_INSIDE = 99
"""Depth of a paragraph inside a list item that ends in a colon."""
_BOUNDARY = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[A-Z`\"'(\[*])")
_CASUAL_BOUNDARY = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=\S)")
_ABBREVIATION = re.compile(r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|no|Mr|Ms|Dr|St)\.|\b[A-Z]\.)$")
_NUMBERING = re.compile(r"^(?:\d{1,2}[.)]|#+)\s*")
_PLAN_PREFIX = re.compile(r"^(?:implementation )?plan\s*[:—–-]\s*", re.IGNORECASE)
_LONGEST_ABBREVIATION = len(" approx.")


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, list item or table row, with where it stands."""

    text: str
    heading: str = ""
    """The nearest heading above, without its markup."""
    lead: str = ""
    """What the block hangs on: the parent list item, or the paragraph ending in a colon before the list."""
    bullet: bool = False
    row: bool = False


def blocks(markdown: str) -> Iterator[Block]:
    """Yield the blocks of prose in order; fenced code, rules and quoted text are left out."""
    scanner = _Scanner()
    for line in markdown.splitlines():
        scanner.take(line, line.strip())
        if scanner.done:
            yield from scanner.done
            scanner.done.clear()
    scanner.end_block()
    yield from scanner.done


class _Scanner:
    """What has been seen so far of a text, line by line."""

    def __init__(self) -> None:
        self.done: list[Block] = []
        self._heading = ""
        self._lead = ""
        self._fence = ""
        self._lines: list[str] = []
        self._depth = -1
        """Indent of the list item being read, -1 outside a list item."""
        self._parents: list[tuple[int, str]] = []

    def take(self, line: str, stripped: str) -> None:
        """Take one line; what it completes is in `done`."""
        first = stripped[:1]
        if self._fence:
            if stripped.startswith(self._fence):
                self._fence = ""
        elif not first:
            if self._depth < 0:
                self.end_block()
        elif first in "`~" and stripped.startswith(("```", "~~~")):
            self.end_block()
            self._fence = stripped[:3]
        elif not (first in _MARKS or first.isdigit()) or not self._take_marked(line, stripped):
            self._take_words(line, stripped)

    def end_block(self) -> None:
        """Complete the paragraph or list item being read."""
        if not self._lines:
            return
        text = " ".join(self._lines)
        self._lines = []
        if self._depth < 0:
            self._parents.clear()
            self._lead = text if text.endswith(":") else ""
            self.done.append(Block(text, self._heading))
            return
        while self._parents and self._parents[-1][0] >= self._depth:
            self._parents.pop()
        lead = self._parents[-1][1] if self._parents else self._lead
        self.done.append(Block(text, self._heading, lead, bullet=True))
        self._parents.append((self._depth, text))
        self._depth = -1

    def _take_marked(self, line: str, stripped: str) -> bool:
        """Take a line that begins with a mark, if the mark makes it a rule, heading, list item or table row."""
        if _RULE.match(stripped):
            self.end_block()
            self._parents.clear()
            self._heading = self._lead = ""
        elif found := _HEADING.match(stripped):
            self.end_block()
            self._parents.clear()
            self._heading, self._lead = plain(found[1] or found[2] or found[3]), ""
        elif found := _BULLET.match(line):
            self.end_block()
            self._depth = len(found[1].expandtabs(4))
            self._lines = [found[2].strip()]
        elif _TABLE.match(stripped):
            self.end_block()
            if row := _row(stripped):
                self.done.append(Block(row, self._heading, self._lead, row=True))
        else:
            return stripped.startswith(">")
        return True

    def _take_words(self, line: str, stripped: str) -> None:
        if self._depth >= 0:
            if not line[:1].isspace():
                self.end_block()
                self._parents.clear()
            elif self._lines[-1].endswith(":"):
                if self._depth == 0 and len(self._lines) == 1:
                    self._heading = plain(self._lines[0])
                self.end_block()
                self._depth = _INSIDE
        self._lines.append(stripped)


def _row(line: str) -> str:
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    if all(set(cell) <= set("-: ") for cell in cells):
        return ""
    return CELL.join(cell for cell in cells if cell)


def sentences(text: str, *, casual: bool = False) -> list[str]:
    """Split one block into sentences; code spans, abbreviations and dotted names hold together.

    `casual` text begins its sentences in lower case, as people write to an agent.
    """
    pieces: list[str] = []
    start = 0
    for found in (_CASUAL_BOUNDARY if casual else _BOUNDARY).finditer(text):
        piece = text[start : found.start()]
        if _ABBREVIATION.search(piece[-_LONGEST_ABBREVIATION:]) or piece.count("`") % 2:
            continue
        pieces.append(text[start : found.end()].strip())
        start = found.end()
    if tail := text[start:].strip():
        pieces.append(tail)
    return pieces


def plan_title(plan: str) -> str:
    """Return what a plan's first heading calls it, empty when it has none."""
    heading = next((plain(line.lstrip("# ")) for line in plan.splitlines() if line.startswith("#")), "")
    return _PLAN_PREFIX.sub("", heading)


def plain(text: str) -> str:
    """Return a heading or label without emphasis, numbering and trailing colon."""
    text = text.replace("**", "").replace("__", "").strip()
    return _NUMBERING.sub("", text).rstrip(":").strip()


def closed(text: str) -> str:
    """Return a sentence with a full stop when it ends in no mark of its own."""
    return text if text.endswith((".", "!", "?", ":", ";")) else f"{text}."
