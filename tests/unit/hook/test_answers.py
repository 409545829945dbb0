"""Each agent gets its own shape, at the event at which it listens."""

import json
from typing import Any

import pytest

from wikimem.hook import answers
from wikimem.hook.event import Event


def called(agent: str, event: str, **payload: Any) -> Event:
    return Event({"session_id": "s", "hook_event_name": event, **payload}, {}, agent)


@pytest.mark.parametrize("agent", ["claude-code", "codex", "gemini-cli", "qwen-code"])
def test_the_strict_shape_has_no_other_key(agent: str) -> None:
    start = called(agent, "SessionStart")
    assert answers.listens(start)
    assert json.loads(answers.answer(start, "a\n<b>")) == {
        "hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": "a\n<b>"}
    }


@pytest.mark.parametrize("agent", ["copilot-cli", "vscode"])
def test_where_two_products_share_hooks_both_keys_are_printed(agent: str) -> None:
    told = json.loads(answers.answer(called(agent, "sessionStart"), "a"))
    assert told["additionalContext"] == told["hookSpecificOutput"]["additionalContext"] == "a"


@pytest.mark.parametrize(
    ("agent", "event", "told"),
    [
        ("cursor", "sessionStart", {"additional_context": "a"}),
        ("hermes", "pre_llm_call", {"context": "a"}),
        ("crush", "PostToolUse", {"context": "a"}),
        ("cline", "PostToolUse", {"cancel": False, "contextModification": "a"}),
        ("antigravity", "PreInvocation", {"injectSteps": [{"ephemeralMessage": "a"}]}),
        (
            "grok-build",
            "PostToolUse",
            {"hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": "a"}},
        ),
    ],
)
def test_other_shapes(agent: str, event: str, told: dict[str, Any]) -> None:
    call = called(agent, event)
    assert answers.listens(call)
    assert answers.is_told_once(call)
    assert json.loads(answers.answer(call, "a")) == told


@pytest.mark.parametrize(
    ("agent", "event"),
    [
        ("claude-code", "Stop"),
        ("claude-code", "UserPromptSubmit"),
        ("grok-build", "SessionStart"),
        ("hermes", "on_session_start"),
        ("zero", "sessionStart"),
        ("goose", "SessionStart"),
    ],
)
def test_nobody_is_told_when_they_do_not_listen(agent: str, event: str) -> None:
    assert not answers.listens(called(agent, event))


def test_a_plugin_gets_the_text_as_it_is() -> None:
    assert answers.answer(called("opencode", "SessionStart"), "a") == "a"


def test_silence_would_deny_antigravity_its_tool() -> None:
    assert json.loads(answers.nothing(called("antigravity", "PreToolUse"))) == {"decision": "allow"}
    assert answers.nothing(called("claude-code", "PreToolUse")) == ""
