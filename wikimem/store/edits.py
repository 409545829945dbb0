"""What people did to the wiki: their uncommitted edits, and their commits since our last one.

Only the history room calls this. A commit is a person's when its author is not us, whoever made it: an editor's git
plug-in, another machine, or we on their behalf.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from wikimem.errors import StoreError, UsageError
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.model.edit import Edit
from wikimem.store.draft import US
from wikimem.store.git import Git
from wikimem.store.revisions import instant_of
from wikimem.store.steps import reading_blobs
from wikimem.store.worktree import Worktree
from wikimem.text.markers import has_conflict_markers
from wikimem.text.redact import Redactor

LARGEST = 10_000_000
"""Bytes of a file that is taken into the wiki unasked; a larger one is left to the person."""
SIGNALS = ".wikimem/signals/"
_copy_name = re.compile(
    r"\.sync-conflict-\d{8}|\((?:.* )?conflicted copy[^)]*\)|\[conflicted\]|-conflict-\d{4}-?\d\d", re.IGNORECASE
)
"""How Syncthing, Dropbox, Nextcloud, OneDrive and Obsidian Sync name the second version of a file."""
_FORMAT = "%x01%ae%x00%at%x00"
_DIFF = ("--raw", "--no-abbrev", "--no-renames", "--no-merges", "--root", "--no-ext-diff")


def takeable(
    found: Iterable[tuple[str, bool]], tree: Worktree, report: Callable[[Diagnostic], None]
) -> tuple[list[str], frozenset[str]]:
    """Return the paths whose uncommitted changes may be committed as the person's, and those that must stay.

    `found` are the paths that differ from the newest commit, each with whether it is untracked.
    `report` hears why a path must stay. Signal files are ours, and of hidden folders only what is tracked already is
    part of the wiki: editors keep keys there.
    """
    fit, left = [], set()
    for path, is_new in found:
        if path.startswith(SIGNALS) or (is_new and _is_hidden(path)):
            continue
        wrong = _unfit(tree, path)
        if wrong is None:
            fit.append(path)
        else:
            report(wrong)
            left.add(path)
    return fit, frozenset(left)


def last_of_ours(git: Git, head: str) -> str:
    """Return the newest commit by us on the way back from `head` along first parents, "" when there is none."""
    found = git.run("log", "--first-parent", "-1", "-F", f"--author={US}", "--format=%H", head, "--")
    return found.decode().strip()


def read_edits(git: Git, since: str, head: str) -> tuple[Edit, ...]:
    """Return what people's commits that `head` has and `since` has not made of pages, oldest first."""
    if since == head:
        return ()
    between = f"{since}..{head}" if since else head
    out = git.run("log", "--reverse", "-z", *_DIFF, f"--format={_FORMAT}", between, "--").decode(
        "utf-8", "surrogateescape"
    )
    address = US.rpartition("<")[2].rstrip(">")
    with reading_blobs(git) as content:
        return tuple(_edits(out, address, content))


def _edits(log: str, us: str, content: Callable[[str], bytes]) -> Iterator[Edit]:
    for commit in log.split("\x01")[1:]:
        author, seconds, *pieces = commit.split("\0")
        if author == us:
            continue
        changes = [piece for piece in pieces if piece.strip("\n")]
        for facts, path in zip(changes[::2], changes[1::2], strict=False):
            if path.endswith(".md"):
                _, _, before, after, _ = facts.lstrip("\n").split(" ")
                yield Edit(path, _text(before, content), _text(after, content), instant_of(seconds))


def _text(oid: str, content: Callable[[str], bytes]) -> str:
    return content(oid).decode("utf-8", "replace") if oid.strip("0") else ""


def _is_hidden(path: str) -> bool:
    return "/" in path and path.startswith(".") and not path.startswith(".wikimem/")


def _unfit(tree: Worktree, path: str) -> Diagnostic | None:
    """Return why the change of a file must stay uncommitted, None when it need not."""
    try:
        what, hint = _fault(tree, path)
    except (UsageError, StoreError) as error:
        return Diagnostic.of("edit-left", error, Severity.WARNING, path)
    return Diagnostic("edit-left", f"{what}, so it stays uncommitted", path=path, hint=hint) if what else None


def _fault(tree: Worktree, path: str) -> tuple[str, str]:
    """Return what is wrong with a file and what to do; `UsageError` and `StoreError` for what git cannot carry."""
    if path.endswith("/"):
        return "a git repository inside the vault", "move it out of the vault, or name it in .gitignore"
    file = tree.path(path)
    if file.is_dir():
        return "a submodule", "commit it yourself"
    if _size(file) > LARGEST:
        return f"larger than {LARGEST // 1_000_000} MB", "commit it yourself, or name it in .gitignore"
    if _copy_name.search(path.rpartition("/")[2]):
        return "a copy that a sync program made of another file", "take over from it what is right, then delete it"
    text = (tree.read(path) or b"").decode("utf-8", "replace")
    if has_conflict_markers(text):
        return (
            "holds the marks of an unfinished merge",
            "keep what is right and take the lines <<<<<<<, =======, >>>>>>> out",
        )
    if Redactor().text(text) != text:
        return "holds what looks like a secret", "take it out; or, if it is none, commit the file yourself"
    return "", ""


def _size(file: Path) -> int:
    try:
        return file.lstat().st_size
    except OSError:
        return 0
