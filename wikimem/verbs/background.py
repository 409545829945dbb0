"""Work that a hook started: low in priority, one at a time for a vault, silent, gone when it is done."""

import os
import time
from collections.abc import Callable
from contextlib import suppress

from wikimem.errors import WikimemError
from wikimem.store import spool
from wikimem.store.layout import Layout
from wikimem.store.turn import take_turns

_NICE = 10
"""How much the processor prefers everybody else."""
_SETTLE = 0.3
"""Seconds in which an agent that is ending writes its last line, and its other hooks tell what they have to."""


def run(vault: Layout, work: Callable[[], object]) -> bool:
    """Do `work` while hooks say that there is some, unless another process does; return whether it was our turn.

    What goes wrong is one line in the log of hooks: nobody reads what this process prints.
    """
    if os.name != "nt":
        os.nice(_NICE)
    with suppress(OSError):
        os.chdir(vault.root)  # the folder an agent worked in may be removed meanwhile
    state = str(vault.state_dir)

    def once() -> None:
        try:
            work()
        except WikimemError as error:
            spool.note(state, f"compile in the background: {error.message}", time.time())

    return take_turns(state, str(vault.root), once, lambda: time.sleep(_SETTLE))
