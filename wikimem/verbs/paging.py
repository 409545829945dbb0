"""The handle of a wiki's pages: to read them as they are and as they were, and to write them by hand."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wikimem.model.passage import Level, Passage
from wikimem.store.layout import Layout
from wikimem.store.passages import Filter
from wikimem.verbs.pages import ever_page, find_page, named
from wikimem.verbs.projects import known

if TYPE_CHECKING:
    from wikimem.model.change import Revision
    from wikimem.store.history import History
    from wikimem.store.index import Index
    from wikimem.verbs.rewriting import Draft, Rewritten
    from wikimem.verbs.writing import Pen

_MOST_LISTED = 1_000_000


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages of one wiki. A page is named by its path, its file name, its slug or the short id it ends in."""

    vault: Layout
    history_of: "Callable[[], History]"
    index_of: "Callable[[], Index]"
    pen_of: "Callable[[], Pen]"
    then: str = ""
    """The commit these are the pages of, "" for now."""

    def show(self, name: str, at: str = "") -> tuple[str, str]:
        """Return path and text of a page, as it lies on disk or as of a revision or day; `NotFound`."""
        if at or self.then:
            path = self._ever(name)
            return path, self.history_of().show(path, at or self.then).decode("utf-8", "replace")
        path = find_page(self.vault, name)
        return path, self.vault.path(path).read_bytes().decode("utf-8", "replace")

    def list(self, kind: str = "", project: str = "") -> tuple[Passage, ...]:
        """Return one passage a page, sorted by path; `kind` is a type such as `Decision`; `NotFound` for a project."""
        scopes = (f"project:{known(self.vault, project)}",) if project else ()
        wanted = Filter(scopes=scopes, levels=(Level.PAGE,), types=(kind,) if kind else ())
        found = {passage.path: passage for passage in self.index_of().top(wanted, _MOST_LISTED)}
        return tuple(found[path] for path in sorted(found))

    def history(self, name: str, limit: int = 50) -> "tuple[str, tuple[Revision, ...]]":
        """Return path and revisions of a page, newest first; `NotFound` when it never was."""
        path = self._ever(name)
        return path, tuple(self.history_of().log(path, limit=limit))

    def diff(self, name: str, old: str = "", new: str = "") -> tuple[str, str]:
        """Return path and unified diff of a page between two revisions: by default what its newest one changed."""
        path, revisions = self.history(name, limit=2)
        if not old and len(revisions) > 1:
            old = revisions[1].id
        return path, self.history_of().diff(old, new or (revisions[0].id if revisions else "HEAD"), path)

    def write(self, path: str, draft: "Draft", *, force: bool = False, dry_run: bool = False) -> "Rewritten":
        """Put a person's own page at a path; one that is there is replaced with `force` only. `UsageError`."""
        from wikimem.verbs.rewriting import write_page

        return write_page(self.pen_of(), path, draft, force=force, dry_run=dry_run)

    def move(self, name: str, new: str, *, dry_run: bool = False) -> "Rewritten":
        """Give a page or a folder of pages another path or name, and mend the links; `UsageError`, `NotFound`."""
        from wikimem.verbs.relocating import move_page

        return move_page(self.pen_of(), name, new, dry_run=dry_run)

    def restore(self, name: str, revision: str, *, dry_run: bool = False) -> "Rewritten":
        """Bring back the text a page had at a revision or on a day, also of one that is gone; `NotFound`."""
        from wikimem.verbs.rewriting import restore_page

        return restore_page(self.pen_of(), name, revision, dry_run=dry_run)

    def _ever(self, name: str) -> str:
        """Return the path of a page there is or was, by its name of the time these are the pages of."""
        history = self.history_of()
        return named(self.vault, history.paths(), name) if self.then else ever_page(self.vault, history, name)
