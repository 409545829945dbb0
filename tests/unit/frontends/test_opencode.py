from typing import Any

import pytest

from tests.unit.frontends.rows import lines, read
from wikimem.model.record import Act, Identity, Kind, Record, Role


def message(role: str = "assistant", id: str = "msg_1", **data: Any) -> dict[str, Any]:
    return {"table": "message", "id": id, "data": {"role": role, **data}}


def part(kind: str = "text", id: str = "prt_1", **data: Any) -> dict[str, Any]:
    return {"table": "part", "id": id, "data": {"type": kind, **data}}


def records(*rows: dict[str, Any]) -> list[Record]:
    return read("opencode", lines("opencode", "ses_1", *rows))[1]


def test_a_session_with_a_parent_is_a_sub_agents() -> None:
    row = {"table": "session", "id": "ses_2", "parent_id": "ses_1", "title": "Look (@explore subagent)"}
    given = lines("opencode", "ses_2", row, message("user"), part(text="Look for cones"))
    identity, found, _ = read("opencode", given)
    assert identity == Identity("ses_1", agent="ses_2")
    assert [(one.kind, one.role, one.agent) for one in found] == [(Kind.TEXT, Role.INJECTED, "ses_2")]


def test_only_what_a_person_typed_is_the_persons() -> None:
    found = records(
        message("user"),
        part(text='"Fire the kiln"'),
        part(id="prt_2", text="<file>a.txt</file>", synthetic=True),
        part(id="prt_3", text="not sent", ignored=True),
    )
    assert [(one.text, one.role) for one in found] == [
        ("Fire the kiln", Role.PERSON),
        ("<file>a.txt</file>", Role.INJECTED),
        ("not sent", Role.INJECTED),
    ]


@pytest.mark.parametrize("title", ["New session - 2026-03-01T10:00:00.000Z", ""])
def test_a_placeholder_is_no_title(title: str) -> None:
    assert records({"table": "session", "id": "ses_1", "title": title}) == []


def test_text_counts_when_it_has_an_end_or_another_message_follows() -> None:
    begun = [message(), part(text="I wi", time={"start": 1})]
    assert records(*begun) == []
    assert [one.text for one in records(message(), part(text="I will.", time={"start": 1, "end": 2}))] == ["I will."]
    assert [one.text for one in records(message(time={"completed": 2}), begun[1])] == ["I wi"]
    assert [one.text for one in records(*begun, message("user", "msg_2"))] == ["I wi"]


def test_a_tool_is_called_when_its_input_is_whole_and_has_a_result_when_it_ended() -> None:
    def tool(status: str, **state: Any) -> list[Kind]:
        given = {"status": status, "input": {"command": "ls"}, **state}
        return [one.kind for one in records(message(), part("tool", tool="bash", callID="c1", state=given))]

    assert tool("pending") == []
    assert tool("running") == [Kind.CALL]
    assert tool("completed", output="a.txt") == [Kind.CALL, Kind.RESULT]


def test_a_command_that_failed_says_so_in_its_exit_code() -> None:
    state = {"status": "completed", "input": {"command": "ls"}, "output": "no", "metadata": {"exit": 2}}
    call, result = records(message(), part("tool", tool="bash", callID="c1", state=state))
    assert (call.act, call.text, result.ok) == (Act.RUN, "ls", False)


def test_answers_to_a_question_are_the_persons() -> None:
    state = {
        "status": "completed",
        "input": {"questions": [{"question": "Which cone?", "options": [{"label": "6"}, {"label": "10"}]}]},
        "output": 'User has answered your questions: "Which cone?"="6". You can now continue.',
    }
    found = records(message(), part("tool", tool="question", callID="c1", state=state))
    (answer,) = (one for one in found if one.kind is Kind.ANSWER)
    assert (answer.text, answer.role, answer.data["question"]) == ("6", Role.PERSON, "Which cone?")


def test_a_message_that_sums_up_is_a_compaction() -> None:
    found = records(message("user"), part("compaction"), message(id="msg_2", summary=True, finish="stop"), part(
        id="prt_2", text="We fired it."
    ))  # fmt: skip
    assert [(one.kind, one.text) for one in found] == [
        (Kind.NOTICE, "Context compacted"),
        (Kind.SUMMARY, "We fired it."),
    ]


def test_an_aborted_answer_is_an_interruption() -> None:
    (notice,) = records(message(error={"name": "MessageAbortedError", "data": {"message": "stopped"}}))
    assert (notice.kind, notice.name, notice.text) == (Kind.NOTICE, "interrupted", "stopped")


def test_a_task_list_is_told_as_it_stands() -> None:
    todos = {"todos": [{"content": "Fire", "status": "in_progress", "priority": "high"}]}
    state = {"status": "completed", "input": todos, "output": "[]"}
    (todo,) = records(message(), part("tool", tool="todowrite", callID="c1", state=state))
    assert todo.data["items"] == [{"text": "Fire", "status": "active"}]
