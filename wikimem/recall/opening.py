"""Open the index for a question: as it is when that is in step with the files, mended else.

`wiki` calls it. Most questions find the index in step and should not wait for the import of what would mend it.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from wikimem import __version__
from wikimem.errors import IndexUnusable, VaultLocked
from wikimem.model.diagnostic import Diagnostic
from wikimem.store.layout import Layout
from wikimem.store.refs import RAW, locate

if TYPE_CHECKING:
    from wikimem.store.history import History
    from wikimem.store.index import Index


def index_in_step(vault: Layout, history: "Callable[[], History]", report: Callable[[Diagnostic], None]) -> "Index":
    """Return the index in step with the files; as it is, while another process writes it."""
    from wikimem.store.index import Index

    try:
        index = Index.open(vault.index_dir, __version__)
        place = locate(vault.root.resolve())
        if (index.head, index.raw_head) == (place.head(), place.read(RAW)):
            return index
    except IndexUnusable:
        pass
    from wikimem.recall import mirror

    try:
        return mirror.current(vault, history(), report)
    except VaultLocked:
        return Index.open(vault.index_dir, __version__)
