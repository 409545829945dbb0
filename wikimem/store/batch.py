"""Writing to the search index: entries become tantivy's documents, and all of a batch is committed or nothing.

Only `store.index` opens a batch; it is the other half of the door to tantivy.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import tantivy

from wikimem.errors import IndexUnusable, VaultLocked
from wikimem.store.passages import Entry

_AT_ONCE = 256
"""Entries made into documents before tantivy is given them."""


class Batch:
    """Changes on their way into an index; nobody sees them before all are there."""

    def __init__(self, writer: tantivy.IndexWriter, root: Path) -> None:
        """Use `Index.updating`."""
        self._writer = writer
        self._root = root
        self._replaced: set[str] = set()

    def forget(self, paths: Iterable[str]) -> None:
        """Take out what the index held at these paths before the batch."""
        with door(self._root):
            for path in paths:
                self._replace(path)

    def add(self, entries: Iterable[Entry]) -> None:
        """Put entries in the place of what the index held at their paths before the batch."""
        waiting = iter(entries)
        while documents := [(entry.path, _document(entry)) for entry in islice(waiting, _AT_ONCE)]:
            with door(self._root):
                for path, document in documents:
                    self._replace(path)
                    self._writer.add_document(document)

    def commit(self) -> None:
        """Show everybody what the batch holds."""
        with door(self._root):
            self._writer.commit()
            self._writer.wait_merging_threads()

    def close(self) -> None:
        """Let go of the index's lock, also while a traceback still holds the batch."""
        del self._writer

    def _replace(self, path: str) -> None:
        if path not in self._replaced:
            self._replaced.add(path)
            self._writer.delete_documents_by_term("path", path)


@contextmanager
def batched(index: tantivy.Index, root: Path, heap: int) -> Iterator[Batch]:
    """Lend a batch with `heap` bytes of memory; it is committed when the block ends, dropped when the block raises."""
    with door(root):
        batch = Batch(index.writer(heap, 1), root)
    try:
        yield batch
        batch.commit()
    finally:
        batch.close()


@contextmanager
def door(root: Path) -> Iterator[None]:
    """Translate what tantivy raises; a Rust panic is no `Exception`, so it is told by its name."""
    try:
        yield
    except (ValueError, OSError, RuntimeError) as error:
        if "LockBusy" in str(error):
            raise VaultLocked("another process is writing the search index", path=str(root)) from error
        raise IndexUnusable(f"the search index cannot be used: {error}", path=str(root)) from error
    except BaseException as panic:
        if type(panic).__name__ != "PanicException":
            raise
        raise IndexUnusable("the search index is damaged", path=str(root)) from panic


def _document(entry: Entry) -> tantivy.Document:
    document = tantivy.Document()
    for name, text in entry.searchable:
        if text:
            document.add_text(name, text)
    for name, value in entry.exact:
        if value:
            document.add_text(name, value)
    if entry.id:
        document.add_text("leads", "yes")
    document.add_integer("at", entry.at)
    if entry.born is not None:
        document.add_integer("born", entry.born)
    if entry.died is not None:
        document.add_integer("died", entry.died)
    if entry.stale is not None:
        document.add_integer("stale", entry.stale)
    document.add_integer("dated", entry.dated)
    document.add_float("worth", entry.worth)
    document.add_bytes("blob", entry.blob)
    return document
