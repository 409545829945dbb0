"""Which parts of a text are ours, kept in step while more is put in.

Pure. A span is `(start, end)` in characters; spans are sorted and do not touch.
"""

from collections.abc import Iterable, Sequence

from wikimem.install.edit import Insertion

Span = tuple[int, int]


def insert(text: str, spans: Sequence[Span], insertions: Iterable[Insertion]) -> tuple[str, tuple[Span, ...]]:
    """Return the text with the insertions in it, and the spans that are ours now. Places refer to `text`."""
    for insertion in sorted(insertions, key=lambda each: each.at, reverse=True):
        text = text[: insertion.at] + insertion.text + text[insertion.at :]
        spans = _after(spans, insertion)
    return text, tuple(spans)


def cut(text: str, spans: Iterable[Span]) -> str:
    """Return the text without the spans."""
    for start, end in sorted(spans, reverse=True):
        text = text[:start] + text[end:]
    return text


def _after(spans: Sequence[Span], insertion: Insertion) -> list[Span]:
    grown = len(insertion.text)
    moved = []
    fresh = (insertion.at, insertion.at + grown)
    for start, end in spans:
        if end < insertion.at:
            moved.append((start, end))
        elif start > insertion.at:
            moved.append((start + grown, end + grown))
        else:
            fresh = (min(start, fresh[0]), max(end + grown, fresh[1]))
    return sorted([*moved, fresh])
