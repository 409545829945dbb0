"""What keeps a wiki safe, and what lets go of it for good: checkpoints, backup and restore, purge."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from wikimem.model.change import Revision
from wikimem.store.draft import US
from wikimem.store.index import Index
from wikimem.store.lock import vault_lock
from wikimem.text.paths import DERIVED
from wikimem.verbs.writing import Pen

if TYPE_CHECKING:
    from wikimem.store.archive import Manifest
    from wikimem.verbs.purging import Purged

_KINDS = (("Remember: ", "remember"), ("Forget ", "forget"), ("Bring in ", "sync"))
"""How the subject of a commit begins, and what made it."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A commit worth going back to: one that changed pages."""

    revision: Revision
    kind: str
    """`compile`, `edit` (of a person), `remember`, `forget`, `sync`, or `upkeep` for all else."""
    pages: tuple[str, ...]
    """What it changed, derived pages left out."""


@dataclass(frozen=True, slots=True)
class Safekeeping:
    """The verbs of one wiki that are about all of it."""

    pen: Pen
    index_of: Callable[[], Index]
    let_go: Callable[[], None]
    """Lets go of what was opened, because it speaks of a history that is gone."""

    def checkpoints(self, limit: int = 20) -> tuple[Checkpoint, ...]:
        """Return the newest commits that changed pages, newest first."""
        found: list[Checkpoint] = []
        most = limit
        while True:
            revisions = self.pen.history.log(limit=most)
            found = [point for one in revisions if (point := checkpoint(one)).pages]
            if len(found) >= limit or len(revisions) < most:
                return tuple(found[:limit])
            most *= 2

    def backup(self, target: Path) -> "Manifest":
        """Write everything to one file and read it back; uncommitted edits are in it as they are. `StoreError`."""
        from wikimem.store.archive import pack

        root = self.pen.vault.root.resolve()
        with vault_lock(root):
            self.pen.history.recover()
            return pack(root, target.absolute())

    def purge(self, name: str, text: str = "", *, dry_run: bool = True) -> "Purged":
        """Erase a text, or what a name stands for, from all there is and ever was; by default only say what that is.

        `UsageError`, `NotFound`, `GitFailed`; nothing has changed then.
        """
        from wikimem.verbs.purging import purge

        done = purge(self.pen, self.index_of, name, text, dry_run=dry_run)
        self.let_go()
        return done


def contents(source: Path) -> "Manifest":
    """Return what is in a backup, each member checked; `UsageError` for a file that is none."""
    from wikimem.store.archive import checked

    return checked(source)


def restore(source: Path, target: Path, *, force: bool = False) -> Path | None:
    """Make the vault of a backup at `target`; return where what lay there was moved to, None when nothing did.

    `UsageError` for a file that is no backup, or a folder that is not empty without `force`; nothing has changed then.
    """
    from wikimem.store.unpack import unpack

    return unpack(source, target, force=force)


def checkpoint(revision: Revision) -> Checkpoint:
    """Return what a commit is as a checkpoint."""
    pages = tuple(path for path in revision.paths if path.endswith(".md") and path.rpartition("/")[2] not in DERIVED)
    if revision.author != US:
        return Checkpoint(revision, "edit", pages)
    if any(key == "Session" for key, _ in revision.trailers):
        return Checkpoint(revision, "compile", pages)
    kind = next((kind for start, kind in _KINDS if revision.subject.startswith(start)), "upkeep")
    return Checkpoint(revision, kind, pages)
