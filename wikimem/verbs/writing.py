"""Write pages that no session made: plan, commit and index them under one lock. Every verb that writes ends here."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from wikimem import __version__
from wikimem.config import Config
from wikimem.errors import StoreError
from wikimem.model.change import Changeset, Remove
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.people import Ground, as_it_is, on_top
from wikimem.store.history import History
from wikimem.store.layout import Layout
from wikimem.store.lock import vault_lock
from wikimem.text.clean import clean
from wikimem.text.redact import Redactor

if TYPE_CHECKING:
    from wikimem.store.index import Index
    from wikimem.store.view import View

Plan = Callable[["View"], Changeset]
"""Returns the pages to change, from the wiki as it stands; without changes nothing is committed."""


@dataclass(frozen=True, slots=True)
class Written:
    """What was written, or with a dry run would be."""

    changeset: Changeset
    """With the derived pages."""
    files: tuple[tuple[str, str], ...] = ()
    """What it does to each: `A`, `M` or `D`, and the path."""
    commit: str = ""
    """"" when nothing was committed."""


@dataclass(frozen=True, slots=True)
class Pen:
    """What a verb writes with."""

    vault: Layout
    config: Config
    history: History
    report: Callable[[Diagnostic], None]

    def write(self, plan: Plan, *, dry_run: bool = False) -> Written:
        """Commit what a plan changes together with what is derived from it, and bring the indexes along.

        With `dry_run` nothing is changed. What the plan raises is passed on, and nothing is written then.
        """
        with vault_lock(self.vault.root):
            if dry_run:
                return self._planned(plan)
            written = on_top(self.vault, self.config, self.history, self.report, lambda ground: self.put(ground, plan))
            if written.commit:
                self.settle()
        return written

    def _planned(self, plan: Plan) -> Written:
        """Return what a plan would do."""
        ground = as_it_is(self.vault, self.history, self.report)
        planned = plan(ground.view)
        if not planned.changes and not planned.merges:
            return Written(planned)
        from wikimem.planner import completed

        with _copied(self.vault) as copy:
            return self.would(completed(planned, self._view(copy), self.config, copy, self.vault))

    def put(self, ground: Ground, plan: Plan) -> Written:
        """Commit what a plan changes, on ground where edits were taken in; `EditedMeanwhile` when there are more."""
        planned = plan(ground.view)
        if not planned.changes and not planned.merges:
            return Written(planned)
        from wikimem.planner import completed

        full = completed(planned, self._view(ground.index), self.config, ground.index, self.vault)
        written = self.would(full)
        names = self.vault.project_names()
        (commit,) = self.history.commit([full], seen=ground.view.seen)
        if names.items() <= self.vault.project_names().items():  # else turns are indexed under another name
            ground.index.mark(self.history.head(), self.history.raw_head())
        return replace(written, commit=commit)

    def settle(self) -> None:
        """Bring along what is made of commits: the index of the past, and what agents are given at a start."""
        from wikimem.recall import past
        from wikimem.verbs.contexts import prepare

        past.follow(self.vault, self.history, self.report)
        try:
            prepare(self.vault, self.config)
        except StoreError as error:
            self.report(Diagnostic.of("state-unwritable", error, Severity.WARNING))

    def _view(self, index: "Index") -> "View":
        """Return the wiki as no plan has touched it yet."""
        from wikimem.store.tallies import tallies_of
        from wikimem.store.view import View

        return View(self.vault, index, partial(tallies_of, self.vault, report=self.report))

    def would(self, changeset: Changeset) -> Written:
        """Return what committing a changeset does to each file."""
        files = [
            ("D" if isinstance(change, Remove) else "M" if self.vault.path(change.path).exists() else "A", change.path)
            for change in changeset.changes
        ]
        return Written(changeset, tuple(files))


def now() -> str:
    """Return this instant, in UTC and whole seconds."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"


def safe(redactor: Redactor, text: str) -> str:
    """Return foreign text as it may be written: clean, and without secrets."""
    return redactor.text(clean(text)).strip()


@contextmanager
def _copied(vault: Layout) -> Iterator["Index"]:
    """Lend a copy of the index, which may be changed."""
    from wikimem.store.index import Index

    with TemporaryDirectory(prefix="wikimem-", ignore_cleanup_errors=True) as folder:
        shutil.copytree(vault.index_dir, Path(folder, "index"))
        yield Index.open(Path(folder, "index"), __version__)
