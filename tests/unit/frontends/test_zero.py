from typing import Any

from tests.unit.frontends.reading import Agent
from wikimem.model.record import Identity, Kind, Role

zero = Agent("zero")


def event(n: int, kind: str, **payload: Any) -> dict[str, Any]:
    stamp = "2026-03-01T10:00:00Z"
    return {"id": f"evt_{n}", "sessionId": "z1", "sequence": n, "type": kind, "createdAt": stamp, "payload": payload}


def test_the_metadata_is_a_part_of_the_session_and_names_the_parent() -> None:
    metadata = {"sessionId": "z1", "parentSessionId": "z0", "cwd": "/home/ana", "createdAt": "", "eventCount": 2}
    assert zero.identify("metadata.json", metadata) == Identity("z1", parent="z0")
    assert [one.data for one in zero.read(metadata)] == [{"cwd": "/home/ana"}]


def test_a_call_id_that_comes_again_is_another_call() -> None:
    calls = [event(n, "tool_call", toolCallId="gemini_tool_0", name="bash", arguments="{}") for n in (1, 2)]
    assert len({one.call for one in zero.read(*calls)}) == 2


def test_answers_are_joined_to_the_questions_before() -> None:
    records = zero.read(
        event(1, "message", role="ask_user", questions=[{"question": "Red?"}, {"question": "White?"}]),
        event(2, "message", role="ask_user_answers", answers=["no", {"answer": "yes"}]),
    )
    assert [(one.kind, one.role, one.data["question"], one.text) for one in records] == [
        (Kind.ANSWER, Role.PERSON, "Red?", "no"),
        (Kind.ANSWER, Role.PERSON, "White?", "yes"),
    ]
