"""The wiki's history: the one way into git, and the one way anything is written to a wiki.

Every command that changes pages hands changesets to `History.commit`. Reading needs no lock. Whoever plans changes
should hold `vault_lock` and call `recover` before reading the pages.
"""

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from wikimem.errors import GitFailed, UsageError
from wikimem.model.change import Changeset, Revision, Step, Write
from wikimem.model.diagnostic import Diagnostic, unheard
from wikimem.model.edit import Edit, Taken
from wikimem.store import revisions
from wikimem.store.draft import NOTHING_SEEN, Draft
from wikimem.store.edits import last_of_ours, read_edits, takeable
from wikimem.store.files import disk_refused
from wikimem.store.git import Conversation, Git
from wikimem.store.indexlock import await_index
from wikimem.store.landing import Landing
from wikimem.store.lock import vault_lock
from wikimem.store.overtaken import Join, join_overtaken
from wikimem.store.refs import RAW, locate
from wikimem.store.steps import Contents, read_steps, reading_blobs
from wikimem.store.swap import Swap
from wikimem.store.worktree import Worktree

ATTRIBUTES = (
    "* text=auto eol=lf",
    "raw/**/*.jsonl -text",
    "*.md merge=wikimem",
    ".wikimem/**/*.jsonl merge=union",
    ".wikimem/**/*.toml merge=wikimem",
)
"""LF on every machine, so that hashes agree; raw logs are bytes; a plain `git pull` merges as `wikimem sync` does.

Git's own `union` serves logs of lines, so that a clone nobody told of our merge driver keeps them all as well.
"""
IGNORED = ("/raw/", "/.wikimem/pending/", "/.obsidian/workspace*", "/.trash/", ".DS_Store", "*.tmp")
"""What never enters the wiki's branch. Raw logs have a branch of their own."""


class History:
    """The git history of the vault at `root`."""

    def __init__(
        self,
        root: Path,
        *,
        track_raw: bool = True,
        zone: str = "UTC",
        report: Callable[[Diagnostic], None] = unheard,
    ) -> None:
        """Open the repository at `root`; days are those of `zone`, an IANA name; `report` hears findings.

        `NotAVault`, or `GitFailed` for a bare repository.
        """
        self.root = root.resolve()
        self._zone = zone
        self._track_raw = track_raw
        self._report = report
        self._place = locate(self.root)
        self._git = Git(self.root)
        self._look: Conversation | None = None
        self._tip = ""

    def at(self, revision: str) -> "History":
        """Return the history as it was at a revision, a day or an instant: nothing newer is seen, nothing written."""
        then = copy.copy(self)
        then._tip = self.resolve(revision)
        return then

    @classmethod
    def init(
        cls, root: Path, *, at: str = "", track_raw: bool = True, report: Callable[[Diagnostic], None] = unheard
    ) -> "History":
        """Make `root` a repository when it is none and commit `.gitattributes` and `.gitignore` where they lack.

        An existing repository keeps its configuration and every line of both, to which the missing lines are added.
        `at` is the instant of that commit, now when empty.
        """
        root = root.resolve()
        if not (root / ".git").exists() and not ((root / "HEAD").is_file() and (root / "objects").is_dir()):
            try:
                root.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise disk_refused(error, root) from error
            Git(root).run("init", "--quiet", "--template=", "--initial-branch=main")
        history = cls(root, track_raw=track_raw, report=report)
        history.put_in_order(at or datetime.now(UTC).isoformat())
        return history

    def put_in_order(self, at: str) -> None:
        """Commit what `.gitattributes` and `.gitignore` lack, as of the instant `at`."""
        if changes := self._housekeeping():
            self.commit([Changeset("Keep line ends and raw logs in order", changes, at)])

    def head(self) -> str:
        """Return the id of the wiki's newest commit, "" before the first; no process is started."""
        return self._tip or self._place.head()

    def raw_head(self) -> str:
        """Return the id of the newest commit of `wikimem/raw`, "" when there is none; no process is started."""
        return self._place.read(RAW)

    def commit(
        self,
        changesets: Iterable[Changeset],
        *,
        seen: Mapping[str, str | None] = NOTHING_SEEN,
        on_progress: Callable[[int], None] | None = None,
    ) -> list[str]:
        """Write and commit changesets in order, all or none; the only way anything enters the wiki.

        Returns one commit id a changeset, "" where it changes nothing. What a person changed in the pages concerned is
        committed first, as theirs. `seen` holds the texts that the changesets were planned on, by path, and may grow
        while they are made; `on_progress` hears how many are taken in. Raises `EditedMeanwhile` when one of those pages
        is no longer so, `GitFailed` when the repository is in no state to commit, `UsageError` for an unsafe path and
        `StoreError` when the disk refuses; nothing is in view then.
        """
        if self._tip:
            raise UsageError(f"the wiki as of {self._tip[:10]} is only read", hint="open the wiki as it is now")
        with vault_lock(self.root):
            self.check_state()
            self.recover()
            landing = self._landing()
            draft = Draft(self._git, self._place, Worktree(self.root), landing, track_raw=self._track_raw, seen=seen)
            try:
                for done, changeset in enumerate(changesets, 1):
                    draft.add(changeset)
                    if on_progress is not None:
                        on_progress(done)
                return draft.land()
            except BaseException:
                draft.break_off()
                raise

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Let git look for uncommitted edits while other work is done: the first `take_edits` takes what it found.

        What is edited later is found when a page is to be written, or by the next look.
        """
        self._look = self._git.start(*revisions.LOOK)
        try:
            yield
        finally:
            if self._look:
                self._look.break_off()
            self._look = None

    def take_edits(self, join: Join) -> Taken:
        """Commit what people changed and left uncommitted, as theirs, and return what they did since our last commit.

        An edit that overtook our last commit is first joined with it. Looks at every file of the checkout as git does.
        What must not be committed stays as it is, and the report of this history hears why. Raises as `commit` does.
        """
        with vault_lock(self.root):
            self.check_state()
            was_cut_short = self.recover()
            landing = self._landing()
            join_overtaken(self._git, self._place, Worktree(self.root), join)
            look, self._look = self._look, None
            found = look.finish() if look else b""
            if look is None or was_cut_short:
                found = self._git.run(*revisions.LOOK)
            fit, left = takeable(revisions.read_dirty(found), Worktree(self.root), self._report)
            if fit:
                draft = Draft(self._git, self._place, Worktree(self.root), landing, track_raw=self._track_raw)
                try:
                    draft.take(fit)
                    draft.land()
                except BaseException:
                    draft.break_off()
                    raise
            head = self.head()
            ours = last_of_ours(self._git, head) if head else ""
            return Taken(read_edits(self._git, ours, head) if ours else (), left, tuple(fit))

    def edits(self, since: str, head: str) -> tuple[Edit, ...]:
        """Return what people's commits that `head` has and `since` ("": none) has not made of pages, oldest first."""
        return read_edits(self._git, since, head)

    def recover(self) -> bool:
        """Complete a commit or a purge that was killed half-way; return whether there was one. Costs two looks."""
        with vault_lock(self.root):
            return Swap(self.root, self._report).finish() or self._landing().recover()

    def log(
        self, path: str = "", *, limit: int = 50, since: str = "", until: str = "", trailer: str = ""
    ) -> list[Revision]:
        """Return the newest revisions first, of one page or folder when given, between two days or instants.

        With `trailer`, only those that carry one of this name.
        """
        if not self.head():
            return []
        tip = self._tip or "HEAD"
        return revisions.read_log(
            self._git, path, tip, limit=limit, since=since, until=until, zone=self._zone, trailer=trailer
        )

    def resolve(self, text: str) -> str:
        """Return the commit id of a revision, a day (`2026-02-03`: its end) or an instant; `NotFound`."""
        return revisions.resolve(self._git, text, self._zone, self._tip or "HEAD")

    def show(self, path: str, revision: str = "HEAD") -> bytes:
        """Return a page's bytes as of a revision, a day or an instant; `NotFound`."""
        return revisions.show(self._git, path, self.resolve(revision))

    def blob(self, path: str, branch: str = RAW) -> tuple[str, int] | None:
        """Return the id and size in bytes of what a branch holds at `path`, None for nothing."""
        return revisions.blob(self._git, path, branch)

    def blobs(self, under: str) -> dict[str, tuple[str, int]]:
        """Return the id and size in bytes of what the newest commit holds below a folder, by path."""
        return revisions.blobs(self._git, "HEAD", under)

    def paths(self, revision: str = "HEAD", under: str = "") -> list[str]:
        """Return the paths of a revision, below a folder when given; none before the first commit."""
        if revision == "HEAD" and not self.head():
            return []
        return revisions.list_paths(self._git, self.resolve(revision), under)

    def diff(self, old: str, new: str, path: str = "") -> str:
        """Return the unified diff between two revisions; `old` may be "" for nothing."""
        return revisions.diff(self._git, old and self.resolve(old), self.resolve(new), path)

    def changed(self, old: str = "", new: str = "", *, raw: bool = False) -> list[tuple[str, str]]:
        """Return (`A`, `M` or `D`, path) between two revisions.

        An empty `old` is nothing at all, an empty `new` the newest commit, with `raw` that of the raw branch.
        """
        newest = new or (self.raw_head() if raw else self.head())
        if not newest:
            return []
        return revisions.changed(self._git, old and self.resolve(old), self.resolve(newest))

    def steps(self, after: str = "") -> Iterator[Step]:
        """Yield what each commit of the wiki's branch changed since `after` ("": all of them), oldest first.

        `GitFailed` when there is no commit `after`. Whether it lies on the branch, the first step's `before` tells.
        """
        return read_steps(self._git, after, self.head()) if self.head() else iter(())

    def reading_blobs(self) -> AbstractContextManager[Contents]:
        """Lend a function that reads blobs by their ids, all from one git process."""
        return reading_blobs(self._git)

    def mentioning(self, words: Iterable[str]) -> list[str]:
        """Return the files of the checkout, raw logs aside, in which one of some words stands, whatever its case."""
        return revisions.mentioning(self._git, words)

    def dirty(self) -> list[str]:
        """Return the paths where the checkout differs from the newest commit, untracked ones included."""
        return [path for path, _ in revisions.dirty(self._git)]

    def _landing(self) -> Landing:
        return Landing(self._git, self._place, Worktree(self.root), self._report)

    def check_state(self) -> None:
        """Refuse what could not be committed to with `GitFailed`, and wait for another git command to end."""
        if not self._place.branch():
            hint = "check out a branch, for example `git switch main`; nothing was written"
            raise GitFailed(
                "the vault's HEAD is detached, so there is no branch to commit to", hint=hint, path=str(self.root)
            )
        under_way = self._place.unfinished()
        if under_way:
            hint = f"finish or abort the {under_way}, then run the same command again; nothing was written"
            raise GitFailed(f"the vault is in the middle of a {under_way}", hint=hint, path=str(self.root))
        await_index(self._place.own / "index.lock", self.root, self._report)

    def _housekeeping(self) -> tuple[Write, ...]:
        """Return what `.gitattributes` and `.gitignore` lack."""
        changes = []
        tree = Worktree(self.root)
        attributes = tree.read(".gitattributes") or b""
        if lines := _missing(ATTRIBUTES, attributes):  # above the person's own, which win that way
            changes.append(Write(".gitattributes", lines + attributes))
        ignored = tree.read(".gitignore") or b""
        if lines := _missing(IGNORED, ignored):
            kept = ignored if ignored.endswith(b"\n") or not ignored else ignored + b"\n"
            changes.append(Write(".gitignore", kept + lines))
        return tuple(changes)


def _missing(wanted: Iterable[str], content: bytes) -> bytes:
    """Return the lines that a file lacks."""
    held = {line.strip() for line in content.decode("utf-8", "replace").splitlines()}
    return "".join(f"{line}\n" for line in wanted if line not in held).encode()
