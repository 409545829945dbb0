"""What each agent writes to a hook when a session begins, as far as its hook needs it: invented, in the recorded shape.

Pure.
"""

from typing import Any

_SESSION = "00000000-0000-4000-8000-000000000000"


def session_start(agent: str, folder: str) -> dict[str, Any]:
    """Return the payload of an agent for a session that begins in a folder."""
    usual = {"session_id": _SESSION, "transcript_path": f"{folder}/none.jsonl", "cwd": folder}
    started = {"hook_event_name": "SessionStart", "source": "startup"}
    match agent:
        case "codex":
            return {**usual, **started, "model": "none", "permission_mode": "default"}
        case "gemini-cli":
            return {**usual, **started, "timestamp": "2026-01-02T03:04:05.000Z"}
        case "cursor":
            about = {"conversation_id": _SESSION, "generation_id": _SESSION, "cursor_version": "3.0"}
            place = {"workspace_roots": [folder], "transcript_path": None}
            return {**about, **place, "session_id": _SESSION, "hook_event_name": "sessionStart"}
        case "copilot-cli":
            return {"sessionId": _SESSION, "timestamp": 1767323045000, "cwd": folder, "source": "new"}
        case "grok-build":
            twins = {"hookEventName": "session_start", "sessionId": _SESSION, "workspaceRoot": folder}
            return {"session_id": _SESSION, "cwd": folder, **twins, "hook_event_name": "SessionStart", "source": "new"}
        case "hermes":
            return {"hook_event_name": "on_session_start", "session_id": _SESSION, "cwd": folder, "extra": {}}
        case "cline":
            about = {"hookName": "agent_start", "taskId": _SESSION}
            return {**about, "sessionContext": {"rootSessionId": _SESSION}, "workspaceRoots": [folder]}
        case "antigravity":
            return {"hookEventName": "PreInvocation", "conversationId": _SESSION, "cwd": folder, "invocationNum": 0}
        case "goose":
            return {"event": "SessionStart", "session_id": _SESSION, "working_dir": folder}
        case "windsurf":
            about = {"agent_action_name": "post_cascade_response", "trajectory_id": _SESSION}
            return {**about, "execution_id": _SESSION, "tool_info": {}}
        case "zero":
            return {"event": "sessionStart", "sessionId": _SESSION, "cwd": folder}
    return {**usual, **started}
