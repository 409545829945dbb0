"""What a question of a person or an agent needs: where to look, and what to look with.

Every import here is waited for by each `wikimem ask`; what only some questions need is imported by them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from wikimem.config import Config
from wikimem.errors import UsageError
from wikimem.model.audience import EVERYBODY, Audience
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.narrow import ANYWHERE, Narrow
from wikimem.model.signal import TallyLookup, no_tallies
from wikimem.recall.ask import Means
from wikimem.store.index import Index
from wikimem.store.layout import Layout
from wikimem.store.passages import Filter
from wikimem.text.time import local_day, moment_end

if TYPE_CHECKING:
    from wikimem.model.ports import Embedder
    from wikimem.store.history import History


def local_today(zone: str) -> date:
    """Return which day it is in a zone, by the machine's clock but not by its zone."""
    return date.fromisoformat(local_day(datetime.now(UTC).isoformat(), zone))


@dataclass(frozen=True)
class Asking:
    """What questions to one vault are asked with; `index` and `history` are opened by the first that needs them."""

    vault: Layout
    config: Config
    index: Callable[[], Index]
    history: "Callable[[], History]"
    report: Callable[[Diagnostic], None]
    then: str = ""
    """Instant of the wiki that is asked, "" for now."""

    def means(
        self, project: str, cwd: Path | None, narrow: Narrow, whose: Audience = EVERYBODY
    ) -> tuple[Means, Filter]:
        """Return what to look with, and where and when to look; `NotFound` and `UsageError` for what there is not."""
        index = self._index_for(narrow)
        wanted = filter_for(self.vault, self.config, index, project, cwd, narrow)
        if whose.own:
            wanted = within(whose, wanted, named=narrow.scope)
        today = local_day(self.then, self.config.timezone) if self.then else ""
        means = Means(
            index,
            date.fromisoformat(today) if today else local_today(self.config.timezone),
            _tallies(self.vault, self.report),
            self._embedder,
        )
        return means, replace(wanted, now=self._now(narrow))

    def note_use(self, subjects: Sequence[str]) -> None:
        """Note that pages and claims were shown just now; nobody can use what is past."""
        if subjects and not self.then:
            from wikimem.verbs.signals import note_use

            note_use(self.vault, subjects, self.report)

    def _index_for(self, narrow: Narrow) -> Index:
        """Return the index as it answers for the time that is asked about."""
        if not narrow.as_of:
            return self.index()
        if self.then:
            raise UsageError("this is the wiki of another time already", hint="ask the wiki as it is now")
        from wikimem.verbs.opening import as_of

        return as_of(self.vault, narrow.as_of, self.config.timezone, self.history, self.report)

    def _now(self, narrow: Narrow) -> str:
        """Return the instant from which it is seen what is stale: that of the question, or that asked about."""
        if self.then or not narrow.as_of:
            return self.then or datetime.now(UTC).isoformat()
        if until := moment_end(narrow.as_of, self.config.timezone):
            return until
        return self.history().at(narrow.as_of).log(limit=1)[0].at

    @cached_property
    def _embedder(self) -> "Embedder | None":
        from wikimem.store.embedding import open_embedder

        return open_embedder(self.vault, self.report) if self.config.recall_semantic else None


def within(whose: Audience, wanted: Filter, *, named: str = "") -> Filter:
    """Return a filter that lets only what an audience sees answer: what is global or its own, and a project named.

    `UsageError` when the scope that was `named` is not theirs.
    """
    if named and not all(map(whose.sees, wanted.scopes)):
        raise UsageError(f"the memory of {whose.scope} sees nothing of {named}", hint="ask the wiki itself")
    return wanted if named else replace(wanted, scopes=tuple(dict.fromkeys((*whose.scopes, *wanted.scopes))))


def filter_for(vault: Layout, config: Config, index: Index, project: str, cwd: Path | None, narrow: Narrow) -> Filter:
    """Return where to look: in a named project or that of a folder with what is global, else everywhere, narrowed."""
    slug = project or (_project_of(vault, cwd) if cwd and not narrow.scope else "")
    if not project and replace(narrow, as_of="") == ANYWHERE:
        return Filter(scopes=("global", f"project:{slug}") if slug else (), zone=config.timezone)
    from wikimem.verbs.narrowing import filter_of

    return filter_of(narrow, vault, index, slug, local_today(config.timezone), config.timezone)


def _project_of(vault: Layout, cwd: Path) -> str:
    from wikimem.verbs.projects import project_of

    return project_of(vault, cwd)


def _tallies(vault: Layout, report: Callable[[Diagnostic], None]) -> TallyLookup:
    if not vault.signals_dir.is_dir():
        return no_tallies
    from wikimem.store.tallies import tallies_of

    return partial(tallies_of, vault, report=report)
