"""Which agent is calling, and what its events mean.

Several agents run the hooks of Claude Code's settings, so the flag in the command says who was wired, not who calls:
the payload and the environment decide. Tell-tales recorded from real agents: Claude Code 2.1, Codex 0.171, Gemini CLI
0.61, Qwen Code 0.24, Copilot CLI 1.0, Grok Build 1.0, Hermes 0.19, Cline 3.0; from documentation: Cursor, VS Code,
Windsurf, Crush, Goose, Antigravity.
"""

from collections.abc import Mapping

Payload = Mapping[str, object]

START, STOP, END, COMPACT, OTHER = "start", "stop", "end", "compact", "other"
"""What an event means: a session begins, an agent rests, a session ends, its words are about to be shortened."""

RESTS = frozenset((STOP, END, COMPACT))
"""After these there is something to compile."""

_MEANINGS = {
    START: "sessionstart taskstart taskresume onsessionstart agentspawn sessioncreated",
    STOP: "stop stopfailure agentstop afteragent onsessionend turnend sessionidle idle teammateidle taskcomplete "
    "postinvocation postcascaderesponse",
    END: "sessionend sessionshutdown onsessionfinalize onsessionreset sessiondeleted dispose taskcancel",
    COMPACT: "precompact postcompact sessionbeforecompact sessioncompact sessioncompacted",
}
_MEANING = {name: meaning for meaning, names in _MEANINGS.items() for name in names.split()}

_CLINE = {"agentstart": "TaskStart", "agentend": "TaskComplete", "toolcall": "PreToolUse", "toolresult": "PostToolUse"}
"""Cline names the file it runs after one event and the payload after another."""

_OWN_SESSION = {
    "CLAUDE_CODE_SESSION_ID": "claude-code",
    "GEMINI_SESSION_ID": "gemini-cli",
    "HERMES_SESSION_ID": "hermes",
}
"""Variables that hold the caller's session; agents started by an agent inherit them, so the value must be the same."""

_HOMES = {
    "/.claude/": "claude-code",
    "/.codex/": "codex",
    "/.gemini/antigravity": "antigravity",
    "/.gemini/": "gemini-cli",
    "/.qwen/": "qwen-code",
    "/.copilot/": "copilot-cli",
    "/.grok/": "grok-build",
    "/.cursor/": "cursor",
    "/.factory/": "factory-droid",
}


def meaning_of(event: str) -> str:
    """Return what an event means, whatever way an agent spells it."""
    return _MEANING.get(plain(event), OTHER)


def plain(event: str) -> str:
    """Return the letters of an event's name: `SessionStart`, `session_start` and `sessionStart` are one."""
    return "".join(letter for letter in event if letter.isalnum()).lower()


def caller_of(payload: Payload, environ: Mapping[str, str], claimed: str) -> str:
    """Return the agent that calls: by its payload, its environment, where its transcript lies, else as claimed."""
    return (
        _by_shape(payload, environ)
        or _by_session(payload, environ)
        or _by_transcript(payload)
        or _by_fields(payload, environ)
        or claimed
        or "unknown"
    )


def event_name(payload: Payload, agent: str, given: str = "") -> str:
    """Return the event's name as the agent spells it, guessed from the fields where Copilot CLI leaves it out."""
    for key in ("hook_event_name", "hookEventName", "event", "hookName", "agent_action_name"):
        named = payload.get(key)
        if isinstance(named, str) and named:
            return _CLINE.get(plain(named), named) if agent == "cline" else named
    if given:
        return given
    guesses = {
        "stopReason": "agentStop",
        "toolResult": "postToolUse",
        "toolArgs": "preToolUse",
        "transformedPrompt": "userPromptTransformed",
        "source": "sessionStart",
        "reason": "sessionEnd",
        "prompt": "userPromptSubmitted",
        "invocationNum": "PreInvocation",
    }
    return next((event for field, event in guesses.items() if field in payload), "")


def _by_shape(payload: Payload, environ: Mapping[str, str]) -> str:
    """Recognise an agent by fields nobody else has."""
    if "cursor_version" in payload or ("conversation_id" in payload and "workspace_roots" in payload):
        return "cursor"
    if "hookEventName" in payload and "hook_event_name" in payload and "workspaceRoot" in payload:
        return "grok-build"
    if "agent_action_name" in payload:
        return "windsurf"
    if "clineVersion" in payload or ("hookName" in payload and "taskId" in payload):
        return "cline"
    if isinstance(payload.get("extra"), dict) and "tool_name" in payload and "hook_event_name" in payload:
        return "hermes"
    if "sessionId" in payload and "session_id" not in payload:
        return "vscode" if "hookEventName" in payload and "COPILOT_CLI" not in environ else "copilot-cli"
    return ""


def _by_session(payload: Payload, environ: Mapping[str, str]) -> str:
    session = payload.get("session_id")
    return next((agent for name, agent in _OWN_SESSION.items() if session and environ.get(name) == session), "")


def _by_transcript(payload: Payload) -> str:
    path = str(payload.get("transcript_path") or "").replace("\\", "/")
    return next((agent for part, agent in _HOMES.items() if part in path), "")


def _by_fields(payload: Payload, environ: Mapping[str, str]) -> str:
    """Recognise an agent that keeps its transcripts in an unusual place, or names none."""
    if "COPILOT_CLI" in environ and "hook_event_name" in payload and "transcript_path" not in payload:
        return "copilot-cli"
    if "working_dir" in payload or "matcher_context" in payload:
        return "goose"
    if "turn_id" in payload and "model" in payload:
        return "codex"
    return ""
