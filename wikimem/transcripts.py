"""Every transcript by one path: a file, a session of a database, or a session spread over a tree of files.

A session of a database goes by a path below the database's file, `.../opencode.db/ses_123`, with the id escaped as in
an address. Capture, the compiler and whoever looks for transcripts go through here.
"""

import glob
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from heapq import nlargest
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import BinaryIO
from urllib.parse import quote, unquote

from wikimem.errors import TranscriptUnreadable
from wikimem.frontends import FRONTENDS, HEAD_BYTES, Frontend, recognise
from wikimem.frontends.keeping import DATABASES, TREES
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Kind, Record
from wikimem.store import database, sources, tree
from wikimem.store.sources import Stamp

_BUFFER = 1 << 17
"""Bytes read from a transcript at a time: with fewer, reading costs more than decoding."""
_NEIGHBOURS = 5
"""Transcripts beside another that are asked where the agent worked, the newest first."""
_NEIGHBOUR_LINES = 200
"""Lines of each that are read."""


@contextmanager
def opened(source: Path) -> Iterator[BinaryIO]:
    """Lend the lines of a transcript as an open file.

    `OSError` when there is no such transcript, `TranscriptUnreadable` when it cannot be read now. Rows and files are
    put together in memory, since nothing that may hold a secret is written before it is redacted.
    """
    if is_session_of_database(source):
        yield BytesIO(b"".join(database.lines_of(source.parent, DATABASES, unquote(source.name))))
    elif kept := tree.tree_of(source, TREES):
        yield BytesIO(b"".join(tree.lines_of(source, kept)))
    elif database.is_database(source) and database.sessions_of(source, DATABASES) == {}:
        yield BytesIO()
    else:
        with source.open("rb", buffering=_BUFFER) as file:
            yield file


def is_one_file(source: Path) -> bool:
    """Tell whether a transcript is a file of its own, which an agent as a rule only adds to."""
    return not is_session_of_database(source) and tree.tree_of(source, TREES) is None


def is_session_of_database(source: Path) -> bool:
    """Tell whether a path names a session inside a database."""
    return source.parent.is_file()


def stamp_of(source: Path) -> Stamp:
    """Return what changes whenever a transcript does; `OSError` when it cannot be looked at."""
    if is_session_of_database(source):
        try:
            sessions = database.sessions_of(source.parent, DATABASES) or {}
        except TranscriptUnreadable as error:
            raise OSError(error.message) from error
        return sessions.get(unquote(source.name)) or database.stamp_of(source.parent)
    kept = tree.tree_of(source, TREES)
    return tree.stamp_of(source, kept) if kept else sources.stamp_of(source)


def expanded(files: Iterable[Path]) -> list[Path]:
    """Return files sorted, with each database's sessions in its place.

    A database that cannot be read, is nobody's we know or is empty stays: whoever captures it hears why.
    """
    found: set[Path] = set()
    for path in files:
        found.update(_inside(path) or [path])
    return sorted(found)


def discover(paths: Iterable[Path]) -> tuple[list[Path], list[Diagnostic]]:
    """Return the transcripts at the given paths and below the given folders, sorted, each once, and what is wrong."""
    named = set(paths)
    files, findings = sources.discover(named)
    return expanded(path for path in files if path in named or not tree.is_leaf(path, TREES)), findings


def folder_of(frontend: Frontend, source: Path) -> str:
    """Return the folder an agent worked in, as where its transcript lies tells it; empty when that tells nothing."""
    if frontend.in_folder:
        return str(source.resolve().parent)
    found = {path for pattern in frontend.beside for path in _matching(pattern, source.parent)}
    newest = nlargest(_NEIGHBOURS, found, key=_modified)
    return next((cwd for path in newest if (cwd := _first_folder(path))), "")


def agent_homes(environ: Mapping[str, str], agent: str = "") -> list[Path]:
    """Return the transcripts in the agents' own folders, of one agent or of all, sorted."""

    def value(variable: re.Match[str]) -> str:
        return glob.escape(environ[variable[1]]) if environ.get(variable[1]) else variable[2] or ""

    home = environ.get("HOME") or environ.get("USERPROFILE") or str(Path.home())
    found: set[Path] = set()
    for frontend in FRONTENDS:
        if agent in ("", frontend.name):
            for pattern in frontend.homes:
                absolute = re.sub(r"\$\{(\w+)(?::-([^}]*))?\}", value, pattern)
                if absolute.startswith("~/"):
                    absolute = glob.escape(home) + absolute[1:]
                found.update(map(Path, glob.glob(absolute)))  # noqa: PTH207 (the pattern is absolute)
    return expanded(found)


def _matching(pattern: str, folder: Path) -> Iterator[Path]:
    yield from (folder / name for name in glob.glob(pattern, root_dir=folder))  # noqa: PTH207 (the pattern goes up)


def _modified(path: Path) -> int:
    try:
        return sources.stamp_of(path)[1]
    except OSError:
        return 0


def _first_folder(source: Path) -> str:
    """Return the folder the session of a transcript began in; empty when it cannot be read or does not say."""
    try:
        with source.open("rb") as file:
            lines = list(islice(sources.SourceLines(file), _NEIGHBOUR_LINES))
    except OSError:
        return ""
    name = source.as_posix()
    frontend = recognise(name, b"".join(lines)[:HEAD_BYTES])
    identity = frontend.identify(name, lines) if frontend else None
    if frontend is None or identity is None:
        return ""
    records = (one for one in frontend.parse(lines, identity) if isinstance(one, Record))
    return next((cwd for one in records if one.kind is Kind.CONTEXT and (cwd := str(one.data.get("cwd") or ""))), "")


def _inside(path: Path) -> list[Path]:
    if not database.is_database(path):
        return []
    try:
        return [path / quote(session, safe="") for session in database.sessions_of(path, DATABASES) or ()]
    except TranscriptUnreadable:
        return []
