"""Read a transcript that is one JSON document, or JSON lines when it is not.

For front-ends only. A document may be pretty-printed and is read as a whole: one that is cut off, because its agent
is writing it just now, yields nothing but a finding, and the next capture reads it again.
"""

from collections.abc import Callable, Iterator
from itertools import chain

from wikimem.frontends.fields import once
from wikimem.frontends.frontend import Lines
from wikimem.frontends.jsonl import Entry, objects, values
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Record

_LINE_ENDS = (b"{", b"[", b",")
"""How the first line of a pretty-printed object ends."""


def entries(lines: Lines) -> Iterator[tuple[int, Entry] | Diagnostic]:
    """Yield the objects of a file that is JSON lines, or the object (the objects of the list) a document is.

    Each comes with its line number; everything in a document is at line 1.
    """
    rest = iter(lines)
    blank: list[bytes] = []
    for first in rest:
        if not first.strip():
            blank.append(first)
        elif _starts_document(first.strip()):
            yield from _document(b"".join(_ended(line) for line in chain([first], rest)))
            return
        else:
            yield from objects(chain(blank, [first], rest))
            return


def records(lines: Lines, read: Callable[[Entry], Iterator[Record]]) -> Iterator[Record | Diagnostic]:
    """Yield what `read` makes of each object, each record once, and a finding for what is none."""

    def found() -> Iterator[Record | Diagnostic]:
        for entry in entries(lines):
            if isinstance(entry, Diagnostic):
                yield entry
            else:
                yield from read(entry[1])

    return once(found())


def _starts_document(line: bytes) -> bool:
    return line.startswith(b"[") or (line.startswith(b"{") and line.endswith(_LINE_ENDS))


def _ended(line: bytes) -> bytes:
    return line if line.endswith(b"\n") else line + b"\n"


def _document(data: bytes) -> Iterator[tuple[int, Entry] | Diagnostic]:
    found, whole = values(data)
    for value in found:
        for entry in value if isinstance(value, list) else [value]:
            if isinstance(entry, dict):
                yield 1, entry
    if not whole:
        yield Diagnostic("malformed-document", "the document is not whole JSON", line=1)
