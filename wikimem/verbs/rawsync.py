"""Carry raw logs between machines: what arrives is for reading, and is never compiled again.

A raw log only grows. Of two that are one log the longer is kept; of two that are not, both, the second under a name
with a short hash. The files are written first: a process killed in between leaves logs that no branch names yet.
"""

from wikimem.model.change import Changeset
from wikimem.passes.merge import beside_name
from wikimem.store.delta import delta, is_ancestor
from wikimem.store.files import disk_refused, write_atomically
from wikimem.store.git import Git
from wikimem.store.rawappend import opened
from wikimem.store.steps import reading_blobs
from wikimem.store.worktree import Worktree, check_name
from wikimem.verbs.writing import Pen, now


def bring_in_raw(pen: Pen, git: Git, theirs: str, name: str) -> None:
    """Join the remote's raw logs to ours, on disk and on the branch `wikimem/raw`."""
    ours = pen.history.raw_head()
    if not theirs or is_ancestor(git, theirs, ours):
        return
    tree = Worktree(pen.vault.root)
    paths: list[str] = []
    with reading_blobs(git) as content:
        for path, (_, their) in delta(git, ours, theirs).items():
            check_name(path)
            if their and path.startswith("raw/") and path.endswith(".jsonl"):
                paths += _joined(tree, path, content(their.oid))
    is_forward = is_ancestor(git, ours, theirs) and all(path.count(".") == 1 for path in paths)
    raw = () if is_forward else tuple(paths)
    subject = f"Bring in raw logs from {name}"
    pen.history.commit([Changeset(subject, (), now(), raw=raw, merges_raw=theirs, is_forward=is_forward)])


def _joined(tree: Worktree, path: str, theirs: bytes) -> list[str]:
    """Bring one raw log on disk in line with another version of it; return what the branch must hold now."""
    file = tree.path(path)
    with opened(file) as log:
        ours = log.read()
        if theirs.startswith(ours):
            try:
                log.write(theirs[len(ours) :])
                log.flush()
            except OSError as error:
                raise disk_refused(error, file) from error
            return [path]
    if ours.startswith(theirs):
        return [path]
    second = beside_name(path, theirs)
    write_atomically(tree.path(second), theirs)
    return [path, second]
