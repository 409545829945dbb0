"""Sessions that are rows of another program's database, through capture and into raw logs."""

import json
import re
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.integration.databases import BEGUN, OPENCODE, OpenCode
from wikimem.capture import CaptureResult, capture, group_key
from wikimem.store import rawlog
from wikimem.store.layout import Layout
from wikimem.store.sources import SourceCache
from wikimem.transcripts import agent_homes, discover, opened, stamp_of


@pytest.fixture
def vault(tmp_path: Path) -> Layout:
    root = tmp_path / "vault"
    (root / ".wikimem").mkdir(parents=True)
    return Layout(root, tmp_path / "cache", tmp_path / "state")


@pytest.fixture
def agent(tmp_path: Path) -> Iterator[OpenCode]:
    (tmp_path / "home").mkdir()
    opened_by_the_agent = OpenCode(tmp_path / "home" / "opencode.db")
    yield opened_by_the_agent
    opened_by_the_agent.connection.close()


def beside(path: Path) -> dict[str, bytes]:
    return {other.name: other.read_bytes() for other in path.parent.iterdir()}


def texts(vault: Layout, result: CaptureResult) -> list[str]:
    return [turn.text for turn in rawlog.read_log(vault, result.raw_path).session().turns]


def only(path: Path) -> Path:
    (source,) = discover([path])[0]
    return source


def test_every_session_is_a_transcript_of_its_own(agent: OpenCode, vault: Layout) -> None:
    for id in ("ses_a", "ses_b"):
        agent.session(id)
    agent.said("ses_a", 1, "Fire the kiln")
    agent.said("ses_b", 2, "Glaze the bowl")
    sources, findings = discover([agent.path.parent])
    assert [source.name for source in sources] == ["ses_a", "ses_b"]
    assert findings == []
    assert [group_key(vault, source) for source in sources] == [("opencode", "ses_a"), ("opencode", "ses_b")]
    assert [texts(vault, capture(vault, source)) for source in sources] == [["Fire the kiln"], ["Glaze the bowl"]]


def test_what_is_only_in_the_write_ahead_log_is_read_and_nothing_is_touched(agent: OpenCode, vault: Layout) -> None:
    agent.session("ses_a")
    agent.said("ses_a", 1, "Fire the kiln")
    before = beside(agent.path)
    assert before["opencode.db-wal"]
    assert texts(vault, capture(vault, only(agent.path))) == ["Fire the kiln"]
    after = beside(agent.path)
    assert {name: after[name] for name in ("opencode.db", "opencode.db-wal")} == {
        name: before[name] for name in ("opencode.db", "opencode.db-wal")
    }
    assert set(after) == set(before)


def test_a_database_nobody_has_open_gets_no_files_beside_it(agent: OpenCode, vault: Layout) -> None:
    agent.session("ses_a")
    agent.said("ses_a", 1, "Fire the kiln")
    agent.connection.close()
    before = beside(agent.path)
    assert set(before) == {"opencode.db"}
    assert texts(vault, capture(vault, only(agent.path))) == ["Fire the kiln"]
    assert beside(agent.path) == before


def test_a_copy_of_database_and_log_alone_is_read_whole(agent: OpenCode, tmp_path: Path, vault: Layout) -> None:
    agent.session("ses_a")
    agent.said("ses_a", 1, "Fire the kiln")
    copies = tmp_path / "copies"
    copies.mkdir()
    for name in ("opencode.db", "opencode.db-wal"):
        shutil.copyfile(agent.path.with_name(name), copies / name)
    copies.chmod(0o555)
    before = beside(copies / "opencode.db")
    assert texts(vault, capture(vault, only(copies / "opencode.db"))) == ["Fire the kiln"]
    assert beside(copies / "opencode.db") == before


def test_a_session_grows_and_twice_is_once(agent: OpenCode, vault: Layout) -> None:
    agent.session("ses_a")
    agent.said("ses_a", 1, "Fire the kiln")
    source = only(agent.path)
    first = capture(vault, source)
    log = vault.path(first.raw_path).read_bytes()
    assert capture(vault, source).skipped == "unchanged"
    assert vault.path(first.raw_path).read_bytes() == log
    agent.said("ses_a", 2, "To cone six")
    second = capture(vault, source)
    assert (second.appended, second.diagnostics) == (1, ())
    assert texts(vault, second) == ["Fire the kiln", "To cone six"]
    assert vault.path(first.raw_path).read_bytes().startswith(log)


def test_an_answer_is_read_when_it_is_written(agent: OpenCode, vault: Layout) -> None:
    agent.session("ses_a")
    agent.said("ses_a", 1, "Fire the kiln")
    agent.message("ses_a", "msg_000002", "assistant", modelID="opus")
    agent.part("ses_a", "msg_000002", "prt_000002", type="text", text="I will", time={"start": 1})
    source = only(agent.path)
    assert texts(vault, capture(vault, source)) == ["Fire the kiln"]
    agent.rewrite("part", "prt_000002", type="text", text="I will fire it.", time={"start": 1, "end": 2})
    assert texts(vault, capture(vault, source)) == ["Fire the kiln", "I will fire it."]


def test_a_sub_agents_session_belongs_to_the_one_that_started_it(agent: OpenCode, vault: Layout) -> None:
    agent.session("ses_a")
    agent.session("ses_z", parent="ses_a")
    agent.said("ses_a", 1, "Fire the kiln")
    agent.said("ses_z", 2, "Look for cones")
    results = [capture(vault, source) for source in discover([agent.path])[0]]
    assert len({result.raw_path for result in results}) == 1
    turns = rawlog.read_log(vault, results[0].raw_path).session().turns
    assert [(turn.text, turn.agent) for turn in turns] == [("Fire the kiln", ""), ("Look for cones", "ses_z")]


def test_only_sessions_that_changed_are_read_again(agent: OpenCode, vault: Layout) -> None:
    for id in ("ses_a", "ses_b"):
        agent.session(id)
    agent.said("ses_a", 1, "Fire the kiln")
    agent.said("ses_b", 2, "Glaze the bowl")
    sources, _ = discover([agent.path])
    cache = SourceCache(vault, stamp_of)
    for source in sources:
        result = capture(vault, source)
        cache.put(source, result.stamp, result.raw_path)
    cache.save()
    agent.said("ses_b", 3, "Blue")
    cache = SourceCache(vault, stamp_of)
    assert [cache.get(source) is not None for source in sources] == [True, False]


def test_a_locked_database_is_named_and_read_by_the_next_run(
    tmp_path: Path, vault: Layout, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wikimem.store.database._PATIENCE", 0.01)
    path = tmp_path / "opencode.db"
    agent = sqlite3.connect(path)
    agent.executescript(OPENCODE)
    agent.execute("INSERT INTO session VALUES ('ses_a', 'p', NULL, '/home/ana', 'Kiln', '1', 1772359200000, 1)")
    agent.execute("INSERT INTO message VALUES ('msg_1', 'ses_a', 1772359200000, 1, '{\"role\": \"user\"}')")
    agent.execute(
        "INSERT INTO part VALUES ('prt_1', 'msg_1', 'ses_a', 1, 1, '{\"type\": \"text\", \"text\": \"Fire it\"}')"
    )
    agent.commit()
    agent.execute("BEGIN EXCLUSIVE")
    result = capture(vault, only(path))
    assert result.skipped == "source-unreadable"
    assert "locked" in result.diagnostics[0].message
    agent.rollback()
    assert texts(vault, capture(vault, only(path))) == ["Fire it"]
    agent.close()


@pytest.mark.parametrize(
    ("content", "code", "words"),
    [
        (b"SQLite format 3\0" + b"\1" * 4096, "source-unreadable", "damaged"),
        (b"not a database at all, \0 though it is called one", "agent-unknown", "binary"),
        (b"", "source-empty", "empty"),
    ],
)
def test_what_is_no_database_is_named(tmp_path: Path, vault: Layout, content: bytes, code: str, words: str) -> None:
    path = tmp_path / "state.db"
    path.write_bytes(content)
    result = capture(vault, only(path))
    assert result.skipped == code
    assert words in result.diagnostics[0].message


def test_a_damaged_page_is_named(agent: OpenCode, vault: Layout) -> None:
    agent.session("ses_a")
    for number in range(200):
        agent.said("ses_a", number, "Fire the kiln " * 20)
    source = only(agent.path)
    agent.connection.close()
    data = bytearray(agent.path.read_bytes())
    data[8192:] = b"\xff" * (len(data) - 8192)
    agent.path.write_bytes(data)
    result = capture(vault, source)
    assert result.skipped == "source-unreadable"
    assert "damaged" in result.diagnostics[0].message


def test_a_database_of_nobody_we_know_is_named(tmp_path: Path, vault: Layout) -> None:
    path = tmp_path / "places.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE moz_places (id INTEGER PRIMARY KEY)")
    assert capture(vault, only(path)).skipped == "agent-unknown"


def test_a_newer_layout_is_named(agent: OpenCode, vault: Layout) -> None:
    agent.session("ses_a")
    agent.said("ses_a", 1, "Fire the kiln")
    agent.connection.execute("ALTER TABLE message RENAME COLUMN session_id TO owner")
    agent.connection.commit()
    result = capture(vault, only(agent.path))
    assert result.skipped == "source-unreadable"
    assert "not laid out as expected" in result.diagnostics[0].message
    assert "session_id" in result.diagnostics[0].message


def test_a_session_that_is_gone_is_no_failure(agent: OpenCode, vault: Layout) -> None:
    agent.session("ses_a")
    assert capture(vault, agent.path / "ses_gone").skipped == "source-empty"


def test_bad_bytes_and_lone_surrogates_are_survived(agent: OpenCode, vault: Layout) -> None:
    agent.session("ses_a")
    agent.message("ses_a", "msg_000001", "user")
    agent.connection.execute(
        "INSERT INTO part VALUES ('prt_1', 'msg_000001', 'ses_a', 1, 1, ?)",
        (r'{"type": "text", "text": "bad \udc88, good \ud83e\udde9"}',),
    )
    agent.connection.execute(
        "INSERT INTO part VALUES ('prt_2', 'msg_000001', 'ses_a', 2, 2, CAST(X'7b2274ff' AS TEXT))"
    )
    agent.connection.commit()
    assert texts(vault, capture(vault, only(agent.path)))[0] == "bad \ufffd, good \U0001f9e9"


def test_ids_that_are_no_file_names_are_escaped(agent: OpenCode) -> None:
    agent.session("../a b/ses")
    (source,) = discover([agent.path])[0]
    assert source.parent == agent.path
    with opened(source) as file:
        assert b'"../a b/ses"' in file.readline()


def test_ten_thousand_messages_are_one_transcript(agent: OpenCode, vault: Layout) -> None:
    agent.session("ses_a")
    agent.connection.executemany(
        "INSERT INTO message VALUES (?, 'ses_a', ?, 1, '{\"role\": \"user\"}')",
        ((f"msg_{number:06}", 1_772_359_200_000 + number) for number in range(10_000)),
    )
    agent.connection.executemany(
        "INSERT INTO part VALUES (?, ?, 'ses_a', 1, 1, ?)",
        (
            (f"prt_{number:06}", f"msg_{number:06}", f'{{"type": "text", "text": "Pot {number}"}}')
            for number in range(10_000)
        ),
    )
    agent.connection.commit()
    result = capture(vault, only(agent.path))
    assert result.turns == 10_000
    assert result.diagnostics == ()


def test_databases_are_found_where_their_agents_keep_them(tmp_path: Path) -> None:
    home = tmp_path / "data" / "opencode"
    home.mkdir(parents=True)
    agent = OpenCode(home / "opencode.db")
    agent.session("ses_a")
    environ = {"HOME": str(tmp_path / "nobody"), "XDG_DATA_HOME": str(tmp_path / "data")}
    assert agent_homes(environ, "opencode") == [home / "opencode.db" / "ses_a"]
    agent.connection.close()


def test_a_composer_of_cursor_comes_out_in_the_order_of_its_headers(tmp_path: Path, vault: Layout) -> None:
    path = tmp_path / "state.vscdb"
    composer = {
        "composerId": "c1",
        "name": "Kiln",
        "createdAt": BEGUN,
        "lastUpdatedAt": BEGUN,
        "fullConversationHeadersOnly": [{"bubbleId": "b2"}, {"bubbleId": "b1"}, {"bubbleId": "gone"}],
    }
    values = {
        "composerData:c1": json.dumps(composer).encode(),
        "composerData:c2": json.dumps({"composerId": "c2", "fullConversationHeadersOnly": []}),
        "composerData:c3": None,
        "composerData:c4": "no json",
        "bubbleId:c1:b1": json.dumps({"bubbleId": "b1", "type": 2, "text": "Fired."}).encode(),
        "bubbleId:c1:b2": json.dumps({"bubbleId": "b2", "type": 1, "text": "Fire the kiln"}),
    }
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)")
        connection.executemany("INSERT INTO cursorDiskKV VALUES (?, ?)", values.items())
    connection.close()
    source = only(path)
    assert source.name == "c1"
    assert stamp_of(source) == (0, BEGUN + 3)
    assert texts(vault, capture(vault, source)) == ["Fire the kiln", "Fired."]


@pytest.mark.parametrize(
    ("schema", "session", "message", "agent"),
    [
        (
            "CREATE TABLE sessions (id TEXT, source TEXT, title TEXT, parent_session_id TEXT, ended_at REAL);"
            "CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT,"
            " tool_calls TEXT, finish_reason TEXT);",
            {"id": "s1", "source": "cli"},
            {"role": "user", "content": "Fire the kiln"},
            "hermes",
        ),
        (
            "CREATE TABLE sessions (id TEXT, working_dir TEXT, updated_at TEXT);"
            "CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content_json TEXT);",
            {"id": "s1", "working_dir": "/home/ana"},
            {"role": "user", "content_json": '[{"type": "text", "text": "Fire the kiln"}]'},
            "goose",
        ),
        (
            "CREATE TABLE sessions (id TEXT, parent_session_id TEXT, title TEXT, updated_at INTEGER);"
            "CREATE TABLE messages (id TEXT, session_id TEXT, role TEXT, parts TEXT, created_at INTEGER,"
            " updated_at INTEGER);",
            {"id": "s1", "updated_at": 7},
            {"id": "m1", "role": "user", "parts": '[{"type": "text", "data": {"text": "Fire the kiln"}}]'},
            "crush",
        ),
        (
            "CREATE TABLE session_windows (session_id TEXT);"
            "CREATE TABLE transcript_events (session_id TEXT, seq INTEGER, event_json TEXT);",
            {"session_id": "s1"},
            {"event_json": '{"type": "message", "id": "e", "message": {"role": "user", "content": "Fire the kiln"}}'},
            "openclaw",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) and value.isalpha() else "",
)
def test_databases_with_tables_of_one_name_are_told_apart(
    tmp_path: Path, vault: Layout, schema: str, session: dict[str, Any], message: dict[str, Any], agent: str
) -> None:
    path = tmp_path / "sessions.db"
    tables = re.findall(r"CREATE TABLE (\w+)", schema)
    with sqlite3.connect(path) as connection:
        connection.executescript(schema)
        for table, row in zip(tables, (session, {"session_id": "s1", **message}), strict=True):
            marks = ", ".join("?" * len(row))
            connection.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))
    connection.close()
    result = capture(vault, only(path))
    assert (result.agent, result.session) == (agent, "s1")
    assert texts(vault, result) == ["Fire the kiln"]


def test_kiro_and_a_chat_of_cursor_are_read_from_their_databases(tmp_path: Path, vault: Layout) -> None:
    value = {"history": [{"user": {"content": {"Prompt": {"prompt": "Fire the kiln"}}}}]}
    meta = json.dumps({"agentId": "7d1f", "name": "Kiln"}).encode().hex()
    with sqlite3.connect(tmp_path / "data.sqlite3") as kiro, sqlite3.connect(tmp_path / "store.db") as cursor:
        kiro.execute("CREATE TABLE conversations_v2 (key, conversation_id, value, created_at, updated_at)")
        kiro.execute("INSERT INTO conversations_v2 VALUES ('/home/ana', 'k1', ?, 1, 2)", (json.dumps(value),))
        cursor.executescript("CREATE TABLE blobs (id TEXT, data BLOB); CREATE TABLE meta (key TEXT, value TEXT);")
        cursor.execute("INSERT INTO meta VALUES ('0', ?)", (meta,))
        blobs = (b'{"role": "user", "content": "Fire the kiln"}', b"\x0a\x20\0\xff\xfe")
        cursor.executemany("INSERT INTO blobs VALUES ('x', ?)", ((blob,) for blob in blobs))
    kiro.close()
    cursor.close()
    results = [capture(vault, source) for source in discover([tmp_path])[0]]
    assert [(one.agent, one.session) for one in results] == [("kiro", "k1"), ("cursor", "7d1f")]
    assert [texts(vault, one) for one in results] == [["Fire the kiln"], ["Fire the kiln"]]
