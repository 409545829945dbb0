"""Where words still are: every object of the repository, reachable or not, and every file of some folders.

What a purge believes instead of its own bookkeeping.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from wikimem.store.git import Git
from wikimem.store.refs import locate


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
    objects, files, git_dir = 0, 0, locate(root).common
    folders = [folder.resolve() for folder in folders]
    if not any(git_dir.is_relative_to(folder) for folder in folders):
        folders.append(git_dir)
    found: set[str] = set()
    for oid, content in _objects(root):
        objects += 1
        if finds(content):
            found.add(oid)
    for folder in dict.fromkeys(folders):
        for path in _below(folder, git_dir / "objects"):
            files += not path.is_dir()
            try:
                held = finds(os.fsencode(path.name)) or finds(_said(path))
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


def _below(folder: Path, store: Path) -> Iterator[Path]:
    """Yield files and folders below a folder but for git's compressed objects."""
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if Path(parent, name) != store]
        yield from (Path(parent, name) for name in (*folders, *names))


def _said(path: Path) -> bytes:
    """Return what a file says, or where a link leads."""
    if path.is_symlink():
        return os.fsencode(path.readlink())
    return path.read_bytes() if path.is_file() else b""


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
