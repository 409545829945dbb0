"""Sweep when agents write: events of the file system are hints, looking is the truth.

Events get lost: on network file systems, below folders that are replaced, where the operating system has no more
watches to give. So folders are looked at again when they change their identity, and a sweep is made now and then
without any event. Between two sweeps nothing runs but one sleeping thread. Only the command line calls it.
"""

import os
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from itertools import takewhile
from pathlib import Path, PurePath
from types import FrameType

from wikimem.compiler import Order
from wikimem.errors import WikimemError
from wikimem.frontends import FRONTENDS
from wikimem.store import homes
from wikimem.store.layout import Layout
from wikimem.wiki import Wiki

QUIET = 2.0
"""Seconds without an event after which a burst of writing is over."""
LONGEST = 60.0
"""Seconds after which a burst that does not end is swept all the same."""
UNASKED = 300.0
"""Seconds after which a sweep is made without an event: sessions grow old, and events get lost."""
_LOOK = 2_000
"""Milliseconds between two looks at the watched folders, which may have been replaced."""
_STEP = 200
"""Milliseconds the file system is listened to at a time: with fewer, an idle watch costs more."""

Roots = dict[Path, tuple[int, int]]
"""Watched folders with what tells one from another that takes its name later."""


def watch(wiki: Wiki, say: Callable[[str], None], stop: threading.Event | None = None) -> None:
    """Sweep at once, then after each burst of writing and every few minutes, until SIGINT, SIGTERM or `stop`."""
    stop = stop or threading.Event()
    with _signals(stop):
        while not stop.is_set():
            look = partial(roots, os.environ, wiki.vault)
            say(f"watching {len(look()):,} folders")
            _sweep(wiki, say)
            for _ in bursts(look, stop):
                _sweep(wiki, say)


def roots(environ: Mapping[str, str], vault: Layout) -> Roots:
    """Return the folders that hold transcripts, as far as they exist, and the spool of hooks."""
    vault.spool_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    folders = {fixed_part(pattern, environ) for frontend in FRONTENDS for pattern in frontend.homes}
    found: Roots = {}
    for folder in sorted({*folders, vault.spool_dir} - {Path.home(), Path("/")}):
        with suppress(OSError):
            status = folder.stat()
            found[folder] = (status.st_dev, status.st_ino)
    return found


def bursts(look: Callable[[], Roots], stop: threading.Event) -> Iterator[None]:
    """Yield when a sweep is due; end when the folders are no longer those it began with, or `stop` is set."""
    with _held(watching := look()):
        yield from _bursts(watching, look, stop)


def _bursts(watching: Roots, look: Callable[[], Roots], stop: threading.Event) -> Iterator[None]:
    import watchfiles

    swept = time.monotonic()
    first = last = 0.0
    for seen in watchfiles.watch(
        *watching,
        watch_filter=None,
        stop_event=stop,
        step=_STEP,
        rust_timeout=_LOOK,
        yield_on_timeout=True,
        raise_interrupt=False,
        ignore_permission_denied=True,
    ):
        now = time.monotonic()
        if seen:
            first, last = first or now, now
        is_over = first and (now - last >= QUIET or now - first >= LONGEST)
        if is_over or now - swept >= UNASKED:
            yield
            swept, first, last = time.monotonic(), 0.0, 0.0
        if look() != watching:
            return


def fixed_part(pattern: str, environ: Mapping[str, str]) -> Path:
    """Return the folder above the first wildcard of a pattern, with its variables and `~` replaced."""
    filled = re.sub(r"\$\{(\w+)(?::-([^}]*))?\}", lambda found: environ.get(found[1]) or found[2] or "", pattern)
    parts = PurePath(homes.expand_home(filled, environ)).parts
    fixed = list(takewhile(lambda part: not re.search(r"[*?\[]", part), parts[:-1]))
    return Path(*fixed)


def _sweep(wiki: Wiki, say: Callable[[str], None]) -> None:
    """Sweep and let go of what was opened; what goes wrong now may go right the next time."""
    try:
        report = wiki.sweep(Order())
    except WikimemError as error:
        say(f"{error.message} ({error.hint})" if error.hint else error.message)
    else:
        if report.sessions:
            say(f"compiled {report.sessions:,} {'session' if report.sessions == 1 else 'sessions'}")
    finally:
        wiki.close()


@contextmanager
def _held(watching: Roots) -> Iterator[None]:
    """Keep the folders open: the number of one that is removed is not given to its successor meanwhile."""
    descriptors = []
    for folder in watching if os.name != "nt" else ():
        with suppress(OSError):
            descriptors.append(os.open(folder, os.O_RDONLY))
    try:
        yield
    finally:
        for descriptor in descriptors:
            os.close(descriptor)


@contextmanager
def _signals(stop: threading.Event) -> Iterator[None]:
    """Let SIGINT and SIGTERM end the watch; only the main thread may ask for that."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, taken in before.items():
            signal.signal(number, taken)
