"""An independent reader of the vault's history, by GitPython: what `verify` believes instead of our own git code.

A proof that shared the writer's code would share its mistakes. Slower than `store.history`, and used for nothing else.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from wikimem.errors import GitFailed, NotAVault

if TYPE_CHECKING:
    from git import Repo

_RAW = "refs/heads/wikimem/raw"
_TRAILER = re.compile(r"^Raw: (raw/\S+) (\d+) sha256:([0-9a-f]{64})$", re.MULTILINE)

Prefixes = Mapping[int, tuple[str, str]]
"""Length of a prefix of a raw log -> its SHA-256 and the commit that vouches for it."""


class Witness:
    """What the commits of a vault say about its raw logs. Make one by `testimony`."""

    def __init__(self, repository: "Repo") -> None:
        """Read from an opened repository."""
        self._repository = repository

    def prefixes(self) -> dict[str, Prefixes]:
        """Return by raw log the prefixes that commits of the wiki's branch name in their `Raw:` trailers."""
        found: defaultdict[str, dict[int, tuple[str, str]]] = defaultdict(dict)
        if self._repository.head.is_valid():
            for commit in self._repository.iter_commits("HEAD"):
                for path, length, digest in _TRAILER.findall(str(commit.message)):
                    found[path][int(length)] = (digest, commit.hexsha)
        return dict(found)

    def held(self, path: str) -> tuple[str, int] | None:
        """Return the id and size of what the branch wikimem/raw holds at a path, None for nothing."""
        from git.exc import BadName

        try:
            entry = self._repository.commit(_RAW).tree / path
        except (BadName, KeyError, ValueError):
            return None
        return entry.hexsha, entry.size


@contextmanager
def testimony(root: Path) -> Iterator[Witness]:
    """Yield a witness of the repository at `root`; `NotAVault`, or `GitFailed` when it cannot be read."""
    import git
    from git.exc import GitCommandError, InvalidGitRepositoryError, NoSuchPathError

    try:
        with git.Repo(root, search_parent_directories=False) as repository:
            yield Witness(repository)
    except (InvalidGitRepositoryError, NoSuchPathError) as error:
        raise NotAVault(
            f"{root} is not a git repository", path=str(root), hint=f"make it one: wikimem init {root}"
        ) from error
    except GitCommandError as error:
        raise GitFailed(f"git: {str(error.stderr).strip()}", path=str(root)) from error
