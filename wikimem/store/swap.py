"""Putting a rewritten history in the place of the old one: objects, refs, files and index, whatever kills us.

Only a purge calls this, holding the vault's lock, and `History.recover`, which finishes what was killed. The new
history and the new files wait in `.git/wikimem/purge/`; a journal beside them is written once all is there and nothing
is in view. From then on the swap can only be completed, unless somebody moved a branch in between: then it is given up.

    objects   the new packs are put beside the old ones; what no ref leads to any more is deleted at the end
    refs      all in one transaction; those of remotes go, because they hold the old history
    files     replaced one by one; one that was edited meanwhile is left alone and reported
"""

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from wikimem.errors import GitFailed
from wikimem.model.diagnostic import Diagnostic
from wikimem.store.files import disk_refused, locked, write_atomically
from wikimem.store.git import Git
from wikimem.store.indexlock import await_index
from wikimem.store.landing import Move
from wikimem.store.refs import GitDir, locate

REMOTES = "refs/remotes/"
_HOUR = 3600.0
_LEFT_BEHIND = (
    "ORIG_HEAD",
    "FETCH_HEAD",
    "COMMIT_EDITMSG",
    "MERGE_MSG",
    "SQUASH_MSG",
    "TAG_EDITMSG",
    "NOTES_EDITMSG",
    "sharedindex.*",
    "fast_import_crash_*",
    "index.lock.*",
)
"""What git leaves in its folder that names or quotes commits, as globs."""


@dataclass(frozen=True, slots=True)
class Change:
    """A file that changes: its new content waits under a number, "" for one that goes."""

    path: str
    """Absolute."""
    to: str
    """Absolute, the same as `path` for a file that keeps its name."""
    name: str
    seen: str
    """SHA-256 of what it held when it was read."""


class Swap:
    """One swap of the history of a vault."""

    def __init__(self, root: Path, report: Callable[[Diagnostic], None]) -> None:
        """Bind to the repository at `root`; nothing is written."""
        self._root = root
        self._report = report
        self._place: GitDir = locate(root)
        self._git = Git(root)
        self._folder = self._place.common / "wikimem" / "purge"
        self._journal = self._folder / "journal.json"
        self._changes: list[Change] = []

    @property
    def aside(self) -> Path:
        """Return the bare repository the new history is written into."""
        return self._folder / "aside.git"

    def begin(self) -> None:
        """Make an empty repository aside, in the hash the vault's own has."""
        shutil.rmtree(self._folder, ignore_errors=True)
        try:
            self._folder.mkdir(parents=True)
        except OSError as error:
            raise disk_refused(error, self._folder) from error
        kind = self._git.run("rev-parse", "--show-object-format").decode().strip()
        Git(self._folder).run("init", "--quiet", "--bare", "--template=", f"--object-format={kind}", str(self.aside))

    def break_off(self) -> None:
        """Forget what is aside, unless the journal says that it must be completed."""
        if not self._journal.exists():
            shutil.rmtree(self._folder, ignore_errors=True)

    def stage(self, path: Path, to: Path, before: bytes, after: bytes | None) -> None:
        """Keep a file's next content (None removes it) out of view."""
        name = "" if after is None else str(len(self._changes))
        if after is not None:
            try:
                (self._folder / name).write_bytes(after)
                shutil.copymode(path, self._folder / name)
            except OSError as error:
                raise disk_refused(error, path) from error
        self._changes.append(Change(str(path), str(to), name, hashlib.sha256(before).hexdigest()))

    def commit(self, rename: Callable[[str], str], disposable: Iterable[Path]) -> None:
        """Put everything in place. `rename` says what a ref is called afterwards, `disposable` what is deleted."""
        Git(self.aside).run("fsck", "--connectivity-only", "--no-dangling", "--no-progress", timeout=_HOUR)
        new = _refs(Git(self.aside))
        moves = []
        for ref, old in _refs(self._git).items():
            after = "" if ref.startswith(REMOTES) else rename(ref)
            if after and after not in new:
                message = f"{ref} names no commit, so it is not in the new history"
                self._report(Diagnostic("ref-dropped", message, path=str(self._root)))
            moves += [Move(ref, new.get(ref, "") if after == ref else "", old)]
            if after and after != ref:
                moves.append(Move(after, new.get(after, ""), ""))
        branch = self._place.branch()
        journal = {
            "moves": [asdict(move) for move in moves],
            "head": rename(branch),
            "files": [asdict(change) for change in self._changes],
            "disposable": [str(path) for path in disposable],
        }
        write_atomically(self._journal, json.dumps(journal).encode())
        self.finish()

    def finish(self) -> bool:
        """Complete a swap that was begun; return whether there was one. Costs one look at a folder."""
        if not self._journal.exists():
            if self._folder.exists():
                shutil.rmtree(self._folder, ignore_errors=True)
            return False
        journal = json.loads(self._journal.read_bytes())
        moves = [Move(**move) for move in journal["moves"]]
        self._take_objects()
        if not self._move(moves):
            self._journal.unlink()
            shutil.rmtree(self._folder, ignore_errors=True)
            message = "a purge that was interrupted was given up, because a branch has moved on; run it again"
            self._report(Diagnostic("purge-given-up", message))
            return True
        if journal["head"] != self._place.branch():
            self._git.run("symbolic-ref", "HEAD", journal["head"])
        self._put_in_place(Change(**change) for change in journal["files"])
        self._read_tree()
        self._forget_objects()
        for path in map(Path, journal["disposable"]):
            shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)
        self._journal.unlink()
        shutil.rmtree(self._folder, ignore_errors=True)
        return True

    def _take_objects(self) -> None:
        """Put the new packs beside the old ones, the file that makes git see each of them last."""
        Git(self.aside).run("repack", "-a", "-d", "-q", timeout=_HOUR)
        packs = self._place.common / "objects" / "pack"
        packs.mkdir(exist_ok=True)
        found = sorted((self.aside / "objects" / "pack").glob("pack-*"), key=lambda path: path.suffix == ".idx")
        for pack in found:
            beside = packs / f"tmp_purge_{pack.name}"
            try:
                if not (packs / pack.name).exists():
                    shutil.copyfile(pack, beside)
                    beside.replace(packs / pack.name)
            except OSError as error:
                raise disk_refused(error, pack) from error

    def _move(self, moves: Iterable[Move]) -> bool:
        """Move all refs in one transaction; return False when one stands neither where it stood nor where it goes."""
        now = _refs(self._git)
        waiting = [move for move in moves if now.get(move.ref, "") != move.new]
        begun = [move for move in waiting if now.get(move.ref, "") != move.old]
        if any(not self._is_after(now.get(move.ref, ""), move.new) for move in begun):
            return False
        lines = [_order(move) for move in waiting if move not in begun]
        if lines:
            refs = self._git.start("update-ref", "--no-deref", "--stdin")
            try:
                refs.ask([b"start\n"])
                refs.write(b"".join(lines))
                refs.ask([b"prepare\n", b"commit\n"])
                refs.finish()
            except BaseException:
                refs.break_off()
                raise
        return True

    def _is_after(self, now: str, new: str) -> bool:
        if not now or not new:
            return False
        try:
            self._git.run("merge-base", "--is-ancestor", new, now)
        except GitFailed:
            return False
        return True

    def _put_in_place(self, changes: Iterable[Change]) -> None:
        for change in changes:
            path, to = Path(change.path), Path(change.to)
            waiting = self._folder / change.name
            if not path.is_file() or (change.name and not waiting.exists()):
                continue  # in place since before we were interrupted
            try:
                with path.open("rb") as file, locked(file.fileno()):  # an agent's capture may be appending to it
                    if hashlib.sha256(file.read()).hexdigest() != change.seen:
                        message = "edited while a purge was under way, and left as it is; run the purge again"
                        self._report(Diagnostic("edited-meanwhile", message, path=change.path))
                        continue
                    if change.name:
                        to.parent.mkdir(parents=True, exist_ok=True)
                        shutil.move(waiting, to)
                    if not change.name or to != path:
                        path.unlink()
                self._prune(path.parent)
            except OSError as error:
                raise disk_refused(error, path) from error

    def _prune(self, folder: Path) -> None:
        while folder != self._root and folder.is_relative_to(self._root):
            try:
                folder.rmdir()
            except OSError:
                return
            folder = folder.parent

    def _read_tree(self) -> None:
        """Make git's index anew: the old one names what is gone."""
        index = self._place.own / "index"
        await_index(index.with_name("index.lock"), self._root, self._report)
        index.unlink(missing_ok=True)
        if self._place.head():
            self._git.run("-c", "core.splitIndex=false", "read-tree", "HEAD", timeout=_HOUR)
            self._git.run("update-index", "-q", "--refresh", allow=(1,), timeout=_HOUR)

    def _forget_objects(self) -> None:
        """Delete every object no ref leads to, and all that git noted about them."""
        shutil.rmtree(self._place.common / "logs", ignore_errors=True)
        shutil.rmtree(self._place.own / "logs", ignore_errors=True)
        shutil.rmtree(self._place.own / "wikimem" / "landing", ignore_errors=True)
        for pattern in _LEFT_BEHIND:
            for path in (*self._place.own.glob(pattern), *self._place.common.glob(pattern)):
                path.unlink(missing_ok=True)
        objects = self._place.common / "objects"
        for path in (*objects.glob("pack/*.keep"), *objects.glob("pack/tmp_*"), *objects.glob("info/commit-graph")):
            path.unlink(missing_ok=True)
        shutil.rmtree(objects / "info" / "commit-graphs", ignore_errors=True)
        self._git.run("repack", "-a", "-d", "-q", timeout=_HOUR)
        self._git.run("prune", "--expire=now", timeout=_HOUR)
        self._git.run("pack-refs", "--all", "--prune")


def check_fit(root: Path) -> None:
    """Refuse a repository whose objects lie elsewhere too, or are held by more than its refs; `GitFailed`."""
    place, git = locate(root), Git(root)
    under_way = place.unfinished()
    stands = git.run("config", "--get-regexp", r"^remote\..*\.promisor$", allow=(1,))
    others = [path for path in place.common.glob("worktrees/*") if path.is_dir()]
    wrong, hint = "", ""
    if not place.branch():
        wrong, hint = "the vault's HEAD is detached", "check out a branch, for example `git switch main`"
    elif under_way:
        wrong, hint = f"the vault is in the middle of a {under_way}", f"finish or abort the {under_way}"
    elif (place.common / "shallow").exists() or stands:
        wrong, hint = "the vault is a clone without its whole history", "fetch it: git fetch --unshallow --refetch"
    elif (place.common / "objects" / "info" / "alternates").exists():
        wrong, hint = (
            "the vault shares objects with another repository",
            "make it whole: git repack -a -d, then remove ",
        )
        hint += "objects/info/alternates"
    elif others or place.own != place.common:
        wrong, hint = "the vault has linked worktrees, which hold the old history", "git worktree remove them first"
    elif _refs(git).get("refs/stash"):
        wrong, hint = "the vault has stashed edits, which a purge would lose", "apply or drop them: git stash list"
    if wrong:
        raise GitFailed(wrong, hint=f"{hint}; nothing was written", path=str(root))


def _refs(git: Git) -> Mapping[str, str]:
    """Return the id every ref stands on, those that only name another ref left out."""
    out = git.run("for-each-ref", "--format=%(objectname) %(symref) %(refname)").decode("utf-8", "surrogateescape")
    rows = (line.split(" ", 2) for line in out.splitlines())
    return {ref: oid for oid, symbolic, ref in rows if not symbolic or ref.startswith(REMOTES)}


def _order(move: Move) -> bytes:
    if not move.new:
        line = f"delete {move.ref}"
    else:
        line = f"update {move.ref} {move.new} {move.old}" if move.old else f"create {move.ref} {move.new}"
    return os.fsencode(f"{line}\n")
