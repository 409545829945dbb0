from typing import Any

from tests.contract.trees import CHAT, chat, pretty
from wikimem.frontends import recognise
from wikimem.frontends.continue_dev import identify, parse
from wikimem.model.record import Act, Identity, Kind, Record, Role


def read(*history: Any, **fields: Any) -> list[Record]:
    found = parse(pretty(chat(*history, **fields)).splitlines(keepends=True), Identity(CHAT))
    return [one for one in found if isinstance(one, Record)]


def message(role: str, content: Any, **fields: Any) -> dict[str, Any]:
    return {"message": {"role": role, "content": content}, **fields}


def called(status: str) -> dict[str, Any]:
    function = {"name": "run_terminal_command", "arguments": '{"command": "ls"}'}
    call = {"id": "c1", "type": "function", "function": function}
    state = {"toolCallId": "c1", "status": status, "output": [{"content": "a.txt"}, {"content": "b.txt"}]}
    return {"message": {"role": "assistant", "content": "", "toolCalls": [call]}, "toolCallStates": [state]}


def test_the_list_of_sessions_is_ours_and_holds_none() -> None:
    index = pretty([{"sessionId": CHAT, "title": "x", "dateCreated": "1772359200000", "workspaceDirectory": "/k"}])
    found = recognise("sessions.json", index)
    assert found is not None
    assert found.name == "continue-dev"
    assert identify("sessions.json", index.splitlines(keepends=True)) is None


def test_a_call_has_a_result_once_it_has_ended() -> None:
    *_, call, result = read(called("done"))
    assert (call.act, call.text, call.call) == (Act.RUN, "ls", "c1")
    assert (result.kind, result.text, result.ok) == (Kind.RESULT, "a.txt\nb.txt", True)
    assert [one.kind for one in read(called("generating"))][-1] is Kind.CALL
    assert not read(called("errored"))[-1].ok


def test_a_result_that_comes_later_changes_no_key() -> None:
    before, after = read(called("calling")), read(called("done"))
    assert after[: len(before)] == before


def test_files_given_along_are_injected() -> None:
    found = read(message("user", "Fix it", contextItems=[{"name": "kiln.py", "content": "heat = 9"}]))
    assert [(one.role, one.name, one.text) for one in found if one.kind is Kind.TEXT] == [
        (Role.INJECTED, "kiln.py", "heat = 9"),
        (Role.PERSON, "", "Fix it"),
    ]


def test_summaries_thoughts_and_system_prompts() -> None:
    found = read(
        message("system", "Be brief."),
        message("thinking", "hm"),
        message("assistant", "Done.", conversationSummary="We looked.", reasoning={"text": "so"}),
    )
    assert [(one.kind, one.role) for one in found[2:]] == [
        (Kind.TEXT, Role.INJECTED),
        (Kind.THOUGHT, Role.AGENT),
        (Kind.SUMMARY, Role.AGENT),
        (Kind.THOUGHT, Role.AGENT),
        (Kind.TEXT, Role.AGENT),
    ]


def test_a_title_nobody_gave_is_none() -> None:
    assert Kind.TITLE not in {one.kind for one in read(message("user", "hi"), title="Untitled Session")}


def test_the_same_words_again_are_another_message() -> None:
    records = read(message("user", "yes"), message("user", "yes"))
    assert len([one for one in records if one.role is Role.PERSON]) == 2
