"""Named points in the history of a vault: tags `fork/<name>`, which every command takes for a revision."""

from pathlib import Path

from wikimem.errors import NotFound, UsageError
from wikimem.store.git import Git

PREFIX = "fork/"


def forks(root: Path) -> dict[str, str]:
    """Return the commit id of each fork by its name, sorted."""
    said = Git(root).run("for-each-ref", "--format=%(refname) %(objectname)", f"refs/tags/{PREFIX}").decode()
    found = (line.rpartition(" ") for line in said.splitlines())
    return {ref.removeprefix(f"refs/tags/{PREFIX}"): commit for ref, _, commit in found}


def add_fork(root: Path, name: str, commit: str, *, dry_run: bool = False) -> None:
    """Name a commit; `UsageError` when the name is taken by another."""
    known = forks(root).get(name)
    if known == commit:
        return
    if known:
        raise UsageError(f"there is a fork called {name!r} already", hint="give another name, or remove that one")
    if not dry_run:
        Git(root).run("update-ref", f"refs/tags/{PREFIX}{name}", commit, "0" * len(commit))


def remove_fork(root: Path, name: str, *, dry_run: bool = False) -> str:
    """Forget a name and return its commit, which stays; `NotFound` when there is no such fork."""
    commit = fork_named(root, name)
    if not dry_run:
        Git(root).run("update-ref", "-d", f"refs/tags/{PREFIX}{name}", commit)
    return commit


def fork_named(root: Path, name: str) -> str:
    """Return the commit id of a fork; `NotFound`."""
    known = forks(root)
    if name not in known:
        raise NotFound(f"no fork is called {name!r}", hint="forks: " + (", ".join(known) or "none"))
    return known[name]
