"""Who really calls, whatever the flag in the command says."""

from typing import Any

import pytest

from wikimem.hook.callers import caller_of, event_name, meaning_of

COMMON = {"session_id": "s-1", "cwd": "/w/shop", "hook_event_name": "SessionStart", "source": "startup"}

CALLS: list[tuple[str, dict[str, Any], dict[str, str]]] = [
    ("claude-code", {**COMMON, "transcript_path": "/h/.claude/projects/-w-shop/s-1.jsonl"}, {}),
    ("claude-code", {**COMMON, "transcript_path": "/moved/s-1.jsonl"}, {"CLAUDE_CODE_SESSION_ID": "s-1"}),
    ("codex", {**COMMON, "transcript_path": "/h/.codex/sessions/2026/03/01/rollout-s-1.jsonl"}, {}),
    ("codex", {**COMMON, "turn_id": "t", "model": "m", "transcript_path": "/moved/rollout-s-1.jsonl"}, {}),
    (
        "gemini-cli",
        {**COMMON, "timestamp": "2026-03-01T10:00:00Z"},
        {"GEMINI_SESSION_ID": "s-1", "CLAUDE_PROJECT_DIR": "/w/shop"},
    ),
    ("qwen-code", {**COMMON, "transcript_path": "/h/.qwen/projects/-w-shop/chats/s-1.jsonl"}, {}),
    ("copilot-cli", {"sessionId": "s-1", "timestamp": 1, "cwd": "/w/shop", "source": "new"}, {"COPILOT_CLI": "1"}),
    ("copilot-cli", {**COMMON, "initial_prompt": "hello"}, {"COPILOT_CLI": "1", "CLAUDE_PROJECT_DIR": "/w/shop"}),
    ("vscode", {"sessionId": "s-1", "hookEventName": "SessionStart", "cwd": "/w/shop"}, {}),
    ("grok-build", {**COMMON, "sessionId": "s-1", "hookEventName": "session_start", "workspaceRoot": "/w/shop"}, {}),
    ("cursor", {"conversation_id": "s-1", "workspace_roots": ["/w"], "hook_event_name": "sessionStart"}, {}),
    ("cursor", {**COMMON, "cursor_version": "3.24"}, {}),
    (
        "hermes",
        {"hook_event_name": "pre_llm_call", "tool_name": None, "session_id": "s-1", "extra": {"is_first_turn": True}},
        {},
    ),
    ("cline", {"clineVersion": "", "taskId": "c-1", "hookName": "agent_start", "workspaceRoots": ["/w"]}, {}),
    ("windsurf", {"agent_action_name": "post_run_command", "trajectory_id": "s-1"}, {}),
    ("goose", {"event": "SessionStart", "session_id": "s-1", "working_dir": "/w/shop"}, {}),
]


@pytest.mark.parametrize(("agent", "payload", "environ"), CALLS)
def test_the_payload_says_who_calls(agent: str, payload: dict[str, Any], environ: dict[str, str]) -> None:
    claimed = "claude-code" if agent != "claude-code" else "codex"
    assert caller_of(payload, environ, claimed) == agent


def test_an_agent_started_by_another_is_itself() -> None:
    payload = {**COMMON, "transcript_path": "/h/.codex/sessions/rollout-s-1.jsonl"}
    inherited = {"CLAUDE_CODE_SESSION_ID": "another", "COPILOT_CLI": "1", "GEMINI_SESSION_ID": "third"}
    assert caller_of(payload, inherited, "") == "codex"


def test_without_a_tell_tale_the_flag_is_believed() -> None:
    payload = {"session_id": "ses_1", "hook_event_name": "SessionStart", "cwd": "/w/shop"}
    assert caller_of(payload, {}, "opencode") == "opencode"
    assert caller_of(payload, {}, "") == "unknown"


@pytest.mark.parametrize(
    ("event", "meaning"),
    [
        ("SessionStart", "start"),
        ("session_start", "start"),
        ("sessionStart", "start"),
        ("Stop", "stop"),
        ("agentStop", "stop"),
        ("AfterAgent", "stop"),
        ("on_session_end", "stop"),
        ("session.idle", "stop"),
        ("SessionEnd", "end"),
        ("on_session_finalize", "end"),
        ("PreCompact", "compact"),
        ("PostCompact", "compact"),
        ("PreCompress", "other"),
        ("SubagentStop", "other"),
        ("PostToolUse", "other"),
        ("", "other"),
    ],
)
def test_what_an_event_means(event: str, meaning: str) -> None:
    assert meaning_of(event) == meaning


@pytest.mark.parametrize(
    ("payload", "event"),
    [
        ({"sessionId": "s", "source": "new", "initialPrompt": "x"}, "sessionStart"),
        ({"sessionId": "s", "reason": "complete"}, "sessionEnd"),
        ({"sessionId": "s", "stopReason": "end_turn"}, "agentStop"),
        ({"sessionId": "s", "toolName": "bash", "toolArgs": {}}, "preToolUse"),
        ({"sessionId": "s", "toolName": "bash", "toolArgs": {}, "toolResult": {}}, "postToolUse"),
        ({"sessionId": "s", "prompt": "x"}, "userPromptSubmitted"),
        ({"sessionId": "s"}, ""),
    ],
)
def test_an_event_without_its_name_is_known_by_its_fields(payload: dict[str, Any], event: str) -> None:
    assert event_name(payload, "copilot-cli") == event
