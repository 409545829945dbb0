import json
from typing import Any

import pytest

from tests.contract.transcripts import lines
from tests.contract.trees import CHAT, PI_FILE, PI_SESSION, Pi, title_slot
from wikimem.frontends import oh_my_pi, recognise
from wikimem.frontends.pi import identify, parse
from wikimem.model.record import Act, Identity, Kind, Record, Role


@pytest.fixture
def pi() -> Pi:
    return Pi()


def read(*entries: Any, agent: str = "") -> list[Record]:
    return [one for one in parse(lines(*entries), Identity(PI_SESSION, agent)) if isinstance(one, Record)]


def test_the_header_names_the_session_and_what_it_was_forked_from(pi: Pi) -> None:
    fork = pi.header(parentSession=f"/x/2026-02-28T10-00-00-000Z_{CHAT}.jsonl")
    assert identify("copy.jsonl", lines(b"torn{\n", fork)) == Identity(PI_SESSION, parent=CHAT)


def test_the_first_version_calls_it_a_branch(pi: Pi) -> None:
    old = {
        "type": "session",
        "id": PI_SESSION,
        "timestamp": "2026-03-01T10:00:00Z",
        "cwd": "/",
        "branchedFrom": "a.jsonl",
    }
    assert identify("x.jsonl", lines(old)) == Identity(PI_SESSION, parent="a")


def test_without_a_header_the_name_says_the_session(pi: Pi) -> None:
    assert identify(f"/x/{PI_FILE}", lines(pi.user("hi"))) == Identity(PI_SESSION)


def test_going_back_leaves_a_notice_and_keeps_the_branch(pi: Pi) -> None:
    first = pi.user("Try glaze A")
    left = pi.agent("It cracked.")
    back = pi.entry("message", parentId=first["id"], message={"role": "user", "content": "Try glaze B"})
    records = read(pi.header(), first, left, back)
    assert [(one.kind, one.name or one.text) for one in records if one.kind is not Kind.CONTEXT] == [
        (Kind.TEXT, "Try glaze A"),
        (Kind.TEXT, "It cracked."),
        (Kind.NOTICE, "branched"),
        (Kind.TEXT, "Try glaze B"),
    ]


def test_a_parent_that_is_not_in_the_file_is_no_branch(pi: Pi) -> None:
    records = read(
        pi.header(), pi.user("a"), pi.entry("message", parentId="gone", message={"role": "user", "content": "b"})
    )
    assert Kind.NOTICE not in {one.kind for one in records}


def test_keys_outlive_the_rewrite_that_gives_entries_ids(pi: Pi) -> None:
    new = [pi.header(), pi.user("a"), pi.agent("b"), pi.entry("compaction", summary="s", firstKeptEntryId="e0000001")]
    old = [{name: value for name, value in one.items() if name not in ("id", "parentId")} for one in new[1:3]]
    old.append({"type": "compaction", "timestamp": new[3]["timestamp"], "summary": "s", "firstKeptEntryIndex": 1})
    kept = {one.key for one in read(*old)}
    assert kept <= {one.key for one in read(*new)}


def test_what_an_extension_put_in_is_injected(pi: Pi) -> None:
    (record,) = read(pi.entry("custom_message", customType="wikimem", content="old notes", display=False))
    assert (record.role, record.name) == (Role.INJECTED, "wikimem")


def test_system_prompts_are_injected_and_states_of_extensions_say_nothing(pi: Pi) -> None:
    found = read(pi.message("system", "Be brief."), pi.entry("custom", customType="ui", data={"a": 1}))
    assert [(one.role, one.text) for one in found] == [(Role.INJECTED, "Be brief.")]


def test_a_command_the_person_ran(pi: Pi) -> None:
    call, result = read(pi.message("bashExecution", None, command="make", output="no", exitCode=2, cancelled=False))
    assert (call.role, call.act, call.text, call.call) == (Role.PERSON, Act.RUN, "make", result.call)
    assert (result.text, result.ok) == ("no", False)


@pytest.mark.parametrize(("reason", "name"), [("aborted", "interrupted"), ("error", "error")])
def test_an_answer_that_broke_off(pi: Pi, reason: str, name: str) -> None:
    *_, notice = read(pi.agent(stopReason=reason, errorMessage="Request was aborted"))
    assert (notice.kind, notice.name, notice.text) == (Kind.NOTICE, name, "Request was aborted")


def test_words_thoughts_and_calls_of_a_message_are_one_turn(pi: Pi) -> None:
    call = {"type": "toolCall", "id": "c", "name": "edit", "arguments": {"path": "a.py", "edits": []}}
    _, *told = read(pi.agent({"type": "thinking", "thinking": "hm"}, "Now.", call))
    assert [one.kind for one in told] == [Kind.THOUGHT, Kind.TEXT, Kind.CALL]
    assert len({one.message for one in told}) == 1
    assert (told[2].act, told[2].text) == (Act.EDIT, "a.py")


def test_the_model_is_told_when_it_changes(pi: Pi) -> None:
    records = read(pi.header(), pi.agent("a"), pi.agent("b"), pi.agent("c", model="gpt-5"))
    assert [dict(one.data).get("model") for one in records if one.kind is Kind.CONTEXT] == [
        None,
        "claude-opus-4-5",
        "gpt-5",
    ]


def test_images_are_stubs(pi: Pi) -> None:
    (record,) = read(pi.message("user", [{"type": "image", "data": "AAAA", "mimeType": "image/png"}]))
    assert record.text == "[image image/png, 3 bytes]"


def test_oh_my_pi_is_told_from_pi_by_its_title_its_models_or_its_folder(pi: Pi) -> None:
    def agent(name: str, *entries: Any) -> str | None:
        found = recognise(name, b"".join(lines(*entries)))
        return found.name if found else None

    assert agent("x.jsonl", pi.header()) == "pi"
    assert agent("/home/ana/.omp/agent/sessions/a/x.jsonl", pi.header()) == "oh-my-pi"
    assert agent("x.jsonl", title_slot(), pi.header()) == "oh-my-pi"
    assert agent("x.jsonl", pi.header(), pi.entry("model_change", model="anthropic/claude-opus-4-5")) == "oh-my-pi"


def test_a_sub_agents_file_lies_in_the_folder_of_its_session(pi: Pi) -> None:
    name = f"/s/{PI_FILE.removesuffix('.jsonl')}/0-Scout.jsonl"
    found = oh_my_pi.identify(name, lines(title_slot(), pi.header(id="0-scout")))
    assert found == Identity(PI_SESSION, agent="0-Scout")
    init = pi.entry("session_init", task="Find the kiln", systemPrompt="x", tools=[])
    assert [(one.role, one.text, one.agent) for one in read(init, pi.user("Find the kiln"), agent="0-Scout")] == [
        (Role.INJECTED, "Find the kiln", "0-Scout"),
        (Role.INJECTED, "Find the kiln", "0-Scout"),
    ]


def test_a_title_written_over_in_place_is_a_title(pi: Pi) -> None:
    records = read(title_slot("Glaze"), pi.header(), pi.entry("title_change", title="Firing"))
    assert [one.text for one in records if one.kind is Kind.TITLE] == ["Glaze", "Firing"]


def test_a_name_that_is_no_entry_is_not_recognised() -> None:
    assert recognise("x.jsonl", json.dumps({"type": "session", "id": 7}).encode()) is None
