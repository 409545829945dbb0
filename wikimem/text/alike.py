"""Tell whether two sentences say the same, by the words they share. Pure; used by the passes."""

import re

SAME = 0.75
"""Share of the shorter sentence's words that two sentences must share to say the same."""
_LENGTHS = 0.6
"""How long the shorter must be, measured by the longer: a sentence is not the same as a paragraph around it."""
_WORD = re.compile(r"\w{3,}")


def words_of(text: str) -> frozenset[str]:
    """Return the words of a sentence that count, in one case."""
    return frozenset(_WORD.findall(text.casefold()))


def alike(first: frozenset[str], second: frozenset[str]) -> bool:
    """Tell whether sentences with these words say the same."""
    short, long = len(first), len(second)
    if short > long:
        short, long = long, short
    return short > 0 and short >= _LENGTHS * long and len(first & second) >= SAME * short
