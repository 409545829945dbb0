"""A block of ours between markers in prose: put in, read back.

Pure. Markdown is never parsed: the markers alone say what is ours.
"""

from wikimem.errors import ConfigUnreadable
from wikimem.install.edit import Block, Insertion
from wikimem.text.own_marks import BEGIN, BLOCK, END


def insert(text: str, edit: Block) -> tuple[Insertion, ...]:
    """Return what appends a block, a blank line after what is there."""
    lead = "" if not text else "\n" if text.endswith("\n") else "\n\n"
    return (Insertion(len(text), f"{lead}{BEGIN}\n{edit.text.strip()}\n{END}\n"),)


def block(text: str) -> str | None:
    """Return what stands between our markers, None when they are not there; `ConfigUnreadable` when one is alone."""
    found = BLOCK.search(text)
    if found is None:
        if BEGIN in text or END in text:
            raise ConfigUnreadable(f"one of the markers {BEGIN} and {END} is missing or misplaced")
        return None
    return "\n".join(found[0].strip().splitlines()[1:-1])
