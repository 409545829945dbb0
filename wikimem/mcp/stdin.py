r"""Standard input made fit for the SDK, which drops a request without any reply when a string in it is no Unicode.

A client that cuts a text in the middle of an emoji sends such a request, `"\ud83e"`, and would wait until it gives up.
"""

import json
import os
import re
from contextlib import suppress
from threading import Thread

_HALF = re.compile(rb"\\u[dD][89a-fA-F]")
"""What every escaped surrogate begins with, alone or one of a pair."""
_MARK = b"\xef\xbb\xbf"


def mend_standard_input() -> None:
    """Put a pipe in the place of standard input, through which each line comes mended; call it before serving."""
    wire = os.fdopen(os.dup(0), "rb")
    reading, writing = os.pipe()
    os.dup2(reading, 0)
    os.close(reading)

    def copy() -> None:
        with suppress(BrokenPipeError), wire, os.fdopen(writing, "wb") as pipe:
            for line in wire:
                pipe.write(mended(line))
                pipe.flush()

    Thread(target=copy, name="stdin", daemon=True).start()


def mended(line: bytes) -> bytes:
    """Return a line of JSON with U+FFFD for each lone surrogate and without a byte order mark; others as they are."""
    line = line.removeprefix(_MARK)
    if not _HALF.search(line):
        return line
    try:
        message = json.loads(line)
    except ValueError:
        return line
    text = json.dumps(message, ensure_ascii=False)
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode() + b"\n"
