"""The spool: one line for each call of a hook, one file a day, for the whole machine. Hooks append, `sessions` folds.

A line is written by one call of the operating system, and begins with a newline of its own, so that a torn one before
it (a full disk, a process that was killed) costs nobody else's. Files are readable by their owner only.
"""

import os
import time

from wikimem.store.homes import GIVEN, SPOOL

_KEPT_BYTES = 1 << 20
"""Size at which the log of hooks begins anew; one older file is kept."""


def append(state: str, line: bytes, at: float) -> None:
    """Append a line to today's file of the spool below a state folder; `OSError` when the disk refuses."""
    day = time.gmtime(at)
    name = f"{day.tm_year:04}{day.tm_mon:02}{day.tm_mday:02}.jsonl"
    _append(f"{state}/{SPOOL}", name, b"\n" + line + b"\n")


def note(state: str, words: str, at: float) -> None:
    """Add one line to the log of hooks; a log that cannot be written is not worth failing for."""
    path = f"{state}/hook.log"
    stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))
    line = f"{stamp} {' '.join(words.split())[:500]}\n"
    try:
        if os.path.exists(path) and os.stat(path).st_size > _KEPT_BYTES:
            os.replace(path, f"{path}.1")
        _append(state, "hook.log", line.encode("utf-8", "replace"))
    except OSError:
        return


def is_first(state: str, name: str) -> bool:
    """Tell whether a name is noted for the first time; yes where nothing can be noted."""
    folder = f"{state}/{GIVEN}"
    plain = "".join(letter if letter.isalnum() else "-" for letter in name)[:100]
    try:
        os.makedirs(folder, 0o700, exist_ok=True)
        os.close(os.open(f"{folder}/{plain}", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        return False
    except OSError:
        return True
    return True


def _append(folder: str, name: str, content: bytes) -> None:
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)
    try:
        descriptor = os.open(f"{folder}/{name}", flags, 0o600)
    except FileNotFoundError:
        os.makedirs(folder, 0o700, exist_ok=True)
        descriptor = os.open(f"{folder}/{name}", flags, 0o600)
    try:
        os.write(descriptor, content)
    finally:
        os.close(descriptor)
