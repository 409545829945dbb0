"""Carry out a plan: back up, write, remember. Nothing is written that the plan did not show.

Each file is replaced as a whole and keeps its permissions. What is remembered is written before the file, so that an
install that was cut short can still be taken back.
"""

import os
import stat
from collections.abc import Iterable
from pathlib import Path

from wikimem.errors import StoreError
from wikimem.install.ledger import Ledger, Wired
from wikimem.install.plan import Change
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.store.files import disk_refused

BACKUP = ".wikimem-backup"
"""What is added to the name of a file for the copy of what it was before us."""


def carry_out(changes: Iterable[Change], ledger: Ledger) -> list[Diagnostic]:
    """Make the changes and return what a person should know; `StoreError` when a file changed meanwhile or the disk
    refuses.

    The caller holds the lock of installs.
    """
    findings: list[Diagnostic] = []
    for change in changes:
        if change.trace is not None:
            ledger = ledger.put(str(change.path), Wired(change.agents, change.project, change.trace))
        if change.is_needed:
            _replace(change)
        if change.trace is None:
            findings += _backup_done_with(change)
            ledger = ledger.drop(str(change.path))
    return findings


def _replace(change: Change) -> None:
    path = change.path
    try:
        now = path.read_bytes() if path.exists() else None
        if now != change.before:
            raise StoreError("it changed while this ran", hint="run the same command again", path=str(path))
        mode = stat.S_IMODE(path.stat().st_mode) if now is not None else None
        if now is not None and change.is_first and change.trace is not None and not _backup(path).exists():
            _write(_backup(path), now, mode)
        if change.after is None:
            path.unlink(missing_ok=True)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            _write(path, change.after, 0o755 if change.executable else mode)
    except OSError as error:
        raise _refused(error, path) from error


def _write(path: Path, content: bytes, mode: int | None) -> None:
    """Replace a file, with given permissions, before anybody can open it."""
    beside = path.with_name(f".{path.name[:64]}.{os.getpid()}.{os.urandom(4).hex()}.tmp")
    try:
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else mode)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        if mode is not None:
            beside.chmod(mode)
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def _backup_done_with(change: Change) -> list[Diagnostic]:
    """Remove the backup when the file is again what it was; return the finding that it is kept otherwise."""
    backup = _backup(change.path)
    try:
        if not backup.is_file():
            return []
        if backup.read_bytes() == change.after:
            backup.unlink()
            return []
    except OSError as error:
        raise _refused(error, backup) from error
    text = "the file has changed since it was first wired; what it was then is kept"
    return [Diagnostic("backup-kept", text, Severity.INFO, str(backup), hint="delete it when you like")]


def _backup(path: Path) -> Path:
    return path.with_name(path.name + BACKUP)


def _refused(error: OSError, path: Path) -> StoreError:
    refused = disk_refused(error, path)
    return StoreError(refused.message, hint="make it writable for this user, then run it again", path=refused.path)
