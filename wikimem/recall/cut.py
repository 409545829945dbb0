"""Cutting prose into passages: markdown in, pieces of about one length out, in order and with nothing left out.

A piece ends where a reader would pause: before a heading, between paragraphs and list items, never inside a code fence
that fits. Pure.
"""

import re
from collections.abc import Iterator

from wikimem.text.clean import clean
from wikimem.text.tokens import elided

PASSAGE = 1_250
"""Aim for a passage, in characters. Chosen by measurement (docs/recall.md)."""

_FENCE = re.compile(r" {0,3}(```+|~~~+)")
_HEADING = re.compile(r"#{1,6} ")
_ITEM = re.compile(r" {0,3}(?:[-*+]|\d{1,3}[.)]) ")
_SENTENCE_END = re.compile(r"(?<=[.!?。！？])\s+|(?<=[。！？])")


def cut(text: str, aim: int = PASSAGE) -> Iterator[str]:
    """Yield `text` in pieces of at most `aim` characters, cut at headings, paragraphs, items, lines, then sentences."""
    held: list[str] = []
    size = 0
    for block in _blocks(elided(clean(text))):
        starts_section = bool(_HEADING.match(block)) and size > aim // 3
        if held and (starts_section or size + len(block) > aim):
            carried = _trailing_headings(held)
            if len(carried) < len(held):
                yield "\n".join(held[: len(held) - len(carried)]).strip("\n")
                held, size = carried, sum(map(len, carried))
        for piece in _pieces(block, aim) if len(block) > aim else (block,):
            if held and size + len(piece) > aim and len(block) > aim:
                yield "\n".join(held).strip("\n")
                held, size = [], 0
            held.append(piece)
            size += len(piece) + 1
    rest = "\n".join(held).strip("\n")
    if rest.strip():
        yield rest


def _blocks(text: str) -> Iterator[str]:
    """Yield paragraphs with the blank lines after them, list items and whole code fences: all lines of `text`."""
    block: list[str] = []
    fence = ""
    for line in text.split("\n"):
        opened = _FENCE.match(line)
        if fence:
            block.append(line)
            if opened and opened.group(1).startswith(fence):
                yield "\n".join(block)
                block, fence = [], ""
            continue
        if opened:
            fence = opened.group(1)
        after_blank = bool(block) and not block[-1].strip() and bool(line.strip())
        if block and (opened or after_blank or _HEADING.match(line) or _ITEM.match(line)):
            yield "\n".join(block)
            block = []
        block.append(line)
    if block:
        yield "\n".join(block)


def _trailing_headings(blocks: list[str]) -> list[str]:
    """Return the headings that end `blocks`: they belong to what follows."""
    start = len(blocks)
    while start and _HEADING.match(blocks[start - 1]):
        start -= 1
    return blocks[start:]


def _pieces(block: str, aim: int) -> Iterator[str]:
    """Yield a block that is too long for one passage in lines, sentences, or slices that fit."""
    held = ""
    for line in block.split("\n"):
        for part in _SENTENCE_END.split(line) if len(line) > aim else (line,):
            while len(part) > aim:
                if held:
                    yield held
                    held = ""
                yield part[:aim]
                part = part[aim:]
            if held and len(held) + len(part) + 1 > aim:
                yield held
                held = part
            else:
                held = f"{held}\n{part}" if held else part
    if held:
        yield held
