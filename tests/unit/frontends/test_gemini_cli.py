from typing import Any

import orjson

from tests.unit.frontends.reading import Agent
from wikimem.frontends.gemini_cli import parse
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Kind, Role

gemini = Agent("gemini-cli")


def message(id_: str, kind: str, content: Any, **fields: Any) -> dict[str, Any]:
    return {"id": id_, "timestamp": "2026-03-01T10:00:00Z", "type": kind, "content": content, **fields}


def called(id_: str, name: str, args: Any, output: str, status: str = "success") -> dict[str, Any]:
    response = {"functionResponse": {"id": id_, "name": name, "response": {"output": output}}}
    return {"id": id_, "name": name, "args": args, "status": status, "result": [response]}


def test_a_message_told_again_adds_only_what_is_new() -> None:
    first = message("g1", "gemini", "Looking.")
    again = {**first, "toolCalls": [called("c1", "read_file", {"file_path": "a.md"}, "hello")]}
    kinds = [one.kind for one in gemini.read(first, again, {"$set": {"messages": [first, again]}})]
    assert kinds == [Kind.TEXT, Kind.CALL, Kind.RESULT]


def test_a_call_that_still_runs_has_no_result_yet() -> None:
    call = {"id": "c1", "name": "read_file", "args": {"file_path": "a.md"}, "status": "executing"}
    assert [one.kind for one in gemini.read(message("g1", "gemini", "", toolCalls=[call]))] == [Kind.CALL]


def test_what_a_rewind_takes_back_stays_and_is_noticed() -> None:
    records = gemini.read(message("u1", "user", "No"), {"$rewindTo": "u1"}, message("u2", "user", "Yes"))
    assert [(one.kind, one.name) for one in records] == [
        (Kind.TEXT, ""),
        (Kind.NOTICE, "interrupted"),
        (Kind.TEXT, ""),
    ]


def test_the_exit_code_of_a_command_is_read_and_a_hook_behind_it_is_not() -> None:
    output = "Command: make\nOutput: no rule\nExit Code: 2\nSignal: 0\n\na hook's words"
    records = gemini.read(message("g1", "gemini", "", toolCalls=[called("c1", "run_shell_command", {}, output)]))
    assert (records[1].text, records[1].ok) == ("no rule", False)


def test_printed_text_that_looks_like_a_status_line_stays() -> None:
    output = "Output: Error: none\nExit Code: 9 is what it printed\nlast\nProcess Group PGID: 7"
    records = gemini.read(message("g1", "gemini", "", toolCalls=[called("c1", "run_shell_command", {}, output)]))
    assert records[1].text == "Error: none\nExit Code: 9 is what it printed\nlast"


def test_injected_texts_are_no_persons() -> None:
    shown = gemini.read(
        message("a", "user", [{"text": "<session_context>\nI'm currently working in the directory: /home/ana\n"}]),
        message("b", "user", "System: Please continue."),
        message("c", "user", [{"text": "<hook_context>notes</hook_context>"}]),
    )
    assert [one.role for one in shown if one.kind is Kind.TEXT] == [Role.INJECTED, Role.INJECTED]
    assert [one.data for one in shown if one.kind is Kind.CONTEXT] == [{"cwd": "/home/ana"}]


def test_a_sub_agents_file_belongs_to_the_folder_it_lies_in() -> None:
    header = {"sessionId": "child", "projectHash": "x", "kind": "subagent"}
    assert gemini.identify("/tmp/p/chats/parent/child.jsonl", header) == Identity("parent", agent="child")
    assert gemini.identify("/tmp/p/chats/child.jsonl", header) == Identity("child")
    prompt = gemini.read(message("u1", "user", "Count"), session="parent", agent="child")
    assert (prompt[0].role, prompt[0].agent) == (Role.INJECTED, "child")


def test_a_document_cut_off_yields_a_finding_and_nothing_else() -> None:
    whole = orjson.dumps({"sessionId": "s", "messages": [message("u", "user", "Hi")]}, option=orjson.OPT_INDENT_2)
    part = whole[: len(whole) // 2].splitlines(keepends=True)
    found = list(parse(part, Identity("s")))
    assert [one.code for one in found if isinstance(one, Diagnostic)] == ["malformed-document"]
    assert len(found) == 1


def test_a_document_of_the_oldest_form_is_read() -> None:
    old = {"history": [{"role": "user", "parts": [{"text": "Hi"}], "ts": 1772359200}], "meta": {}}
    assert gemini.identify("checkpoint-a.json", old) == Identity("checkpoint-a")
    assert [(one.text, one.at) for one in gemini.read(old)] == [("Hi", "2026-03-01T10:00:00Z")]
