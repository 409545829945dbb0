"""What a vault holds, what of it is compiled and indexed, and what waits."""

import time
from collections import Counter
from dataclasses import dataclass

from wikimem import __version__
from wikimem.errors import IndexUnusable
from wikimem.model.change import Revision
from wikimem.model.claim import ClaimKind
from wikimem.store import rawlog
from wikimem.store.history import History
from wikimem.store.layout import Layout
from wikimem.verbs.activity import Activity, activities

_TYPES = {
    **{kind.value: kind.type for kind in ClaimKind},
    "sessions": "Session",
    "handoffs": "Handoff",
    "notes": "Note",
}
"""Page type by the folder pages of it lie in."""


@dataclass(frozen=True, slots=True)
class Status:
    """A vault in figures."""

    vault: str
    pages: dict[str, int]
    """By type."""
    projects: tuple[str, ...]
    raw_logs: int
    """One for each session that was captured."""
    raw_bytes: int
    pending: tuple[str, ...]
    """Raw logs that hold more than was compiled."""
    index: str
    """`current`, `behind`, or why there is none."""
    commit: Revision | None
    """The newest one."""
    agents: tuple[Activity, ...]
    """What hooks told of each agent, and how far behind the wiki is."""
    dirty: tuple[str, ...]
    """Paths that differ from the newest commit, but for signals: these are ours, and the next compile commits them."""

    @property
    def sessions(self) -> int:
        """Return how many sessions have a page."""
        return self.pages.get("Session", 0)


def status(vault: Layout, history: History) -> Status:
    """Return the figures of a vault; nothing is repaired or rebuilt."""
    logs = rawlog.raw_logs(vault)
    pages = Counter(kind for path in history.paths() if (kind := _type_of(path)))
    newest = history.log(limit=1)
    signals = f"{vault.relative(vault.signals_dir)}/"
    return Status(
        vault=str(vault.root),
        pages=dict(sorted(pages.items())),
        projects=vault.projects(),
        raw_logs=len(logs),
        raw_bytes=sum(vault.path(path).stat().st_size for path in logs),
        pending=tuple(rawlog.pending(vault)),
        index=index_state(vault, history),
        commit=newest[0] if newest else None,
        agents=activities(vault, time.time()),
        dirty=tuple(path for path in history.dirty() if not path.startswith(signals)),
    )


def index_state(vault: Layout, history: History) -> str:
    """Return `current`, `behind`, or why the index cannot be used; the next command that reads it mends it."""
    from wikimem.store.index import Index

    try:
        index = Index.open(vault.index_dir, __version__)
    except IndexUnusable as error:
        return error.message
    return "current" if (index.head, index.raw_head) == (history.head(), history.raw_head()) else "behind"


def _type_of(path: str) -> str:
    folders = path.split("/")[:-1]
    return next((_TYPES[folder] for folder in folders if folder in _TYPES), "") if path.endswith(".md") else ""
