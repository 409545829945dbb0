"""The pages of a vault as they lie on disk, and how a person may name one."""

import os
import posixpath
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from wikimem.errors import NotFound
from wikimem.store.layout import Layout
from wikimem.text.slug import slug

if TYPE_CHECKING:
    from wikimem.store.history import History

_MOST_NAMED = 5
"""Candidates that are named when a name fits several pages."""


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
