"""Whose turn it is to compile a vault in the background: at most one process, which sees what came in meanwhile.

    a hook     leaves the mark, then looks whether somebody holds the turn; if nobody does, it starts a process
    a process  takes the turn or ends; removes the mark, works, and begins again while there is a mark

A lock of the operating system is the turn, so it falls with the process that holds it, however that ends. It is not
the vault's lock: a person's own `compile` may run meanwhile, and the two wait for each other there.
"""

import os
import sys

from wikimem.store.homes import TURNS, vault_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def leave_mark(state: str, vault: str) -> None:
    """Say that there is something to compile; `OSError` when the disk refuses."""
    os.close(_open(state, vault, "mark"))


def is_taken(state: str, vault: str) -> bool:
    """Tell whether a process holds the turn; where nobody can tell, it is free."""
    descriptor = _open(state, vault, "lock")
    try:
        return not _try_lock(descriptor)
    finally:
        os.close(descriptor)


def take_turns(state: str, vault: str, work: "Callable[[], None]", settle: "Callable[[], None]") -> bool:
    """Do `work` while marks are left, and return whether it was this process's turn.

    `settle` is called before each round, and gives those who leave several marks time to do so.
    """
    had_turn = False
    while True:
        descriptor = _open(state, vault, "lock")
        try:
            if not _try_lock(descriptor):
                return had_turn
            had_turn = True
            while _has_mark(state, vault):
                settle()
                _remove_mark(state, vault)
                work()
        finally:
            os.close(descriptor)
        if not _has_mark(state, vault):  # one may have been left between the last look and the end of the turn
            return had_turn


def _path(state: str, vault: str, name: str) -> str:
    return f"{state}/{TURNS}/{vault_key(vault)}.{name}"


def _open(state: str, vault: str, name: str) -> int:
    path = _path(state, vault, name)
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)


def _has_mark(state: str, vault: str) -> bool:
    return os.path.exists(_path(state, vault, "mark"))


def _remove_mark(state: str, vault: str) -> None:
    try:
        os.unlink(_path(state, vault, "mark"))
    except FileNotFoundError:
        return


def _try_lock(descriptor: int) -> bool:
    """Lock an open file when nobody else has; the lock falls when it is closed."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
