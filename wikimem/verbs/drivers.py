"""How the git of a vault is told of our merge driver."""

import shlex
import sys
from pathlib import Path

from wikimem.errors import UsageError
from wikimem.store.git import Git
from wikimem.store.remote import settings
from wikimem.verbs.program import own_program

_DRIVER = "merge.wikimem.driver"


def set_driver(root: Path) -> None:
    """Tell the git of this vault, and no other, how its pages are merged, unless it knows a program that is there."""
    git = Git(root)
    if (known := shlex.split(settings(git).get(_DRIVER, ""))) and Path(known[0]).is_file():
        return
    try:
        program = shlex.quote(Path(own_program()).as_posix())
    except UsageError:
        program = f"{shlex.quote(Path(sys.executable).as_posix())} -m wikimem"
    git.run("config", "--local", "merge.wikimem.name", "pages of wikimem, claim by claim")
    git.run("config", "--local", _DRIVER, f"{program} merge-driver %O %A %B %P")
