"""The wiki's branch step by step: what each commit made of which paths, oldest first, and the content of any blob.

Only the history room calls this. One pass of git over the new commits and one process for all blobs, so that cost
follows the change. A step goes from the first parent to the commit: all that a merge brings in is one step.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from wikimem.errors import GitFailed
from wikimem.model.change import Step
from wikimem.store.git import Git

_TRAILERS = "%(trailers:only,unfold)"
_FORMAT = f"%H%x00%P%x00%at%x00{_TRAILERS}%x00"
_DIFF = ("--raw", "--no-abbrev", "--no-renames", "--diff-merges=first-parent", "--root", "--no-ext-diff")

Contents = Callable[[str], bytes]
"""The id of a blob -> its bytes."""


def read_steps(git: Git, old: str, new: str) -> Iterator[Step]:
    """Yield the steps from one commit of the branch to another, oldest first; `old` may be "" for all there are."""
    out = git.run("log", "--first-parent", "--reverse", "-z", *_DIFF, f"--format={_FORMAT}", _between(old, new), "--")
    pieces = out.decode("utf-8", "surrogateescape").split("\0")
    start = 0
    while start + 4 < len(pieces):
        commit, parents, seconds, trailers = pieces[start : start + 4]
        end = start + 4
        while end < len(pieces) and not pieces[end]:
            end += 1
        start = end
        while end < len(pieces) and pieces[end].lstrip("\n").startswith(":"):
            end += 2
        before, *merged = parents.split() or [""]
        brought = _brought(git, before, commit) if merged else ""
        yield Step(commit, before, _instant(seconds), _pairs(brought + trailers), _changes(pieces[start:end]))
        start = end


@contextmanager
def reading_blobs(git: Git) -> Iterator[Contents]:
    """Lend a function that reads blobs by their ids, all from one git process; `GitFailed` for one that is not here."""
    talk = git.start("cat-file", "--batch")

    def content(oid: str) -> bytes:
        _, _, *size = talk.ask([oid.encode() + b"\n"])[0].split()
        if not size:
            raise GitFailed(f"the repository lacks the blob {oid}", hint="fetch the whole history", path=str(git.root))
        return talk.read(int(size[0]) + 1)[:-1]

    try:
        yield content
    finally:
        talk.break_off()


def _brought(git: Git, before: str, merge: str) -> str:
    """Return the trailers of the commits that a merge brings in, oldest first."""
    out = git.run("log", "--reverse", "--no-merges", f"--format={_TRAILERS}", _between(before, merge), "--")
    return out.decode("utf-8", "replace")


def _between(old: str, new: str) -> str:
    return f"{old}..{new}" if old else new


def _pairs(trailers: str) -> tuple[tuple[str, str], ...]:
    split = (line.partition(":") for line in trailers.splitlines() if line)
    return tuple((key, value.strip()) for key, _, value in split)


def _changes(pieces: list[str]) -> tuple[tuple[str, str], ...]:
    """Return (path, blob id) of what a commit changed; "" for what is no file afterwards, be it gone or a link."""
    found = []
    for facts, path in zip(pieces[::2], pieces[1::2], strict=True):
        _, mode, _, oid, _ = facts.split(" ")
        found.append((path, oid if mode.startswith("100") else ""))
    return tuple(found)


def _instant(seconds: str) -> str:
    return datetime.fromtimestamp(int(seconds), UTC).isoformat().replace("+00:00", "Z")
