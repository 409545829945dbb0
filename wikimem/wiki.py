"""The handle every interface holds: one vault, and everything that can be asked of it.

Cheap to import and to open: what a method needs is imported when it is called. The work is done in the rooms below.
"""

import os
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from wikimem import config as policy
from wikimem.model.diagnostic import Diagnostic, unheard
from wikimem.model.narrow import ANYWHERE, Narrow
from wikimem.store.layout import Layout, find, vault_path

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wikimem.compiler import Order, Progress, Report
    from wikimem.model.change import Revision
    from wikimem.model.passage import Answer, Hit, Passage
    from wikimem.model.ports import Embedder
    from wikimem.model.signal import SignalKind
    from wikimem.recall.ask import Means
    from wikimem.store.history import History
    from wikimem.store.index import Index
    from wikimem.store.passages import Filter
    from wikimem.verbs.compiling import Waiting
    from wikimem.verbs.preview import Emitted
    from wikimem.verbs.status import Status
    from wikimem.verbs.trace import Trace


def _unseen(stage: str, done: int, total: int) -> None:
    """Take progress nobody watches."""


class Wiki:
    """One vault, opened. Use `Wiki.open` or `Wiki.init`; close it, or use it in a `with` statement."""

    def __init__(self, vault: Layout, config: policy.Config, report: "Callable[[Diagnostic], None]" = unheard) -> None:
        """Hold a vault; `report` hears findings that stop nothing."""
        self.vault = vault
        self.config = config
        self.is_new = False
        """Whether `init` made it just now."""
        self._report = report
        self._history: History | None = None
        self._index: Index | None = None

    @classmethod
    def open(cls, vault: Path | None = None, report: "Callable[[Diagnostic], None]" = unheard) -> Self:
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
        from wikimem.verbs.founding import found

        layout = Layout(vault_path(path, os.environ))
        is_new = found(layout, timezone, report)
        wiki = cls.open(layout.root, report)
        wiki.is_new = is_new
        return wiki

    def __enter__(self) -> Self:
        """Lend the wiki for a `with` statement."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let go of what was opened."""
        self.close()

    def close(self) -> None:
        """Let go of the index and the history; either is opened again when needed."""
        self._index = self._history = None

    @property
    def history(self) -> "History":
        """Return the vault's git history; `NotAVault` when the folder is no repository."""
        from wikimem.store.history import History

        if self._history is None:
            self._history = History(
                self.vault.root, track_raw=self.config.raw_track, zone=self.config.timezone, report=self._report
            )
        return self._history

    @property
    def index(self) -> "Index":
        """Return the search index, in step with the files."""
        from wikimem.verbs.opening import in_step, mended

        if self._index is None:
            self._index = in_step(self.vault) or mended(self.vault, self.history, self._report)
        return self._index

    def capture(self, order: "Order", progress: "Progress" = _unseen) -> "Report":
        """Redact transcripts into raw logs, nothing more; without sources, what a sweep finds."""
        from wikimem.verbs import compiling

        return compiling.capture(self.vault, self.config, order, progress)

    def compile(self, order: "Order", progress: "Progress" = _unseen, waiting: "Waiting" = None) -> "Report":
        """Capture transcripts, then write and commit what they say; without sources, what a sweep finds.

        `waiting` is told in words when another process holds the vault.
        """
        from wikimem.verbs import compiling

        return compiling.compile_order(self.vault, self.config, order, progress, waiting)

    def sweep(self, order: "Order", progress: "Progress" = _unseen, waiting: "Waiting" = None) -> "Report":
        """Compile what a sweep finds and what is at rest."""
        from wikimem.verbs import compiling

        return compiling.sweep(self.vault, self.config, order, progress, waiting)

    def preview(self, order: "Order", progress: "Progress" = _unseen) -> "Report":
        """Return what `compile` would do, with the changesets it would commit; nothing is written."""
        from wikimem.verbs.preview import dry_run

        return dry_run(self.vault, self.history, self.config, order, progress)

    def emit(self, order: "Order", progress: "Progress" = _unseen) -> "Emitted":
        """Return the sessions, claims and pages of transcripts as if the wiki were empty; nothing is written."""
        from wikimem.verbs.preview import emit

        return emit(self.vault, self.config, order, progress)

    def ask(
        self,
        question: str,
        budget: int = 0,
        *,
        project: str = "",
        cwd: Path | None = None,
        narrow: Narrow = ANYWHERE,
        limit: int = 20,
        level: str = "L2",
        signal: bool = True,
    ) -> "Answer":
        """Return a cited block that answers a question, within `budget` tokens (0: the vault's own setting).

        A project, or the known one of `cwd`, is searched with what is global, else everything; `narrow` leaves less.
        `level` limits what is shown: `L0` titles, `L1` a line, `L2` passages. With `signal`, it counts as used.
        """
        from wikimem.recall.ask import ask
        from wikimem.recall.context import Detail

        means, wanted = self._recalling(project, cwd, narrow)
        budget = budget or self.config.ask_tokens
        answer = ask(means, question, budget=budget, wanted=wanted, limit=limit, detail=Detail(level))
        if signal:
            self._use(answer.used)
        return answer

    def search(
        self,
        text: str,
        *,
        project: str = "",
        cwd: Path | None = None,
        narrow: Narrow = ANYWHERE,
        limit: int = 20,
        signal: bool = True,
    ) -> "tuple[Hit, ...]":
        """Return the best passages for a text, best first; where and when to look and `signal` as for `ask`."""
        from wikimem.recall.ask import search
        from wikimem.recall.use import used

        means, wanted = self._recalling(project, cwd, narrow)
        hits = search(means, text, wanted=wanted, limit=limit)
        if signal:
            self._use(used(hits))
        return hits

    def feedback(self, name: str, verdict: "SignalKind") -> str:
        """Note a verdict (`SignalKind.UP` or `DOWN`) on a page or claim and return its path or id; `NotFound`."""
        from wikimem.verbs.signals import note_verdict

        return note_verdict(self.vault, lambda: self.index, name, verdict)

    def inject(self, cwd: Path) -> str:
        """Return what an agent in `cwd` should read first, in at most `config.inject_bytes`; "" for nothing."""
        from wikimem.verbs.briefing import briefing_in

        return briefing_in(self.vault, cwd, self.config.inject_bytes)

    def project_of(self, cwd: Path) -> str:
        """Return the slug of the known project a folder belongs to, or ""."""
        from wikimem.verbs.projects import project_of

        return project_of(self.vault, cwd)

    def projects(self) -> tuple[str, ...]:
        """Return the slugs of all projects, sorted."""
        return self.vault.projects()

    def page_show(self, name: str, at: str = "") -> tuple[str, str]:
        """Return path and text of a page, as it lies on disk or as of a revision or day; `NotFound`."""
        from wikimem.verbs.pages import find_page

        path = self.page_path(name) if at else find_page(self.vault, name)
        content = self.history.show(path, at) if at else self.vault.path(path).read_bytes()
        return path, content.decode("utf-8", "replace")

    def page_list(self, kind: str = "", project: str = "") -> "tuple[Passage, ...]":
        """Return one passage a page, sorted by path; `kind` is a type such as `Decision`."""
        from wikimem.verbs.pages import listed

        return listed(self.vault, self.index, kind, project)

    def page_path(self, name: str) -> str:
        """Return the path of a page by any of its names, and of one that is gone by its path."""
        from wikimem.verbs.pages import ever_page

        return ever_page(self.vault, self.history, name)

    def page_history(self, name: str, limit: int = 50) -> "list[Revision]":
        """Return the revisions of a page, newest first; `NotFound` when it never was."""
        return self.history.log(self.page_path(name), limit=limit)

    def page_diff(self, name: str, old: str = "", new: str = "") -> str:
        """Return the unified diff of a page between two revisions: by default what its newest one changed."""
        path = self.page_path(name)
        revisions = self.history.log(path, limit=2)
        if not old and len(revisions) > 1:
            old = revisions[1].id
        return self.history.diff(old, new or (revisions[0].id if revisions else "HEAD"), path)

    def log(self, path: str = "", limit: int = 50, since: str = "", until: str = "") -> "list[Revision]":
        """Return the newest revisions, of a page or folder when given, between two days."""
        from wikimem.verbs.pages import normal_path

        return self.history.log(normal_path(self.vault, path) if path else "", limit=limit, since=since, until=until)

    def why(self, name: str) -> "Trace":
        """Return where a claim or a source comes from: its commit, its turns and the words of them; `NotFound`."""
        from wikimem.verbs.trace import why

        return why(self.vault, self.history, self.index, name)

    def verify(self) -> list[Diagnostic]:
        """Return whatever the vault cannot prove of what it promises."""
        from wikimem.verbs.proof import verify

        return verify(self.vault, track_raw=self.config.raw_track)

    def lint(self) -> list[Diagnostic]:
        """Return findings in the pages that a person would want to mend."""
        from wikimem.verbs.lint import lint

        return lint(self.vault)

    @staticmethod
    def doctor(path: Path | None = None) -> list[Diagnostic]:
        """Return what this machine and a vault are fit for, checked by a round trip through a vault made for it."""
        from wikimem.verbs.doctor import doctor

        return list(doctor(Layout(vault_path(path, os.environ))))

    def status(self) -> "Status":
        """Return what the vault holds, what of it is compiled and indexed, and what waits."""
        from wikimem.verbs.status import status

        return status(self.vault, self.history)

    def _recalling(self, project: str, cwd: Path | None, narrow: Narrow) -> "tuple[Means, Filter]":
        """Return what to look with, and where and when to look."""
        from wikimem.verbs.asking import filter_for, index_for, means_of

        index = index_for(self.vault, self.config, narrow, lambda: self.index, lambda: self.history, self._report)
        wanted = filter_for(self.vault, self.config, index, project, cwd, narrow)
        return means_of(self.vault, self.config, index, self._embedder, self._report), wanted

    @cached_property
    def _embedder(self) -> "Embedder | None":
        from wikimem.store.embedding import open_embedder

        return open_embedder(self.vault, self._report) if self.config.recall_semantic else None

    def _use(self, subjects: "Sequence[str]") -> None:
        if subjects:
            from wikimem.verbs.signals import note_use

            note_use(self.vault, subjects, self._report)
