"""Raw logs written by the appender and read back, without any agent's transcript."""

import hashlib
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import orjson
import pytest

from wikimem.errors import NotFound, RawLogDamaged
from wikimem.model.record import Act, Kind, Record, Role
from wikimem.model.session import RawRef
from wikimem.store import rawappend, rawlines, rawlog
from wikimem.store.layout import Layout
from wikimem.store.project import Place
from wikimem.store.rawlines import Header

RAW = "raw/codex/2026/s1.jsonl"


class Masking:
    """A redactor that knows one secret."""

    def text(self, text: str, /) -> str:
        return text.replace("hunter2", "[masked]")

    def value(self, value: Any, /) -> Any:
        return orjson.loads(self.text(orjson.dumps(value).decode()))


def append(vault: Layout, records: Iterable[Record], *, project: str = "", seal: bool = True, size: int = 1) -> int:
    path = vault.path(RAW)
    with rawappend.opened(path) as file:
        appender = rawappend.Appender(file, path, Masking())
        appender.begin(Header("codex", "s1", Place("/x/app"), project))
        for record in records:
            appender.append(record)
        if appender.changed and seal:
            appender.seal("t.jsonl", size, "0" * 64)
        elif not seal:
            appender._flush()
        return appender.appended


def said(key: str, text: str, **more: Any) -> Record:
    return Record(key, Kind.TEXT, text=text, **more)


CONVERSATION = (
    Record("c", Kind.CONTEXT, data={"cwd": "/x/app", "branch": "main", "model": "m1"}),
    said("u1", "fix it", role=Role.PERSON, message="p1", at="2026-01-02T10:00:00Z"),
    Record("t1", Kind.THOUGHT, message="a1", text="hm", at="2026-01-02T10:00:01Z"),
    said("x1", "I look.", message="a1", at="2026-01-02T10:00:02Z"),
    Record("k1", Kind.CALL, message="a1", name="Bash", act=Act.RUN, text="ls", call="call-1", data={"command": "ls"}),
    said("u2", "and that", role=Role.PERSON, message="p2"),
    Record("r1", Kind.RESULT, call="call-1", text="no such file", ok=False),
    said("x2", "Done.", message="a1"),
    Record("b", Kind.CONTEXT, data={"branch": "fix", "model": "m2"}),
    Record("l", Kind.LINK, text="https://example.com/pull/1", name="pull-request", data={"number": 1}),
    Record("n1", Kind.TITLE, text="by the agent"),
    Record("s1", Kind.TEXT, message="sub", agent="a7", text="from below", at="2026-01-02T12:00:00Z"),
)


@pytest.fixture
def vault(tmp_path: Path) -> Layout:
    return Layout(tmp_path)


def test_records_become_turns(vault: Layout) -> None:
    append(vault, CONVERSATION)
    session = rawlog.read(vault, RAW)

    assert [(turn.number, turn.kind, turn.text) for turn in session.turns] == [
        (1, Kind.TEXT, "fix it"),
        (2, Kind.TEXT, "I look.\n\nDone."),
        (3, Kind.TEXT, "and that"),
        (3, Kind.LINK, "https://example.com/pull/1"),
        (4, Kind.TEXT, "from below"),
    ]
    turn = session.turns[1]
    assert turn.thought == "hm"
    call = turn.calls[0]
    assert (call.name, call.act, call.asked, call.result, call.ok) == ("Bash", Act.RUN, "ls", "no such file", False)
    assert session.turns[4].agent == "a7"


def test_a_session_knows_where_and_when_it_ran(vault: Layout) -> None:
    append(vault, CONVERSATION)
    session = rawlog.read(vault, RAW)

    assert (session.id, session.agent, session.cwd, session.title) == ("s1", "codex", "/x/app", "by the agent")
    assert (session.branch, session.branches, session.models) == ("main", ("main", "fix"), ("m1", "m2"))
    assert (session.started, session.ended) == ("2026-01-02T10:00:00Z", "2026-01-02T10:00:02Z")
    content = vault.path(RAW).read_bytes()
    assert session.raw == RawRef(RAW, len(content), hashlib.sha256(content).hexdigest())


def test_records_come_back_as_they_went_in(vault: Layout) -> None:
    append(vault, CONVERSATION)
    assert [record for _, record in rawlog.read_log(vault, RAW).records()] == list(CONVERSATION)


def test_a_persons_title_wins(vault: Layout) -> None:
    titles = [Record(str(n), Kind.TITLE, role, text=role.value) for n, role in enumerate((Role.PERSON, Role.AGENT))]
    append(vault, titles)
    assert rawlog.read(vault, RAW).title == "person"


def test_injected_words_never_join_a_persons(vault: Layout) -> None:
    append(
        vault, [said("a", "mine", role=Role.PERSON, message="m"), said("b", "rule", role=Role.INJECTED, message="m")]
    )
    assert [(turn.number, turn.role, turn.text) for turn in rawlog.read(vault, RAW).turns] == [
        (1, Role.PERSON, "mine"),
        (1, Role.INJECTED, "rule"),
    ]


def test_what_stands_in_a_message_keeps_its_kind(vault: Layout) -> None:
    plan = Record("p", Kind.PLAN, message="a1", text="# Plan", ok=False)
    append(vault, [said("a", "Here is my plan.", message="a1"), plan])
    kinds = [(turn.number, turn.kind, turn.ok) for turn in rawlog.read(vault, RAW).turns]
    assert kinds == [(1, Kind.TEXT, True), (1, Kind.PLAN, False)]


def test_a_key_is_written_once(vault: Layout) -> None:
    assert append(vault, CONVERSATION) == len(CONVERSATION)
    before = vault.path(RAW).read_bytes()
    assert append(vault, CONVERSATION) == 0
    assert vault.path(RAW).read_bytes() == before


def test_a_result_that_comes_in_a_later_capture_finds_its_call(vault: Layout) -> None:
    append(vault, CONVERSATION[:6])
    append(vault, CONVERSATION)
    in_pieces = [line for line in vault.path(RAW).read_bytes().splitlines() if b'"seal"' not in line]
    whole = Layout(vault.root / "whole")
    append(whole, CONVERSATION)
    assert in_pieces == [line for line in whole.path(RAW).read_bytes().splitlines() if b'"seal"' not in line]


def test_what_follows_the_last_seal_was_never_captured(vault: Layout) -> None:
    append(vault, CONVERSATION[:3])
    sealed = vault.path(RAW).read_bytes()
    append(vault, CONVERSATION, seal=False)
    assert len(vault.path(RAW).read_bytes()) > len(sealed)
    assert len(list(rawlog.read_log(vault, RAW).records())) == 3
    assert [finding.code for finding in rawlog.verify(vault, RAW)] == ["raw-log-unsealed"]

    append(vault, CONVERSATION)
    assert len(list(rawlog.read_log(vault, RAW).records())) == len(CONVERSATION)
    assert rawlog.verify(vault, RAW) == []


def test_a_long_unsealed_tail_is_cut_off_before_a_short_append(vault: Layout) -> None:
    append(vault, CONVERSATION[:3])
    append(vault, [said(str(number), "words that were never sealed") for number in range(100)], seal=False)
    append(vault, CONVERSATION[:4])
    assert rawlog.verify(vault, RAW) == []
    assert b"never sealed" not in vault.path(RAW).read_bytes()


def test_every_record_is_numbered_by_its_message(vault: Layout) -> None:
    append(vault, CONVERSATION)
    numbers = {record.key: turn for turn, record in rawlog.read_log(vault, RAW).records()}
    assert numbers == {
        "c": 0,
        "u1": 1,
        "t1": 2,
        "x1": 2,
        "k1": 2,
        "u2": 3,
        "r1": 2,
        "x2": 2,
        "b": 3,
        "l": 3,
        "n1": 3,
        "s1": 4,
    }


def test_an_unsealed_log_holds_nothing(vault: Layout) -> None:
    append(vault, CONVERSATION, seal=False)
    with pytest.raises(NotFound):
        rawlog.read(vault, RAW)
    assert rawlog.read_header(vault, RAW) is None
    append(vault, CONVERSATION)
    assert rawlog.verify(vault, RAW) == []


def test_nothing_to_say_leaves_no_file(vault: Layout) -> None:
    with rawappend.opened(vault.path(RAW)):
        pass
    assert not vault.path(RAW).exists()


def test_secrets_do_not_reach_the_file(vault: Layout) -> None:
    data = {"env": {"a": "hunter2"}, "list": ["hunter2"]}
    append(vault, [Record("k", Kind.CALL, text="use hunter2", name="hunter2", data=data, call="c", act=Act.RUN)])
    content = vault.path(RAW).read_bytes()
    assert b"hunter2" not in content
    assert content.count(b"[masked]") == 4


@pytest.mark.parametrize(
    ("record", "kept"),
    [
        (Record("r", Kind.RESULT, call="run", text="x" * 2049), 1024 + 512),
        (Record("r", Kind.RESULT, call="run", text="x" * 2048), 2048),
        (Record("r", Kind.RESULT, call="task", text="x" * 60_000), 60_000),
        (Record("r", Kind.RESULT, call="task", text="x" * 70_000), 32_768 + 16_384),
        (Record("r", Kind.CALL, call="c", act=Act.RUN, text="x" * 9_000), 4096 + 2048),
        (Record("r", Kind.TEXT, text="x" * 200_000), 200_000),
        (Record("r", Kind.TEXT, text="x" * 300_000), 131_072 + 65_536),
    ],
)
def test_long_text_keeps_head_and_tail(vault: Layout, record: Record, kept: int) -> None:
    calls = [Record("k1", Kind.CALL, call="run", act=Act.RUN), Record("k2", Kind.CALL, call="task", act=Act.TASK)]
    append(vault, [*calls, record])
    text = list(rawlog.read_log(vault, RAW).records())[-1][1].text
    assert text.count("x") == kept
    if kept < len(record.text):
        digest = hashlib.sha256(record.text.encode()).hexdigest()
        mark = f"\n[... {len(record.text) - kept:,} characters left out, sha256:{digest} ...]\n"
        assert mark in text


def test_long_strings_in_data_are_cut_and_huge_data_is_marked(vault: Layout) -> None:
    append(vault, [Record("a", Kind.CALL, call="c", data={"deep": [{"text": "y" * 10_000, "short": "z"}]})])
    append(vault, [Record("b", Kind.CALL, call="d", data={"numbers": list(range(100_000))})])
    first, second = (record.data for _, record in rawlog.read_log(vault, RAW).records())
    assert first["deep"][0]["text"].count("y") == 4096 + 2048
    assert first["deep"][0]["short"] == "z"
    assert set(second) == {"left_out", "sha256"}


def test_data_that_json_cannot_say_is_kept_as_far_as_possible(vault: Layout) -> None:
    nested: Any = "end"
    for _ in range(3000):
        nested = [nested]
    append(vault, [Record("a", Kind.CALL, call="c", data={"nested": nested, "number": 1 << 70, "half": "\udc88"})])
    data = next(rawlog.read_log(vault, RAW).records())[1].data
    assert (data["number"], data["half"]) == (hex(1 << 70), "\ufffd")


def test_half_a_surrogate_in_an_id_is_the_same_id_next_time(vault: Layout) -> None:
    record = said("k\udc88", "words \udc88", message="m\udc88")
    assert append(vault, [record]) == 1
    assert append(vault, [record]) == 0


def test_the_last_word_on_the_project_counts(vault: Layout) -> None:
    append(vault, CONVERSATION)
    append(vault, CONVERSATION, project="other")
    log = rawlog.read_log(vault, RAW)
    assert (log.header.project, log.header.place) == ("other", Place("/x/app"))
    assert rawlog.read_header(vault, RAW) == log.header
    assert rawlog.verify(vault, RAW) == []
    before = vault.path(RAW).read_bytes()
    append(vault, CONVERSATION, project="other")
    assert vault.path(RAW).read_bytes() == before


def damage(vault: Layout, line: int, content: bytes) -> None:
    lines = vault.path(RAW).read_bytes().splitlines(keepends=True)
    lines[line - 1] = content + b"\n"
    vault.path(RAW).write_bytes(b"".join(lines))


@pytest.mark.parametrize("content", [b"{broken", b"1,2", b"[]", b'{"turn":[],"key":"x","kind":"text"}', b"\xff"])
def test_a_damaged_line_is_named_and_passed_over(vault: Layout, content: bytes) -> None:
    append(vault, CONVERSATION)
    damage(vault, 3, content)
    log = rawlog.read_log(vault, RAW)
    assert [(finding.code, finding.line) for finding in log.diagnostics] == [("raw-log-damaged", 3)]
    assert log.session().turns[0].text == "I look.\n\nDone."
    assert rawlog.verify(vault, RAW)[0].line == 3


def test_a_changed_word_breaks_the_seal(vault: Layout) -> None:
    append(vault, CONVERSATION)
    content = vault.path(RAW).read_bytes()
    vault.path(RAW).write_bytes(content.replace(b"fix it", b"fix us"))
    assert [finding.code for finding in rawlog.verify(vault, RAW)] == ["raw-log-damaged"]
    assert [finding.code for finding in rawlog.read_log(vault, RAW).diagnostics] == ["raw-log-damaged"]


def test_verify_finds_turns_out_of_order_and_keys_that_repeat(vault: Layout) -> None:
    header = rawlines.header_line(Header("codex", "s1"))
    lines = [header, *(rawlines.record_line(said("k", "x"), turn, "x", {}) for turn in (1, 3))]
    digest = hashlib.sha256(b"".join(lines)).hexdigest()
    vault.path(RAW).parent.mkdir(parents=True)
    vault.path(RAW).write_bytes(b"".join(lines) + rawlines.seal_line(rawlines.Seal("t", 1, "0", digest)))
    messages = [finding.message for finding in rawlog.verify(vault, RAW)]
    assert messages == ["the record 'k' is there twice", "turn 3 follows turn 1"]


@pytest.mark.parametrize("content", [b'{"wikimem":2,"agent":"codex","session":"s1"}', b"{broken"])
def test_a_header_nobody_understands_stops_reader_and_writer(vault: Layout, content: bytes) -> None:
    append(vault, CONVERSATION)
    damage(vault, 1, content)
    with pytest.raises(RawLogDamaged):
        rawlog.read(vault, RAW)
    with pytest.raises(RawLogDamaged):
        append(vault, CONVERSATION)
    assert rawlog.verify(vault, RAW)[0].line == 1


def test_two_appends_at_once_take_turns(vault: Layout) -> None:
    records = [said(str(number), "words", message=str(number)) for number in range(300)]
    threads = [threading.Thread(target=append, args=(vault, records[start:])) for start in (0, 100, 200, 50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert rawlog.verify(vault, RAW) == []
    assert {record.key for _, record in rawlog.read_log(vault, RAW).records()} == {record.key for record in records}


@pytest.mark.parametrize(
    "session",
    [
        "../../etc/passwd",
        "a/b",
        "",
        ".",
        "..",
        "x" * 300,
        "CON",
        "aux.1",
        "Ünïcode",
        "a b",
        "\udc88",
        "a\0b",
        "-x",
        "UPPER",
    ],
)
def test_a_hostile_id_is_a_safe_name(session: str) -> None:
    name = rawlines.file_name(session)
    assert name == rawlines.file_name(session)
    assert name.isascii()
    assert name == name.lower()
    assert 0 < len(name) <= 100
    assert not set(name) & set('/\\:*?"<>| \0')
    assert ".." not in name
    assert name != session


def test_an_ordinary_id_is_its_own_name() -> None:
    assert rawlines.file_name("0240bd7a-75c0-4610-8e14-089e984d6001") == "0240bd7a-75c0-4610-8e14-089e984d6001"
    assert rawlines.file_name("UPPER") != rawlines.file_name("upper")


def test_a_session_has_one_log_whatever_the_year(vault: Layout) -> None:
    append(vault, CONVERSATION)
    assert rawlog.find(vault, "codex", "s1") == RAW
    assert rawlog.find(vault, "codex", "s2") == ""
    assert rawlog.new_path("codex", "s2", "2025-12-31T23:59:59Z") == "raw/codex/2025/s2.jsonl"
    assert rawlog.new_path("codex", "s2", "") == "raw/codex/undated/s2.jsonl"


def test_pending_marks_come_and_go(vault: Layout) -> None:
    append(vault, CONVERSATION)
    assert rawlog.pending(vault) == []
    rawlog.mark_pending(vault, RAW)
    rawlog.mark_pending(vault, RAW)
    assert rawlog.pending(vault) == [RAW]
    assert rawlog.raw_logs(vault) == [RAW]
    rawlog.clear_pending(vault, {RAW: vault.path(RAW).stat().st_size, "raw/codex/2026/other.jsonl": 0})
    assert rawlog.pending(vault) == []


def test_what_was_captured_while_a_compile_ran_stays_pending(vault: Layout) -> None:
    append(vault, CONVERSATION[:1])
    compiled = vault.path(RAW).stat().st_size
    append(vault, CONVERSATION)
    rawlog.mark_pending(vault, RAW)
    rawlog.clear_pending(vault, {RAW: compiled})
    assert rawlog.pending(vault) == [RAW]
    rawlog.clear_pending(vault, {RAW: vault.path(RAW).stat().st_size})
    assert rawlog.pending(vault) == []


def test_a_log_that_is_not_there_is_not_found(vault: Layout) -> None:
    with pytest.raises(NotFound):
        rawlog.read(vault, RAW)
