"""One vault, opened: what its verbs work with, made when it is first needed and shared by threads.

`Wiki` and the memories it lends hold one of these. Threads may read through it at the same time; who writes waits for
the vault's lock, as processes do.
"""

from collections.abc import Callable
from functools import cached_property
from threading import RLock
from typing import TYPE_CHECKING

from wikimem.config import Config
from wikimem.errors import UsageError
from wikimem.model.diagnostic import Diagnostic
from wikimem.store.layout import Layout

if TYPE_CHECKING:
    from wikimem.store.history import History
    from wikimem.store.index import Index
    from wikimem.verbs.asking import Asking
    from wikimem.verbs.writing import Pen


class Opened:
    """A vault as it is now, or as it was at a revision."""

    def __init__(self, vault: Layout, config: Config, report: Callable[[Diagnostic], None]) -> None:
        """Hold a vault; nothing is opened yet."""
        self.vault = vault
        self.config = config
        self.report = report
        self._lock = RLock()
        self._index: Index | None = None
        self._history: History | None = None
        self._then: tuple[str, str] | None = None

    def at(self, revision: str) -> "Opened":
        """Return the vault as it was at a revision, a day or an instant, to be read only; `NotFound`."""
        then = Opened(self.vault, self.config, self.report)
        then._history = self.history.at(revision)
        then._then = then._history.head(), then._history.log(limit=1)[0].at
        return then

    def close(self) -> None:
        """Let go of the index and the history; either is opened again when needed."""
        with self._lock:
            self._index = None
            self._history = self._history if self._then else None

    @property
    def revision(self) -> str:
        """Return the commit this is the vault of, "" for now."""
        return self._then[0] if self._then else ""

    @property
    def present(self) -> Layout:
        """Return the vault for what tells of now or writes; `UsageError` when this is the vault of another time."""
        if self._then:
            message = f"this is the wiki as of {self._then[0][:10]}, which is only asked and read"
            raise UsageError(message, hint="open the wiki itself for what is now, and to write")
        return self.vault

    @property
    def history(self) -> "History":
        """Return the vault's git history; `NotAVault` when the folder is no repository."""
        from wikimem.store.history import History

        with self._lock:
            if self._history is None:
                track, zone = self.config.raw_track, self.config.timezone
                self._history = History(self.vault.root, track_raw=track, zone=zone, report=self.report)
            return self._history

    @property
    def index(self) -> "Index":
        """Return the search index, in step with the files; that of a revision answers for it."""
        from wikimem.verbs.opening import as_of, in_step, is_in_step, mended

        with self._lock:
            if self._then:
                self._index = self._index or as_of(
                    self.vault, self._then[0], self.config.timezone, self._now, self.report
                )
            elif self._index is None or not is_in_step(self._index, self.vault):
                self._index = in_step(self.vault) or mended(self.vault, self.history, self.report)
            return self._index

    @property
    def pen(self) -> "Pen":
        """Return what writes to the vault; `UsageError` when this is the vault of another time."""
        from wikimem.verbs.writing import Pen

        return Pen(self.present, self.config, self.history, self.report)

    @cached_property
    def asking(self) -> "Asking":
        """Return what questions are asked with."""
        from wikimem.verbs.asking import Asking

        then = self._then[1] if self._then else ""
        return Asking(self.vault, self.config, lambda: self.index, lambda: self.history, self.report, then)

    def _now(self) -> "History":
        """Return the history as it is now: it knows every revision that an index of versions is made of."""
        return Opened(self.vault, self.config, self.report).history
