"""Roo Code and Kilo Code: task folders of their extensions for editors, `tasks/<id>/api_conversation_history.json`.

Reached through the table in `wikimem.frontends`. They grew out of Cline and keep its files, with a time for each
message. No real task was at hand: known from the agents' published sources.
"""

import re
from collections.abc import Iterator

from wikimem.frontends import cline
from wikimem.frontends.frontend import Lines
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Record

_HOME = re.compile(r"[/\\](?:rooveterinaryinc\.roo-cline|kilocode\.kilo-code)[/\\]")
_MARKS = (
    b"# Current Workspace Directory",
    b"Current time in ISO 8601 UTC format",
    b'"condenseId"',
    b'"condenseParent"',
)


def recognise(name: str, head: bytes) -> bool:
    """Tell whether a file is of a Roo task: by what its messages say, or by its folder."""
    if _HOME.search(name) is not None:
        return cline.recognise(name, head)
    return cline.is_history(head) and any(mark in head for mark in _MARKS)


def identify(name: str, lines: Lines) -> Identity | None:
    """Say which task a file holds."""
    return cline.identify(name, lines)


def parse(lines: Lines, identity: Identity) -> Iterator[Record | Diagnostic]:
    """Yield the task's records in order."""
    return cline.parse(lines, identity)
