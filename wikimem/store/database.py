"""The one door to reading SQLite databases that belong to other programs.

Nothing is ever written to them: no row, no checkpoint, no file beside them. A session comes out as JSON lines, first a
heading that names agent and session, then one object a row. So the rest of the house knows transcripts as lines only.
"""

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import cache, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import orjson

from wikimem.errors import TranscriptUnreadable
from wikimem.model.keeping import Database
from wikimem.store.sources import Stamp

_MAGIC = b"SQLite format 3\0"
_WAL_VERSION = b"\2\2"
"""Bytes 18 and 19 of a database that keeps a write-ahead log (https://sqlite.org/fileformat2.html)."""
_PATIENCE = 2.0
"""Seconds to wait for a program that is writing."""
_HINT = "nothing is lost: what can be read later is read then"
_REMEMBERED = 16
"""Databases whose lists of sessions are kept while they do not change."""


def is_database(path: Path) -> bool:
    """Tell whether a file is an SQLite database, by its first bytes."""
    try:
        with path.open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return False


def sessions_of(path: Path, databases: tuple[Database, ...]) -> Mapping[str, Stamp] | None:
    """Return the ids of a database's sessions, each with a stamp that changes with it.

    None when the database is nobody's we know, `TranscriptUnreadable` when it cannot be read. It is read again only
    when it has changed.
    """
    return _sessions(path, databases, stamp_of(path))


def stamp_of(path: Path) -> Stamp:
    """Return the stamp of a database with its write-ahead log; `OSError` when it cannot be looked at."""
    status, log = path.stat(), _status(_log_of(path))
    if log is None:
        return status.st_size, status.st_mtime_ns
    return status.st_size + log.st_size, max(status.st_mtime_ns, log.st_mtime_ns)


def lines_of(path: Path, databases: Sequence[Database], session: str) -> Iterator[bytes]:
    """Yield a session as JSON lines, the heading with the first row: an unknown session has no line.

    `TranscriptUnreadable` when the database cannot be read.
    """
    with _opened(path) as connection:
        database = _keeper(connection, databases)
        if database is None:
            return
        named = {"database": database.agent, "session": session, "path": path.as_posix()}
        heading = orjson.dumps(named, option=orjson.OPT_APPEND_NEWLINE)
        for query in database.rows:
            rows = connection.execute(query, {"session": session})
            names = [column[0] for column in rows.description]
            for row in rows:
                yield heading + _line(dict(zip(names, row, strict=True)), database.documents)
                heading = b""


def _keeper(connection: sqlite3.Connection, databases: Sequence[Database]) -> Database | None:
    @cache
    def columns(table: str) -> frozenset[str]:
        named = connection.execute("SELECT name FROM pragma_table_info(?)", (table,))
        return frozenset(f"{table}.{_text(name)}" for (name,) in named)

    def holds(column: str) -> bool:
        return column in columns(column.partition(".")[0])

    connection.execute("SELECT 1 FROM sqlite_master").fetchone()  # a file that is damaged says so here
    return next((database for database in databases if all(map(holds, database.columns))), None)


@lru_cache(_REMEMBERED)
def _sessions(path: Path, databases: tuple[Database, ...], stamp: Stamp) -> Mapping[str, Stamp] | None:
    with _opened(path) as connection:
        database = _keeper(connection, databases)
        if database is None:
            return None
        return {
            _text(id_): (0, changed) if isinstance(changed, int) else stamp
            for id_, changed in connection.execute(database.sessions)
            if id_ is not None
        }


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Lend a connection that sees one moment of a database, its write-ahead log included."""
    try:
        with _readable(path) as uri, closing(sqlite3.connect(uri, uri=True, timeout=_PATIENCE)) as connection:
            connection.text_factory = bytes
            connection.execute("PRAGMA query_only = ON")
            connection.execute("BEGIN")
            yield connection
            if "immutable" in uri and _log_size(path):
                what = "another program began to write while the database was read"
                raise TranscriptUnreadable(what, hint=_HINT, path=str(path))
    except sqlite3.Error as error:
        raise TranscriptUnreadable(_reason(error), hint=_HINT, path=str(path)) from error


@contextmanager
def _readable(path: Path) -> Iterator[str]:
    """Lend the address under which a database can be read without leaving a trace.

    SQLite makes and leaves the files of a write-ahead log even when it only reads. When nothing is in the log, the
    database is read as if it could not change; when the log's shared memory is gone, a copy is read.
    """
    with path.open("rb") as file:
        keeps_log = file.read(20)[18:20] == _WAL_VERSION
    uri = path.absolute().as_uri()
    if keeps_log and not _log_size(path):
        yield f"{uri}?mode=ro&immutable=1"
    elif keeps_log and _status(path.with_name(f"{path.name}-shm")) is None:
        with TemporaryDirectory(prefix="wikimem-", ignore_cleanup_errors=True) as folder:
            copy = Path(folder, "copy.db")
            shutil.copyfile(path, copy)
            shutil.copyfile(_log_of(path), _log_of(copy))
            yield f"{copy.as_uri()}?mode=ro"
    else:
        yield f"{uri}?mode=ro"


def _reason(error: sqlite3.Error) -> str:
    """Return what is wrong in the words of a person."""
    text = str(error)
    if "locked" in text or "busy" in text:
        return "another program has locked the database"
    if "malformed" in text or "not a database" in text:
        return f"the database is damaged: {text}"
    if "no such" in text:
        return f"the database is not laid out as expected: {text}"
    return f"the database cannot be read: {text}"


def _log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _log_size(path: Path) -> int:
    status = _status(_log_of(path))
    return status.st_size if status else 0


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:
        return None


def _line(row: dict[str, Any], documents: frozenset[str]) -> bytes:
    values = {name: _value(value, document=name in documents) for name, value in row.items() if value is not None}
    try:
        return orjson.dumps(values, option=orjson.OPT_APPEND_NEWLINE)
    except orjson.JSONEncodeError:  # a lone surrogate or a number beyond 64 bits, which JSON itself allows
        return json.dumps(values).encode() + b"\n"


def _value(value: Any, *, document: bool) -> Any:
    if not isinstance(value, bytes):
        return value
    text = _text(value)
    if not document:
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _text(value: Any) -> str:
    """Return a text or blob as text; bytes that are not UTF-8 are replaced, and what is binary becomes a stub."""
    if not isinstance(value, bytes):
        return str(value)
    try:
        return value.decode()
    except UnicodeDecodeError:
        return f"[{len(value)} bytes]" if b"\0" in value else value.decode("utf-8", "replace")
