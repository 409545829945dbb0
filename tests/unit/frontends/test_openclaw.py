from typing import Any

import orjson
import pytest

from tests.unit.frontends.rows import lines, read
from wikimem.frontends.openclaw import recognise
from wikimem.model.record import Identity, Kind, Record, Role

HEADER = {"type": "session", "version": 3, "id": "9f3c", "cwd": "/home/ana"}


def message(role: str, content: Any, **more: Any) -> dict[str, Any]:
    return {"type": "message", "id": f"e-{role}", "message": {"role": role, "content": content, **more}}


def records(*entries: dict[str, Any]) -> list[Record]:
    given = [orjson.dumps(entry) + b"\n" for entry in (HEADER, *entries)]
    return [one for one in read("openclaw", given)[1] if one.kind is not Kind.CONTEXT]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("fire it", "fire it"),
        ("[Telegram Ana id:7 2026-02-24 09:00 UTC] fire it\n[message_id: 12]", "fire it"),
        ('Conversation info (untrusted metadata):\n```json\n{"id": 7}\n```\n\nfire it', "fire it"),
        ("[wip] fire it", "[wip] fire it"),
    ],
)
def test_a_channels_envelope_is_taken_off(text: str, said: str) -> None:
    (found,) = records(message("user", text))
    assert (found.text, found.role) == (said, Role.PERSON)


@pytest.mark.parametrize("text", ["Read HEARTBEAT.md if it exists.", "[cron:7 nightly] sum up", "System: restarted"])
def test_what_the_gateway_says_is_no_persons_word(text: str) -> None:
    assert [one.role for one in records(message("user", text))] == [Role.INJECTED]


def test_silent_answers_say_nothing() -> None:
    assert records(message("assistant", [{"type": "text", "text": "HEARTBEAT_OK"}])) == []


def test_a_command_that_failed_says_so_in_its_exit_code() -> None:
    (result,) = records(message("toolResult", "no", toolCallId="c1", details={"exitCode": 2}))
    assert not result.ok


def test_an_answer_that_stopped_is_told() -> None:
    (notice,) = records(message("assistant", [], stopReason="aborted"))
    assert (notice.kind, notice.name) == (Kind.NOTICE, "interrupted")


def test_compressed_events_are_named() -> None:
    given = lines("openclaw", "9f3c", {"table": "event", "seq": 0, "event_zstd": "[91 bytes]"})
    _, found, findings = read("openclaw", given)
    assert found == []
    assert [(one.code, one.line) for one in findings] == [("unreadable-event", 2)]


def test_a_window_names_the_one_before() -> None:
    row = {"table": "session", "session_id": "b", "previous_session_id": "a", "display_name": "Kiln"}
    assert read("openclaw", lines("openclaw", "b", row))[0] == Identity("b", parent="a")


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        ("/home/ana/.openclaw/agents/main/sessions/9f3c.jsonl", True),
        (r"C:\Users\ana\.clawdbot\agents\main\sessions\9f3c.jsonl", True),
        ("/home/ana/.openclaw/agents/main/sessions/9f3c.trajectory.jsonl", False),
        ("/home/ana/.openclaw/agents/main/sessions/9f3c.jsonl.deleted.2026-03-01", False),
        ("/home/ana/.pi/agent/sessions/--home-ana--/9f3c.jsonl", False),
    ],
)
def test_the_folder_tells_it_from_pi(name: str, ours: bool) -> None:
    assert recognise(name, orjson.dumps(HEADER)) is ours
