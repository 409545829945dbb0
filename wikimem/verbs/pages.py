"""The pages of a vault as they lie on disk, and how a person may name one."""

import os
import posixpath
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from wikimem.errors import NotFound
from wikimem.model.passage import Level, Passage
from wikimem.store.layout import Layout
from wikimem.store.passages import Filter
from wikimem.text.slug import slug
from wikimem.verbs.projects import known

if TYPE_CHECKING:
    from wikimem.model.change import Revision
    from wikimem.store.history import History
    from wikimem.store.index import Index

_MOST_LISTED = 1_000_000
_MOST_NAMED = 5
"""Candidates that are named when a name fits several pages."""


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages of one wiki. A page is named by its path, its file name, its slug or the short id it ends in."""

    vault: Layout
    history_of: "Callable[[], History]"
    index_of: "Callable[[], Index]"
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

    def _ever(self, name: str) -> str:
        """Return the path of a page there is or was, by its name of the time these are the pages of."""
        history = self.history_of()
        return named(self.vault, history.paths(), name) if self.then else ever_page(self.vault, history, name)


def page_paths(vault: Layout) -> Iterator[str]:
    """Yield the vault-relative paths of all markdown files, sorted by folder, but hidden ones and raw logs."""
    for parent, folders, files in os.walk(vault.root):
        inside = Path(parent) != vault.root
        folders[:] = sorted(name for name in folders if not name.startswith(".") and (inside or name != "raw"))
        for name in sorted(files):
            if name.endswith(".md") and not name.startswith("."):
                yield vault.relative(Path(parent, name))


def texts(vault: Layout) -> dict[str, str]:
    """Return the text of every page by its path; bytes that are no UTF-8 are replaced."""
    found: dict[str, str] = {}
    for path in page_paths(vault):
        try:
            found[path] = vault.path(path).read_bytes().decode("utf-8", "replace")
        except OSError:
            continue
    return found


def find_page(vault: Layout, name: str) -> str:
    """Return the path of the page a person means: by path, by file name, by slug or by the short id it ends in.

    A session goes before its handoff. `NotFound` when there is none, or when several fit.
    """
    path = normal_path(vault, name)
    for candidate in (path, f"{path}.md"):
        if vault.path(candidate).is_file():
            return candidate
    return named(vault, page_paths(vault), name)


def named(vault: Layout, paths: Iterable[str], name: str) -> str:
    """Return the one of `paths` that a person means, as `find_page` does; `NotFound`."""
    path = normal_path(vault, name)
    stem = path.removesuffix(".md")
    wanted = {stem, slug(stem)}
    pages = [found for found in paths if found.endswith(".md")]
    if path in pages:
        return path
    fitting = [found for found in pages if _fits(found.removesuffix(".md"), wanted)]
    sessions = [found for found in fitting if "/sessions/" in found]
    for alone in (fitting, sessions):
        if len(alone) == 1:
            return alone[0]
    if fitting:
        hint = "name one of " + ", ".join(fitting[:_MOST_NAMED]) + (", ..." if len(fitting) > _MOST_NAMED else "")
        raise NotFound(f"{len(fitting)} pages are called {name!r}", hint=hint)
    raise NotFound(f"no page is called {name!r}", hint="see `wikimem page list`, or `wikimem search` for its words")


def ever_page(vault: Layout, history: "History", name: str) -> str:
    """Return the path of a page as `find_page` does, and of one that is gone by its path; `NotFound`."""
    try:
        return find_page(vault, name)
    except NotFound:
        path = normal_path(vault, name)
        if history.log(path, limit=1):
            return path
        raise


def normal_path(vault: Layout, name: str) -> str:
    """Return a path inside the vault as history spells it, whether or not it is there; `NotFound` for one outside."""
    named = Path(name)
    if named.is_absolute():
        for root in (vault.root, vault.root.resolve()):
            if named.is_relative_to(root):
                named = named.relative_to(root)
                break
    path = posixpath.normpath(named.as_posix())
    if path.startswith(("../", "/", ".git/")) or path in ("..", ".git") or "\0" in path:
        raise NotFound(f"{name!r} is not in the vault", hint=f"the vault is {vault.root}")
    return "" if path == "." else path


def _fits(path: str, wanted: set[str]) -> bool:
    name = path.rpartition("/")[2]
    return name in wanted or name.rpartition("-")[2] in wanted or any(path.endswith(f"/{ending}") for ending in wanted)
