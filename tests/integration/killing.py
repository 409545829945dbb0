"""Processes that kill themselves at a chosen moment, as `kill -9` would."""


def killer(module: str, name: str, when: str) -> str:
    """Return the code that makes a process kill itself before or after one call, such as `Landing.stage`."""
    owner, _, call = name.rpartition(".")
    return f"""
import os, signal
import {module} as module
owner = module{"." if owner else ""}{owner}
call = owner.{call}
def fatal(*args, **kwargs):
    if {when!r} == "after":
        call(*args, **kwargs)
    os.kill(os.getpid(), signal.SIGKILL)
owner.{call} = fatal
"""
