"""What leaves the server: clean text in pieces of a size that agents read whole.

A lone surrogate in an answer would end the SDK's server, so every string passes `clean`.
"""

import hashlib
from collections import OrderedDict
from threading import Lock

from wikimem.errors import NotFound
from wikimem.text.clean import clean

MOST_BYTES = 16_000
"""Bytes of one answer: clients cut results of 10 to 20 kB, or hide them."""
_MOST_KEPT = 64
"""Answers of which the rest is kept."""
_ROOM = 160
"""Bytes for the line that says how to read on."""


class Remainders:
    """The rests of long answers, by their cursors; the oldest are dropped. Any thread may call it."""

    def __init__(self) -> None:
        """Start with none."""
        self._rests: OrderedDict[str, str] = OrderedDict()
        self._lock = Lock()

    def first(self, text: str) -> str:
        """Return as much of an answer as fits, and how to ask for the rest."""
        text = clean(text)
        content = text.encode()
        if len(content) <= MOST_BYTES:
            return text
        head, rest = _cut(text, MOST_BYTES - _ROOM)
        cursor = hashlib.blake2b(rest.encode(), digest_size=8).hexdigest()
        with self._lock:
            self._rests[cursor] = rest
            self._rests.move_to_end(cursor)
            while len(self._rests) > _MOST_KEPT:
                self._rests.popitem(last=False)
        return f"{head}\n\n[{len(rest.encode()):,} more bytes: call again with the same arguments and cursor={cursor}]"

    def next(self, cursor: str) -> str:
        """Return what follows at a cursor, as `first` does; `NotFound` for one that is not known any more."""
        with self._lock:
            rest = self._rests.get(cursor)
        if rest is None:
            raise NotFound(f"the cursor {cursor!r} is not known any more", hint="call again without a cursor")
        return self.first(rest)


def _cut(text: str, most: int) -> tuple[str, str]:
    """Return the whole lines of a text that fit in `most` bytes and the rest; a longer line is cut within."""
    head = text.encode()[:most].decode("utf-8", "ignore")
    border = head.rfind("\n")
    if border > len(head) // 2:
        return head[:border], text[border + 1 :]
    return head, text[len(head) :]
