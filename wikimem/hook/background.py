"""Start a compile that outlives the hook, unless one is at work that will see what is new.

`store.turn` says whose turn it is. The hook leaves the mark first and looks for a holder then, so that one of the two
sees the other, and waits for neither.
"""

import os
import sys

from wikimem.store.turn import is_taken, leave_mark

_COMMAND = ("-P", "-m", "wikimem", "sweep", "--background")
"""`-P`: the folder an agent works in must not be where modules are imported from."""


def start_compile(state: str, vault: str) -> None:
    """Start `wikimem sweep` for a vault in a session of its own; nothing when there is no vault. `OSError`."""
    if not os.path.isfile(f"{vault}/.wikimem/config.toml"):
        return
    leave_mark(state, vault)
    if not is_taken(state, vault):
        _spawn([sys.executable, *_COMMAND, "--vault", vault])


def _spawn(arguments: list[str]) -> None:
    if sys.platform == "win32":
        import subprocess

        flags = subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP
        flags |= subprocess.BELOW_NORMAL_PRIORITY_CLASS
        null = subprocess.DEVNULL
        subprocess.Popen(arguments, stdin=null, stdout=null, stderr=null, creationflags=flags, close_fds=True)
        return
    nowhere = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_RDWR, 0) for stream in range(3)]
    try:
        os.posix_spawn(arguments[0], arguments, os.environ, file_actions=nowhere, setsid=True)
    except RuntimeError:  # an old C library; a process group of its own survives the agent as well
        os.posix_spawn(arguments[0], arguments, os.environ, file_actions=nowhere, setpgroup=0)
