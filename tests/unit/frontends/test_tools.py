from typing import Any

import pytest

from wikimem.frontends.calls import Calls
from wikimem.frontends.tools import act_of, asked, decoded, task_list
from wikimem.model.record import Act, Kind


@pytest.mark.parametrize(
    ("name", "act"),
    [
        ("read_file", Act.READ),
        ("ReadFile", Act.READ),
        ("run_shell_command", Act.RUN),
        ("Execute", Act.RUN),
        ("AgentSwarm", Act.TASK),
        ("AskUserQuestion", Act.ASK),
        ("novelty", Act.OTHER),
    ],
)
def test_a_tool_is_known_however_it_is_spelled(name: str, act: Act) -> None:
    assert act_of(name) is act


@pytest.mark.parametrize(
    ("arguments", "data"),
    [
        ('{"command": "ls"}', {"command": "ls"}),
        ({"command": "ls"}, {"command": "ls"}),
        ("not json", {"arguments": "not json"}),
        ("[1]", {"arguments": "[1]"}),
        ("", {}),
        (None, {}),
    ],
)
def test_arguments_come_as_an_object_or_as_json(arguments: Any, data: dict[str, Any]) -> None:
    assert decoded(arguments) == data


def test_what_is_asked_is_the_field_that_matters() -> None:
    assert asked(Act.RUN, {"description": "Look", "command": "ls"}) == "ls"
    assert asked(Act.OTHER, {"n": 1, "what": "this"}) == "this"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("write_todos", {"todos": [{"description": "Dig", "status": "completed"}]}),
        ("TodoList", {"todos": [{"title": "Dig", "status": "done"}]}),
        ("update_plan", {"plan": [{"step": "Dig", "status": "completed"}]}),
        ("update_todo", {"todos": "- [x] Dig"}),
        ("TodoWrite", {"todos": "1. [completed] Dig"}),
    ],
)
def test_a_task_list_is_read_in_each_form(name: str, data: dict[str, Any]) -> None:
    assert task_list(name, data) == [{"text": "Dig", "status": "done"}]


def test_a_call_that_only_reads_the_list_is_a_call() -> None:
    calls = Calls()
    assert [one.kind for one in calls.call("c1", "TodoList", {}, at="", message="m")] == [Kind.CALL]


@pytest.mark.parametrize(
    ("result", "answers"),
    [
        ('{"answers": {"0": "South"}}', [("Which bed?", "South")]),
        ('{"answers": {"Which bed?": "South"}}', [("Which bed?", "South")]),
        ("User selected: South", [("Which bed?", "South")]),
        ('{"answers": {}}', []),
        ("", []),
    ],
)
def test_an_answer_is_found_in_a_result(result: str, answers: list[tuple[str, str]]) -> None:
    calls = Calls()
    list(calls.call("c1", "ask_user", {"questions": [{"question": "Which bed?"}]}, at="", message="m"))
    found = [one for one in calls.result("c1", result, at="") if one.kind is Kind.ANSWER]
    assert [(one.data["question"], one.text) for one in found] == answers


def test_a_refused_plan_is_a_plan_that_is_not_ok() -> None:
    calls = Calls()
    list(calls.call("c1", "exit_plan_mode", {"plan": "# Dig\n\ndeep"}, at="", message="m"))
    plan = [one for one in calls.result("c1", "rejected", at="", ok=False) if one.kind is Kind.PLAN]
    assert [(one.text, one.ok) for one in plan] == [("# Dig\n\ndeep", False)]
