"""One call of a hook: what is kept of it, and that no word of a conversation is."""

import json
from typing import Any

import pytest

from wikimem.hook.event import Event, payload_of

PROMPT = "my neighbour's name is Gundula"


def event(**payload: Any) -> Event:
    return Event(payload_of(json.dumps(payload).encode()), {})


def test_no_word_that_was_said_is_kept() -> None:
    said = {
        "prompt": PROMPT,
        "last_assistant_message": PROMPT,
        "compact_summary": PROMPT,
        "custom_instructions": PROMPT,
        "tool_input": {"command": PROMPT},
        "tool_response": PROMPT,
        "extra": {"user_message": PROMPT},
    }
    line = event(session_id="s", hook_event_name="PostCompact", cwd="/w", trigger="auto", **said).line(1.0, "/v")
    assert b"Gundula" not in line
    assert json.loads(line) == {
        "at": 1.0,
        "agent": "unknown",
        "session": "s",
        "event": "PostCompact",
        "meaning": "compact",
        "key": "auto",
        "cwd": "/w",
        "reason": "auto",
        "vault": "/v",
    }


def test_two_hooks_of_one_call_share_a_key_and_two_calls_do_not() -> None:
    first = {"session_id": "s", "hook_event_name": "PostToolUse", "tool_use_id": "t-1"}
    assert event(**first).key == event(**first, cursor_version="3").key == "t-1"
    assert event(**{**first, "tool_use_id": "t-2"}).key == "t-2"


@pytest.mark.parametrize(
    "payload",
    [
        {"conversation_id": "s-1", "workspace_roots": ["/w/shop"], "hook_event_name": "sessionStart"},
        {"sessionContext": {"rootSessionId": "s-1"}, "taskId": "c", "workspaceRoots": ["/w/shop"], "hookName": "x"},
        {"sessionId": "s-1", "workspaceRoot": "/w/shop", "hookEventName": "stop"},
        {"session_id": "s-1", "working_dir": "/w/shop", "event": "Stop"},
    ],
)
def test_every_spelling_of_session_and_folder_is_known(payload: dict[str, Any]) -> None:
    found = event(**payload)
    assert (found.session, found.cwd, found.is_noise) == ("s-1", "/w/shop", False)


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xfe", b"[]", b"7", b'"x"', b"{", b"null", b'{"a":1}{"b":2}', b"[" * 100_000]
)
def test_what_says_nothing_is_noise(data: bytes) -> None:
    assert Event(payload_of(data), {}).is_noise


def test_a_window_nobody_wrote_in_is_noise() -> None:
    draft = {"session_id": "empty-state-draft", "conversation_id": "", "workspace_roots": [], "hook_event_name": "x"}
    assert event(**draft).is_noise


def test_of_a_payload_that_was_cut_the_short_values_are_read() -> None:
    whole = {
        "session_id": "s-\u00e9",
        "cwd": "C:\\shop",
        "hook_event_name": "PostToolUse",
        "tool_response": "x" * 9_000,
    }
    found = Event(payload_of(json.dumps(whole).encode()[:5_000]), {})
    assert (found.session, found.cwd, found.name) == ("s-\u00e9", "C:\\shop", "PostToolUse")


def test_a_lone_surrogate_does_no_harm() -> None:
    found = Event(payload_of(b'{"session_id":"a\\udc88b","hook_event_name":"Stop","reason":"\\ud83e\\udde9"}'), {})
    assert json.loads(found.line(0, "/v"))["session"] == "a?b"
    assert found.reason == "\U0001f9e9"
