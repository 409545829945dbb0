"""Edits that overtook a commit: saved after the page was compiled and before the file was replaced.

Only the history room calls this. The file then holds the edit of the older text, and git the compiled one. What the
edit was made on is noted, so that the next look at the checkout joins the two instead of taking the edit for a person's
wish to have the compiled lines gone.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from wikimem.errors import GitFailed
from wikimem.store.files import write_atomically
from wikimem.store.git import Git
from wikimem.store.refs import GitDir
from wikimem.store.worktree import Worktree, crlf, lf

Join = Callable[[str, bytes | None, bytes, bytes], bytes | None]
"""Path, what both started from, what was committed, what lies on disk -> what both come to; None for no file."""


def note_overtaken(place: GitDir, path: str, base: str) -> None:
    """Note that the file at `path` holds an edit of the blob `base`, not of what was committed since."""
    file = _file(place)
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as notes:
        notes.write(json.dumps([path, base]) + "\n")


def join_overtaken(git: Git, place: GitDir, tree: Worktree, join: Join) -> None:
    """Put into each noted file what its edit and the newest commit come to, and forget the notes."""
    file = _file(place)
    if not file.exists():
        return
    noted: dict[str, str] = dict(map(json.loads, file.read_text("utf-8").splitlines()))
    for path, base in noted.items():
        disk = tree.read(path)
        with suppress(GitFailed):  # a page that is in no commit any more was overtaken by something else
            ours = git.run("cat-file", "blob", f"HEAD:{path}")
            before = git.run("cat-file", "blob", base) if base else None
            joined = join(path, before, ours, lf(disk)) if disk is not None else None
            if disk is not None and joined is not None and joined != lf(disk):
                write_atomically(tree.path(path), crlf(joined) if b"\r\n" in disk else joined)
    file.unlink()


def _file(place: GitDir) -> Path:
    return place.own / "wikimem" / "overtaken.jsonl"
