"""What the signals add up to, kept in the cache so that a question reads only what is new: the only door to sqlite.

`wiki` and `store.view` ask for the tallies of a few subjects. The cache holds nothing that the signal files do not:
anything wrong with it is cured by folding the files again, and where it cannot be kept they are folded in memory.

Ages need no clock. A use weighs 2^(half-lives since 2000) when it is folded, so a sum only grows; when it is asked for,
it is divided by the weight of the newest signal of all machines. Each machine's file is folded by itself, line by line
in its order, so that folding it in pieces gives the very same numbers as folding it at once.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing, suppress
from dataclasses import astuple, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from wikimem.model.diagnostic import Diagnostic
from wikimem.model.score import UNHEARD, Tally
from wikimem.model.signal import SignalKind, Tallies
from wikimem.store import signals
from wikimem.store.layout import Layout

if TYPE_CHECKING:
    from sqlite3 import Connection

HALF_LIFE = timedelta(days=90)
"""After this time a use counts half: what is needed each month keeps its place, what was needed last year does not."""

_FORMAT = 1
"""Raised when tables or weights change: a cache of another format is made anew."""
_PATIENCE = 2.0
"""Seconds to wait for another process that folds."""
_ENDING = 4096
"""Bytes before a checkpoint that must still be there for the file to have only grown."""
_ORIGIN = datetime(2000, 1, 1, tzinfo=UTC)
_TABLES = (
    "DROP TABLE IF EXISTS checkpoint",
    "DROP TABLE IF EXISTS tally",
    "CREATE TABLE checkpoint (machine TEXT PRIMARY KEY, inode INT, modified INT, size INT, folded INT, ending BLOB,"
    " newest REAL)",
    "CREATE TABLE tally (subject TEXT, machine TEXT, uses REAL, ups INT, downs INT, PRIMARY KEY (subject, machine))"
    " WITHOUT ROWID",
    f"PRAGMA user_version = {_FORMAT}",
)
_ADD = (
    "INSERT INTO tally VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE"
    " SET uses = uses + excluded.uses, ups = ups + excluded.ups, downs = downs + excluded.downs"
)

Report = Callable[[Diagnostic], None]


@dataclass(frozen=True, slots=True)
class _Checkpoint:
    """How far a machine's file was folded, and what it looked like."""

    inode: int
    modified: int
    """Nanoseconds since 1970."""
    size: int
    folded: int
    """Bytes, up to the end of the last complete line."""
    ending: bytes
    """Digest of the last bytes of those."""
    newest: float
    """Half-lives from 2000 to the newest signal; 0 when there is none."""


def tallies_of(vault: Layout, subjects: Iterable[str], report: Report) -> Tallies:
    """Return the tallies of subjects, taking in what was appended since; `report` hears of lines that are no signals.

    Costs what is new and what is asked for, not what there is. A cache that fails is no reason to refuse an answer.
    """
    files = {path.stem: path for path in signals.files(vault)}
    if not files:
        return {}
    import sqlite3  # 3 ms: only a vault with signals pays

    wanted = list(subjects)
    try:
        vault.cache_dir.mkdir(parents=True, exist_ok=True)
        return _told(str(vault.tallies_cache), files, wanted, report)
    except (OSError, sqlite3.OperationalError):  # no room, no permission, or another process folds for too long
        pass
    except sqlite3.DatabaseError:
        with suppress(OSError):
            vault.tallies_cache.unlink()
    return _told(":memory:", files, wanted, report)


def _told(place: str, files: Mapping[str, Path], subjects: Iterable[str], report: Report) -> Tallies:
    import sqlite3

    with closing(sqlite3.connect(place, timeout=_PATIENCE, isolation_level=None)) as cache:
        cache.execute("PRAGMA synchronous = OFF")
        if _format(cache) != _FORMAT:
            _make(cache)
        cache.execute("BEGIN")
        if _behind(files, _checkpoints(cache)):
            cache.execute("COMMIT")
            cache.execute("BEGIN IMMEDIATE")
            _catch_up(cache, files, report)
        found = _read(cache, subjects)
        cache.execute("COMMIT")
        return found


def _format(cache: "Connection") -> int:
    return int(cache.execute("PRAGMA user_version").fetchone()[0])


def _make(cache: "Connection") -> None:
    cache.execute("BEGIN IMMEDIATE")
    if _format(cache) != _FORMAT:
        for statement in _TABLES:
            cache.execute(statement)
    cache.execute("COMMIT")


def _checkpoints(cache: "Connection") -> dict[str, _Checkpoint]:
    return {machine: _Checkpoint(*rest) for machine, *rest in cache.execute("SELECT * FROM checkpoint")}


def _behind(files: Mapping[str, Path], known: Mapping[str, _Checkpoint]) -> bool:
    return files.keys() != known.keys() or any(not _as_seen(path, known[name]) for name, path in files.items())


def _as_seen(path: Path, known: _Checkpoint) -> bool:
    try:
        status = path.stat()
    except OSError:
        return False
    return (status.st_ino, status.st_mtime_ns, status.st_size) == (known.inode, known.modified, known.size)


def _catch_up(cache: "Connection", files: Mapping[str, Path], report: Report) -> None:
    """Fold what is new in any file, and forget what came from files that are gone."""
    known = _checkpoints(cache)  # once more, because another process may have folded meanwhile
    for machine in known.keys() - files.keys():
        _forget(cache, machine)
    for machine, path in files.items():
        if machine not in known or not _as_seen(path, known[machine]):
            try:
                _fold(cache, machine, path, known.get(machine), report)
            except OSError as error:
                message = f"cannot be read, so its signals do not count: {error.strerror or error}"
                report(Diagnostic("signals-unreadable", message, path=str(path)))


def _fold(cache: "Connection", machine: str, path: Path, known: _Checkpoint | None, report: Report) -> None:
    """Add up the lines after the checkpoint, or all of them when the file did more than grow."""
    with path.open("rb") as file:
        status = path.stat()
        if known and not (known.inode == status.st_ino and _ending(file, known.folded) == known.ending):
            _forget(cache, machine)
            known = None
        start, newest = (known.folded, known.newest) if known else (0, 0.0)
        file.seek(start)
        lines = file.read()
        lines = lines[: lines.rfind(b"\n") + 1]
        folded = start + len(lines)
        ending = _ending(file, folded)
    read = [signals.parse(line) for line in lines.splitlines()]
    rows = []
    for signal in filter(None, read):
        since = (datetime.fromisoformat(signal.at) - _ORIGIN) / HALF_LIFE
        newest = max(newest, since)
        is_use, is_up = signal.kind is SignalKind.USE, signal.kind is SignalKind.UP
        rows.append((signal.subject, machine, 2**since if is_use else 0.0, is_up, not is_use and not is_up))
    cache.executemany(_ADD, rows)
    seen = _Checkpoint(status.st_ino, status.st_mtime_ns, status.st_size, folded, ending, newest)
    cache.execute("INSERT OR REPLACE INTO checkpoint VALUES (?, ?, ?, ?, ?, ?, ?)", (machine, *astuple(seen)))
    if garbled := read.count(None):
        message = f"lines that are no signals, and do not count: {garbled:,}"
        report(Diagnostic("signals-garbled", message, path=str(path)))


def _ending(file: BinaryIO, end: int) -> bytes:
    start = max(0, end - _ENDING)
    file.seek(start)
    return hashlib.blake2b(file.read(end - start), digest_size=16).digest()


def _forget(cache: "Connection", machine: str) -> None:
    cache.execute("DELETE FROM checkpoint WHERE machine = ?", (machine,))
    cache.execute("DELETE FROM tally WHERE machine = ?", (machine,))


def _read(cache: "Connection", subjects: Iterable[str]) -> Tallies:
    (newest,) = cache.execute("SELECT max(newest) FROM checkpoint").fetchone()
    found = {}
    for subject in subjects:
        told = UNHEARD
        each = "SELECT uses, ups, downs FROM tally WHERE subject = ? ORDER BY machine"
        for uses, ups, downs in cache.execute(each, (subject,)):
            told = Tally(told.uses + uses / 2**newest, told.ups + ups, told.downs + downs)
        if told is not UNHEARD:
            found[subject] = told
    return found
