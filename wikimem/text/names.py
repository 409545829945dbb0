"""Find what a sentence names: code, files, options, acronyms, proper names. Pure; used by the passes.

    "The retry of `save` in store.py ignores --force."      `save`, store.py, --force

A sentence that names nothing is about something said elsewhere.
"""

import re

_SUFFIXES = "go|py|rs|ts|js|tsx|java|rb|md|sh|sql|toml|json|ya?ml"
_NAMED = re.compile(
    r"`[^`]+`"
    r"|\b[a-z]+[A-Z]\w+|\b[A-Z][a-z]+[A-Z]\w+"  # camelCase, CamelCase
    r"|\b\w+_\w+\b"
    rf"|\b[\w-]+\.(?:{_SUFFIXES})\b"
    r"|\b[A-Z]{2,}[\w-]*\b"
    r"|(?<!\S)--[a-z][\w-]+"
    r"|(?<=[a-z] )[A-Z][a-z]{2,}\b"  # a capital inside a sentence
)
_CODE = re.compile(
    r"[_/A-Z(.](?:"
    r"(?<=\w[_/])\w"  # snake_case, path/name
    r"|(?<=[a-z][A-Z])"  # camelCase
    r"|(?<=\w\()\)"  # call()
    rf"|(?<=\.)(?:{_SUFFIXES})\b)"
)
"""Begins with the rare character of each, so that the search can skip to it."""


def first_name(text: str) -> re.Match[str] | None:
    """Return where a text first names something, or None when it names nothing."""
    return _NAMED.search(text)


def code_names(text: str) -> int:
    """Return how many identifiers, paths and file names stand in a text."""
    return len(_CODE.findall(text))
