"""The one writer of a vault at a time: a lock of the operating system, which falls with the process that holds it.

Whoever plans and commits holds it from before it reads pages until after the commit. The same thread may take it again.
"""

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from wikimem.errors import StoreError, VaultLocked
from wikimem.store.files import disk_refused, write_atomically
from wikimem.store.refs import locate

TIMEOUT = 600.0
"""Seconds to wait for another writer: a first import of hundreds of sessions takes minutes."""


@contextmanager
def vault_lock(root: Path, *, timeout: float = TIMEOUT, waiting: Callable[[str], None] | None = None) -> Iterator[None]:
    """Hold the vault at `root`; `VaultLocked` with who holds it after `timeout` seconds.

    `waiting` is told once, in words for a person, when somebody else holds the vault.
    """
    from filelock import FileLock, Timeout  # 50 ms, most of it asyncio: only a writer pays

    folder = locate(root.resolve()).common / "wikimem"
    owner = folder / "lock.owner"
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise disk_refused(error, folder) from error
    lock = FileLock(folder / "lock", is_singleton=True)
    try:
        try:
            lock.acquire(timeout=0)
        except Timeout:
            if waiting is not None:
                waiting(f"waiting for {_holder(owner)}")
            lock.acquire(timeout=timeout, poll_interval=0.05)
    except Timeout as error:
        hint = "wait for it to end, then run the same command again"
        raise VaultLocked(f"the vault is held by {_holder(owner)}", hint=hint, path=str(root)) from error
    except OSError as error:
        raise disk_refused(error, folder / "lock") from error
    try:
        if lock.lock_counter == 1:
            with suppress(StoreError):
                write_atomically(owner, json.dumps({"pid": os.getpid(), "since": time.time()}).encode())
        yield
    finally:
        lock.release()


def _holder(owner: Path) -> str:
    """Return the words for who holds the lock; the file is only a note, the lock itself is the truth."""
    try:
        note = json.loads(owner.read_bytes())
        return f"process {note['pid']} (for {max(0, time.time() - note['since']):.0f} s)"
    except (OSError, ValueError, KeyError, TypeError):
        return "another process"
