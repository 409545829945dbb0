from typing import Any

import orjson

from tests.unit.frontends.rows import lines, read
from wikimem.frontends import recognise
from wikimem.model.record import Act, Identity, Kind, Role


def said(role: str, *content: dict[str, Any]) -> bytes:
    return orjson.dumps({"role": role, "message": {"content": content}}) + b"\n"


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def test_a_sub_agents_file_lies_below_its_session() -> None:
    name = "/home/ana/.cursor/projects/p/agent-transcripts/7d1e/subagents/9a9a.jsonl"
    identity, found, _ = read("cursor", [said("user", text("Look for cones"))], name)
    assert identity == Identity("7d1e", agent="9a9a")
    assert [one.role for one in found] == [Role.INJECTED]


def test_the_query_is_the_persons_and_what_stands_around_it_is_not() -> None:
    words = "<user_info>\nOS: linux\n</user_info>\n<user_query>\nfire it\n</user_query>"
    found = read("cursor", [said("user", text(words))])[1]
    assert [(one.text, one.role) for one in found] == [
        ("<user_info>\nOS: linux\n</user_info>", Role.INJECTED),
        ("fire it", Role.PERSON),
    ]


def test_hidden_reasoning_is_no_answer() -> None:
    assert read("cursor", [said("assistant", text("[REDACTED]"))])[1] == []


def test_results_join_the_oldest_open_call() -> None:
    calls = [{"type": "tool_use", "name": "Shell", "input": {"command": c}} for c in ("ls", "pwd")]
    results = [{"type": "tool_result", "tool_use_id": t, "content": t} for t in ("t1", "t2")]
    found = read("cursor", [said("assistant", *calls), said("user", *results)])[1]
    asked = {one.call: one.text for one in found if one.kind is Kind.CALL}
    assert [(asked[one.call], one.text) for one in found if one.kind is Kind.RESULT] == [("ls", "t1"), ("pwd", "t2")]


def test_a_conversation_in_a_transcript_and_in_a_database_is_one() -> None:
    transcript = read("cursor", [said("user", text("<user_query>fire it</user_query>")), said("assistant", text("ok"))])
    bubbles = lines(
        "cursor",
        "7d1e",
        {"table": "session", "value": {"composerId": "7d1e"}},
        {"table": "bubble", "value": {"bubbleId": "b1", "type": 1, "text": "fire it"}},
        {"table": "bubble", "value": {"bubbleId": "b2", "type": 2, "text": "ok"}},
    )
    assert [one.key for one in read("cursor", bubbles)[1]] == [one.key for one in transcript[1]]


def test_a_composer_says_where_it_ran() -> None:
    value = {
        "composerId": "7d1e",
        "name": "Kiln",
        "createdOnBranch": "main",
        "modelConfig": {"modelName": "opus"},
        "workspaceIdentifier": {"uri": {"fsPath": "/home/ana/kiln"}},
    }
    context, name = read("cursor", lines("cursor", "7d1e", {"table": "session", "value": value}))[1]
    assert context.data == {"cwd": "/home/ana/kiln", "branch": "main", "model": "opus"}
    assert (name.kind, name.text) == (Kind.TITLE, "Kiln")


def test_a_child_composer_is_a_sub_agents() -> None:
    value = {"composerId": "9a9a", "subagentInfo": {"parentComposerId": "7d1e"}}
    given = lines("cursor", "9a9a", {"table": "session", "value": value})
    assert read("cursor", given)[0] == Identity("7d1e", agent="9a9a")


def test_older_composers_hold_their_bubbles() -> None:
    value = {"composerId": "7d1e", "conversation": [{"bubbleId": "b1", "type": 1, "text": "fire it"}]}
    (found,) = read("cursor", lines("cursor", "7d1e", {"table": "session", "value": value}))[1]
    assert (found.text, found.role) == ("fire it", Role.PERSON)


def test_the_last_bubble_waits_while_the_composer_writes() -> None:
    def bubbles(status: str) -> list[str]:
        given = lines(
            "cursor",
            "7d1e",
            {"table": "session", "value": {"status": status}},
            {"table": "bubble", "value": {"bubbleId": "b1", "type": 2, "text": "first"}},
            {"table": "bubble", "value": {"bubbleId": "b2", "type": 2, "text": "sec"}},
        )
        return [one.text for one in read("cursor", given)[1]]

    assert bubbles("generating") == ["first"]
    assert bubbles("completed") == ["first", "sec"]


def test_a_bubbles_tool_is_a_call_with_its_result() -> None:
    tool = {
        "name": "run_terminal_cmd",
        "toolCallId": "c1",
        "rawArgs": '{"command": "ls"}',
        "status": "error",
        "result": '{"output": "no such file"}',
    }
    row = {"table": "bubble", "value": {"bubbleId": "b1", "type": 2, "toolFormerData": tool}}
    call, result = read("cursor", lines("cursor", "7d1e", {"table": "session", "value": {}}, row))[1]
    assert (call.act, call.text) == (Act.RUN, "ls")
    assert (result.text, result.ok) == ("no such file", False)


def test_lines_of_other_agents_are_not_taken() -> None:
    data = b'{"type": "user", "message": {"role": "user", "content": [{"type": "text", "text": "hi"}]}}\n'
    found = recognise("x.jsonl", data)
    assert found is None or found.name != "cursor"


def test_a_sub_agents_words_are_not_taken_for_its_sessions() -> None:
    given = [said("assistant", text("Done."))]
    parent = read("cursor", given, "agent-transcripts/7d1e/7d1e.jsonl")[1]
    child = read("cursor", given, "agent-transcripts/7d1e/subagents/9a9a.jsonl")[1]
    assert {one.key for one in parent} & {one.key for one in child} == set()
