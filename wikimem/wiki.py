"""The handle every interface holds: one vault, and everything that can be asked of it.

Cheap to import and to open: what a method needs is imported when it is called. The work is done in the rooms below.
"""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Self

from wikimem import config as policy
from wikimem.model.diagnostic import Diagnostic, unheard
from wikimem.store.layout import Layout, find, vault_path
from wikimem.verbs.opened import Opened
from wikimem.verbs.own_memory import Memory

if TYPE_CHECKING:
    from collections.abc import Callable

    from wikimem.compiler import Order, Progress, Report
    from wikimem.model.change import Revision
    from wikimem.store.history import History
    from wikimem.store.index import Index
    from wikimem.verbs.bundling import Bundles
    from wikimem.verbs.chain import Event
    from wikimem.verbs.compiling import Waiting
    from wikimem.verbs.handoffs import Handoffs
    from wikimem.verbs.paging import Pages
    from wikimem.verbs.preview import Emitted
    from wikimem.verbs.projecting import ProjectBook
    from wikimem.verbs.review import Review
    from wikimem.verbs.safekeeping import Safekeeping
    from wikimem.verbs.status import Status
    from wikimem.verbs.syncing import Synced
    from wikimem.verbs.trace import Trace


class Wiki(Memory):
    """One vault, opened, and the memory of everybody. Use `Wiki.open` or `Wiki.init`, best in a `with` statement."""

    def __init__(self, vault: Layout, config: policy.Config, report: "Callable[[Diagnostic], None]" = unheard) -> None:
        """Hold a vault; `report` hears findings that stop nothing."""
        super().__init__(Opened(vault, config, report))
        self.vault = vault
        self.config = config
        self.is_new = False
        """Whether `init` made it just now."""

    @classmethod
    def open(cls, vault: Path | str | None = None, report: "Callable[[Diagnostic], None]" = unheard) -> Self:
        """Open the vault at a path, else the one `WIKIMEM_VAULT` or the default names; `NotAVault`, `UsageError`."""
        layout = find(vault, os.environ)
        config, findings = policy.read(layout.config)
        for finding in findings:
            report(finding)
        return cls(layout, config, report)

    @classmethod
    def init(
        cls, path: Path | None = None, timezone: str = "", report: "Callable[[Diagnostic], None]" = unheard
    ) -> Self:
        """Make a vault, or finish one that was begun; one that is there is left as it is.

        `timezone` is an IANA name; empty means the machine's own. `UsageError` for a name nobody knows.
        """
        from wikimem.verbs.drivers import set_driver
        from wikimem.verbs.founding import found

        is_new = found(layout := Layout(vault_path(path, os.environ)), timezone, report)
        set_driver(layout.root)
        wiki = cls.open(layout.root, report)
        wiki.is_new = is_new
        return wiki

    def __enter__(self) -> Self:
        """Lend the wiki for a `with` statement."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of what was opened."""
        self.close()

    def close(self) -> None:
        """Let go of the index and the history; either is opened again when needed."""
        self._opened.close()

    @property
    def commits(self) -> "History":
        """Return the vault's git history; `NotAVault` when the folder is no repository."""
        return self._opened.history

    @property
    def index(self) -> "Index":
        """Return the search index, in step with the files."""
        return self._opened.index

    def is_ready(self) -> bool:
        """Tell whether the index can answer at once, without being brought into step first."""
        from wikimem.verbs.opening import in_step

        return in_step(self._opened.present) is not None

    def capture(self, order: "Order | None" = None, progress: "Progress" = unheard) -> "Report":
        """Redact transcripts into raw logs, nothing more; without sources, what a sweep finds."""
        from wikimem.compiler import Order
        from wikimem.verbs import compiling

        return compiling.capture(self._opened.present, self.config, order or Order(), progress)

    def compile(
        self, order: "Order | None" = None, progress: "Progress" = unheard, waiting: "Waiting" = None
    ) -> "Report":
        """Capture transcripts, then write and commit what they say; without sources, what a sweep finds.

        `waiting` is told in words when another process holds the vault.
        """
        from wikimem.compiler import Order
        from wikimem.verbs import compiling

        return compiling.compile_order(self._opened.present, self.config, order or Order(), progress, waiting)

    def sweep(self, order: "Order", progress: "Progress" = unheard, waiting: "Waiting" = None) -> "Report":
        """Compile what a sweep finds and what is at rest."""
        from wikimem.verbs import compiling

        return compiling.sweep(self._opened.present, self.config, order, progress, waiting)

    def preview(self, order: "Order", progress: "Progress" = unheard) -> "Report":
        """Return what `compile` would do, with the changesets it would commit; nothing is written."""
        from wikimem.verbs.preview import dry_run

        return dry_run(self._opened.present, self.commits, self.config, order, progress)

    def emit(self, order: "Order", progress: "Progress" = unheard) -> "Emitted":
        """Return the sessions, claims and pages of transcripts as if the wiki were empty; nothing is written."""
        from wikimem.verbs.preview import emit

        return emit(self._opened.present, self.config, order, progress)

    def memory(self, agent: str = "", user: str = "") -> Memory:
        """Lend the memory of an agent, a user, or a user of an agent, who see what is global and theirs."""
        from wikimem.verbs.scopes import audience

        return Memory(self._opened, audience(agent, user))

    def at(self, revision: str) -> Self:
        """Return the wiki as it was at a revision, a day or an instant, to be asked and read only; `NotFound`."""
        then = type(self)(self.vault, self.config, self._opened.report)
        then._opened = self._opened.at(revision)
        return then

    @property
    def bundles(self) -> "Bundles":
        """Return the way out of the wiki and into it: to export, import, and name points to go back to."""
        from wikimem.verbs.bundling import Bundles

        return Bundles(self._opened.pen)

    @property
    def safekeeping(self) -> "Safekeeping":
        """Return what keeps a wiki safe and lets go of it for good: checkpoints, backup, purge."""
        from wikimem.verbs.safekeeping import Safekeeping

        return Safekeeping(self._opened.pen, lambda: self.index, self.close)

    @property
    def handoffs(self) -> "Handoffs":
        """Return where sessions left off: to list, find, begin, accept and cancel."""
        from wikimem.verbs.handoffs import Handoffs

        return Handoffs(self._opened.pen, lambda: self.index)

    def inject(self, cwd: Path, project: str = "") -> str:
        """Return what an agent in `cwd` should read first, in at most `config.inject_bytes`; "" for nothing."""
        from wikimem.verbs.briefing import briefing_in

        return briefing_in(self._opened.present, cwd, self.config.inject_bytes, project)

    def project_of(self, cwd: Path) -> str:
        """Return the slug of the known project a folder belongs to, or ""."""
        from wikimem.verbs.projects import project_of

        return project_of(self.vault, cwd)

    @property
    def pages(self) -> "Pages":
        """Return the pages of the wiki: to show, list and compare, now and as they were, and to write by hand."""
        from wikimem.verbs.paging import Pages

        opened = self._opened
        return Pages(self.vault, lambda: self.commits, lambda: self.index, lambda: opened.pen, opened.revision)

    @property
    def projects(self) -> "ProjectBook":
        """Return the projects of the wiki: to list, rename, merge and purge."""
        from wikimem.verbs.projecting import ProjectBook

        return ProjectBook(self.vault, lambda: self._opened.pen)

    @property
    def review(self) -> "Review":
        """Return what a person should decide: claims that cannot both hold, what two people changed at once."""
        from wikimem.verbs.review import Review

        return Review(self.vault, lambda: self.index)

    def log(self, path: str = "", limit: int = 50, since: str = "", until: str = "") -> "list[Revision]":
        """Return the newest revisions, of a page or folder when given, between two days."""
        from wikimem.verbs.pages import normal_path

        return self.commits.log(normal_path(self.vault, path) if path else "", limit=limit, since=since, until=until)

    def history(self, name: str) -> "tuple[Event, ...]":
        """Return what became of a claim and of its chain, or of the claims of a page, oldest first; `NotFound`."""
        from wikimem.verbs.chain import chain

        return chain(self.vault, self.commits, lambda: self.index, name)

    def why(self, name: str) -> "Trace":
        """Return where a claim or a source comes from: its commit, its turns and the words of them; `NotFound`."""
        from wikimem.verbs.trace import why

        return why(self.vault, self.commits, self.index, name)

    def verify(self) -> list[Diagnostic]:
        """Return whatever the vault cannot prove of what it promises."""
        from wikimem.verbs.proof import verify

        return verify(self._opened.present, track_raw=self.config.raw_track)

    def lint(self) -> list[Diagnostic]:
        """Return findings in the pages that a person would want to mend."""
        from wikimem.verbs.lint import lint

        return lint(self._opened.present)

    @staticmethod
    def doctor(path: Path | None = None) -> list[Diagnostic]:
        """Return what this machine and a vault are fit for, checked by a round trip through a vault made for it."""
        from wikimem.verbs.doctor import doctor

        return list(doctor(Layout(vault_path(path, os.environ))))

    def sync(self, remote: str = "", progress: "Progress" = unheard, *, dry_run: bool = False) -> "Synced":
        """Bring the wiki and its copy at a git remote in step; `UsageError`, `GitFailed`, `StoreError`."""
        from wikimem.verbs.syncing import sync

        return sync(self._opened.pen, remote, progress, dry_run=dry_run)

    def carry_raw(self, *, on: bool) -> None:
        """Remember for this clone whether `sync` carries raw logs; `UsageError` when git does not hold them."""
        from wikimem.verbs.syncing import carry_raw

        carry_raw(self._opened.pen, on=on)

    def status(self) -> "Status":
        """Return what the vault holds, what of it is compiled and indexed, and what waits."""
        from wikimem.verbs.status import status

        return status(self._opened.present, self.commits)
