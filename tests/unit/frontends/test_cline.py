from typing import Any

import pytest

from tests.contract.trees import CHAT, TASK, environment, gave, pretty, said, session, use
from wikimem.frontends import recognise
from wikimem.frontends.cline import identify, parse
from wikimem.frontends.cline_text import elements, surroundings
from wikimem.model.record import Act, Identity, Kind, Record, Role

HISTORY = f"/x/tasks/{TASK}/api_conversation_history.json"


def read(*messages: Any) -> list[Record]:
    found = parse(pretty(list(messages)).splitlines(keepends=True), Identity(TASK))
    return [one for one in found if isinstance(one, Record)]


def told(*messages: Any) -> list[tuple[Kind, Role, str]]:
    return [(one.kind, one.role, one.text) for one in read(*messages) if one.kind is not Kind.CONTEXT]


def identity(name: str, value: Any) -> Identity | None:
    return identify(name, pretty(value).splitlines(keepends=True))


def test_the_folder_or_the_document_names_the_task() -> None:
    history = [said("user", "<task>hi</task>")]
    assert identity(HISTORY, history) == Identity(TASK)
    assert identity(f"{CHAT}/api_conversation_history.json", history) == Identity(CHAT)
    assert identity("x.messages.json", session()) == Identity(f"{TASK}_abcde")
    assert identity("x.json", {"version": 1, "session_id": "s1", "messages_path": "x"}) == Identity("s1")


def test_a_copy_outside_its_folder_keeps_one_name_while_it_grows() -> None:
    history = [said("user", "<task>hi</task>")]
    assert identity("task.json", history) == identity("task.json", [*history, said("assistant", "yes")])


@pytest.mark.parametrize(
    "value",
    [
        [{"ts": 1772359200000, "type": "say", "say": "text", "text": "<task>hi</task>"}],
        {"files_in_context": [], "model_usage": [], "environment_history": []},
    ],
)
def test_what_the_screen_showed_and_notes_are_ours_and_hold_no_session(value: Any) -> None:
    found = recognise(f"/x/{TASK}/ui_messages.json", pretty(value))
    assert found is not None
    assert found.name == "cline"
    assert identity(f"/x/{TASK}/ui_messages.json", value) is None


@pytest.mark.parametrize("tag", ["task", "feedback", "user_message", 'user_input mode="act"', "answer"])
def test_marked_words_are_the_persons(tag: str) -> None:
    text = f"Harness says:\n<{tag}>\nFire it\n</{tag.split()[0]}>"
    assert told(said("user", text)) == [
        (Kind.TEXT, Role.PERSON, "Fire it"),
        (Kind.TEXT, Role.INJECTED, "Harness says:"),
    ]


@pytest.mark.parametrize("text", ["[TASK RESUMPTION] go on", "# task_progress", "<hook_context>x</hook_context>"])
def test_what_the_harness_says_is_injected(text: str) -> None:
    assert told(said("user", text)) == [(Kind.TEXT, Role.INJECTED, text)]


def test_bare_words_are_the_persons_unless_results_stand_beside_them() -> None:
    assert told(said("user", "Fire it")) == [(Kind.TEXT, Role.PERSON, "Fire it")]
    assert told(said("user", gave("ok"), "You have not used a tool."))[-1][1] is Role.INJECTED
    assert told(said("user", "Fire it", metadata={"displayRole": "system"}))[0][1] is Role.INJECTED


def test_results_without_ids_answer_the_first_open_call_of_their_tool() -> None:
    calls = [use("read_file", {"path": name}, name) for name in ("a.py", "b.py")]
    results = ["[read_file for 'a.py'] Result:\nA", "[read_file for 'b.py'] Result:", "B"]
    found = read(said("assistant", *calls), said("user", *results))
    assert [(one.call, one.text) for one in found if one.kind is Kind.RESULT] == [("a.py", "A"), ("b.py", "B")]


def test_calls_written_into_words_are_calls() -> None:
    text = "Looking.\n<execute_command>\n<command>ls -l</command>\n</execute_command>"
    words, call, result = read(said("assistant", text), said("user", "[execute_command for 'ls -l'] Result:\na.txt"))
    assert (words.text, call.act, call.text) == ("Looking.", Act.RUN, "ls -l")
    assert (result.kind, result.call) == (Kind.RESULT, call.call)


def test_a_question_and_its_answer() -> None:
    asked = use("ask_followup_question", {"question": "Which cone?", "follow_up": [{"text": "6"}, {"text": "10"}]})
    *_, answer, result = read(said("assistant", asked), said("user", gave("<answer>\n6\n</answer>")))
    assert (answer.kind, answer.role, answer.text) == (Kind.ANSWER, Role.PERSON, "6")
    assert dict(answer.data) == {"question": "Which cone?", "options": ["6", "10"]}
    assert result.kind is Kind.RESULT


def test_what_the_agent_says_by_a_tool_is_said() -> None:
    assert told(
        said("assistant", use("attempt_completion", {"result": "Cone 6."})),
        said("user", gave("<feedback>Now the glaze</feedback>")),
    ) == [(Kind.TEXT, Role.AGENT, "Cone 6."), (Kind.TEXT, Role.PERSON, "Now the glaze")]


@pytest.mark.parametrize(
    ("tool", "data"),
    [
        ("update_todo_list", {"todos": "[x] Look\n[-] Fire\n[ ] Glaze"}),
        ("read_file", {"path": "a", "task_progress": "- [x] Look\n- [-] Fire\n- [ ] Glaze"}),
    ],
)
def test_task_lists(tool: str, data: dict[str, str]) -> None:
    (todo,) = (one for one in read(said("assistant", use(tool, data))) if one.kind is Kind.TODO)
    assert [(item["text"], item["status"]) for item in todo.data["items"]] == [
        ("Look", "done"),
        ("Fire", "active"),
        ("Glaze", "open"),
    ]


def test_summaries() -> None:
    found = told(
        said("user", "We looked.", isSummary=True), said("assistant", use("condense", {"context": "We looked again."}))
    )
    assert found == [(Kind.SUMMARY, Role.AGENT, "We looked."), (Kind.SUMMARY, Role.AGENT, "We looked again.")]


def test_each_query_of_a_call_is_answered_for_itself() -> None:
    answers = [{"query": "a", "result": "1", "success": True}, {"query": "b", "result": "2", "success": False}]
    (result,) = read(said("user", gave(answers)))
    assert (result.text, result.ok) == ("1\n2", False)


@pytest.mark.parametrize(
    ("clock", "at"),
    [
        ("3/1/2026, 11:00:00 AM (Europe/Vienna, UTC+1:00)", "2026-03-01T10:00:00Z"),
        ("3/1/2026, 12:30:00 AM (Asia/Kolkata, UTC+5:30)", "2026-02-28T19:00:00Z"),
        ("3/1/2026, 12:00:00 PM (America/St_Johns, UTC-3:30)", "2026-03-01T15:30:00Z"),
        ("31/31/2026, 11:00:00 AM (Nowhere, UTC+1:00)", ""),
        ("later", ""),
    ],
)
def test_the_environment_says_when_and_where(clock: str, at: str) -> None:
    found = surroundings(environment(clock=clock))
    assert found.at == at
    assert found.context == {"cwd": "/home/ana/kiln", "remote": "https://example.test/ana/kiln"}


def test_a_task_begins_when_its_id_says() -> None:
    context, *_ = read(said("user", "<task>hi</task>", environment(clock="later")))
    assert (context.kind, context.at) == (Kind.CONTEXT, "2026-03-01T10:00:00Z")


def test_the_document_beside_the_messages_says_where_it_ran() -> None:
    notes = {"title": "Glaze", "git": {"branch": "main"}}
    value = {"version": 1, "session_id": "s", "started_at": "2026-03-01T10:00:00Z", "cwd": "/k", "metadata": notes}
    context, title = (one for one in parse([pretty(value)], Identity("s")) if isinstance(one, Record))
    assert (dict(context.data), context.at) == ({"cwd": "/k", "branch": "main"}, "2026-03-01T10:00:00Z")
    assert (title.kind, title.text) == (Kind.TITLE, "Glaze")


def test_elements_that_never_close_are_text() -> None:
    assert list(elements("<task>" * 5000)) == []


def test_roo_is_told_from_cline_by_its_words_or_its_folder() -> None:
    ours = pretty([said("user", "<task>hi</task>", environment("Workspace"))])
    theirs = pretty([said("user", "<task>hi</task>", environment())])
    folder = f"/x/globalStorage/rooveterinaryinc.roo-cline/tasks/{CHAT}/api_conversation_history.json"
    found = [recognise(name, head) for name, head in ((HISTORY, ours), (HISTORY, theirs), (folder, theirs))]
    assert [one.name for one in found if one] == ["roo", "cline", "roo"]
