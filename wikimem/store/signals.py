"""Signals on disk: `.wikimem/signals/<machine>.jsonl`, one line a signal, appended and never rewritten.

Any room that shows or judges pages may call it; `store.tallies` adds the lines up. A line says when, what and about
which page or claim, and never what was asked:

    {"at":"2026-03-02T10:00:00Z","kind":"use","of":"c-1f0c77aa"}

The files are tracked, so that signals travel with the wiki. Each machine appends to a file of its own, so that two
machines never change the same one. The file is named by a hash of a random number that the machine keeps in its state
folder and of the machine's name: nobody can tell from it whose machine that is, a copied home folder does not share a
file, and where no number can be kept the name alone decides.
"""

import errno
import hashlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import orjson

from wikimem.errors import StoreError
from wikimem.model.signal import Signal, SignalKind
from wikimem.store.files import disk_refused, locked
from wikimem.store.layout import Layout
from wikimem.text.clean import clean
from wikimem.text.time import parse_instant

if TYPE_CHECKING:
    from wikimem.store.history import History

_EARLIEST, _LATEST = "2000", "2200"
"""Years outside which no clock of ours can have been: ageing counts from the one, in floats that hold the other."""
_BINARY = getattr(os, "O_BINARY", 0)


@dataclass(frozen=True, slots=True)
class Fresh:
    """Signals that no commit holds yet."""

    paths: tuple[str, ...] = ()
    """Vault-relative paths of the files they are in."""
    subjects: frozenset[str] = frozenset()
    at: str = ""
    """UTC instant of the newest, "" when there is none."""


NO_SIGNALS = Fresh()


def append(vault: Layout, signals: Iterable[Signal]) -> None:
    """Append signals to this machine's file in one write; `StoreError` when the disk refuses.

    The file is locked meanwhile: processes that append at the same time lose nothing. A last line that a crash left
    without its end is ended first, so that it spoils no other.
    """
    content = b"".join(map(_format, signals))
    if not content:
        return
    path = vault.signals_dir / f"{machine(vault)}.jsonl"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | _BINARY, 0o666)
        try:
            with locked(descriptor):
                _write(descriptor, content)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise disk_refused(error, path) from error


def files(vault: Layout) -> tuple[Path, ...]:
    """Return the signal files of all machines, sorted."""
    try:
        with os.scandir(vault.signals_dir) as entries:
            return tuple(
                sorted(Path(entry.path) for entry in entries if entry.name.endswith(".jsonl") and entry.is_file())
            )
    except (FileNotFoundError, NotADirectoryError):
        return ()


def fresh(vault: Layout, history: "History") -> Fresh:
    """Return the signals that the wiki's newest commit does not hold; `StoreError` when a file cannot be read.

    Git is asked only when there are any signals at all.
    """
    from wikimem.store.worktree import blob_id  # git's own room: a question, which only appends, pays nothing for it

    present = files(vault)
    held = history.blobs(vault.relative(vault.signals_dir)) if present else {}
    paths, new = [], b""
    for path in present:
        relative = vault.relative(path)
        try:
            content = path.read_bytes()
        except OSError as error:
            raise StoreError(f"cannot be read: {error.strerror or error}", path=relative) from error
        oid, size = held.get(relative, ("", 0))
        start = size if oid and blob_id(content[:size], oid) == oid else 0
        if len(content) > start:
            paths.append(relative)
            new += content[start:]
    signals = [signal for line in new.splitlines() if (signal := parse(line))]
    subjects = frozenset(signal.subject for signal in signals)
    return Fresh(tuple(paths), subjects, max((signal.at for signal in signals), default=""))


def parse(line: bytes) -> Signal | None:
    """Return the signal a line holds, None when it is none."""
    try:
        row = orjson.loads(line)
        at, kind, subject = parse_instant(row["at"]), SignalKind(row["kind"]), row["of"]
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    if not (_EARLIEST <= at < _LATEST and isinstance(subject, str) and subject):
        return None
    return Signal(at, kind, subject)


def machine(vault: Layout) -> str:
    """Return the name of this machine's file, without its ending: twelve hex digits."""
    node = os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "")
    named = f"{_number(vault.machine_file)}\n{node}".encode("utf-8", "replace")
    return hashlib.sha256(named).hexdigest()[:12]


def _number(path: Path) -> str:
    """Return the random number this machine keeps, made when there is none yet; "" when none can be kept."""
    try:
        kept = path.read_text("ascii")
        if kept:
            return kept
    except (OSError, UnicodeDecodeError):
        pass
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | _BINARY, 0o600)
        try:
            with locked(descriptor):
                kept = os.read(descriptor, 64).decode("ascii", "replace")
                if not kept:
                    kept = os.urandom(8).hex()
                    os.write(descriptor, kept.encode())
                return kept
        finally:
            os.close(descriptor)
    except OSError:
        return ""


def _write(descriptor: int, content: bytes) -> None:
    size = os.lseek(descriptor, 0, os.SEEK_END)
    if size:
        os.lseek(descriptor, size - 1, os.SEEK_SET)
        if os.read(descriptor, 1) != b"\n":
            content = b"\n" + content
    if os.write(descriptor, content) < len(content):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _format(signal: Signal) -> bytes:
    row = {"at": signal.at, "kind": signal.kind.value, "of": clean(signal.subject)}
    return orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE)
