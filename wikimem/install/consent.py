"""Whether Codex would run the hooks we set: it skips those that no person trusted, without a word.

Codex is asked itself, through `codex app-server`; only it knows how it hashes a hook. `doctor` calls this room.
"""

import json
import subprocess
from collections.abc import Mapping
from threading import Timer
from typing import Any

from wikimem.install.edit import is_ours

PATIENCE = 20.0
"""Seconds the server may take to answer; it takes a tenth of one."""
_TRUSTED = frozenset({"trusted", "managed"})


def untrusted(program: str, folder: str, environ: Mapping[str, str]) -> list[str] | None:
    """Return the events whose hook of ours Codex would skip in a folder; None when it cannot be asked.

    `program` is the path of `codex`.
    """
    server = _started(program, folder, environ)
    if server is None or server.stdin is None or server.stdout is None:
        return None
    late = Timer(PATIENCE, server.kill)
    late.start()
    try:
        for message in (
            {"id": 1, "method": "initialize", "params": {"clientInfo": {"name": "wikimem", "version": "0"}}},
            {"method": "initialized"},
            {"id": 2, "method": "hooks/list", "params": {"cwds": [folder]}},
        ):
            server.stdin.write(json.dumps(message).encode() + b"\n")
        server.stdin.flush()
        answers = (json.loads(line) for line in server.stdout)
        result = next((answer["result"] for answer in answers if answer.get("id") == 2), None)
        return None if result is None else sorted(set(_skipped(result)))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    finally:
        late.cancel()
        server.kill()
        server.communicate()


def _started(program: str, folder: str, environ: Mapping[str, str]) -> "subprocess.Popen[bytes] | None":
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    try:
        return subprocess.Popen(
            [program, "app-server"], stdin=pipe, stdout=pipe, stderr=nowhere, cwd=folder, env=dict(environ)
        )
    except OSError:
        return None


def _skipped(result: Mapping[str, Any]) -> list[str]:
    hooks = [hook for place in result["data"] for hook in place["hooks"]]
    return [hook["eventName"] for hook in hooks if is_ours(hook["command"]) and hook["trustStatus"] not in _TRUSTED]
