"""Run what agents would run, exactly as their configuration says, and tell what came of it.

Everything a command leaves behind goes into a folder that is gone afterwards: no state, vault or cache of the person
is touched. `doctor` calls it.
"""

import json
import os
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from typing import Any

from wikimem.install.found import Argv

PATIENCE = 30.0
"""Seconds a command may take before it counts as hung."""
_KEPT = ("PATH", "HOME", "USERPROFILE", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "LANG")
_INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "wikimem-doctor", "version": "0"},
    },
}


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of running one command."""

    seconds: float
    problem: str = ""
    """What was wrong, "" when nothing was."""


def try_hook(command: Argv, payload: Mapping[str, Any], environ: Mapping[str, str]) -> Trial:
    """Run a hook with a payload; it must end with 0 and leave a line in the spool."""
    with TemporaryDirectory(prefix="wikimem-", ignore_cleanup_errors=True) as folder:
        began = time.perf_counter()
        try:
            done = subprocess.run(
                command,
                input=json.dumps(payload).encode(),
                capture_output=True,
                timeout=PATIENCE,
                env=_environment(environ, folder),
                cwd=folder,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return Trial(time.perf_counter() - began, _words(error))
        seconds = time.perf_counter() - began
        if done.returncode:
            told = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
            return Trial(seconds, f"it ended with {done.returncode}{f': {told}' if told else ''}")
        spooled = sum(
            path.read_bytes().count(b"\n") for path in Path(folder, "state", "wikimem", "spool").glob("*.jsonl")
        )
        return Trial(seconds, "" if spooled else "it left no line in the spool")


def try_server(command: Argv, environ: Mapping[str, str]) -> Trial:
    """Start an MCP server and ask it to begin; its first line must be the answer."""
    with TemporaryDirectory(prefix="wikimem-", ignore_cleanup_errors=True) as folder:
        began = time.perf_counter()
        try:
            server = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=_environment(environ, folder),
                cwd=folder,
            )
        except OSError as error:
            return Trial(time.perf_counter() - began, _words(error))
        late = Timer(PATIENCE, server.kill)
        late.start()
        try:
            answer = _first_line(server)
        finally:
            late.cancel()
            server.kill()
            server.communicate()
        return Trial(time.perf_counter() - began, _judged(answer))


def _first_line(server: "subprocess.Popen[bytes]") -> bytes:
    """Return the first line a server says when it is asked to begin, b"" when it ends before."""
    if server.stdin is None or server.stdout is None:
        return b""
    try:
        server.stdin.write(json.dumps(_INITIALIZE).encode() + b"\n")
        server.stdin.flush()
    except OSError:
        return b""
    return server.stdout.readline()


def _judged(answer: bytes) -> str:
    if not answer:
        return "it ended, or did not answer in time"
    try:
        reply = json.loads(answer)
        return "" if reply["id"] == 1 and "result" in reply else "its answer to `initialize` is an error"
    except (ValueError, KeyError, TypeError):
        return "its first line is no answer of MCP"


def _environment(environ: Mapping[str, str], folder: str) -> dict[str, str]:
    """Return the little of an environment an agent surely gives, with every home of ours in a folder."""
    kept = {name: environ[name] for name in _KEPT if name in environ}
    homes = {"XDG_STATE_HOME": "state", "XDG_CACHE_HOME": "cache", "WIKIMEM_VAULT": "vault"}
    return {**kept, **{name: os.path.join(folder, place) for name, place in homes.items()}}  # noqa: PTH118 (for environ)


def _words(error: OSError | subprocess.TimeoutExpired) -> str:
    if isinstance(error, subprocess.TimeoutExpired):
        return f"it did not end within {PATIENCE:.0f} s"
    return f"it cannot be started: {error.strerror or error}"
