"""Where a person may put a page by hand: inside the page folders, under a name that every machine can hold."""

import os
from pathlib import PurePosixPath

from wikimem.errors import NotFound, UsageError
from wikimem.store.layout import Layout
from wikimem.text.paths import DERIVED, scope_of
from wikimem.text.slug import fold, is_portable, slug
from wikimem.verbs.pages import normal_path

_FOLDERS = ("global", "projects", "agents")
_OWN = "global/, projects/<project>/ or agents/<agent>/"


def portable(name: str) -> str:
    """Return a file or folder name as it can be everywhere: itself, else its slug."""
    stem = name.removesuffix(".md")
    if is_portable(name) and stem:
        return name
    return slug(stem) + (".md" if name.endswith(".md") else "")


def new_place(vault: Layout, path: str, *, leaving: str = "") -> str:
    """Return where a page or folder goes that a person wants at `path`; `UsageError` where nothing of theirs may lie.

    `leaving` is the path it has now, which does not stand in its own way.
    """
    path = normal_path(vault, path)
    parts = path.split("/")
    for number, part in enumerate(parts):
        if not vault.path("/".join(parts[: number + 1])).exists():
            parts[number] = portable(part)
    path = "/".join(parts)
    refuse_kept(path)
    if parts[0] not in _FOLDERS or len(parts) < (2 if parts[0] == "global" else 3):
        raise UsageError(f"{path} is outside the folders of pages", hint=f"give a path in {_OWN}", path=path)
    scope = scope_of(path)
    if scope.startswith("project:") and scope.partition(":")[2] not in vault.projects():
        hint = "projects: " + (", ".join(vault.projects()) or "none")
        raise NotFound(f"no project is called {parts[1]!r}", hint=hint, path=path)
    _refuse_twin(vault, path, leaving)
    refuse_folder(vault, path)
    return path


def refuse_folder(vault: Layout, path: str) -> None:
    """Raise `UsageError` when a folder is where a page should be."""
    if path.endswith(".md") and vault.path(path).is_dir():
        raise UsageError(f"{path} is a folder", hint="take another name", path=path)


def refuse_kept(path: str) -> None:
    """Raise `UsageError` for a path that is not for people's hands: raw logs, hidden files and derived pages."""
    parts = PurePosixPath(path).parts
    if not parts or parts[0] == "raw" or any(part.startswith(".") for part in parts):
        raise UsageError(f"{path or 'the vault itself'} holds no pages", hint=f"pages lie in {_OWN}", path=path)
    if parts[-1] in DERIVED:
        raise UsageError(f"{path} is derived: it is written anew from other pages", hint="change those", path=path)


def _refuse_twin(vault: Layout, path: str, leaving: str) -> None:
    """Refuse a name that differs from one that is there in case or Unicode form only: elsewhere they are one file."""
    folder = vault.root
    for number, part in enumerate(path.split("/")):
        here = "/".join(path.split("/")[:number])
        for name in _names(folder):
            there = f"{here}/{name}" if here else name
            if name != part and fold(name) == fold(part) and there != leaving:
                what = f"{there} is there already, and differs from {part} in case or Unicode form only"
                raise UsageError(what, hint="take that path, or another name", path=path)
        folder = folder / part
        if number < path.count("/") and folder.is_file():
            raise UsageError(f"a file is where the folder {here}/{part} should be", path=path)
    if leaving and leaving != path and fold(leaving) == fold(path) and folder.exists():
        what = "this file system takes both names for one"
        raise UsageError(what, hint="move it to another name first, then to this one", path=path)


def _names(folder: "os.PathLike[str]") -> list[str]:
    try:
        return os.listdir(folder)  # noqa: PTH208 (names only)
    except OSError:
        return []
