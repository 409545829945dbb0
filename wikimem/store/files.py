"""Bytes on disk: whole-file replacement, and the lock on one open file.

A reader of a replaced file sees the old bytes or the new ones, never a part. Every room that writes may call this.
"""

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from wikimem.errors import StoreError

_LOCK_OFFSET = 1 << 62
"""Where Windows locks one byte: beyond any content, because a locked byte there cannot be read by others."""


def write_atomically(path: Path, content: bytes) -> None:
    """Replace the file at `path` by `content`, making its folder when needed; `StoreError` when the disk refuses."""
    beside = path.with_name(f".{path.name[:64]}.{os.getpid()}.{os.urandom(4).hex()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            beside.write_bytes(content)
            beside.replace(path)
        except OSError:
            beside.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise disk_refused(error, path) from error


@contextmanager
def locked(descriptor: int) -> Iterator[None]:
    """Hold the operating system's exclusive lock on an open file; it falls with the process, however that ends."""
    _lock(descriptor)
    try:
        yield
    finally:
        _unlock(descriptor)


def disk_refused(error: OSError, path: Path) -> StoreError:
    """Return the `StoreError` that says what the operating system refused and what to do about it."""
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            hint = "free some space and run the same command again; nothing captured so far is lost"
        case errno.EACCES | errno.EPERM | errno.EROFS:
            hint = "make the folder writable for this user"
        case _:
            hint = "run the same command again; nothing captured so far is lost"
    return StoreError(f"cannot write: {error.strerror or error}", hint=hint, path=str(path))


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        while True:
            os.lseek(descriptor, _LOCK_OFFSET, os.SEEK_SET)
            try:
                msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            except OSError:
                time.sleep(0.02)
            else:
                return

    def _unlock(descriptor: int) -> None:
        os.lseek(descriptor, _LOCK_OFFSET, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)

    def _unlock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)
