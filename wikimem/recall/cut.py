"""Cutting prose into passages: markdown in, pieces of about one length out, in order and with nothing left out.

A piece ends where a reader would pause: before a heading, between paragraphs and list items, never inside a code fence
that fits. Pure.
"""

import re
from collections.abc import Iterator

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
    for block in _blocks(elided(text)):
        starts_section = bool(_HEADING.match(block)) and size > aim // 3
        for piece in _pieces(block, aim) if len(block) > aim else (block,):
            if held and (starts_section or size + len(piece) > aim):
                carried = _headings_for(piece, held, aim)
                yield from _joined(held[: len(held) - len(carried)])
                held, size = carried, sum(len(heading) + 1 for heading in carried)
            held.append(piece)
            size += len(piece) + 1
    yield from _joined(held)


def _joined(blocks: list[str]) -> Iterator[str]:
    passage = "\n".join(blocks).strip("\n")
    if passage.strip():
        yield passage


def _headings_for(piece: str, blocks: list[str], aim: int) -> list[str]:
    """Return the headings that end `blocks`, as far as they fit before `piece`: they belong to it."""
    start = len(blocks)
    room = aim - len(piece)
    while start > 1 and _HEADING.match(blocks[start - 1]) and len(blocks[start - 1]) < room:
        start -= 1
        room -= len(blocks[start]) + 1
    return blocks[start:]


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
