from typing import Any

from tests.unit.frontends.reading import Agent
from wikimem.model.record import Act, Identity, Kind

antigravity = Agent("antigravity")


def step(index: int, source: str, kind: str, **fields: Any) -> dict[str, Any]:
    return {"step_index": index, "source": source, "type": kind, "status": "DONE", **fields}


def test_the_folder_names_the_conversation() -> None:
    folder = "/home/ana/.gemini/antigravity-cli/brain/abc/.system_generated/logs/transcript_full.jsonl"
    assert antigravity.identify(folder, step(0, "USER_EXPLICIT", "USER_INPUT", content="Hi")) == Identity("abc")


def test_only_the_request_is_the_persons() -> None:
    text = "<USER_REQUEST>\nGo\n</USER_REQUEST>\n<USER_SETTINGS_CHANGE>\nmodel\n</USER_SETTINGS_CHANGE>"
    assert antigravity.texts(Kind.TEXT, step(0, "USER_EXPLICIT", "USER_INPUT", content=text)) == ["Go"]


def test_results_follow_the_plan_in_order_and_others_are_calls_of_their_own() -> None:
    calls = [{"name": "view_file", "args": {"AbsolutePath": '"/a.md"'}}]
    records = antigravity.read(
        step(0, "MODEL", "PLANNER_RESPONSE", tool_calls=calls),
        step(1, "MODEL", "VIEW_FILE", content="one"),
        step(2, "MODEL", "GREP_SEARCH", content="two"),
    )
    assert [(one.kind, one.act, one.text) for one in records] == [
        (Kind.CALL, Act.READ, "/a.md"),
        (Kind.RESULT, None, "one"),
        (Kind.CALL, Act.SEARCH, ""),
        (Kind.RESULT, None, "two"),
    ]
    assert records[1].call == records[0].call


def test_a_step_that_runs_is_read_when_it_is_done() -> None:
    running = {**step(1, "MODEL", "RUN_COMMAND", content="half"), "status": "RUNNING"}
    assert antigravity.read(running) == []


def test_a_failed_command_is_told_by_its_first_line() -> None:
    done = step(1, "MODEL", "RUN_COMMAND", content="The command failed with exit code: 1\nOutput:\nno\n")
    assert [(one.text, one.ok) for one in antigravity.read(done) if one.kind is Kind.RESULT] == [("no", False)]
