from typing import Any

from tests.unit.frontends.rows import lines, read
from wikimem.model.record import Act, Identity, Kind, Record, Role


def part(kind: str, **data: Any) -> dict[str, Any]:
    return {"type": kind, "data": data}


def message(*parts: dict[str, Any], role: str = "assistant", id: str = "m1", **row: Any) -> dict[str, Any]:
    return {"table": "message", "id": id, "role": role, "parts": parts, **row}


def records(*rows: dict[str, Any]) -> list[Record]:
    return [one for one in read("crush", lines("crush", "s1", *rows))[1] if one.kind is not Kind.CONTEXT]


def test_a_session_ran_where_its_database_lies() -> None:
    (context,) = read("crush", lines("crush", "s1", {"table": "session", "id": "s1"}))[1]
    assert context.data == {"cwd": "/home/ana/kiln"}


def test_a_session_with_a_parent_is_a_sub_agents() -> None:
    row = {"table": "session", "id": "s2", "parent_session_id": "s1"}
    assert read("crush", lines("crush", "s2", row))[0] == Identity("s1", agent="s2")


def test_text_counts_when_it_is_finished_or_another_message_follows() -> None:
    writing = message(part("text", text="I wi"))
    assert records(writing) == []
    assert [one.text for one in records(message(part("text", text="I will."), part("finish")))] == ["I will."]
    assert [one.text for one in records(writing, message(role="user", id="m2"))] == ["I wi"]


def test_a_call_counts_when_its_input_is_whole() -> None:
    call = {"id": "c1", "name": "bash", "input": '{"command": "ls"}'}
    assert records(message(part("tool_call", **call, finished=False))) == []
    (found,) = records(message(part("tool_call", **call, finished=True)))
    assert (found.act, found.text) == (Act.RUN, "ls")


def test_a_command_a_person_ran_is_the_persons() -> None:
    ran = part("shell_command", command="ls", output="no", exit_code=2)
    call, result = records(message(ran, role="user"))
    assert (call.role, call.text, result.ok) == (Role.PERSON, "ls", False)


def test_a_summary_and_an_interruption_are_told() -> None:
    summary, notice = records(
        message(part("text", text="We fired it."), part("finish", reason="canceled"), is_summary_message=1)
    )
    assert summary.kind is Kind.SUMMARY
    assert (notice.kind, notice.name) == (Kind.NOTICE, "interrupted")
