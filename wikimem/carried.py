"""What may travel between machines: plain files, under names every system takes, with no merge left unfinished in them.

`sync` checks what comes in by it, and whoever pushes what goes out.
"""

from collections.abc import Mapping

from wikimem.errors import StoreError, UsageError
from wikimem.store.delta import Pair, delta
from wikimem.store.git import Git
from wikimem.store.steps import Contents, reading_blobs
from wikimem.store.worktree import check_name
from wikimem.text.markers import has_conflict_markers

_FILE = "100"
"""What the modes of plain files begin with."""


def check(pairs: Mapping[str, Pair], content: Contents, name: str) -> None:
    """Refuse what cannot be carried: links and submodules, names no other system takes, conflict markers."""
    for path, sides in pairs.items():
        for entry, side in zip(sides, ("this wiki", name), strict=True):
            if entry and not entry.mode.startswith(_FILE):
                what = "a submodule" if entry.mode == "160000" else "a symbolic link"
                hint = (
                    f"only plain files are carried: take it out where it was added (git rm --cached {path}) and commit"
                )
                raise StoreError(f"{side} holds {what}", hint=hint, path=path)
        try:
            check_name(path)
        except UsageError as error:
            hint = "rename it on the machine it comes from, push, then sync again"
            raise StoreError(error.message, hint=hint, path=path) from error
        if sides[1] and path.endswith((".md", ".txt", ".toml", ".jsonl")) and is_marked(content(sides[1].oid)):
            raise marked(path, name)


def check_ours(git: Git, theirs: str, ours: str) -> None:
    """Refuse to publish what must not be carried, among what the remote has not; `StoreError`."""
    with reading_blobs(git) as content:
        check(delta(git, theirs, ours), content, "this wiki")


def is_marked(content: bytes) -> bool:
    """Tell whether the marks of an unfinished merge stand in a file."""
    return b"<<<<<<< " in content and has_conflict_markers(content.decode("utf-8", "replace"))


def marked(path: str, name: str) -> StoreError:
    """Return the error that says so of the file at `path`, which `name` holds."""
    hint = "settle the conflict in that file where it was committed, push, then sync again; nothing was changed here"
    return StoreError(f"{name} holds conflict markers", hint=hint, path=path)
