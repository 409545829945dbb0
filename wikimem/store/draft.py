"""Turning changesets into commits that nothing points at yet, the person's own edits first.

Only the history room calls this, holding the vault's lock. Cost follows the change: only the named paths are looked at.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from wikimem.errors import EditedMeanwhile, StoreError, UsageError
from wikimem.model.change import Change, Changeset, Write
from wikimem.store.fastimport import Drop, Import, Put
from wikimem.store.files import disk_refused
from wikimem.store.git import Git
from wikimem.store.landing import Landing, Move
from wikimem.store.message import edit_message, format_message
from wikimem.store.refs import RAW, GitDir
from wikimem.store.worktree import Worktree, blob_id, check_name, crlf, file_blob_id, lf
from wikimem.text.markers import has_conflict_markers
from wikimem.text.paths import DERIVED
from wikimem.text.time import parse_instant

US = "wikimem <wikimem@localhost>"
"""Who our commits are by, whatever git would call the person."""
SOMEBODY = "human <human@localhost>"
"""Who a person's edits are by when git does not know them."""


@dataclass(slots=True)
class Page:
    """What is known of one path as the stream goes on."""

    oid: str
    """Blob id in the newest commit of the stream, "" when it holds none."""
    mode: str
    seen: str
    """Blob id of the bytes on disk, "" when there are none."""
    crlf_on_disk: bool
    crlf_in_git: bool


_MARKS_HINT = "keep what is right and take the lines <<<<<<<, =======, >>>>>>> out"
NOTHING_SEEN: Mapping[str, str | None] = MappingProxyType({})
"""What plans rest on that read no page."""


class Draft:
    """Commits in the making."""

    def __init__(
        self,
        git: Git,
        place: GitDir,
        tree: Worktree,
        landing: Landing,
        *,
        track_raw: bool,
        seen: Mapping[str, str | None] = NOTHING_SEEN,
    ) -> None:
        """Note where the branches stand and start the stream; `seen` are the texts that changesets were planned on."""
        self._seen = seen
        self._git = git
        self._tree = tree
        self._landing = landing
        self._track_raw = track_raw
        self._branch = place.branch()
        self._head = place.read(self._branch)
        self._raw_head = place.read(RAW)
        self._stream = Import(git, place.common)
        self._pages: dict[str, Page] = {}
        self._raw_sizes: dict[str, int] = {}
        self._tips: dict[str, int | str] = {}
        self._made: list[int | str] = []

    def add(self, changeset: Changeset) -> None:
        """Append the commits of one changeset; none where nothing would change.

        `EditedMeanwhile` when a merge was planned and a person has edited a page of it since.
        """
        at = _seconds(changeset)
        self._meet([change.path for change in changeset.changes])
        if changeset.merges and "wiki" in self._tips:
            raise EditedMeanwhile("a page was edited while it was merged", hint="run the same command again")
        does = [did for change in changeset.changes if (did := self._apply(change))]
        does += self._signals(changeset.signals)
        message = format_message(changeset)
        author = self._person() if changeset.by_person else US
        made = self._join("wiki", changeset.merges, author, at, message, does, is_forward=changeset.is_forward)
        self._made.append(made)
        raw: list[Put | Drop] = list(self._raw(changeset.raw)) if self._track_raw else []
        raw += self._raw_gone(changeset.raw_gone)
        self._join("raw", changeset.merges_raw, US, at, message, raw, is_forward=changeset.is_forward)

    def take(self, paths: list[str]) -> None:
        """Append the commit of what a person changed at paths, and nothing of ours."""
        self._meet(paths)

    def land(self) -> list[str]:
        """Bring everything into view and return one commit id a changeset, "" where there was nothing to commit."""
        if self._tips:
            self._landing.read_index()
        ids = self._stream.finish()
        starts = {"wiki": (self._branch, self._head), "raw": (RAW, self._raw_head)}
        moves = [
            Move(ref, _id(self._tips[name], ids), old) for name, (ref, old) in starts.items() if name in self._tips
        ]
        if moves:
            self._landing.land(self._branch, moves)
        return [_id(made, ids) for made in self._made]

    def break_off(self) -> None:
        """Leave everything as it was."""
        self._stream.break_off()
        self._landing.break_off()

    def _join(
        self,
        name: str,
        merges: str,
        author: str,
        at: int,
        message: str,
        does: Sequence[Put | Drop],
        *,
        is_forward: bool,
    ) -> int | str:
        """Commit what a changeset does to one branch, or move the branch to the commit it merges; 0 for neither."""
        if is_forward and merges:
            self._tips[name] = merges
            return merges
        return self._commit(name, author, at, message, does, merges) if does or merges else 0

    def _commit(
        self, name: str, author: str, at: int, message: str, does: Sequence[Put | Drop], merges: str = ""
    ) -> int:
        parent = self._head if name == "wiki" else self._raw_head
        mark = self._stream.commit(name, parent, author, at, message, does, merges)
        self._tips[name] = mark
        return mark

    def _person(self) -> str:
        return self._git.person() or SOMEBODY

    def _meet(self, paths: list[str]) -> None:
        """Look at paths for the first time; what a person changed there is committed as theirs."""
        new = [path for path in dict.fromkeys(paths) if path not in self._pages]
        for path in new:
            check_name(path)
        entries = self._stream.entries(self._head, new)
        edits: dict[str, Put | Drop] = {}
        verbs = set()
        for path in new:
            disk = self._tree.read(path)
            self._check_seen(path, disk)
            entry = entries.get(path)
            if entry and not entry.mode.startswith("100"):
                raise StoreError("git holds something other than a file here", path=path)
            page, theirs = self._compare(disk, entry.oid if entry else "", entry.mode if entry else "100644")
            self._pages[path] = page
            if theirs and disk is not None and has_conflict_markers(disk.decode("utf-8", "replace")):
                if not _is_derived(path):
                    raise StoreError("the page holds the marks of an unfinished merge", hint=_MARKS_HINT, path=path)
            elif theirs:
                self._check_taken(path)
                verbs.add("Remove" if disk is None else "Edit" if entry else "Add")
                blob = b"" if disk is None else lf(disk)
                self._landing.concern(path)
                edits[path] = Drop(path) if disk is None else Put(path, blob, len(blob), page.mode)
        if edits:
            message = edit_message(verbs.pop() if len(verbs) == 1 else "Edit", list(edits))
            self._commit("wiki", self._person(), int(time.time()), message, list(edits.values()))

    def _check_seen(self, path: str, disk: bytes | None) -> None:
        """Refuse to write over what nobody has read; a derived page is written anew whatever it holds."""
        text = None if disk is None else disk.decode("utf-8", "replace")
        if self._seen.get(path, text) != text and not _is_derived(path):
            raise _edited(path)

    def _check_taken(self, path: str) -> None:
        """Refuse an edit that was made after the edits were taken: what it means must be known to the plan, too."""
        if self._seen is not NOTHING_SEEN and not _is_derived(path):
            raise _edited(path)

    def _compare(self, disk: bytes | None, oid: str, mode: str) -> tuple[Page, bool]:
        """Return what is known of a page, and whether a person changed it since it was committed."""
        if disk is None:
            return Page("", mode, "", crlf_on_disk=False, crlf_in_git=False), oid != ""
        seen = blob_id(disk, self._head)
        has_crlf = b"\r\n" in disk
        if seen == oid:
            return Page(oid, mode, seen, crlf_on_disk=has_crlf, crlf_in_git=has_crlf), False
        blob = blob_id(lf(disk), self._head)
        return Page(blob, mode, seen, crlf_on_disk=has_crlf, crlf_in_git=False), blob != oid

    def _apply(self, change: Change) -> Put | Drop | None:
        """Stage one change and return it for the stream, or None when the page is already so."""
        page = self._pages[change.path]
        if not isinstance(change, Write):
            if not page.oid:
                return None
            self._landing.stage(change.path, None, page.seen, page.oid)
            page.oid = ""
            return Drop(change.path)
        disk = crlf(change.content) if page.crlf_on_disk else change.content
        blob = disk if page.crlf_in_git else lf(disk)
        oid = blob_id(blob, self._head)
        if oid == page.oid:
            return None
        self._landing.stage(change.path, disk, page.seen, page.oid)
        page.oid = oid
        return Put(change.path, blob, len(blob), page.mode)

    def _signals(self, paths: tuple[str, ...]) -> Iterator[Put]:
        """Yield the signal files that the wiki's newest commit does not hold as they are now."""
        entries = self._stream.entries(self._head, list(paths))
        for path in paths:
            check_name(path)
            content = lf(self._tree.read(path) or b"")
            if path not in entries or entries[path].oid != blob_id(content, self._head):
                self._landing.concern(path)
                yield Put(path, content, len(content))

    def _raw(self, paths: tuple[str, ...]) -> Iterator[Put]:
        """Yield the raw logs that the raw branch does not hold as they are now."""
        entries = self._stream.entries(self._raw_head, [path for path in paths if path not in self._raw_sizes])
        for path in paths:
            check_name(path)
            if not path.startswith("raw/"):
                raise UsageError("a raw log lies under raw/", path=path)
            file = self._tree.path(path)
            try:
                size = file.stat(follow_symlinks=False).st_size
            except OSError as error:
                raise disk_refused(error, file) from error
            if not file.is_file() or file.is_symlink():
                raise StoreError("a raw log is not a plain file", path=path)
            known = entries.get(path)
            if self._raw_sizes.get(path) == size:
                continue
            if known and file_blob_id(file, size, self._raw_head) == known.oid:
                self._raw_sizes[path] = size
                continue
            self._raw_sizes[path] = size
            yield Put(path, file, size)

    def _raw_gone(self, paths: tuple[str, ...]) -> Iterator[Drop]:
        """Take raw logs off the disk, and yield those that the raw branch holds."""
        entries = self._stream.entries(self._raw_head, list(paths))
        for path in paths:
            disk = self._tree.read(path)
            if disk is not None:
                self._landing.stage(path, None, blob_id(disk, self._head))
            if path in entries:
                yield Drop(path)


def _is_derived(path: str) -> bool:
    return path.rpartition("/")[2] in DERIVED


def _edited(path: str) -> EditedMeanwhile:
    return EditedMeanwhile("the page was edited while it was being compiled", hint="run it again", path=path)


def _id(made: int | str, ids: Sequence[str]) -> str:
    """Return the id of a commit: by its mark, or as it is; "" for none."""
    return made if isinstance(made, str) else ids[made - 1] if made else ""


def _seconds(changeset: Changeset) -> int:
    """Return a changeset's instant in seconds since 1970, as git wants it."""
    instant = parse_instant(changeset.at)
    if not instant:
        raise UsageError(f"the changeset {changeset.subject!r} has no instant", hint="give it the end of its session")
    return max(0, int(datetime.fromisoformat(instant).timestamp()))
