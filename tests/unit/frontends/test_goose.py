from typing import Any

from tests.unit.frontends.rows import lines, read
from wikimem.model.record import Identity, Kind, Record, Role


def records(*content: dict[str, Any], role: str = "assistant", **row: Any) -> list[Record]:
    return read("goose", lines("goose", "s1", {"table": "message", "role": role, "content_json": content, **row}))[1]


def test_only_a_sub_agents_session_belongs_to_another() -> None:
    def identity(kind: str) -> Identity:
        row = {"table": "session", "id": "s2", "parent_session_id": "s1", "session_type": kind}
        return read("goose", lines("goose", "s2", row))[0]

    assert identity("sub_agent") == Identity("s1", agent="s2")
    assert identity("user") == Identity("s2", parent="s1")


def test_what_a_person_does_not_see_is_not_the_persons() -> None:
    text = {"type": "text", "text": "turn context"}
    (found,) = records(text, role="user", metadata_json={"userVisible": False})
    assert found.role is Role.INJECTED


def test_both_forms_of_a_result_are_read() -> None:
    text = [{"type": "text", "text": "a.txt"}]
    for value, ok in ((text, True), ({"content": text, "isError": True}, False)):
        response = {"type": "toolResponse", "id": "c1", "toolResult": {"status": "success", "value": value}}
        (result,) = records(response, role="user")
        assert (result.kind, result.text, result.ok) == (Kind.RESULT, "a.txt", ok)


def test_a_tool_that_failed_says_why() -> None:
    response = {"type": "toolResponse", "id": "c1", "toolResult": {"status": "error", "error": "no such file"}}
    (result,) = records(response, role="user")
    assert (result.text, result.ok) == ("no such file", False)


def test_rows_written_anew_keep_their_keys() -> None:
    text = {"type": "text", "text": "fired"}
    assert [one.key for one in records(text, id=1)] == [one.key for one in records(text, id=9)]
