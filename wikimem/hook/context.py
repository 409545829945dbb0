"""The words an agent is given at a start: one file, prepared for its project by the last compile.

A small map leads from folders to projects. A folder in no repository belongs to the nearest folder above it that the
map knows; one in a repository belongs to that repository, of which all linked worktrees are one. Names that only begin
alike, such as `/a/shop` and `/a/shop2`, have nothing to do with each other.
"""

import os

from wikimem.hook.answers import LIMIT
from wikimem.hook.quick_json import loads
from wikimem.store.homes import CONTEXTS, MAP, cache_dir, vault_key
from wikimem.store.marker import Marker
from wikimem.store.repository import ancestors, repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def context_for(cwd: str, vault: str, marker: Marker, environ: "Mapping[str, str]") -> str:
    """Return what an agent in a folder should know, fenced, within the marker's budget; empty for nothing."""
    if not marker.inject:
        return ""
    folder = f"{cache_dir(environ)}/{CONTEXTS}/{vault_key(vault)}"
    try:
        with open(f"{folder}/{MAP}", "rb") as file:
            known: Any = loads(file.read())
        with open(f"{folder}/{_project(cwd, marker, known)}.md", encoding="utf-8") as file:
            text = file.read()
    except FileNotFoundError:
        return ""
    return _fitting(text, min(marker.budget or LIMIT, LIMIT))


def _project(cwd: str, marker: Marker, known: "Mapping[str, Any]") -> str:
    """Return the name of the file for a folder; `-` is that of no project."""
    if marker.scope:
        from wikimem.store.project import slug_of

        named = slug_of(marker.scope)
        return named if named in known["projects"] else "-"
    folders: Mapping[str, str] = known["folders"]
    if not os.path.isabs(cwd):
        return "-"
    found = repository(os.path.realpath(cwd))
    if found is None:
        spelled = (folders.get(folder) for folder in ancestors(cwd))
        real = (folders.get(folder) for folder in ancestors(os.path.realpath(cwd)))
        return next(filter(None, (*spelled, *real)), "-")
    return folders.get(found[0]) or _by_remote(cwd, known) or "-"


def _by_remote(cwd: str, known: "Mapping[str, Any]") -> str:
    """Return the project of another checkout of a repository we know."""
    if not known["remotes"]:
        return ""
    from wikimem.store.project import locate

    project: str = known["remotes"].get(locate(cwd).remote, "")
    return project


def _fitting(text: str, most: int) -> str:
    """Return the first lines that fit with the closing one, none when only the fence would."""
    if len(text.encode()) <= most:
        return text
    lines = text.rstrip("\n").split("\n")
    room = most - len(lines[-1].encode()) - 1
    kept: list[str] = []
    for line in lines[:-1]:
        room -= len(line.encode()) + 1
        if room < 0:
            break
        kept.append(line)
    return "\n".join((*kept, lines[-1], "")) if len(kept) > 3 else ""
