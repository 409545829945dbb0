from typing import Any

from tests.unit.frontends.reading import Agent
from wikimem.model.record import Identity, Kind, Role

copilot = Agent("copilot-cli")


def event(kind: str, n: int = 1, **data: Any) -> dict[str, Any]:
    return {"type": kind, "data": data, "id": f"e{n}", "timestamp": "2026-03-01T10:00:00Z"}


def test_a_log_without_its_start_goes_by_its_folder_or_its_name() -> None:
    said = event("user.message", content="Hi")
    assert copilot.identify("/x/session-state/abc/events.jsonl", said) == Identity("abc")
    assert copilot.identify("/x/session-state/def.jsonl", said) == Identity("def")


def test_the_prompt_is_what_was_typed() -> None:
    records = copilot.read(event("user.message", content="Hi", transformedContent="<reminder>x</reminder>\n\nHi"))
    assert [(one.role, one.text) for one in records] == [(Role.PERSON, "Hi")]


def test_a_call_told_twice_is_one_call() -> None:
    request = {"toolCallId": "c1", "name": "bash", "arguments": '{"command": "ls"}'}
    started = event("tool.execution_start", 2, toolCallId="c1", toolName="bash", arguments={"command": "ls"})
    records = copilot.read(event("assistant.message", content="", toolRequests=[request]), started)
    assert [(one.kind, one.text) for one in records] == [(Kind.CALL, "ls")]


def test_a_command_with_an_exit_code_failed_though_the_tool_succeeded() -> None:
    ended = event(
        "tool.execution_complete",
        toolCallId="c1",
        success=True,
        shellExecution={"exitCode": 2},
        result={"content": "no\n<shellId: 0 completed with exit code 2>\n\nguidance of a hook"},
    )
    assert [(one.text, one.ok) for one in copilot.read(ended)] == [("no", False)]


def test_a_sub_agents_words_are_its_own() -> None:
    records = copilot.read(event("assistant.message", content="Found", parentToolCallId="c1", toolRequests=[]))
    assert [one.agent for one in records] == ["c1"]


def test_a_session_that_ended_says_so() -> None:
    records = copilot.read(event("session.shutdown", shutdownType="routine"))
    assert [(one.kind, one.name) for one in records] == [(Kind.NOTICE, "ended")]
