"""Where our own command lies, for whoever must be told to run it: agents, and git."""

import shutil
import sys
from pathlib import Path

from wikimem.errors import UsageError


def own_program() -> str:
    """Return the absolute path of `wikimem` that stays the same when it is upgraded.

    That is the one on the PATH when it is this one, else the one that was started or lies beside the interpreter.
    """
    name = "wikimem.exe" if sys.platform == "win32" else "wikimem"
    started = Path(sys.argv[0]).absolute()
    here = started if started.name == name else Path(sys.executable).absolute().with_name(name)
    if not here.is_file():
        raise UsageError("cannot tell where wikimem is installed", hint="install it, then run the command `wikimem`")
    known = shutil.which("wikimem")
    return str(Path(known).absolute()) if known and Path(known).samefile(here) else str(here)
