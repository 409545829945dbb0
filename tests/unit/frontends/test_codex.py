"""Each pitfall of Codex rollouts, as small as it gets."""

import json
from typing import Any

import pytest

from tests.contract.transcripts import CODEX_PARENT, CODEX_SESSION, Codex, clock, lines
from wikimem.frontends.codex import identify, parse, recognise
from wikimem.model.record import Act, Identity, Kind, Record, Role

LATER = "019b0000-0002-7000-8000-00000000000a"
EARLIER = "019a0000-0002-7000-8000-00000000000a"
PATCH = "*** Begin Patch\n*** Update File: src/kiln.py\n@@\n-a\n+b\n*** Add File: docs/vent.md\n+x\n*** End Patch"


@pytest.fixture
def codex() -> Codex:
    return Codex()


def read(*entries: Any, identity: Identity | None = None) -> list[Record]:
    found = list(parse(lines(*entries), identity or Identity(CODEX_SESSION)))
    assert all(isinstance(one, Record) for one in found), found
    return [one for one in found if isinstance(one, Record)]


def only(kind: Kind, *entries: Any) -> list[Record]:
    return [one for one in read(*entries) if one.kind is kind]


def texts(*entries: Any) -> list[tuple[str, str]]:
    return [(one.role.value, one.text) for one in only(Kind.TEXT, *entries)]


def test_context_comes_from_meta_and_turns(codex: Codex) -> None:
    found = only(Kind.CONTEXT, codex.meta(), codex.turn(), codex.turn(), codex.turn(cwd="/home/ana/glaze"))
    assert [one.data.get("cwd") for one in found] == ["/home/ana/kiln", "/home/ana/kiln", "/home/ana/glaze"]
    assert dict(found[1].data) == {
        "cwd": "/home/ana/kiln",
        "version": "0.150.0",
        "branch": "main",
        "commit": "c" * 40,
        "remote": "https://example.test/ana/kiln.git",
        "model": "gpt-5.2-codex",
    }


def test_what_is_told_twice_is_read_once_in_either_order(codex: Codex) -> None:
    event, item = codex.event("user_message", message="Fix it"), codex.user("Fix it")
    said, told = codex.event("agent_message", message="Done."), codex.agent("Done.")
    assert texts(event, item, said, told) == [("person", "Fix it"), ("agent", "Done.")]
    assert texts(item, event, told, said) == [("person", "Fix it"), ("agent", "Done.")]
    assert texts(item, event, item, event) == [("person", "Fix it"), ("person", "Fix it")]


def test_an_event_without_an_item_is_read(codex: Codex) -> None:
    assert texts(codex.event("user_message", message="Fix it")) == [("person", "Fix it")]


@pytest.mark.parametrize(
    "text",
    [
        "# AGENTS.md instructions for /home/ana/kiln\n\n<INSTRUCTIONS>\nx\n</INSTRUCTIONS>",
        "<environment_context>\n<cwd>/x</cwd>\n</environment_context>",
        "<user_instructions>\nbe brief\n</user_instructions>",
        "<permissions instructions>\nx\n</permissions instructions>",
        "<turn_aborted>\nx\n</turn_aborted>",
        "<skill>\nx\n</skill>",
        "<subagent_notification>\nx\n</subagent_notification>",
    ],
)
def test_harness_text_is_injected(codex: Codex, text: str) -> None:
    assert texts(codex.user(text)) == [("injected", text)]


def test_developer_messages_are_injected(codex: Codex) -> None:
    item = codex.item("message", role="developer", content=[{"type": "input_text", "text": "rules"}])
    assert texts(item) == [("injected", "rules")]


def test_kinds_of_content_say_who_spoke(codex: Codex) -> None:
    passed = {"content_item_kinds": ["memories.instructions", "user.text"]}
    item = codex.user("remembered", "Fix it", internal_chat_message_metadata_passthrough=passed)
    assert texts(item) == [("injected", "remembered"), ("person", "Fix it")]


def test_the_request_is_taken_out_of_editor_context(codex: Codex) -> None:
    text = "# Context from my IDE setup:\n\n## Open tabs:\n- a.py\n\n## My request for Codex:\nFix it\n"
    assert texts(codex.user(text)) == [("person", "Fix it")]


def test_a_persons_own_command_is_a_call_with_its_result(codex: Codex) -> None:
    text = (
        "<user_shell_command>\n<command>\nls\n</command>\n<result>\nExit code: 1\nDuration: 0.1 seconds\n"
        "Output:\nnothing\n</result>\n</user_shell_command>"
    )
    event = codex.event(
        "exec_command_end", call_id="x", command=["bash", "-lc", "ls"], source="user_shell", exit_code=1
    )
    call, result = read(codex.user(text), event)
    assert (call.kind, call.role, call.act, call.text) == (Kind.CALL, Role.PERSON, Act.RUN, "ls")
    assert (result.call, result.text, result.ok) == (call.call, "nothing", False)


def test_a_turn_is_thoughts_then_words_then_calls(codex: Codex) -> None:
    reasoning = codex.item("reasoning", summary=[{"type": "summary_text", "text": "Hm"}], encrypted_content="zz")
    again = codex.event("agent_reasoning", text="Hm")
    first, second = codex.call("shell", {"command": ["ls"]}, "a"), codex.call("shell", {"command": ["pwd"]}, "b")
    records = read(codex.user("go"), reasoning, again, codex.agent("Looking."), first, second, codex.agent("Done."))
    kinds = [(one.kind, one.message == records[1].message) for one in records[1:]]
    assert kinds == [
        (Kind.THOUGHT, True),
        (Kind.TEXT, True),
        (Kind.CALL, True),
        (Kind.CALL, True),
        (Kind.TEXT, False),
    ]


def test_encrypted_reasoning_and_counts_are_dropped(codex: Codex) -> None:
    reasoning = codex.item("reasoning", summary=[], content=None, encrypted_content="zz")
    assert read(reasoning, codex.event("token_count", info=None), codex.line("world_state", {"full": True})) == []


@pytest.mark.parametrize(
    ("name", "arguments", "act", "text"),
    [
        ("shell", {"command": ["bash", "-lc", "git log"], "workdir": "/x"}, Act.RUN, "git log"),
        ("shell", {"command": ["git", "log"]}, Act.RUN, "git log"),
        ("exec_command", {"cmd": "make"}, Act.RUN, "make"),
        ("apply_patch", {"input": PATCH}, Act.EDIT, "src/kiln.py"),
        ("shell", {"command": ["apply_patch", PATCH]}, Act.EDIT, "src/kiln.py"),
        ("shell", {"command": ["bash", "-lc", f"apply_patch <<'EOF'\n{PATCH}\nEOF"]}, Act.EDIT, "src/kiln.py"),
        ("view_image", {"path": "shot.png"}, Act.READ, "shot.png"),
        ("request_user_input", {"questions": [{"question": "Which?"}]}, Act.ASK, "Which?"),
    ],
)
def test_calls_say_what_they_ask(codex: Codex, name: str, arguments: Any, act: Act, text: str) -> None:
    (call,) = only(Kind.CALL, codex.call(name, arguments))
    assert (call.act, call.text, call.call) == (act, text, "call_1")
    if act is Act.EDIT:
        assert dict(call.data) == {"patch": PATCH, "files": ["src/kiln.py", "docs/vent.md"]}


def test_other_kinds_of_calls(codex: Codex) -> None:
    found = only(
        Kind.CALL,
        codex.item("custom_tool_call", name="apply_patch", input=PATCH, call_id="a"),
        codex.item("local_shell_call", action={"type": "exec", "command": ["ls"]}, call_id="b"),
        codex.item("web_search_call", action={"type": "search", "query": "cone 6"}),
        codex.event("web_search_end", call_id="c", query="cone 6"),
    )
    assert [(one.act, one.text) for one in found] == [
        (Act.EDIT, "src/kiln.py"),
        (Act.RUN, "ls"),
        (Act.WEB, "cone 6"),
    ]


def test_arguments_that_are_no_json_are_kept(codex: Codex) -> None:
    (call,) = only(Kind.CALL, codex.call("shell", '{"command": ["ls'))
    assert dict(call.data) == {"arguments": '{"command": ["ls'}


@pytest.mark.parametrize(
    ("output", "text", "ok"),
    [
        ("a.txt\n", "a.txt", True),
        ("Exit code: 2\nWall time: 0.1 seconds\nOutput:\nno\n", "no", False),
        ("Chunk ID: 9\nWall time: 0.0 seconds\nProcess exited with code 0\nOutput:\nyes\n", "yes", True),
        (json.dumps({"output": "boom", "metadata": {"exit_code": 1, "duration_seconds": 0.1}}), "boom", False),
        ({"content": "fine", "success": True}, "fine", True),
        ({"content": "bad", "success": False}, "bad", False),
        ([{"type": "input_text", "text": "a"}, {"type": "input_text", "text": "b"}], "a\nb", True),
        ({"type": "input_text", "text": "one"}, "one", True),
        ("exec command rejected by user", "exec command rejected by user", False),
        ("Exit code: 1 was what I expected\n" * 2, None, False),
        (None, "", True),
    ],
)
def test_outputs_of_every_shape(codex: Codex, output: Any, text: str | None, ok: bool) -> None:
    (result,) = only(Kind.RESULT, codex.output(output))
    assert result.ok is ok
    assert text is None or result.text == text


def test_a_command_told_by_item_and_event_has_one_call_and_one_result(codex: Codex) -> None:
    call, output = codex.call("shell", {"command": ["ls"]}), codex.output("a.txt")
    event = codex.event("exec_command_end", call_id="call_1", command=["ls"], aggregated_output="a.txt\n", exit_code=0)
    for told in ([call, event, output], [call, output, event], [event, call, output]):
        assert [(one.kind, one.text) for one in read(*told)] == [(Kind.CALL, "ls"), (Kind.RESULT, "a.txt")]


def test_patches_and_mcp_calls_told_by_events_only(codex: Codex) -> None:
    patch = codex.event("patch_apply_end", call_id="p", success=False, stderr="no", changes={"a.py": {}})
    result = {"Ok": {"content": [{"type": "text", "text": "made"}], "isError": False}}
    invocation = {"server": "tracker", "tool": "create", "arguments": {"query": "crack"}}
    tool = codex.event("mcp_tool_call_end", call_id="m", invocation=invocation, result=result)
    assert [(one.kind, one.name, one.text, one.ok) for one in read(patch, tool)] == [
        (Kind.CALL, "apply_patch", "a.py", True),
        (Kind.RESULT, "", "no", False),
        (Kind.CALL, "mcp__tracker__create", "crack", True),
        (Kind.RESULT, "", "made", True),
    ]


def test_a_plan_update_is_a_task_list(codex: Codex) -> None:
    steps = [{"step": "Fire", "status": "in_progress"}, {"step": "Glaze", "status": "pending"}]
    records = read(codex.call("update_plan", {"plan": steps}), codex.output("Plan updated"))
    assert [one.kind for one in records] == [Kind.TODO]
    assert records[0].data["items"] == [{"text": "Fire", "status": "active"}, {"text": "Glaze", "status": "open"}]


def test_answers_to_questions(codex: Codex) -> None:
    questions = [{"id": "q1", "question": "Which cone?", "options": [{"label": "6"}, {"label": "10"}]}]
    answered = codex.output(json.dumps({"answers": {"q1": {"answers": ["6"]}}}))
    (answer,) = only(Kind.ANSWER, codex.call("request_user_input", {"questions": questions}), answered)
    assert (answer.text, answer.role) == ("6", Role.PERSON)
    assert dict(answer.data) == {"question": "Which cone?", "options": ["6", "10"]}


def test_what_happens_to_a_session_is_noticed(codex: Codex) -> None:
    found = only(
        Kind.NOTICE,
        codex.event("turn_aborted", reason="interrupted"),
        codex.event("context_compacted"),
        codex.event("error", message="stream lost"),
        codex.event("task_complete", error={"message": "quota"}),
        codex.event("task_complete", last_agent_message="Done."),
    )
    assert [(one.name, one.text) for one in found] == [
        ("interrupted", "interrupted"),
        ("compacted", "Context compacted"),
        ("error", "stream lost"),
        ("error", "quota"),
    ]


def test_summaries_titles_reviews_and_plans(codex: Codex) -> None:
    handed = "Another language model started to solve this problem and produced a summary of its work:\nWe fired it."
    review = {"overall_explanation": "Mostly fine.", "findings": [{"title": "Leak", "body": "The flap leaks."}]}
    records = read(
        codex.line("compacted", {"message": handed, "replacement_history": []}),
        codex.line("compacted", {"message": ""}),
        codex.event("thread_name_updated", thread_name="Kiln"),
        codex.event("exited_review_mode", review_output=review),
        codex.event("item_completed", item={"type": "Plan", "text": "1. Vent"}),
        codex.event("item_completed", item={"type": "AgentMessage"}),
    )
    assert [(one.kind, one.text) for one in records] == [
        (Kind.SUMMARY, "We fired it."),
        (Kind.TITLE, "Kiln"),
        (Kind.TEXT, "Mostly fine.\n- Leak: The flap leaks."),
        (Kind.PLAN, "1. Vent"),
    ]


def test_unknown_types_are_kept_as_other(codex: Codex) -> None:
    found = only(Kind.OTHER, codex.event("novelty", x=1), codex.item("novelty_item"), codex.line("new_line", {"y": 2}))
    assert [one.name for one in found] == ["novelty", "novelty_item", "new_line"]


def test_a_fork_skips_the_history_it_repeats(codex: Codex) -> None:
    told = [
        codex.meta(forked_from_id=CODEX_PARENT),
        codex.meta(CODEX_PARENT),
        codex.event("task_started", turn_id=EARLIER),
        codex.user("the parent's"),
        codex.turn(turn_id=EARLIER),
        codex.agent("the parent's answer"),
        codex.event("task_started", turn_id=LATER),
        codex.user("the fork's"),
    ]
    assert identify("x.jsonl", lines(*told)) == Identity(CODEX_SESSION, parent=CODEX_PARENT)
    assert texts(*told) == [("person", "the fork's")]


def test_history_that_cannot_be_told_apart_is_kept(codex: Codex) -> None:
    told = [codex.meta(forked_from_id="p"), codex.meta("p"), codex.user("whose?"), codex.turn(), codex.user("mine")]
    assert texts(*told) == [("person", "whose?"), ("person", "mine")]


def test_a_resumed_session_repeats_its_own_meta(codex: Codex) -> None:
    told = [codex.meta(), codex.user("one"), codex.meta(), codex.user("two")]
    assert texts(*told) == [("person", "one"), ("person", "two")]


def test_a_sub_agents_file_belongs_to_its_parent(codex: Codex) -> None:
    source = {"subagent": {"thread_spawn": {"parent_thread_id": CODEX_PARENT, "depth": 1}}}
    told = [codex.meta(source=source), codex.turn(turn_id=LATER), codex.user("Look into it"), codex.agent("Found.")]
    identity = identify("x.jsonl", lines(*told))
    assert identity == Identity(CODEX_PARENT, agent=CODEX_SESSION)
    records = read(*told, identity=identity)
    assert {one.agent for one in records} == {CODEX_SESSION}
    assert [(one.role, one.text) for one in records if one.kind is Kind.TEXT] == [
        (Role.INJECTED, "Look into it"),
        (Role.AGENT, "Found."),
    ]


def old(role: str, text: str) -> dict[str, Any]:
    return {"type": "message", "role": role, "content": [{"type": "input_text", "text": text}]}


def test_the_old_format(codex: Codex) -> None:
    header = {"id": CODEX_SESSION, "timestamp": clock(0), "instructions": "be brief", "git": {"branch": "main"}}
    environment = old("user", "<environment_context>\n<cwd>/home/ana/kiln</cwd>\n</environment_context>")
    call = {"type": "function_call", "name": "shell", "arguments": '{"command": ["ls"]}', "call_id": "c"}
    output = {"type": "function_call_output", "call_id": "c", "output": '{"output": "a", "metadata": {"exit_code": 0}}'}
    told = [header, {"record_type": "state"}, environment, old("user", "hi"), call, output, old("user", "hi")]
    assert recognise("x.jsonl", b"".join(lines(*told)))
    assert identify("x.jsonl", lines(*told)) == Identity(CODEX_SESSION)
    records = read(*told)
    assert [dict(one.data) for one in records if one.kind is Kind.CONTEXT] == [
        {"branch": "main"},
        {"branch": "main", "cwd": "/home/ana/kiln"},
    ]
    assert [one.text for one in records if one.role is Role.PERSON] == ["hi", "hi"]
    assert [one.text for one in records if one.kind is Kind.RESULT] == ["a"]


def test_an_export_without_meta_goes_by_its_name(codex: Codex) -> None:
    told = lines(codex.user("hi"), codex.agent("Hello."))
    assert identify(f"a/rollout-2026-03-01T10-00-00-{CODEX_SESSION}.jsonl", told) == Identity(CODEX_SESSION)
    assert identify("conversation_only.jsonl", told) == Identity("conversation_only")


def test_a_file_of_another_agent_has_no_session() -> None:
    assert identify("x.jsonl", [b'{"role": "user"}\n', b"\xff\n"]) is None
