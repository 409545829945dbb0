from typing import Any

from tests.unit.frontends.reading import Agent
from wikimem.model.record import Identity, Kind, Role

droid = Agent("factory-droid")


def stored(role: str, *blocks: Any) -> dict[str, Any]:
    return {"type": "message", "id": "m1", "message": {"role": role, "content": list(blocks)}}


def test_a_sub_agents_session_belongs_to_its_caller() -> None:
    begun = {"type": "session_start", "id": "child", "cwd": "/x", "callingSessionId": "s1"}
    assert droid.identify("child.jsonl", begun) == Identity("s1", agent="child")


def test_a_reminder_is_cut_and_one_alone_is_injected() -> None:
    reminder = "<system-reminder>\nBe safe.\n</system-reminder>"
    both = droid.read(stored("user", {"type": "text", "text": f"{reminder}\n\nGo"}))
    alone = droid.read(stored("user", {"type": "text", "text": reminder}))
    assert [(one.role, one.text) for one in both] == [(Role.PERSON, "Go")]
    assert [one.role for one in alone] == [Role.INJECTED]


def test_the_stream_joins_a_result_by_either_id() -> None:
    stream = {"session_id": "s1"}
    call = {"type": "tool_call", **stream, "toolCallId": "c1", "toolName": "Shell", "parameters": {"command": "ls"}}
    result = {"type": "tool_result", **stream, "toolCallId": "c1", "value": {"stdout": "a", "exitCode": 1}}
    records = droid.read(call, result)
    assert [(one.kind, one.call, one.ok) for one in records] == [(Kind.CALL, "c1", True), (Kind.RESULT, "c1", False)]


def test_the_final_text_is_told_once() -> None:
    last = {"type": "message", "sessionId": "s1", "role": "assistant", "text": "Done"}
    end = {"type": "completion", "sessionId": "s1", "finalText": "Done"}
    assert droid.texts(Kind.TEXT, last, end) == ["Done"]
    assert droid.texts(Kind.TEXT, end) == ["Done"]


def test_claude_codes_own_stream_is_not_mistaken() -> None:
    claude = b'{"type":"system","subtype":"init","session_id":"s1","cwd":"/x","model":"m"}\n'
    assert not droid.frontend.recognise("out.jsonl", claude)
