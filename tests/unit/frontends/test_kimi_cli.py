from typing import Any

from tests.unit.frontends.reading import Agent
from wikimem.model.record import Identity, Kind, Role

kimi = Agent("kimi-cli")


def row(kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": kind, "time": 1772359200000, **fields}


def loop(kind: str, **event: Any) -> dict[str, Any]:
    return row("context.append_loop_event", event={"type": kind, **event})


def said(text: str, origin: str = "user") -> dict[str, Any]:
    message = {"role": "user", "content": [{"type": "text", "text": text}], "origin": {"kind": origin}}
    return row("context.append_message", message=message)


def test_folders_name_session_and_sub_agent() -> None:
    folder = "/home/ana/.kimi-code/sessions/wd_garden_ab/session_1/agents"
    assert kimi.identify(f"{folder}/main/wire.jsonl", said("Hi")) == Identity("session_1")
    assert kimi.identify(f"{folder}/agent-0/wire.jsonl", said("Hi")) == Identity("session_1", agent="agent-0")
    assert kimi.identify(folder.replace("/", "\\") + "\\main\\wire.jsonl", said("Hi")) == Identity("session_1")


def test_the_state_belongs_to_the_same_session() -> None:
    state = {"workDir": "/home/ana", "agents": {}, "lastPrompt": "Hi", "title": "Peas"}
    assert kimi.identify("/x/sessions/wd_a/session_1/state.json", state) == Identity("session_1")


def test_a_call_id_that_comes_again_is_another_call() -> None:
    records = kimi.read(
        loop("tool.call", stepUuid="s1", toolCallId="Bash_0", name="Bash", args={"command": "ls"}),
        loop("tool.result", toolCallId="Bash_0", result={"output": "a"}),
        loop("tool.call", stepUuid="s2", toolCallId="Bash_0", name="Bash", args={"command": "ls"}),
        loop("tool.result", toolCallId="Bash_0", result={"output": "b", "isError": True}),
    )
    assert [(one.kind, one.call) for one in records] == [
        (Kind.CALL, "s1:Bash_0"),
        (Kind.RESULT, "s1:Bash_0"),
        (Kind.CALL, "s2:Bash_0"),
        (Kind.RESULT, "s2:Bash_0"),
    ]
    assert [one.ok for one in records] == [True, True, True, False]


def test_a_prompt_told_by_turn_and_by_message_is_one() -> None:
    prompt = row("turn.prompt", input=[{"type": "text", "text": "Hi"}], origin={"kind": "user"})
    assert [(one.role, one.text) for one in kimi.read(prompt, said("Hi"))] == [(Role.PERSON, "Hi")]


def test_reminders_and_a_sub_agents_task_are_injected() -> None:
    assert [one.role for one in kimi.read(said("Be brief", "injection"))] == [Role.INJECTED]
    assert [one.role for one in kimi.read(said("Count", "system_trigger"), agent="agent-0")] == [Role.INJECTED]


def test_the_same_words_at_the_same_time_are_two_records() -> None:
    assert [one.text for one in kimi.read(said("hi"), said("hi"))] == ["hi", "hi"]
