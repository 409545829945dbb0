from typing import Any

import pytest

from tests.contract.trees import THREAD, pretty, said, thread, use
from wikimem.frontends.amp import parse, recognise
from wikimem.model.record import Act, Identity, Kind, Record, Role


def read(*messages: Any, **fields: Any) -> list[Record]:
    found = parse(pretty(thread(*messages, **fields)).splitlines(keepends=True), Identity(THREAD))
    return [one for one in found if isinstance(one, Record)]


def test_the_first_tree_says_where_it_ran() -> None:
    context, title = read()
    assert dict(context.data) == {
        "cwd": "/home/ana/kiln one",
        "branch": "main",
        "remote": "https://example.test/ana/kiln",
        "commit": "c" * 40,
    }
    assert (context.at, title.text) == ("2026-03-01T10:00:00Z", "Glaze")


def test_a_message_that_is_still_written_is_not_there_yet() -> None:
    records = read(said("user", "hi"), said("assistant", "half", state={"type": "streaming"}), said("user", "and"))
    assert [one.text for one in records if one.kind is Kind.TEXT] == ["hi"]


@pytest.mark.parametrize(
    ("run", "text", "ok"),
    [
        ({"status": "done", "result": "a.txt"}, "a.txt", True),
        ({"status": "done", "result": {"output": "a.txt", "exitCode": 0}}, "a.txt", True),
        ({"status": "done", "result": {"files": 2}}, '{"files":2}', True),
        ({"status": "error", "error": "gone"}, "gone", False),
        ({"status": "rejected-by-user"}, "", False),
    ],
)
def test_results_of_every_shape(run: dict[str, Any], text: str, ok: bool) -> None:
    result = {"type": "tool_result", "toolUseID": "toolu_1", "run": run}
    *_, call, back = read(said("assistant", use("Bash", {"cmd": "ls"})), said("user", result))
    assert (call.act, call.text, back.call) == (Act.RUN, "ls", call.call)
    assert (back.text, back.ok) == (text, ok)


def test_a_summary_and_what_the_harness_says() -> None:
    *_, summary, info = read(
        said("info", {"type": "summary", "summary": {"type": "message", "summary": "We looked."}}, "Thread moved")
    )
    assert (summary.kind, summary.text) == (Kind.SUMMARY, "We looked.")
    assert info.role is Role.INJECTED


def test_a_document_without_messages_is_no_thread() -> None:
    assert not recognise("x.json", pretty({"id": THREAD, "title": "x"}))
