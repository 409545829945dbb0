import re
from typing import Any

from tests.contract.transcripts import lines, whole
from tests.contract.trees import pretty
from wikimem.frontends.mapped import Format, frontend
from wikimem.model.record import Identity, Kind, Record, Role

LINES = Format(
    "parley",
    "Parley",
    ("*.parley",),
    message={
        "role": "by.kind",
        "name": "by.name",
        "text": "parts.0.text",
        "time": "at",
        "id": "id",
        "session": "room",
        "tool": "do.name",
        "input": "do.with",
        "call": "do.id",
        "result": "do.out",
    },
    roles={"client": "person", "bot": "agent", "host": "injected"},
)


def read(form: Format, data: bytes) -> tuple[Identity | None, list[Record]]:
    found = frontend(form)
    given = data.splitlines(keepends=True)
    identity = found.identify("a/talk.parley", given)
    records = found.parse(given, identity or Identity("none"))
    return identity, [one for one in records if isinstance(one, Record)]


def line(kind: str, text: str, **fields: Any) -> dict[str, Any]:
    return {"by": {"kind": kind, "name": "Ana"}, "parts": [{"text": text}], "at": 1772359200, "room": "r1", **fields}


def test_only_names_that_fit_are_its_own() -> None:
    found = frontend(LINES)
    assert found.recognise("/a/b/talk.parley", b"")
    assert not found.recognise("/a/b.parley/talk.json", b"")


def test_lines_whose_fields_lie_deep() -> None:
    identity, records = read(
        LINES, whole(line("client", "Which clay?", id=1), line("bot", "Stoneware."), line("host", "x"))
    )
    assert identity == Identity("r1")
    assert [(one.role, one.text) for one in records] == [
        (Role.PERSON, "Which clay?"),
        (Role.AGENT, "Stoneware."),
        (Role.INJECTED, "x"),
    ]
    assert (records[0].key, records[0].at, records[0].name) == ("1", "2026-03-01T10:00:00Z", "Ana")


def test_calls_and_results() -> None:
    call = {"do": {"name": "search", "with": {"q": "clay"}, "id": "c1", "out": "3 found"}, "by": {"kind": "bot"}}
    _, (asked, answered) = read(LINES, whole(call))
    assert (asked.kind, asked.name, asked.text) == (Kind.CALL, "search", "clay")
    assert (answered.kind, answered.text, answered.call) == (Kind.RESULT, "3 found", "c1")


def test_a_document() -> None:
    places = {"messages": "log.items", "session": "log.id", "title": "log.subject", "cwd": "log.folder"}
    form = Format("parley", "Parley", ("*",), places, {"role": "who", "text": "said"}, {"me": "person"})
    log = {"id": 7, "subject": "Clay", "folder": "/home/ana", "items": [{"who": "me", "said": "hi"}]}
    identity, records = read(form, pretty({"log": log}))
    assert identity == Identity("7")
    assert [(one.kind, one.text) for one in records] == [(Kind.CONTEXT, ""), (Kind.TITLE, "Clay"), (Kind.TEXT, "hi")]


def test_markdown() -> None:
    openings = {"person": re.compile(r">> (?P<name>\w+) at (?P<time>\S+)"), "agent": re.compile("<< bot")}
    form = Format("parley", "Parley", ("*",), markdown=openings)
    identity, records = read(form, b">> Ana at 2026-03-01T10:00:00Z\nWhich clay?\n<< bot\nStoneware.\n")
    assert identity == Identity("talk")
    assert [(one.role, one.name, one.at, one.text) for one in records] == [
        (Role.PERSON, "Ana", "2026-03-01T10:00:00Z", "Which clay?"),
        (Role.AGENT, "", "", "Stoneware."),
    ]


def test_what_is_not_where_the_format_says_is_kept_as_other() -> None:
    _, records = read(LINES, b"".join(lines({"by": "Ana", "parts": {}})))
    assert [one.kind for one in records] == [Kind.OTHER]
