"""The marks by which text of ours is told from somebody else's in files we share with them. Pure."""

import re

BEGIN, END = "<!-- wikimem:begin -->", "<!-- wikimem:end -->"
BLOCK = re.compile(rf"\n?^{BEGIN}[ \t]*\r?\n.*?^{END}[ \t]*(?:\r?\n|\Z)", re.MULTILINE | re.DOTALL)
"""A block of ours with its markers, and the line end before it."""
_MARK = "written by wikimem install"


def strip(text: str) -> str:
    """Return a text without our block and the blank line before it."""
    return BLOCK.sub("", text)


def is_marked(text: str) -> bool:
    """Tell whether a file says in its first lines that we wrote it."""
    return _MARK in text[:400]
