"""The search index made ready for a question, by the cheapest way there is: as it lies, else brought into step.

Most questions find it in step, and they should not wait for the import of what would mend it.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from wikimem import __version__
from wikimem.errors import IndexUnusable, VaultLocked
from wikimem.model.diagnostic import Diagnostic
from wikimem.store.index import Index
from wikimem.store.layout import Layout
from wikimem.store.refs import RAW, locate

if TYPE_CHECKING:
    from wikimem.store.history import History


def in_step(vault: Layout) -> Index | None:
    """Return the index when it needs nothing, else None."""
    try:
        index = Index.open(vault.index_dir, __version__)
    except IndexUnusable:
        return None
    place = locate(vault.root.resolve())
    return index if (index.head, index.raw_head) == (place.head(), place.read(RAW)) else None


def mended(vault: Layout, history: "History", report: Callable[[Diagnostic], None]) -> Index:
    """Bring the index into step; while another process writes it, take it as it is."""
    from wikimem.recall import mirror

    try:
        return mirror.current(vault, history, report)
    except VaultLocked:
        return Index.open(vault.index_dir, __version__)
