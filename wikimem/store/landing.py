"""Bringing finished commits into view: files, branches and git's index, all of them or none, whatever kills us.

Only the history room calls this, holding the vault's lock. The new files wait in `.git/wikimem/landing/`; a journal
beside them says what is to happen and is written once every object is in git and nothing is in view. From then on the
landing can only be completed: by this process, or by the next one that calls `recover`. Writes are not flushed to the
platter one by one; they survive the death of the process, and as much of a power cut as the file system promises.
"""

import errno
import itertools
import json
import os
import shutil
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from wikimem.errors import GitFailed, StoreError
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.store.files import disk_refused, write_atomically
from wikimem.store.git import Conversation, Git
from wikimem.store.indexlock import await_index
from wikimem.store.overtaken import note_overtaken
from wikimem.store.refs import GitDir
from wikimem.store.worktree import Worktree, blob_id

SPLIT_FROM = 4_000_000
"""Bytes of git's index (some 30,000 pages) from which git keeps it in two parts: a commit rewrites the small one."""


@dataclass(frozen=True, slots=True)
class Move:
    """A branch that goes from one commit to another; `old` is "" for a new branch."""

    ref: str
    new: str
    old: str


@dataclass(frozen=True, slots=True)
class Staged:
    """A file that waits: its number in the landing folder ("" = remove the page), and what the page held when read."""

    path: str
    name: str
    seen: str
    base: str = ""
    """Blob id of what the newest commit held, "" for nothing: what an edit that overtakes us was made on."""


class Landing:
    """What is about to come into view."""

    def __init__(self, git: Git, place: GitDir, tree: Worktree, report: Callable[[Diagnostic], None]) -> None:
        """Bind to a repository; nothing is written."""
        self._git = git
        self._place = place
        self._tree = tree
        self._report = report
        self._folder = place.own / "wikimem" / "landing"
        self._journal = self._folder / "journal.json"
        self._staged: dict[str, Staged] = {}
        self._concerned: dict[str, None] = {}
        self._names = itertools.count()
        self._index: Conversation | None = None

    def stage(self, path: str, content: bytes | None, seen: str, base: str = "") -> None:
        """Keep a page's next content (None removes it) out of view.

        `seen` is the blob id of what is on disk, or "", and `base` that of what the newest commit holds.
        """
        name = ""
        if content is not None:
            name = str(next(self._names))
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
                (self._folder / name).write_bytes(content)
            except OSError as error:
                raise disk_refused(error, self._tree.path(path)) from error
        before = self._staged.get(path)
        self._staged[path] = Staged(path, name, seen, before.base if before else base)
        self.concern(path)

    def concern(self, path: str) -> None:
        """Have the index look at a path, because a commit changes it; the file itself is as it should be."""
        self._concerned[path] = None

    def read_index(self) -> None:
        """Let git read its index while other work is done: in a large wiki that takes longer than the commit."""
        self._index = self._git.start(*self._index_command())

    def break_off(self) -> None:
        """Forget what is staged, unless the journal says that it must be completed."""
        if self._index:
            self._index.break_off()
        if not self._journal.exists():
            self._discard()

    def land(self, branch: str, moves: list[Move]) -> None:
        """Move the branches, put the staged files in place and bring the index in line; `branch` is HEAD's."""
        staged = list(self._staged.values())
        self._check_folders(staged)
        refs = self._prepare(moves)
        try:
            journal = {
                "branch": branch,
                "moves": [asdict(move) for move in moves],
                "files": [asdict(file) for file in staged],
                "paths": list(self._concerned),
            }
            write_atomically(self._journal, json.dumps(journal).encode())
            self._put_in_place(staged)
            refs.ask([b"commit\n"])
            refs.finish()
        except BaseException:
            refs.break_off()
            raise
        try:
            self._close(list(self._concerned))
        except GitFailed as error:
            message = f"committed, but git's index lags behind: {error.message}"
            self._report(Diagnostic("index-deferred", message, hint="the next commit brings it in line"))

    def recover(self) -> bool:
        """Complete what a process before us began; return whether there was anything to complete.

        `GitFailed` when another git command holds the index for too long.
        """
        if not self._journal.exists():
            if self._folder.exists():
                self._discard()
            return False
        journal = json.loads(self._journal.read_bytes())
        staged = [Staged(**file) for file in journal["files"]]
        moves = [Move(**move) for move in journal["moves"]]
        open_moves = [move for move in moves if not self._arrived(move)]
        lost = [move for move in open_moves if self._place.read(move.ref) != move.old]
        for move in lost:
            message = f"a commit interrupted earlier was given up, because {move.ref} has moved on; compile again"
            self._report(Diagnostic("commit-given-up", message))
        in_view = self._place.branch() == journal["branch"] and all(move.ref != journal["branch"] for move in lost)
        if in_view:
            self._put_in_place(staged)
        movable = [move for move in open_moves if move not in lost]
        if movable:
            refs = self._prepare(movable)
            refs.ask([b"commit\n"])
            refs.finish()
        if in_view:
            self._close(journal["paths"])
        else:
            self._discard()
        return True

    def _arrived(self, move: Move) -> bool:
        now = self._place.read(move.ref)
        if not now or now in (move.new, move.old):
            return now == move.new
        try:
            self._git.run("merge-base", "--is-ancestor", move.new, now)
        except GitFailed:
            return False
        return True

    def _prepare(self, moves: list[Move]) -> Conversation:
        """Lock the branches and check that they stand where they stood, without moving them yet."""
        refs = self._git.start("update-ref", "-m", "wikimem", "--stdin")
        try:
            refs.ask([b"start\n"])
            for move in moves:
                words = ("update", move.ref, move.new, move.old) if move.old else ("create", move.ref, move.new)
                refs.write(" ".join(words).encode() + b"\n")
            refs.ask([b"prepare\n"])
        except BaseException:
            refs.break_off()
            raise
        return refs

    def _check_folders(self, staged: list[Staged]) -> None:
        """Refuse before anything is in view when a folder cannot be written."""
        for folder in {self._tree.path(file.path).parent for file in staged}:
            while not folder.exists():
                folder = folder.parent
            if not os.access(folder, os.W_OK | os.X_OK):
                raise disk_refused(PermissionError(errno.EACCES, "Permission denied"), folder)

    def _put_in_place(self, staged: list[Staged]) -> None:
        for file in staged:
            path = self._tree.path(file.path)
            waiting = self._folder / file.name
            if file.name and not waiting.exists():
                continue  # put in place before we were interrupted
            disk = self._tree.read(file.path)
            found = "" if disk is None else blob_id(disk, file.seen)
            if found != file.seen:
                if disk is not None and not (file.name and disk == waiting.read_bytes()):
                    message = "edited while it was being committed: both are joined at the next compile"
                    self._report(Diagnostic("edited-meanwhile", message, Severity.INFO, path=file.path))
                    note_overtaken(self._place, file.path, file.base)
                continue
            try:
                if file.name:
                    _replace(waiting, path)
                else:
                    path.unlink(missing_ok=True)
                    self._tree.prune(path.parent)
            except OSError as error:
                raise disk_refused(error, path) from error

    def _close(self, paths: list[str]) -> None:
        """Bring the index in line and end the landing; `GitFailed` when the index is held."""
        if not self._told_index(paths):
            await_index(self._place.own / "index.lock", self._git.root, self._report)
            self._git.run(*self._index_command(), stdin=_nul_ended(paths))
        self._discard()

    def _told_index(self, paths: list[str]) -> bool:
        """Tell the git command that has read the index what changed; False when there is none or the index was held."""
        index, self._index = self._index, None
        if not index:
            return False
        try:
            index.write(_nul_ended(paths))
            index.finish()
        except GitFailed:
            index.break_off()
            return False
        return True

    def _discard(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    def _index_command(self) -> tuple[str, ...]:
        try:
            large = (self._place.own / "index").stat().st_size > SPLIT_FROM
        except FileNotFoundError:
            large = False
        split = ("-c", "core.splitIndex=true") if large else ()
        return (*split, "update-index", "-z", "--add", "--remove", "--stdin")


def _nul_ended(paths: list[str]) -> bytes:
    return b"".join(path.encode() + b"\0" for path in paths)


def _replace(waiting: Path, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        waiting.replace(path)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        try:
            write_atomically(path, waiting.read_bytes())
        except StoreError as refused:
            raise OSError(errno.EIO, refused.message) from refused
        waiting.unlink()
