"""Tables of words and phrases that give away what a sentence is. Pure; the tables stand in the modules that ask.

    _DECIDES = cue("decided (?:to|on)|chose|opted", "instead of|rather than")
    _DECIDES.search("we chose tantivy rather than sqlite")

A line of a table holds phrases of one sort, written as alternatives of a regular expression. Tables are in lower case
and so must be the text: looking without regard to case costs three times as much, and a sentence is looked at with
many tables.
"""

import re


def cue(*phrases: str) -> re.Pattern[str]:
    """Return a pattern that finds any of the phrases as whole words, anywhere in a text."""
    return re.compile(rf"\b(?:{'|'.join(phrases)})\b")


def opening(*phrases: str) -> re.Pattern[str]:
    """Return a pattern that finds any of the phrases as whole words at the beginning of a text."""
    return re.compile(rf"^(?:{'|'.join(phrases)})\b")


def whole(*phrases: str) -> re.Pattern[str]:
    """Return a pattern that finds any of the phrases when there is nothing else in the text."""
    return re.compile(rf"^(?:{'|'.join(phrases)})$")


def either(*patterns: re.Pattern[str]) -> re.Pattern[str]:
    """Return a pattern that finds what any of the patterns finds."""
    return re.compile("|".join(pattern.pattern for pattern in patterns))


def words(*lines: str) -> frozenset[str]:
    """Return the words of some lines, to look single words up in."""
    return frozenset(word for line in lines for word in line.split())
