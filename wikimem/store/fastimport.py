"""One `git fast-import` stream: commits on any number of branches, and not one ref moved by it.

Only the history room calls this. The commits hang on throw-away branch names that are forgotten again before the
stream ends, so the objects exist and nothing points at them until the caller moves the refs.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from wikimem.errors import StoreError
from wikimem.store.files import disk_refused
from wikimem.store.git import Git

CHUNK = 1 << 20
"""Bytes of a raw log held in memory at a time."""

_OPTIONS = ("-c", "pack.compression=1", "-c", "core.bigFileThreshold=64k")
"""Speed before size (a later `git gc` packs tighter); blobs above 64 KB pass through without being held or compared."""


@dataclass(frozen=True, slots=True)
class Put:
    """Set `path` to `content`, or to the first `size` bytes of the file `content` names."""

    path: str
    content: bytes | Path
    size: int
    mode: str = "100644"


@dataclass(frozen=True, slots=True)
class Drop:
    """Take `path` out."""

    path: str


@dataclass(frozen=True, slots=True)
class Entry:
    """What a commit holds at a path."""

    mode: str
    oid: str


class Import:
    """A running stream."""

    def __init__(self, git: Git, common: Path) -> None:
        """Start `git fast-import`; `common` is where git leaves a report when it is broken off."""
        self._talk = git.start(*_OPTIONS, "fast-import", "--quiet", "--done")
        self._common = common
        self._branches: set[str] = set()
        self._marks = 0

    def entries(self, commit: str, paths: list[str]) -> dict[str, Entry]:
        """Return what an existing commit holds at `paths`; a path it does not have is left out."""
        if not commit or not paths:
            return {}
        answers = self._talk.ask([b"ls %s %s\n" % (commit.encode(), quote(path)) for path in paths])
        found = {}
        for path, answer in zip(paths, answers, strict=True):
            if not answer.startswith(b"missing "):
                mode, _, oid = answer.split(b"\t", 1)[0].decode().split(" ")
                found[path] = Entry(mode, oid)
        return found

    def commit(
        self,
        branch: str,
        parent: str,
        author: str,
        at: int,
        message: str,
        does: Iterable[Put | Drop],
        merges: str = "",
    ) -> int:
        """Append one commit to `branch` and return its mark.

        `parent` counts for the branch's first commit only; `merges` is the id of a second parent.
        """
        self._marks += 1
        text = message.encode("utf-8", "replace")
        who = f"{author} {at} +0000".encode("utf-8", "replace")
        head = b"commit refs/wikimem/landing/%s\nmark :%d\nauthor %s\ncommitter %s\ndata %d\n%s\n"
        self._talk.write(head % (branch.encode(), self._marks, who, who, len(text), text))
        if branch not in self._branches and parent:
            self._talk.write(b"from %s\n" % parent.encode())
        self._branches.add(branch)
        if merges:
            self._talk.write(b"merge %s\n" % merges.encode())
        for change in does:
            self._send(change)
        self._talk.write(b"\n")
        return self._marks

    def finish(self) -> list[str]:
        """End the stream and return the commit ids by mark (mark 1 is item 0); the objects are then on disk."""
        ids = [line.decode() for line in self._talk.ask([b"get-mark :%d\n" % n for n in range(1, self._marks + 1)])]
        nothing = b"0" * len(ids[0]) if ids else b""
        for branch in sorted(self._branches):
            self._talk.write(b"reset refs/wikimem/landing/%s\nfrom %s\n\n" % (branch.encode(), nothing))
        self._talk.write(b"done\n")
        self._talk.finish(timeout=3600)
        return ids

    def break_off(self) -> None:
        """End the stream with nothing to show for it."""
        self._talk.break_off()
        (self._common / f"fast_import_crash_{self._talk.pid}").unlink(missing_ok=True)

    def _send(self, change: Put | Drop) -> None:
        if isinstance(change, Drop):
            self._talk.write(b"D %s\n" % quote(change.path))
            return
        self._talk.write(b"M %s inline %s\ndata %d\n" % (change.mode.encode(), quote(change.path), change.size))
        pieces = (change.content,) if isinstance(change.content, bytes) else chunks(change.content, change.size)
        for piece in pieces:
            self._talk.write(piece)
        self._talk.write(b"\n")


def chunks(path: Path, size: int) -> Iterator[bytes]:
    """Yield the first `size` bytes of a file; `StoreError` when it is shorter than that by now."""
    left = size
    try:
        with path.open("rb") as file:
            while left:
                piece = file.read(min(CHUNK, left))
                if not piece:
                    raise StoreError("the raw log shrank while it was read", path=str(path))
                left -= len(piece)
                yield piece
    except OSError as error:
        raise disk_refused(error, path) from error


def quote(path: str) -> bytes:
    """Return a path in fast-import's C-style quotes, in which every byte of a name survives."""
    raw = path.encode("utf-8", "surrogateescape")
    return b'"%s"' % raw.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n")
