from typing import Any

import orjson
import pytest

from tests.unit.frontends.rows import lines, read
from wikimem.frontends import recognise
from wikimem.model.record import Act, Identity, Kind, Record, Role


def message(role: str, content: str = "", **more: Any) -> dict[str, Any]:
    return {"table": "message", "role": role, "content": content, **more}


def records(*rows: dict[str, Any], source: str = "cli") -> list[Record]:
    session = {"table": "session", "id": "s1", "source": source}
    return read("hermes", lines("hermes", "s1", session, *rows))[1]


def test_a_session_after_compression_names_the_one_before() -> None:
    row = {"table": "session", "id": "s2", "parent_session_id": "s1"}
    assert read("hermes", lines("hermes", "s2", row))[0] == Identity("s2", parent="s1")


def test_where_a_session_ran_is_in_its_row_or_its_configuration() -> None:
    for row in ({"cwd": "/home/ana"}, {"model_config": {"cwd": "/home/ana"}}):
        given = {"table": "session", "id": "s1", "git_branch": "main", "started_at": 1772359200.5, **row}
        (context,) = read("hermes", lines("hermes", "s1", given))[1]
        assert (context.data["cwd"], context.data["branch"]) == ("/home/ana", "main")
        assert context.at == "2026-03-01T10:00:00Z"


def test_a_sender_stands_before_the_words_only_where_others_talk_too() -> None:
    (said,) = records(message("user", "[Ana] fire it"), source="telegram")
    assert (said.text, said.name) == ("fire it", "Ana")
    (said,) = records(message("user", "[WIP] fire it"))
    assert (said.text, said.name) == ("[WIP] fire it", "")


def test_what_a_person_took_back_is_left_out_and_shifts_no_key() -> None:
    kept = records(message("user", "yes", active=1), message("user", "yes", active=1))
    rewound = records(message("user", "yes", active=0), message("user", "yes", active=1))
    assert rewound == kept[1:]


def test_structured_content_is_read() -> None:
    (said,) = records(message("user", '\0json:[{"type": "text", "text": "fire it"}, {"type": "image_url"}]'))
    assert said.text == "fire it\n[image]"


@pytest.mark.parametrize(
    ("content", "text", "ok"),
    [
        ('{"output": "a.txt", "exit_code": 0, "error": null}', "a.txt", True),
        ('{"output": "", "exit_code": 2, "error": "no such file"}', "no such file", False),
        ("plain words", "plain words", True),
        ('{"torn', '{"torn', True),
    ],
)
def test_a_tools_output_is_taken_out_of_its_object(content: str, text: str, ok: bool) -> None:
    call = {"id": "c1", "function": {"name": "terminal", "arguments": '{"command": "ls"}'}}
    asked, result = records(message("assistant", tool_calls=[call]), message("tool", content, tool_call_id="c1"))
    assert (asked.act, asked.text) == (Act.RUN, "ls")
    assert (result.text, result.ok, result.call) == (text, ok, "c1")


def test_a_compaction_is_a_summary() -> None:
    (summary,) = records(message("assistant", "[CONTEXT COMPACTION — REFERENCE ONLY] We fired it."))
    assert (summary.kind, summary.text) == (Kind.SUMMARY, "We fired it.")


def test_what_others_said_nearby_and_system_notes_are_no_words_of_the_person() -> None:
    found = records(message("user", "chatter", observed=1), message("user", "[System note: resumed]"))
    assert {one.role for one in found} == {Role.INJECTED}


def test_rows_written_anew_keep_their_keys() -> None:
    before = records(message("user", "fire it", id=1), message("assistant", "fired", id=2))
    after = records(message("user", "fire it", id=11), message("assistant", "fired", id=12))
    assert [one.key for one in before] == [one.key for one in after]


def test_an_older_document_is_one_session() -> None:
    document = {
        "session_id": "20260301_100000_ab12cd",
        "platform": "cli",
        "session_start": "2026-03-01T10:00:00",
        "messages": [{"role": "user", "content": "fire it"}, {"role": "session_meta"}],
    }
    data = orjson.dumps(document, option=orjson.OPT_INDENT_2)
    frontend = recognise("session_20260301_100000_ab12cd.json", data)
    assert frontend is not None
    assert frontend.name == "hermes"
    identity, found, _ = read("hermes", data.splitlines(keepends=True))
    assert identity == Identity("20260301_100000_ab12cd")
    assert [one.text for one in found if one.kind is Kind.TEXT] == ["fire it"]


def test_bare_lines_are_known_by_their_files_name_alone() -> None:
    data = b'{"role": "user", "content": "fire it"}\n'
    names = ("20260301_100000_ab12cd34.jsonl", "talk.jsonl")
    assert [(found := recognise(name, data)) and found.name for name in names] == ["hermes", "generic-jsonl"]
    assert read("hermes", [data], names[0])[0] == Identity("20260301_100000_ab12cd34")
