"""One call of a hook, in one form for all agents: what later stages need, and none of the words that were said.

A prompt or a tool's output may hold a secret, and nothing is redacted here, so none of it is kept: the transcript has
it. That holds for the summary of a compaction, too.
"""

from collections.abc import Iterable, Iterator, Mapping

from wikimem.hook.callers import Payload, caller_of, event_name, meaning_of
from wikimem.hook.quick_json import dumps, loads

_SESSION = ("session_id", "sessionId", "conversation_id", "taskId", "trajectory_id")
_CWD = ("cwd", "workspaceRoot", "working_dir", "workspaceDir", "directory")
_TRANSCRIPT = ("transcript_path", "transcriptPath", "sessionFile")
_REASON = ("reason", "source", "trigger", "stop_reason", "stopReason")
_CALL = ("tool_use_id", "toolUseId", "tool_call_id", "prompt_id", "promptId", "turn_id", "generation_id", "timestamp")
_NO_SESSION = "empty-state-draft"
"""What Cursor calls the session of a window nobody has written in."""
_LONGEST = 1024
"""Characters of a value that are kept."""


class Event:
    """One call of a hook."""

    __slots__ = ("agent", "cwd", "key", "meaning", "name", "reason", "session", "transcript")

    def __init__(self, payload: Payload, environ: Mapping[str, str], claimed: str = "", given: str = "") -> None:
        """Read a payload; what it does not say is empty."""
        self.agent = caller_of(payload, environ, claimed)[:_LONGEST]
        self.name = event_name(payload, self.agent, given)[:_LONGEST]
        self.meaning = meaning_of(self.name)
        self.session = _first(_sessions(payload))
        self.cwd = _first(_folders(payload, environ))
        self.transcript = _first(payload.get(key) for key in _TRANSCRIPT)
        self.reason = _first(payload.get(key) for key in _REASON)
        self.key = _first((*(payload.get(key) for key in _CALL), self.reason))
        """What tells this call from others of the same event: two hooks of one call share it."""

    @property
    def is_noise(self) -> bool:
        """Tell whether nothing happened that anybody would want to know."""
        return not self.name or self.session == _NO_SESSION

    def line(self, at: float, vault: str) -> bytes:
        """Return the event as one line of the spool; `at` in seconds since 1970."""
        fields = {
            "at": round(at, 3),
            "agent": self.agent,
            "session": self.session,
            "event": self.name,
            "meaning": self.meaning,
            "key": self.key or str(int(at)),
            "transcript": self.transcript,
            "cwd": self.cwd,
            "reason": self.reason,
            "vault": vault,
        }
        return dumps({name: value for name, value in fields.items() if value}).encode()


def payload_of(data: bytes) -> dict[str, object]:
    """Return the payload in some bytes; of one that was cut or garbled, the short values that can still be read."""
    try:
        found = loads(data)
    except (ValueError, RecursionError):
        return _salvaged(data)
    return found if isinstance(found, dict) else {}


def _salvaged(data: bytes) -> dict[str, object]:
    import re

    known = "|".join((*_SESSION, *_CWD, *_TRANSCRIPT, *_REASON, *_CALL, "hook_event_name", "hookEventName", "event"))
    text = data[: 1 << 16].decode("utf-8", "replace")
    found: dict[str, object] = {}
    for name, value in re.findall(rf'"({known})"\s*:\s*"((?:[^"\\]|\\.){{0,{_LONGEST}}})"', text):
        try:
            found.setdefault(name, loads(f'"{value}"'.encode()))
        except ValueError:
            continue
    return found


def _sessions(payload: Payload) -> Iterator[object]:
    context = payload.get("sessionContext")
    if isinstance(context, dict):
        yield context.get("rootSessionId")
    for key in _SESSION:
        yield payload.get(key)


def _folders(payload: Payload, environ: Mapping[str, str]) -> Iterator[object]:
    for key in _CWD:
        yield payload.get(key)
    for key in ("workspace_roots", "workspaceRoots"):
        roots = payload.get(key)
        yield roots[0] if isinstance(roots, list) and roots else ""
    yield environ.get("CLAUDE_PROJECT_DIR")
    yield environ.get("PWD")


def _first(values: Iterable[object]) -> str:
    """Return the first value that says something, as text that can be written."""
    for value in values:
        if isinstance(value, str | int | float) and not isinstance(value, bool) and value != "":
            return str(value)[:_LONGEST].encode("utf-8", "replace").decode()
    return ""
