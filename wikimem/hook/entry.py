"""`wikimem hook [--agent NAME] [--event NAME]`: from the bytes an agent sends to what it is told. Ends with 0, always.

The order matters: first the spool, so that nothing is lost; then the agent's answer, so that it need not wait; then
the compile in the background.
"""

import os
import sys
import time

from wikimem.hook.callers import RESTS
from wikimem.hook.event import Event, payload_of
from wikimem.store import homes, spool
from wikimem.store.marker import Marker, marker_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_MOST = 4 << 20
"""Bytes of a payload that are read; what a tool printed may be longer, and is not what we want to know."""
_PIECE = 1 << 16


def main(arguments: "Sequence[str]") -> None:
    """Take one call of a hook."""
    environ = os.environ
    at = time.time()
    state = ""
    try:
        state = homes.state_dir(environ)
        _take(arguments, environ, state, at)
    except Exception as error:  # noqa: BLE001 (an agent must never see us fail)
        spool.note(state, f"{type(error).__name__}: {error}", at)


def _take(arguments: "Sequence[str]", environ: "Mapping[str, str]", state: str, at: float) -> None:
    data = _stdin()
    event = Event(payload_of(data), environ, _option(arguments, "--agent"), _option(arguments, "--event"))
    if event.is_noise:
        what = f"{len(data):,} bytes" if data else "nothing"
        spool.note(state, f"no event in {what} from {event.agent}", at)
        return
    marker = marker_of(event.cwd)
    vault = homes.vault(environ, marker.vault)
    _spool(state, event, at, vault)
    _say(_words(event, vault, marker, environ, state))
    if event.meaning in RESTS:
        from wikimem.hook.background import start_compile

        start_compile(state, vault)


def _spool(state: str, event: Event, at: float, vault: str) -> None:
    """Append the event; an agent on a full or read-only disk is told what it should know all the same."""
    try:
        spool.append(state, event.line(at, vault), at)
    except OSError as error:
        spool.note(state, f"cannot write the spool: {error}", at)


def _words(event: Event, vault: str, marker: Marker, environ: "Mapping[str, str]", state: str) -> str:
    from wikimem.hook import answers

    if not answers.listens(event):
        return answers.nothing(event)
    if answers.is_told_once(event) and not spool.is_first(state, f"{event.agent}-{event.session}"):
        return answers.nothing(event)
    from wikimem.hook.context import context_for

    text = context_for(event.cwd, vault, marker, environ)
    return answers.answer(event, text) if text else answers.nothing(event)


def _say(words: str) -> None:
    """Print and let go of stdout, so that an agent that waits for its end has everything."""
    if not words:
        return
    try:
        data = memoryview(words.encode("utf-8", "replace"))
        while data:
            data = data[os.write(sys.stdout.fileno(), data) :]
    except (OSError, ValueError, AttributeError):
        return


def _stdin() -> bytes:
    """Return what the agent sends, at most `_MOST` bytes; the rest is read and dropped, or it would wait for us."""
    pieces: list[bytes] = []
    size = 0
    try:
        while piece := os.read(0, _PIECE):
            if size < _MOST:
                pieces.append(piece)
                size += len(piece)
    except OSError:
        return b"".join(pieces)
    return b"".join(pieces)


def _option(arguments: "Sequence[str]", name: str) -> str:
    """Return the value of an option, written `--agent X` or `--agent=X`; empty when it is not there."""
    for number, argument in enumerate(arguments):
        if argument == name and number + 1 < len(arguments):
            return arguments[number + 1]
        if argument.startswith(f"{name}="):
            return argument.removeprefix(f"{name}=")
    return ""
