"""Running git commands that reach a remote: `fetch` and `push` need what the person set up, so it is in force for them.

Credentials, ssh and rewritten addresses are theirs. Hooks and prompts are off, and no process runs for ever.
"""

import io
import subprocess
from collections.abc import Callable
from threading import Thread, Timer
from typing import IO

from wikimem.errors import GitFailed
from wikimem.store.git import Git, no_git, person_environment

TIMEOUT = 1800.0
"""Seconds a command may take: a first one may carry years."""
Hear = Callable[[str], None]
"""Told each line of progress."""


def reach(git: Git, *arguments: str, hear: Hear) -> tuple[int, bytes, str]:
    """Run one command to its end and return its status, stdout and stderr; `GitFailed` when it takes too long."""
    command = [*git.command(()), "-c", "protocol.ext.allow=never", *arguments]
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=person_environment(git.root),
            start_new_session=True,  # without a terminal, so that ssh cannot ask either
        )
    except FileNotFoundError as error:
        raise no_git() from error
    said: list[str] = []
    reader = Thread(target=_listen, args=(process.stderr, said, hear), daemon=True)
    timer = Timer(TIMEOUT, process.kill)
    with process:
        reader.start()
        timer.start()
        try:
            out = process.stdout.read() if process.stdout else b""
            status = process.wait()
            reader.join()
            if not timer.is_alive():
                raise GitFailed(f"git {arguments[0]} took longer than {TIMEOUT:.0f} s", path=str(git.root))
            return status, out, "".join(said)
        finally:
            timer.cancel()
            process.kill()


def _listen(stderr: IO[bytes] | None, said: list[str], hear: Hear) -> None:
    """Note all that a command says, telling each line as it comes; git ends lines of progress with CR."""
    if stderr:
        with io.TextIOWrapper(stderr, "utf-8", "replace", newline=None) as pieces:
            for piece in pieces:
                said.append(piece)
                hear(piece.strip())
