"""Where a repository stands, read from its files: no process is started.

The history room calls this on every command, so it must cost next to nothing.
"""

from dataclasses import dataclass
from pathlib import Path

from wikimem.errors import GitFailed, NotAVault

RAW = "refs/heads/wikimem/raw"
"""The branch that carries raw logs, so that a plain push of the wiki publishes no transcript."""
AGREED = "refs/wikimem/sync/"
"""What the refs begin with that name commits this copy and another both hold."""

_UNFINISHED = {
    "MERGE_HEAD": "merge",
    "rebase-merge": "rebase",
    "rebase-apply": "rebase",
    "CHERRY_PICK_HEAD": "cherry-pick",
    "REVERT_HEAD": "revert",
}


@dataclass(frozen=True, slots=True)
class GitDir:
    """The two folders git keeps for a checkout; they differ in a linked worktree."""

    own: Path
    """HEAD, the index and what is under way here."""
    common: Path
    """Objects, branches and configuration, shared by all worktrees."""

    def branch(self) -> str:
        """Return the full name of the branch HEAD points to, born or not; "" when HEAD is detached."""
        head = _text(self.own / "HEAD")
        name = head.removeprefix("ref:").strip() if head.startswith("ref:") else ""
        if name == "refs/heads/.invalid":
            raise GitFailed(
                "the repository keeps its branches in a reftable, which wikimem cannot read yet",
                hint="convert it with `git refs migrate --ref-format=files`",
                path=str(self.own),
            )
        return name

    def head(self) -> str:
        """Return the id of the commit HEAD stands on, "" before the first commit."""
        branch = self.branch()
        return self.read(branch) if branch else _text(self.own / "HEAD").strip()

    def read(self, ref: str) -> str:
        """Return the commit id of a full ref name, "" when there is no such ref."""
        loose = _text(self.common / ref).strip()
        if loose:
            return loose
        ending = f" {ref}\n"
        at = (packed := _text(self.common / "packed-refs")).find(ending)
        return packed[packed.rfind("\n", 0, at) + 1 : at] if at > 0 else ""

    def has_synced(self) -> bool:
        """Tell whether the wiki was ever in step with another copy of it."""
        return any((self.common / AGREED).glob("**/*")) or f" {AGREED}" in _text(self.common / "packed-refs")

    def unfinished(self) -> str:
        """Return what git was left in the middle of (`merge`, `rebase`, ...), or ""."""
        return next((name for sign, name in _UNFINISHED.items() if (self.own / sign).exists()), "")


def locate(root: Path) -> GitDir:
    """Return the git folders of the checkout at `root`; `NotAVault` when it is no repository, `GitFailed` when bare."""
    place = root / ".git"
    if place.is_file():
        own = (root / _text(place).removeprefix("gitdir:").strip()).resolve()
    elif place.is_dir():
        own = place
    elif (root / "HEAD").is_file() and (root / "objects").is_dir():
        raise GitFailed(f"{root} is a bare repository", hint="clone it and use the clone as the vault", path=str(root))
    else:
        raise NotAVault(f"{root} is not a git repository", hint=f"make it one: wikimem init {root}", path=str(root))
    shared = _text(own / "commondir").strip()
    return GitDir(own, (own / shared).resolve() if shared else own)


def _text(path: Path) -> str:
    """Return a small file's text, "" when it is not there."""
    try:
        return path.read_text(encoding="utf-8", errors="surrogateescape")
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return ""
