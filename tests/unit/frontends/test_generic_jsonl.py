from typing import Any

import pytest

from tests.contract.transcripts import lines
from wikimem.frontends.generic_jsonl import identify, parse, recognise
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Kind, Record, Role


def read(*entries: Any, session: str = "talk") -> list[Record]:
    found = list(parse(lines(*entries), Identity(session)))
    assert all(isinstance(one, Record) for one in found), found
    return [one for one in found if isinstance(one, Record)]


@pytest.mark.parametrize(
    ("role", "expected"),
    [
        ("user", Role.PERSON),
        ("Human", Role.PERSON),
        ("assistant", Role.AGENT),
        ("ai", Role.AGENT),
        ("bot", Role.AGENT),
        ("model", Role.AGENT),
        ("system", Role.INJECTED),
        ("developer", Role.INJECTED),
    ],
)
def test_roles(role: str, expected: Role) -> None:
    (record,) = read({"role": role, "content": "hi"})
    assert (record.kind, record.role, record.name) == (Kind.TEXT, expected, "")


def test_tools_give_results() -> None:
    (record,) = read({"role": "tool", "content": "42", "tool_call_id": "c1"})
    assert (record.kind, record.call, record.text) == (Kind.RESULT, "c1", "42")


def test_calls_of_tools() -> None:
    function = {"name": "search", "arguments": '{"query": "clay"}'}
    text, call = read({"role": "assistant", "content": "Looking.", "tool_calls": [{"id": "c1", "function": function}]})
    assert (call.kind, call.name, call.text, call.call, call.message) == (Kind.CALL, "search", "clay", "c1", text.key)


@pytest.mark.parametrize(
    "entry",
    [
        {"author": "Ana", "text": "hi"},
        {"speaker": "Ana", "message": "hi"},
        {"name": "Ana", "body": "hi"},
        {"from": "Ana", "content": [{"type": "text", "text": "hi"}]},
        {"role": "user", "name": "Ana", "content": [{"text": "hi"}]},
        {"type": "message", "message": {"role": "user", "content": "hi"}, "name": "Ana"},
    ],
)
def test_authors_are_persons_and_keep_their_names(entry: dict[str, Any]) -> None:
    (record,) = read(entry)
    assert (record.role, record.name, record.text, record.message) == (Role.PERSON, "Ana", "hi", record.key)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("time", "2026-03-01T11:00:00+01:00"),
        ("timestamp", "2026-03-01T10:00:00Z"),
        ("created_at", 1772359200),
        ("ts", 1772359200000),
        ("date", "2026-03-01 10:00:00"),
    ],
)
def test_times_of_every_shape(field: str, value: Any) -> None:
    assert read({"role": "user", "content": "hi", field: value})[0].at == "2026-03-01T10:00:00Z"


def test_given_ids_are_keys_and_a_repeated_message_is_told_once() -> None:
    first = {"role": "user", "content": "hi", "id": 7}
    reused = {"role": "user", "content": "other words", "id": 7}
    records = read(first, first, reused)
    assert [one.text for one in records] == ["hi", "other words"]
    assert records[0].key == "7"


def test_the_same_words_again_are_another_message() -> None:
    records = read({"role": "user", "content": "yes"}, {"role": "user", "content": "yes"})
    assert len({one.key for one in records}) == 2


@pytest.mark.parametrize(
    ("data", "session"),
    [
        (b'{"role": "user", "content": "hi", "session_id": "s1"}\n', "s1"),
        (b'{"session": "s2", "title": "Clay"}\n{"role": "user", "content": "hi"}\n', "s2"),
        (b'{"id": "m1", "role": "user", "content": "hi"}\n', "talk"),
        (b'{"id": "d1", "messages": [{"role": "user", "content": "hi"}]}', "d1"),
        (b'[{"role": "user", "content": "hi"}]', "talk"),
        (b'{\n  "messages": [\n    {"role": "user", "content": "hi"}\n  ]\n}\n', "talk"),
    ],
)
def test_sessions_and_documents(data: bytes, session: str) -> None:
    given = data.splitlines(keepends=True)
    assert recognise("talk.json", data)
    assert identify("a/talk.json", given) == Identity(session)
    found = [one for one in parse(given, Identity(session)) if isinstance(one, Record)]
    assert [one.text for one in found if one.kind is Kind.TEXT] == ["hi"]


def test_a_document_says_where_it_ran() -> None:
    records = read(
        {"title": "Clay", "cwd": "/home/ana", "started": 1772359200, "messages": [{"role": "user", "content": "hi"}]}
    )
    assert [(one.kind, one.text, one.at) for one in records[:2]] == [
        (Kind.CONTEXT, "", "2026-03-01T10:00:00Z"),
        (Kind.TITLE, "Clay", ""),
    ]
    assert dict(records[0].data) == {"cwd": "/home/ana"}


def test_half_a_document_yields_a_finding_and_nothing_else() -> None:
    (found,) = parse([b"[\n", b'  {"role": "user", "content": "hi"}\n'], Identity("talk"))
    assert isinstance(found, Diagnostic)
    assert found.code == "malformed-document"


def test_lines_of_another_session_are_reported_once() -> None:
    told = [{"role": "user", "content": text, "session": "b"} for text in ("x", "y")]
    found = list(parse(lines(*told), Identity("a")))
    assert [one.code for one in found if isinstance(one, Diagnostic)] == ["other-session"]
    assert len(found) == 1


def test_other_lines_are_kept_as_other() -> None:
    (record,) = read({"type": "turn_ended", "status": "ok"})
    assert (record.kind, record.name) == (Kind.OTHER, "turn_ended")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"# A page\n",
        b'{"name": "kiln", "version": "1.0"}',
        b'{"messages": [{"type": "user", "content": "x"}]}',
    ],
)
def test_what_is_no_conversation_is_not_recognised(data: bytes) -> None:
    assert not recognise("x.json", data)
    assert identify("x.json", data.splitlines(keepends=True)) is None


def test_a_long_document_is_recognised_by_its_beginning() -> None:
    head = b'{"messages": [{"role": "user", "content": "' + b"x" * 70_000
    assert recognise("x.json", head[:65536])
