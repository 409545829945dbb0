"""Oh My Pi: `~/.omp/agent/sessions/<cwd>/<time>_<id>.jsonl`. Recorded from the real agent; sub-agents by its documents.

Reached through the table in `wikimem.frontends`. The records are Pi's; a title of fixed width comes first. It is
written over in place, so a file that only grew may differ in its first line.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from wikimem.frontends import pi
from wikimem.frontends.fields import stem_of, string
from wikimem.frontends.frontend import Lines
from wikimem.frontends.jsonl import Entry, objects
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Record

_HOME = re.compile(r"[/\\]\.omp[/\\]")
_SESSION_FOLDER = re.compile(r"[/\\]\d{4}-\d\d-\d\dT[\d-]+Z_([^/\\]+)[/\\][^/\\]+\Z")


def recognise(name: str, head: bytes) -> bool:
    """Tell whether a file is a session of Oh My Pi: Pi's with a title before it, or with the model in one name."""
    found = [one[1] for one in objects(head.splitlines(keepends=True)) if isinstance(one, tuple)]
    if not any(map(pi.is_header, found)):
        return False
    return _HOME.search(name) is not None or any(map(_is_ours, found))


def _is_ours(entry: Entry) -> bool:
    kind = entry.get("type")
    if kind == "title":
        return "v" in entry and "title" in entry
    return kind == "model_change" and "modelId" not in entry and bool(string(entry.get("model")))


def identify(name: str, lines: Lines) -> Identity | None:
    """Say which session a file holds; a sub-agent's lies in a folder that has the name of its session's file."""
    identity = pi.identify(name, lines)
    parent = _SESSION_FOLDER.search(name)
    if identity is None or parent is None:
        return identity
    return replace(identity, session=parent[1], agent=stem_of(name), parent="")


def parse(lines: Lines, identity: Identity) -> Iterator[Record | Diagnostic]:
    """Yield the session's records in file order."""
    return pi.parse(lines, identity)
