"""Cut marked blocks out of text: what we put into a conversation ourselves, and what a harness did.

For front-ends only. Each cut is one forward scan, so that hostile text costs no more than its length.
"""

import re

CONTEXT_TAG = "wikimem-context"
"""The tag around every block wikimem gives to an agent."""

_UNCLOSED_CONTEXT = re.compile(rf"^[ \t]*<{CONTEXT_TAG}(?:[ \t][^>\n]*)?>[ \t\r]*$", re.MULTILINE)


def cut_context(text: str) -> str:
    """Return text without the blocks wikimem injected.

    A block that never closes was cut short and runs to the end; its tag must stand on a line of its own.
    """
    text = cut_blocks(text, CONTEXT_TAG)
    if f"<{CONTEXT_TAG}" in text and (unclosed := _UNCLOSED_CONTEXT.search(text)):
        return text[: unclosed.start()].rstrip()
    return text


def cut_blocks(text: str, tag: str, *, at_line_start: bool = False) -> str:
    """Return text without `<tag ...>...</tag>`; a block that never closes is left.

    `at_line_start` spares a tag inside a line, such as one in source code that a tool printed.
    """
    opening, closing = f"<{tag}", f"</{tag}>"
    start = text.find(opening)
    end = text.find(closing, start) if start >= 0 else -1
    if end < 0:
        return text
    kept: list[str] = []
    done = 0
    while 0 <= start < end:
        bounded = text[start + len(opening)] in "> \t\r\n"
        if bounded and (not at_line_start or start == 0 or text[start - 1] == "\n"):
            kept.append(text[done:start])
            done = end + len(closing)
            start = text.find(opening, done)
            end = text.find(closing, start) if start >= 0 else -1
        else:
            start = text.find(opening, start + 1)
            if start > end:
                end = text.find(closing, start)
    kept.append(text[done:])
    return "".join(kept)
