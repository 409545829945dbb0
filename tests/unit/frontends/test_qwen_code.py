from typing import Any

from tests.contract.transcripts import lines
from tests.unit.frontends.reading import Agent
from wikimem.frontends.qwen_code import parse
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Kind, Record, Role

SESSION = "33333333-2222-4333-8444-555555555555"
qwen = Agent("qwen-code")


def line(kind: str, *parts: Any, session: str = SESSION, **fields: Any) -> dict[str, Any]:
    message = {"role": "user", "parts": list(parts)}
    return {"uuid": "u1", "sessionId": session, "type": kind, "message": message, **fields}


def test_the_name_of_the_file_wins_over_a_wrong_session() -> None:
    wrong = line("user", {"text": "Hi"}, session="99999999-2222-4333-8444-555555555555")
    assert qwen.identify(f"{SESSION}.jsonl", wrong) == Identity(SESSION)
    found = list(parse(lines(wrong, wrong), Identity(SESSION)))
    assert [one.code for one in found if isinstance(one, Diagnostic)] == ["other-session"]
    assert not [one for one in found if isinstance(one, Record)]


def test_a_compact_session_id_is_one_too() -> None:
    compact = SESSION.replace("-", "")
    assert qwen.identify(f"{compact}.jsonl", line("user", session=compact)) == Identity(compact)


def test_parts_of_one_message_on_lines_with_one_uuid_are_all_kept() -> None:
    records = qwen.read(
        line("assistant", {"text": "hm", "thought": True}), line("assistant", {"text": "Yes"}), session=SESSION
    )
    assert [(one.kind, one.message) for one in records] == [(Kind.THOUGHT, "u1"), (Kind.TEXT, "u1")]


def test_what_follows_the_first_part_of_a_prompt_is_injected() -> None:
    records = qwen.read(line("user", {"text": "Hi"}, {"text": "a hook's words"}), session=SESSION)
    assert [(one.role, one.text) for one in records] == [(Role.PERSON, "Hi"), (Role.INJECTED, "a hook's words")]


def test_an_empty_prompt_after_a_tool_result_says_nothing() -> None:
    assert qwen.read(line("user", {"text": ""}), session=SESSION) == []


def test_a_notification_is_no_persons() -> None:
    records = qwen.read(line("user", {"text": "Done"}, subtype="notification"), session=SESSION)
    assert [one.role for one in records] == [Role.INJECTED]


def test_a_cancelled_call_failed() -> None:
    response = {"functionResponse": {"id": "c1", "name": "edit", "response": {"output": "no"}}}
    details = {"callId": "c1", "status": "cancelled"}
    records = qwen.read(line("tool_result", response, toolCallResult=details), session=SESSION)
    assert [(one.kind, one.ok) for one in records] == [(Kind.RESULT, False)]
