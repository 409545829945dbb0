"""Where words still are: every object of the repository, reachable or not, and every file of some folders.

What a purge believes instead of its own bookkeeping.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from wikimem.store.git import Git

_OBJECTS = "objects"
"""Folder of git whose files are compressed: looked at object by object."""


@dataclass(frozen=True, slots=True)
class Remains:
    """What was looked at, and what of it holds the words."""

    objects: int
    files: int
    found: tuple[str, ...]
    """Ids of objects and paths of files, sorted."""


def search(root: Path, folders: Iterable[Path], finds: Callable[[bytes], bool]) -> Remains:
    """Look for words in all objects of the repository at `root` and in all files below folders, their names included.

    `finds` tells whether bytes hold them. A file that cannot be read counts as one that does.
    """
    objects, files = 0, 0
    found: set[str] = set()
    for oid, content in _objects(root):
        objects += 1
        if finds(content):
            found.add(oid)
    for folder in dict.fromkeys(folders):
        for path in _files(folder):
            files += 1
            try:
                held = finds(os.fsencode(path.name)) or (
                    not path.is_symlink() and not _is_object(path) and finds(path.read_bytes())
                )
            except FileNotFoundError:
                continue
            except OSError:
                held = True
            if held:
                found.add(str(path))
    return Remains(objects, files, tuple(sorted(found)))


def _objects(root: Path) -> Iterator[tuple[str, bytes]]:
    """Yield id and content of every object."""
    git = Git(root)
    listed = git.run("cat-file", "--batch-all-objects", "--batch-check=%(objectname)", "--unordered", timeout=600)
    talk = git.start("cat-file", "--batch")
    try:
        for oid in dict.fromkeys(listed.split()):
            size = int(talk.ask([oid + b"\n"])[0].split()[2])
            yield oid.decode(), talk.read(size + 1)[:-1]
    finally:
        talk.break_off()


def _files(folder: Path) -> Iterator[Path]:
    for parent, _, names in os.walk(folder):
        yield from (Path(parent, name) for name in names)


def _is_object(path: Path) -> bool:
    """Tell whether a file lies among git's compressed objects."""
    parts = path.parts
    return ".git" in parts and _OBJECTS in parts[parts.index(".git") :]


@dataclass(frozen=True, slots=True)
class Remote:
    """Another repository that may hold what ours held."""

    name: str
    url: str
    branches: tuple[str, ...]
    """Branches it had when it was last asked."""


def remotes(root: Path) -> tuple[Remote, ...]:
    """Return the remotes of the repository at `root`, without the credentials in their addresses."""
    git = Git(root)
    found = []
    for name in git.run("remote").decode("utf-8", "replace").split():
        url = git.run("remote", "get-url", name, allow=(2, 128)).decode("utf-8", "replace").strip()
        under = f"refs/remotes/{name}/"
        refs = git.run("for-each-ref", "--format=%(refname)", under).decode("utf-8", "replace").split()
        branches = (ref.removeprefix(under) for ref in refs)
        found.append(Remote(name, re.sub(r"//[^/@]*@", "//", url), tuple(ref for ref in branches if ref != "HEAD")))
    return tuple(found)
