"""Plan what a move changes: the page in its new place, and every link that led to it or from it.

    projects/p/decisions/queue.md  ->  projects/p/decisions/retry-queue.md
    notes that link to it                say the new name, and nothing else of them changes

A page keeps its title, its claims and their ids. In another scope's folder its frontmatter names that scope.
"""

from collections.abc import Callable, Collection, Iterable, Mapping

from wikimem.errors import PageError
from wikimem.model.change import Change, Remove, Write
from wikimem.model.ports import WikiView
from wikimem.text import frontmatter
from wikimem.text.joined import joined
from wikimem.text.mending import Moved, mended
from wikimem.text.paths import DERIVED, scope_of
from wikimem.text.slug import fold

Mentioning = Callable[[Iterable[str]], Iterable[str]]
"""Returns the paths of the pages in which one of some words stands."""


def moved_pages(
    view: WikiView,
    to: Mapping[str, str],
    mentioning: Mentioning,
    names: Collection[str] = (),
    roots: Iterable[str] = (),
) -> tuple[Change, ...]:
    """Return what changes when pages go from one path to another; a page that lies there already is joined with it.

    When none lies at the old path any more, somebody moved it by hand, and only links are mended. `names` as in
    `Moved`. Files that are no pages are not moved, but links to them are mended. `roots` are the old paths of what
    moved as a whole, pages or folders, when that is not each page by itself: whoever links there mentions one of them.
    """
    moved = Moved(to, names)
    changes: list[Change] = []
    for old, new in to.items():
        if not old.endswith(".md"):
            continue
        here, there = view.read(old), view.read(new)
        text = there if here is None else here
        if text is None:
            continue
        fresh = in_scope(mended(text, old, new, moved), old, new)
        if here is not None:
            changes.append(Remove(old))
            fresh = joined(mended(there, new, new, moved), fresh) if there is not None else fresh
        if fresh != there:
            changes.append(Write(new, fresh.encode()))
    words = {root.rpartition("/")[2].removesuffix(".md") for root in roots or to}
    changes += _referring(view, moved, mentioning(words))
    return tuple(changes)


def names_of(paths: Iterable[str], gone: Collection[str] = ()) -> frozenset[str]:
    """Return the folded file names of the pages among some paths, but of those that are `gone`."""
    return frozenset(
        fold(path.rpartition("/")[2].removesuffix(".md")) for path in paths if path.endswith(".md") and path not in gone
    )


def in_scope(text: str, old: str, new: str) -> str:
    """Return a page with the scope of its new folder in the frontmatter, when that named the one of the old."""
    try:
        named = frontmatter.parse(text, new)[0].get("scope")
        return frontmatter.patch(text, {"scope": scope_of(new)}) if named == scope_of(old) != scope_of(new) else text
    except PageError:
        return text


def _referring(view: WikiView, moved: Moved, pages: Iterable[str]) -> Iterable[Change]:
    """Yield the pages that did not move, with their links mended; derived ones are written anew anyway."""
    for path in sorted(set(pages) - set(moved.to) - set(moved.to.values())):
        text = view.read(path) if path.endswith(".md") and path.rpartition("/")[2] not in DERIVED else None
        if text is not None and (fresh := mended(text, path, path, moved)) != text:
            yield Write(path, fresh.encode())
