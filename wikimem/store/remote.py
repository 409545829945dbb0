"""Another copy of the wiki: where it is, what it holds, and the two commands that reach it.

Only the rooms that sync call this, holding the vault's lock. A remote is named, never given as an address, so what is
run is what the person set up with `git remote`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from wikimem.errors import GitFailed, UsageError
from wikimem.store.git import Git
from wikimem.store.reach import Hear, reach
from wikimem.store.refs import AGREED, RAW, GitDir

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_./-]*")
_TOLD = re.compile(r"(\w[\w ]*objects): +\d+% \((\d+)/(\d+)\)")

_HINTS = (
    (("could not read Username", "Authentication failed", "Permission denied (publickey", "terminal prompts disabled"),
     "let git know your credentials: run `git fetch {name}` in the vault once"),
    (("Could not resolve", "unable to access", "Connection", "timed out", "unreachable"),
     "see whether the network and the remote are up, then sync again; nothing is lost"),
    (("does not appear to be a git repository", "not found", "does not exist", "Could not read from remote"),
     "see `git remote -v`: the address must lead to a repository that you may read"),
    (("transport 'ext' not allowed", "transport"), "give the remote an address git reaches by file, ssh or https"),
    (("remote rejected", "protected branch", "denied", "insufficient permission", "unable to create"),
     "you need the right to push to this branch of {name}"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Remote:
    """A remote and the branch of it that is this wiki."""

    git: Git
    place: GitDir
    name: str
    branch: str
    """Short name of the branch there."""

    @property
    def ref(self) -> str:
        """Return the full name of the branch there."""
        return f"refs/heads/{self.branch}"

    def seen(self, ref: str) -> str:
        """Return the ref that says where a branch of the remote was seen."""
        return f"refs/remotes/{self.name}/{ref.removeprefix('refs/heads/')}"

    def agreed(self, ref: str) -> str:
        """Return the ref of the commit that both sides held of a branch when they were last in step."""
        return f"{AGREED}{self.name}/{ref.removeprefix('refs/heads/')}"

    def fetch(self, hear: Hear, *, raw: bool) -> tuple[str, str]:
        """Fetch, and return the remote's commits of the wiki and of the raw logs, "" for a branch it has not."""
        wiki = f"+{self.ref}:{self.seen(self.ref)}"
        logs = (f"+{RAW}*:{self.seen(RAW)}*",) if raw else ()
        status, _, said = self._reach(
            "fetch", hear, "--no-tags", "--no-write-fetch-head", "--progress", refs=(wiki, *logs)
        )
        if status and "couldn't find remote ref" in said:
            self._check_empty(hear)
            if raw:
                status, _, said = self._reach("fetch", hear, "--no-tags", "--no-write-fetch-head", refs=logs)
                self._raise_for("fetch", status, said)
            return "", self.place.read(self.seen(RAW)) if raw else ""
        self._raise_for("fetch", status, said)
        return self.place.read(self.seen(self.ref)), self.place.read(self.seen(RAW)) if raw else ""

    def tip(self, ref: str, hear: Hear) -> str:
        """Return the id of the newest commit of a branch there without fetching it, "" when there is none."""
        status, out, said = self._reach("ls-remote", hear, refs=(ref,))
        self._raise_for("ls-remote", status, said)
        return out.decode("utf-8", "replace").split("\t")[0].strip()

    def push(self, hear: Hear, commit: str, raw: str = "") -> bool:
        """Push commits and return whether the remote took them; False when others were there before us."""
        refs = [f"{commit}:{self.ref}"] + ([f"{raw}:{RAW}"] if raw else [])
        status, out, said = self._reach("push", hear, "--porcelain", "--no-follow-tags", "--progress", refs=tuple(refs))
        if not status:
            return True
        lines = [line for line in out.decode("utf-8", "replace").splitlines() if line.startswith("!")]
        late = (
            "fetch first",
            "non-fast-forward",
            "stale info",
            "reference already exists",
            "cannot lock ref",
            "failed to update ref",
        )
        if lines and all(any(sign in line for sign in late) for line in lines):
            return False
        self._raise_for("push", status, "\n".join([*(f"error: {line[2:]}" for line in lines), said]))
        return False

    def note_agreed(self, commit: str, raw: str = "") -> None:
        """Remember that both sides hold these commits, and where a plain `git pull` should look."""
        now = {self.agreed(self.ref): commit, self.seen(self.ref): commit}
        if raw:
            now |= {self.agreed(RAW): raw, self.seen(RAW): raw}
        moves = "".join(f"update {ref} {held}\n" for ref, held in now.items())
        self.git.run("update-ref", "--stdin", stdin=moves.encode())
        branch = self.place.branch().removeprefix("refs/heads/")
        if not settings(self.git).get(f"branch.{branch}.remote"):
            self.git.run("config", "--local", f"branch.{branch}.remote", self.name)
            self.git.run("config", "--local", f"branch.{branch}.merge", self.ref)

    def _check_empty(self, hear: Hear) -> None:
        """Refuse to begin a second branch beside one that may be the wiki's under another name."""
        status, out, said = self._reach("ls-remote", hear, "--symref", "--heads", refs=())
        self._raise_for("ls-remote", status, said)
        names = [line.split("refs/heads/")[-1] for line in out.decode("utf-8", "replace").splitlines()]
        others = [name for name in names if not name.startswith("wikimem/")]
        if others:
            raise GitFailed(
                f"{self.name} has no branch {self.branch}, but it has {', '.join(others[:3])}",
                hint=f"if {others[0]} is this wiki, give yours its name: git branch -m {others[0]}",
                path=str(self.git.root),
            )

    def _reach(self, command: str, hear: Hear, *options: str, refs: tuple[str, ...]) -> tuple[int, bytes, str]:
        more = ("--no-recurse-submodules",) if command in ("fetch", "push") else ()
        return reach(self.git, command, *options, *more, "--", self.name, *refs, hear=hear)

    def _raise_for(self, command: str, status: int, said: str) -> None:
        if not status:
            return
        failure = self.git.failure(command, said.encode())
        hint = next((hint for signs, hint in _HINTS if any(sign in said for sign in signs)), failure.hint)
        raise GitFailed(failure.message, hint=hint.format(name=self.name), path=str(self.git.root))


def choose(git: Git, place: GitDir, name: str) -> Remote:
    """Return the remote to sync with: the one named, else the branch's upstream, else `origin`, else the only one.

    `UsageError` when there is none, or none of that name.
    """
    known = settings(git)
    names = sorted(
        {key[len("remote.") : -len(".url")] for key in known if key.startswith("remote.") and key.endswith(".url")}
    )
    branch = place.branch().removeprefix("refs/heads/")
    upstream = known.get(f"branch.{branch}.remote", "")
    chosen = name or (upstream if upstream in names else "origin" if "origin" in names else "")
    chosen = chosen or (names[0] if len(names) == 1 else "")
    if not names:
        hint = f"name one: git -C {git.root} remote add origin <address>"
        raise UsageError("the wiki has no remote to sync with", hint=hint, path=str(git.root))
    if not chosen:
        raise UsageError(f"the wiki has several remotes: {', '.join(names)}", hint=f"name one: wikimem sync {names[0]}")
    if chosen not in names or not _NAME.fullmatch(chosen):
        raise UsageError(f"no remote is called {chosen!r}", hint=f"name one of: {', '.join(names)}")
    there = known.get(f"branch.{branch}.merge", "") if chosen == upstream else ""
    return Remote(git, place, chosen, there.removeprefix("refs/heads/") or branch)


def settings(git: Git) -> dict[str, str]:
    """Return what the repository's own configuration says of branches, remotes and us."""
    out = git.run("config", "-z", "--get-regexp", r"^(branch|remote|wikimem|merge|extensions)\.", allow=(1,))
    pairs = (entry.partition("\n") for entry in out.decode("utf-8", "replace").split("\0") if entry)
    return {key: value for key, _, value in pairs}


def counted(tell: Callable[[str, int, int], None]) -> Hear:
    """Return what makes progress of git's own: the stage, how much is done, how much there is."""

    def hear(line: str) -> None:
        if found := _TOLD.search(line):
            tell(found[1].split()[0].lower(), int(found[2]), int(found[3]))

    return hear
