"""git's `index.lock`: wait for a live one, clear a dead one.

Only the history room calls this.
"""

import time
from collections.abc import Callable
from pathlib import Path

from wikimem.errors import GitFailed
from wikimem.model.diagnostic import Diagnostic

PATIENCE = 10.0
"""Seconds to wait for another git command to end before the commit is put off."""
STALE_AFTER = 60.0
"""Seconds after which a lock that no running git command can own is dead."""
STALE_UNSEEN = 600.0
"""The same where the system does not show which commands run."""

_PROCESSES = Path("/proc")


def await_index(
    lock: Path, root: Path, report: Callable[[Diagnostic], None], *, patience: float = PATIENCE, poll: float = 0.05
) -> None:
    """Return when nobody holds `lock`; `GitFailed` when somebody still does after `patience` seconds.

    A dead lock is removed, and `report` is told.
    """
    give_up = time.monotonic() + patience
    while (since := _made(lock)) is not None:
        age = time.time() - since
        if age > STALE_AFTER and _ownerless(root, age):
            if _made(lock) == since:
                lock.unlink(missing_ok=True)
                message = f"removed git's lock: {age / 60:.0f} minutes old, and no git command is running here"
                report(Diagnostic("stale-index-lock", message, path=str(lock)))
            continue
        if time.monotonic() >= give_up:
            raise GitFailed(
                f"another git command holds the vault (its lock is {max(0.0, age):.0f} s old)",
                hint="run the same command again when it has ended; nothing was written",
                path=str(lock),
            )
        time.sleep(poll)


def _made(lock: Path) -> float | None:
    try:
        return lock.stat().st_mtime
    except FileNotFoundError:
        return None


def _ownerless(root: Path, age: float) -> bool:
    """Tell whether no git command works in this checkout, as far as the system lets us see."""
    if not (_PROCESSES / "self" / "cwd").exists():
        return age > STALE_UNSEEN
    return not any(_is_git_in(process, root) for process in _PROCESSES.glob("[0-9]*"))


def _is_git_in(process: Path, root: Path) -> bool:
    try:
        if not (process / "comm").read_text(encoding="utf-8", errors="replace").startswith("git"):
            return False
        return (process / "cwd").resolve().is_relative_to(root)
    except OSError:
        return False
