"""Which git repository holds a folder, read from its files without running git.

Any room may call it, and hooks do at each start of an agent, so paths are text and it imports nothing but `os`.
"""

import os
from collections.abc import Iterator


def repository(folder: str) -> tuple[str, str] | None:
    """Return the main folder and the config file of the repository that holds an absolute folder, or None.

    The main folder is the same for all linked worktrees; a submodule is a repository of its own.
    """
    for parent in ancestors(folder):
        marker = f"{parent.rstrip('/')}/.git"
        if os.path.isfile(f"{marker}/HEAD"):
            return parent, f"{marker}/config"
        if os.path.isfile(marker):
            return _linked(parent, marker)
    return None


def ancestors(folder: str) -> Iterator[str]:
    """Yield an absolute folder and every folder above it, the nearest first."""
    while True:
        yield folder
        above = os.path.dirname(folder)
        if above == folder:
            return
        folder = above


def _linked(folder: str, marker: str) -> tuple[str, str]:
    """Follow a `.git` file: to the main repository from a worktree, to its own git folder from a submodule."""
    git_dir = os.path.join(folder, _first_line(marker).removeprefix("gitdir:").strip())
    common = _first_line(f"{git_dir}/commondir")
    if not common:
        return folder, f"{git_dir}/config"
    common_dir = os.path.realpath(os.path.join(git_dir, common))
    above, name = os.path.split(common_dir)
    return above if name.startswith(".") else common_dir, f"{common_dir}/config"


def _first_line(file: str) -> str:
    try:
        with open(file, encoding="utf-8", errors="replace") as lines:
            return lines.readline().strip()
    except OSError:
        return ""
