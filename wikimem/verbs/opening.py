"""The search index made ready for a question, by the cheapest way there is: as it lies, else brought into step.

Most questions find it in step, and they should not wait for the import of what would mend it.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from wikimem import __version__
from wikimem.errors import IndexUnusable, NotFound, StoreError
from wikimem.model.diagnostic import Diagnostic
from wikimem.store.index import Index
from wikimem.store.layout import Layout
from wikimem.store.refs import RAW, locate

if TYPE_CHECKING:
    from wikimem.store.history import History
    from wikimem.store.versions import Past, Versions


def in_step(vault: Layout) -> Index | None:
    """Return the index when it needs nothing, else None."""
    try:
        index = Index.open(vault.index_dir, __version__)
    except IndexUnusable:
        return None
    return index if is_in_step(index, vault) else None


def is_in_step(index: Index, vault: Layout) -> bool:
    """Tell whether an opened index mirrors the newest commits; reads three small files, and starts nothing."""
    place = locate(vault.root.resolve())
    try:
        return index.mirrors(place.head(), place.read(RAW))
    except IndexUnusable:
        return False


def mended(vault: Layout, history: "History", report: Callable[[Diagnostic], None]) -> Index:
    """Bring the index into step; while somebody else holds the vault, take it as it is.

    Whoever writes the index holds the vault, so that no writer ever meets another. Only where there is none to be taken
    does a question wait.
    """
    from wikimem.recall import mirror
    from wikimem.store.lock import vault_lock

    try:
        with vault_lock(vault.root, timeout=0):
            return mirror.current(vault, history, report)
    except StoreError:
        with suppress(IndexUnusable):
            return Index.open(vault.index_dir, __version__)
    with vault_lock(vault.root):
        return mirror.current(vault, history, report)


def as_of(
    vault: Layout, moment: str, zone: str, history: "Callable[[], History]", report: Callable[[Diagnostic], None]
) -> "Past":
    """Return the index of versions as it answers for a day of `zone`, an instant or a revision.

    A day or instant means the newest commit made by then; before the first there was nothing, which is no error.
    `NotFound` for a revision that is none, or that is not on the wiki's branch. `history` is opened when needed.
    """
    from wikimem.text.time import moment_end

    versions = _versions_in_step(vault)
    if versions is None:
        from wikimem.recall import past

        versions = past.current(vault, history(), report)
    until = moment_end(moment, zone)
    if until:
        return versions.as_of(versions.number_at(until))
    number = versions.number(history().resolve(moment))
    if not number:
        hint = "see `wikimem log` for those that are, or give a date such as 2026-02-03"
        raise NotFound(f"the revision {moment!r} is not on the wiki's branch", hint=hint)
    return versions.as_of(number)


def _versions_in_step(vault: Layout) -> "Versions | None":
    from wikimem.store.versions import Versions

    try:
        versions = Versions(vault.versions_dir, __version__)
    except IndexUnusable:
        return None
    return versions if versions.head == locate(vault.root.resolve()).head() else None
