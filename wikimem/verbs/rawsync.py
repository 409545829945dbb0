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
from wikimem.store.worktree import Worktree, blob_id, check_name
from wikimem.verbs.writing import Pen, now


def bring_in_raw(pen: Pen, git: Git, theirs: str, name: str) -> None:
    """Join the remote's raw logs to ours, on disk and on the branch `wikimem/raw`."""
    ours = pen.history.raw_head()
    if not theirs or is_ancestor(git, theirs, ours):
        return
    tree = Worktree(pen.vault.root)
    written: dict[str, bytes] = {}
    with reading_blobs(git) as content:
        differing = delta(git, ours, theirs)
        for path, (_, their) in differing.items():
            check_name(path)
            if their and path.startswith("raw/") and path.endswith(".jsonl"):
                written |= _joined(tree, path, content(their.oid))
    is_forward = is_ancestor(git, ours, theirs) and all(
        blob_id(content, theirs) == (their.oid if (their := differing.get(path, (None, None))[1]) else "")
        for path, content in written.items()
    )
    raw = () if is_forward else tuple(written)
    subject = f"Bring in raw logs from {name}"
    pen.history.commit([Changeset(subject, (), now(), raw=raw, merges_raw=theirs, is_forward=is_forward)])


def _joined(tree: Worktree, path: str, theirs: bytes) -> dict[str, bytes]:
    """Bring one raw log on disk in line with another version of it; return the files that are new or longer."""
    file = tree.path(path)
    with opened(file) as log:
        ours = log.read()
        if ours.startswith(theirs):
            return {}
        try:
            if theirs.startswith(ours):
                log.write(theirs[len(ours) :])
                log.flush()
                return {path: theirs}
        except OSError as error:
            raise disk_refused(error, file) from error
        low, high = sorted((ours, theirs), key=lambda content: (len(content), content))
        second = beside_name(path, low)
        write_atomically(tree.path(second), low)
        if high is theirs:
            write_atomically(file, theirs)
    return {path: high, second: low}
