from typing import Any

from tests.unit.frontends.reading import Agent
from wikimem.model.record import Identity, Kind, Role

SESSION = "019b0000-0000-7000-8000-000000000001"
grok = Agent("grok-build")


def row(kind: str, content: Any, **fields: Any) -> dict[str, Any]:
    return {"type": kind, "content": content, **fields}


def user(text: str, **fields: Any) -> dict[str, Any]:
    return row("user", [{"type": "text", "text": text}], **fields)


def update(kind: str, ms: int = 0, stream: int = 1, **fields: Any) -> dict[str, Any]:
    meta = {"agentTimestampMs": 1772359200000 + ms, "streamStartMs": stream}
    params = {"sessionId": SESSION, "update": {"sessionUpdate": kind, **fields}, "_meta": meta}
    return {"timestamp": 1772359200, "method": "session/update", "params": params}


def chunk(kind: str, text: str, **more: Any) -> dict[str, Any]:
    return update(f"{kind}_chunk", content={"type": "text", "text": text}, **more)


def test_all_files_of_a_folder_are_one_session() -> None:
    folder = f"/x/.grok/sessions/%2Fhome%2Fana/{SESSION}"
    summary = {"info": {"id": SESSION, "cwd": "/home/ana"}, "session_summary": "x"}
    assert grok.identify(f"{folder}/chat_history.jsonl", user("Hi", prompt_index=0)) == Identity(SESSION)
    assert grok.identify(f"{folder}/updates.jsonl", chunk("user_message", "Hi")) == Identity(SESSION)
    assert grok.identify(f"{folder}/summary.json", summary) == Identity(SESSION)


def test_what_two_files_tell_is_one_record() -> None:
    history = grok.read(
        user("<user_query>\nGo\n</user_query>", prompt_index=0),
        row("assistant", "Done", model_id="m", tool_calls=[{"id": "c1", "name": "read_file", "arguments": "{}"}]),
    )
    updates = grok.read(
        chunk("user_message", "Go"),
        chunk("agent_message", "Do"),
        chunk("agent_message", "ne"),
        update("tool_call", toolCallId="c1", title="read_file", rawInput={}),
    )
    wanted = (Kind.TEXT, Kind.CALL)
    assert [one.key for one in history if one.kind in wanted] == [one.key for one in updates if one.kind in wanted]


def test_words_still_being_said_are_not_there_yet() -> None:
    begun = [chunk("user_message", "Go"), chunk("agent_message", "Do")]
    assert grok.texts(Kind.TEXT, *begun) == ["Go"]
    assert grok.texts(Kind.TEXT, *begun, chunk("agent_message", "ne", ms=9), update("turn_completed")) == ["Go", "Done"]
    assert grok.texts(Kind.TEXT, *begun, chunk("agent_message", "Next", stream=2)) == ["Go", "Do"]


def test_synthetic_rows_are_injected_and_a_compaction_is_a_summary() -> None:
    records = grok.read(
        user("<system-reminder>x</system-reminder>", synthetic_reason="system_reminder"),
        user("We tied the beans.", synthetic_reason="compaction_summary"),
    )
    assert [(one.kind, one.role) for one in records] == [(Kind.TEXT, Role.INJECTED), (Kind.SUMMARY, Role.AGENT)]


def test_the_history_tells_no_time_but_the_session_id_does() -> None:
    info = user("<user_info>\nWorkspace Path: /home/ana\n</user_info>")
    records = grok.read(info, session=SESSION)
    assert (records[0].kind, records[0].data, records[0].at) == (
        Kind.CONTEXT,
        {"cwd": "/home/ana"},
        "2025-12-08T22:05:58Z",
    )


def test_bytes_in_a_raw_output_are_not_its_text() -> None:
    raw = {"output": [104, 105], "output_for_prompt": "exit: 3\nhi\n", "exit_code": 3}
    records = grok.read(update("tool_call_update", toolCallId="c1", status="completed", rawOutput=raw))
    assert [(one.text, one.ok) for one in records] == [("hi", False)]
