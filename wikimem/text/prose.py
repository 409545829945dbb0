"""Cut markdown prose into blocks and sentences. Pure; used by the passes.

Only what people and agents write in conversation has to be understood here, so this is a line scanner and not a
markdown parser: it runs over every word of every session and must cost little.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_FENCE = re.compile(r"^\s*(```|~~~)")
_HEADING = re.compile(r"^\s*(?:#{1,6}\s+(.+?)\s*#*|\*\*([^*]{3,90})\*\*:?|__([^_]{3,90})__:?)\s*$")
_BULLET = re.compile(r"^(\s*)(?:[-*+•]|\d{1,2}[.)])\s+(.*)$")
_TABLE = re.compile(r"^\s*\|.*\|\s*$")
_RULE = re.compile(r"^\s*(?:[-*_]\s*){3,}$")
_BOUNDARY = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[A-Z`\"'(\[*])")
_CASUAL_BOUNDARY = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=\S)")
_ABBREVIATION = re.compile(r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|no|Mr|Ms|Dr|St)\.|\b[A-Z]\.)$")


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
    heading = lead = ""
    paragraph: list[str] = []
    parents: list[tuple[int, str]] = []
    item: tuple[int, list[str]] | None = None
    fence = ""

    def flush() -> Iterator[Block]:
        nonlocal lead, item
        if item is not None:
            depth, lines = item
            text = " ".join(lines)
            while parents and parents[-1][0] >= depth:
                parents.pop()
            yield Block(text, heading, parents[-1][1] if parents else lead, bullet=True)
            parents.append((depth, text))
            item = None
        elif paragraph:
            text = " ".join(paragraph)
            parents.clear()
            lead = text if text.endswith(":") else ""
            yield Block(text, heading)
        paragraph.clear()

    for line in markdown.splitlines():
        mark = _FENCE.match(line)
        if fence or mark:
            if mark and not fence:
                yield from flush()
                fence = mark.group(1)
            elif mark and mark.group(1) == fence:
                fence = ""
            continue
        stripped = line.strip()
        if not stripped:
            if item is None:
                yield from flush()
            continue
        if _RULE.match(line):
            yield from flush()
            parents.clear()
            heading = lead = ""
            continue
        if found := _HEADING.match(line):
            yield from flush()
            parents.clear()
            heading, lead = plain(found.group(1) or found.group(2) or found.group(3)), ""
            continue
        if found := _BULLET.match(line):
            yield from flush()
            item = (len(found.group(1).expandtabs(4)), [found.group(2).strip()])
            continue
        if _TABLE.match(line):
            yield from flush()
            if row := _row(stripped):
                yield Block(row, heading, lead, row=True)
            continue
        if item is not None:
            if line[:1].isspace() and item[1][-1].endswith(":"):
                heading = plain(item[1][-1]) if item[0] == 0 and len(item[1]) == 1 else heading
                yield from flush()
                item = (99, [stripped])
                continue
            if line[:1].isspace():
                item[1].append(stripped)
                continue
            yield from flush()
            parents.clear()
        if not stripped.startswith(">"):
            paragraph.append(stripped)
    yield from flush()


def _row(line: str) -> str:
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    if all(set(cell) <= set("-: ") for cell in cells):
        return ""
    return " — ".join(cell for cell in cells if cell)


def sentences(text: str, *, casual: bool = False) -> list[str]:
    """Split one block into sentences; code spans, abbreviations and dotted names hold together.

    `casual` text begins its sentences in lower case, as people write to an agent.
    """
    pieces: list[str] = []
    start = 0
    for found in (_CASUAL_BOUNDARY if casual else _BOUNDARY).finditer(text):
        piece = text[start : found.start()]
        if _ABBREVIATION.search(piece) or piece.count("`") % 2:
            continue
        pieces.append(text[start : found.end()].strip())
        start = found.end()
    if tail := text[start:].strip():
        pieces.append(tail)
    return pieces


def plain(text: str) -> str:
    """Return a heading or label without emphasis, numbering and trailing colon."""
    text = re.sub(r"\*\*|__", "", text).strip()
    text = re.sub(r"^(?:\d{1,2}[.)]|#+)\s*", "", text)
    return text.rstrip(":").strip()


def closed(text: str) -> str:
    """Return a sentence with a full stop when it ends in no mark of its own."""
    return text if text.endswith((".", "!", "?", ":", ";")) else f"{text}."
