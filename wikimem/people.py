"""Take in what people did to the wiki, before anything of ours is planned.

Whoever plans changes does it in `on_top`, under the vault's lock. People's uncommitted edits are committed as theirs,
the index is brought into step with them, and what follows from them is committed as ours, MEMORY.md with it.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from wikimem.config import Config
from wikimem.errors import EditedMeanwhile
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.edit import Taken
from wikimem.store.history import History
from wikimem.store.layout import Layout

if TYPE_CHECKING:
    from wikimem.store.index import Index
    from wikimem.store.view import View

_TRIES = 5
"""How often a plan is made because somebody edited a page meanwhile."""
_Made = TypeVar("_Made")


@dataclass(frozen=True, slots=True)
class Ground:
    """What plans are made on: a wiki in which every edit of a person is history."""

    index: "Index"
    view: "View"
    left: frozenset[str] = frozenset()
    """Paths with changes of a person that cannot be committed, so that nothing may be written there."""
    edited: tuple[str, ...] = ()
    """Paths whose changes were committed just now, as the person's."""


def as_it_is(vault: Layout, history: History, report: Callable[[Diagnostic], None]) -> Ground:
    """Return the wiki as it is committed, for plans that nobody carries out."""
    from wikimem.recall import mirror

    index = mirror.current(vault, history, report)
    return Ground(index, _view(vault, index, Taken((), frozenset()), report))


def on_top(
    vault: Layout,
    config: Config,
    history: History,
    report: Callable[[Diagnostic], None],
    make: Callable[[Ground], _Made],
) -> _Made:
    """Take in what people did and return what `make` plans and commits on top of it; raises as commits do.

    It is made anew when somebody edits a page between being read and being written, and `EditedMeanwhile` in the end.
    """
    for _ in range(_TRIES - 1):
        with suppress(EditedMeanwhile):
            return make(taken_in(vault, config, history, report))
    return make(taken_in(vault, config, history, report))


def taken_in(vault: Layout, config: Config, history: History, report: Callable[[Diagnostic], None]) -> Ground:
    """Commit what people changed and what follows from it, and return the wiki to plan on; raises as commits do."""
    return followed(vault, config, history, report, taken(history))


def taken(history: History) -> Taken:
    """Commit what people changed, as theirs, and return what they did since our last commit."""
    return history.take_edits(_joined)


def followed(
    vault: Layout, config: Config, history: History, report: Callable[[Diagnostic], None], taken: Taken
) -> Ground:
    """Commit what follows from edits that are history already, and return the wiki to plan on; raises as commits do."""
    from wikimem.recall import mirror

    index = mirror.current(vault, history, report)
    if taken.edits:
        from wikimem.follow import following
        from wikimem.planner import completed
        from wikimem.store.view import View

        read = View(vault, index)
        changeset = following(taken, vault, history, read)
        view = _view(vault, index, taken, report)
        full = completed(changeset, view, config, index, vault, [edit.path for edit in taken.edits])
        if full.changes:
            history.commit([full], seen=read.seen)
            index.mark(history.head(), history.raw_head())
    return Ground(index, _view(vault, index, taken, report), taken.left, taken.files)


def _joined(path: str, before: bytes | None, ours: bytes, theirs: bytes) -> bytes | None:
    """Return what a commit of ours and an edit that overtook it come to."""
    from wikimem.passes.merge import merge

    return merge(path, before, ours, theirs).content


def _view(vault: Layout, index: "Index", taken: Taken, report: Callable[[Diagnostic], None]) -> "View":
    from wikimem.store.tallies import tallies_of
    from wikimem.store.view import View

    return View(vault, index, partial(tallies_of, vault, report=report), left=taken.left)
