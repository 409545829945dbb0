"""The handle every interface holds: one vault, and everything that can be asked of it.

Cheap to import and to open: what a method needs is imported when it is called. The work is done in the rooms below.
"""

import os
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

from wikimem import config as policy
from wikimem.model.diagnostic import Diagnostic, unheard
from wikimem.model.narrow import ANYWHERE, Narrow
from wikimem.store.layout import Layout, find, vault_path

if TYPE_CHECKING:
    from collections.abc import Callable

    from wikimem.compiler import Order, Progress, Report
    from wikimem.model.change import Revision
    from wikimem.model.passage import Answer, Hit
    from wikimem.model.signal import SignalKind
    from wikimem.store.history import History
    from wikimem.store.index import Index
    from wikimem.verbs.asking import Asking
    from wikimem.verbs.compiling import Waiting
    from wikimem.verbs.handoffs import Handoffs
    from wikimem.verbs.memory import Forgotten, Note, Remembered
    from wikimem.verbs.pages import Pages
    from wikimem.verbs.preview import Emitted
    from wikimem.verbs.status import Status
    from wikimem.verbs.syncing import Synced
    from wikimem.verbs.trace import Trace
    from wikimem.verbs.writing import Pen


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
        from wikimem.verbs.driving import set_driver
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
        self._index = self._history = None

    @property
    def history(self) -> "History":
        """Return the vault's git history; `NotAVault` when the folder is no repository."""
        from wikimem.store.history import History

        if self._history is None:
            track, zone = self.config.raw_track, self.config.timezone
            self._history = History(self.vault.root, track_raw=track, zone=zone, report=self._report)
        return self._history

    @property
    def index(self) -> "Index":
        """Return the search index, in step with the files."""
        from wikimem.verbs.opening import in_step, mended

        if self._index is None:
            self._index = in_step(self.vault) or mended(self.vault, self.history, self._report)
        return self._index

    def is_ready(self) -> bool:
        """Tell whether the index can answer at once, without being brought into step first."""
        from wikimem.verbs.opening import in_step

        return in_step(self.vault) is not None

    def capture(self, order: "Order", progress: "Progress" = unheard) -> "Report":
        """Redact transcripts into raw logs, nothing more; without sources, what a sweep finds."""
        from wikimem.verbs import compiling

        return compiling.capture(self.vault, self.config, order, progress)

    def compile(self, order: "Order", progress: "Progress" = unheard, waiting: "Waiting" = None) -> "Report":
        """Capture transcripts, then write and commit what they say; without sources, what a sweep finds.

        `waiting` is told in words when another process holds the vault.
        """
        from wikimem.verbs import compiling

        return compiling.compile_order(self.vault, self.config, order, progress, waiting)

    def sweep(self, order: "Order", progress: "Progress" = unheard, waiting: "Waiting" = None) -> "Report":
        """Compile what a sweep finds and what is at rest."""
        from wikimem.verbs import compiling

        return compiling.sweep(self.vault, self.config, order, progress, waiting)

    def preview(self, order: "Order", progress: "Progress" = unheard) -> "Report":
        """Return what `compile` would do, with the changesets it would commit; nothing is written."""
        from wikimem.verbs.preview import dry_run

        return dry_run(self.vault, self.history, self.config, order, progress)

    def emit(self, order: "Order", progress: "Progress" = unheard) -> "Emitted":
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

        means, wanted = self._asking.means(project, cwd, narrow)
        budget = budget or self.config.ask_tokens
        answer = ask(means, question, budget=budget, wanted=wanted, limit=limit, detail=Detail(level))
        self._asking.note_use(answer.used if signal else ())
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

        means, wanted = self._asking.means(project, cwd, narrow)
        hits = search(means, text, wanted=wanted, limit=limit)
        self._asking.note_use(used(hits) if signal else ())
        return hits

    def feedback(self, name: str, verdict: "SignalKind") -> str:
        """Note a verdict (`SignalKind.UP` or `DOWN`) on a page or claim and return its path or id; `NotFound`."""
        from wikimem.verbs.signals import note_verdict

        return note_verdict(self.vault, lambda: self.index, name, verdict)

    def remember(self, note: "Note", *, dry_run: bool = False) -> "Remembered":
        """Write a claim that somebody says outside any session, once; `UsageError` for what cannot be kept."""
        from wikimem.verbs.memory import remember

        return remember(self._pen, note, dry_run=dry_run)

    def forget(self, name: str, by: str = "human:user", *, dry_run: bool = False) -> "Forgotten":
        """Take a claim out and keep it out; what was said stays in raw logs and history. `UsageError`, `NotFound`."""
        from wikimem.verbs.memory import forget

        return forget(self._pen, lambda: self.index, name, by, dry_run=dry_run)

    @property
    def handoffs(self) -> "Handoffs":
        """Return where sessions left off: to list, find, begin, accept and cancel."""
        from wikimem.verbs.handoffs import Handoffs

        return Handoffs(self._pen, lambda: self.index)

    def inject(self, cwd: Path, project: str = "") -> str:
        """Return what an agent in `cwd` should read first, in at most `config.inject_bytes`; "" for nothing."""
        from wikimem.verbs.briefing import briefing_in

        return briefing_in(self.vault, cwd, self.config.inject_bytes, project)

    def project_of(self, cwd: Path) -> str:
        """Return the slug of the known project a folder belongs to, or ""."""
        from wikimem.verbs.projects import project_of

        return project_of(self.vault, cwd)

    @property
    def pages(self) -> "Pages":
        """Return the pages of the wiki: to show, list and compare, now and as they were."""
        from wikimem.verbs.pages import Pages

        return Pages(self.vault, lambda: self.history, lambda: self.index)

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

    def sync(self, remote: str = "", progress: "Progress" = unheard, *, dry_run: bool = False) -> "Synced":
        """Bring the wiki and its copy at a git remote in step; `UsageError`, `GitFailed`, `StoreError`."""
        from wikimem.verbs.syncing import sync

        return sync(self._pen, remote, progress, dry_run=dry_run)

    def carry_raw(self, *, on: bool) -> None:
        """Remember for this clone whether `sync` carries raw logs; `UsageError` when git does not hold them."""
        from wikimem.verbs.syncing import carry_raw

        carry_raw(self._pen, on=on)

    def status(self) -> "Status":
        """Return what the vault holds, what of it is compiled and indexed, and what waits."""
        from wikimem.verbs.status import status

        return status(self.vault, self.history)

    @cached_property
    def _asking(self) -> "Asking":
        from wikimem.verbs.asking import Asking

        return Asking(self.vault, self.config, lambda: self.index, lambda: self.history, self._report)

    @property
    def _pen(self) -> "Pen":
        from wikimem.verbs.writing import Pen

        return Pen(self.vault, self.config, self.history, self._report)
