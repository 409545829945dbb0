"""Write pages that no session made: plan, commit and index them under one lock. Every verb that writes ends here."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from wikimem import __version__
from wikimem.config import Config
from wikimem.errors import StoreError
from wikimem.model.change import Changeset, Remove
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.planner import completed
from wikimem.recall import mirror, past
from wikimem.store.history import History
from wikimem.store.index import Index
from wikimem.store.layout import Layout
from wikimem.store.lock import vault_lock
from wikimem.store.tallies import tallies_of
from wikimem.store.view import View
from wikimem.text.clean import clean
from wikimem.text.redact import Redactor
from wikimem.verbs.contexts import prepare

Plan = Callable[[View], Changeset]
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
        vault, history = self.vault, self.history
        with vault_lock(vault.root):
            history.recover()
            index = mirror.current(vault, history, self.report)
            planned = plan(self._view(index))
            if not planned.changes and not planned.merges:
                return Written(planned)
            if dry_run:
                with _copied(vault) as copy:
                    return self.would(completed(planned, self._view(copy), self.config, copy, vault))
            full = completed(planned, self._view(index), self.config, index, vault)
            written = self.would(full)
            (commit,) = history.commit([full])
            index.mark(history.head(), history.raw_head())
            past.follow(vault, history, self.report)
        try:
            prepare(vault, self.config)
        except StoreError as error:
            self.report(Diagnostic.of("state-unwritable", error, Severity.WARNING))
        return replace(written, commit=commit)

    def would(self, changeset: Changeset) -> Written:
        """Return what committing a changeset does to each file."""
        files = [
            ("D" if isinstance(change, Remove) else "M" if self.vault.path(change.path).exists() else "A", change.path)
            for change in changeset.changes
        ]
        return Written(changeset, tuple(files))

    def _view(self, index: Index) -> View:
        return View(self.vault, index, partial(tallies_of, self.vault, report=self.report))


def now() -> str:
    """Return this instant, in UTC and whole seconds."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"


def safe(redactor: Redactor, text: str) -> str:
    """Return foreign text as it may be written: clean, and without secrets."""
    return redactor.text(clean(text)).strip()


@contextmanager
def _copied(vault: Layout) -> Iterator[Index]:
    """Lend a copy of the index, which may be changed."""
    with TemporaryDirectory(prefix="wikimem-", ignore_cleanup_errors=True) as folder:
        shutil.copytree(vault.index_dir, Path(folder, "index"))
        yield Index.open(Path(folder, "index"), __version__)
