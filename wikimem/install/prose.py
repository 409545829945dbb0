"""A block of ours between markers in prose, and how a file that is all ours is told from somebody else's.

Pure. Markdown is never parsed: the markers alone say what is ours.
"""

import re

from wikimem.errors import ConfigUnreadable
from wikimem.install.edit import Block, Insertion

BEGIN, END = "<!-- wikimem:begin -->", "<!-- wikimem:end -->"
_BLOCK = re.compile(rf"\n?^{BEGIN}[ \t]*\r?\n.*?^{END}[ \t]*(?:\r?\n|\Z)", re.MULTILINE | re.DOTALL)
_MARK = "written by wikimem install"


def insert(text: str, edit: Block) -> tuple[Insertion, ...]:
    """Return what appends a block, a blank line after what is there."""
    lead = "" if not text else "\n" if text.endswith("\n") else "\n\n"
    return (Insertion(len(text), f"{lead}{BEGIN}\n{edit.text.strip()}\n{END}\n"),)


def block(text: str) -> str | None:
    """Return what stands between our markers, None when they are not there; `ConfigUnreadable` when one is alone."""
    found = _BLOCK.search(text)
    if found is None:
        if BEGIN in text or END in text:
            raise ConfigUnreadable(f"one of the markers {BEGIN} and {END} is missing or misplaced")
        return None
    return "\n".join(found[0].strip().splitlines()[1:-1])


def strip(text: str) -> str:
    """Return a text without our block and the blank line before it."""
    return _BLOCK.sub("", text)


def is_marked(text: str) -> bool:
    """Tell whether a file says in its first lines that we wrote it."""
    return _MARK in text[:400]
