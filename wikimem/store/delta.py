"""How two commits differ, and what they come from: for merging without a checkout.

Only the rooms that sync call this. Nothing here writes. Cost follows what differs.
"""

from dataclasses import dataclass

from wikimem.store.git import Git
from wikimem.store.revisions import nothing_like


@dataclass(frozen=True, slots=True)
class Entry:
    """What a commit holds at a path."""

    mode: str
    oid: str


Pair = tuple[Entry | None, Entry | None]


def delta(git: Git, old: str, new: str) -> dict[str, Pair]:
    """Return what differs between two commits by path, as each has it; `old` may be "" for nothing."""
    out = git.run("diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", old or nothing_like(new), new)
    pieces = out.decode("utf-8", "surrogateescape").split("\0")[:-1]
    found: dict[str, Pair] = {}
    for facts, path in zip(pieces[::2], pieces[1::2], strict=True):
        mode, new_mode, oid, new_oid, _ = facts.removeprefix(":").split(" ")
        found[path] = _entry(mode, oid), _entry(new_mode, new_oid)
    return found


def bases(git: Git, one: str, other: str) -> list[str]:
    """Return the newest commits both come from, sorted; none when their histories have nothing in common."""
    return sorted(git.run("merge-base", "--all", one, other, allow=(1,)).decode().split())


def is_ancestor(git: Git, old: str, new: str) -> bool:
    """Tell whether one commit comes from another."""
    return not old or old == new or (bool(new) and bases(git, old, new) == [old])


def comes_from(git: Git, old: str, new: str) -> bool:
    """Tell whether a commit that may not even be here is `new` or lies in its past."""
    return old == new or git.run("merge-base", old, new, allow=(1, 128)).decode().strip() == old


def count(git: Git, old: str, new: str) -> int:
    """Return how many commits `new` has that `old`, or "" for nothing, has not."""
    return int(git.run("rev-list", "--count", f"{old}..{new}" if old else new)) if new else 0


def instant(git: Git, *commits: str) -> int:
    """Return the latest author date of commits, in seconds since 1970."""
    return max(int(git.run("log", "-1", "--format=%at", commit, "--")) for commit in commits)


def _entry(mode: str, oid: str) -> Entry | None:
    return None if mode == "000000" else Entry(mode, oid)
