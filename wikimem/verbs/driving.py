"""What a plain `git pull` merges pages with: the merge driver of the vault, and how git is told of it.

Git hands the driver three files and takes the result from the second. What two sides both hold is merged as `sync`
does; whether a page stays that one side removed, git asks nobody.
"""

import shlex
import sys
from pathlib import Path

from wikimem.errors import UsageError
from wikimem.passes.merge import Merged, merge
from wikimem.store.files import write_atomically
from wikimem.store.git import Git
from wikimem.store.remote import settings
from wikimem.text.markers import has_conflict_markers

_DRIVER = "merge.wikimem.driver"


def set_driver(root: Path) -> None:
    """Tell the git of this vault, and no other, how its pages are merged, unless it knows a program that is there."""
    git = Git(root)
    if (known := shlex.split(settings(git).get(_DRIVER, ""))) and Path(known[0]).is_file():
        return
    from wikimem.verbs.wiring import own_program  # all that wires agents comes with it

    try:
        program = shlex.quote(Path(own_program()).as_posix())
    except UsageError:
        program = f"{shlex.quote(Path(sys.executable).as_posix())} -m wikimem"
    git.run("config", "--local", "merge.wikimem.name", "pages of wikimem, claim by claim")
    git.run("config", "--local", _DRIVER, f"{program} merge-driver %O %A %B %P")


def drive(base: Path, ours: Path, theirs: Path, path: str) -> Merged:
    """Merge three files that git laid ready for the file at `path`, into the second.

    Where both versions must be kept as files, or markers would stay, nothing is written and `beside` holds one of them.
    """
    before, one, other = (file.read_bytes() for file in (base, ours, theirs))
    merged = merge(path, before or None, one, other)
    content = merged.content or b""
    if merged.beside is None and has_conflict_markers(content.decode("utf-8", "replace")):
        return Merged(one, beside=other)
    if merged.beside is None:
        write_atomically(ours, content)
    return merged
