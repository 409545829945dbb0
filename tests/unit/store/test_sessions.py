"""The spool: appended by hooks, folded into one table, whatever happens in between."""

import json
import os
import stat
import threading
from pathlib import Path
from typing import Any

import pytest

from wikimem.model.diagnostic import Diagnostic
from wikimem.store import sessions, spool
from wikimem.store.files import locked
from wikimem.store.layout import Layout

NOON = 1_772_366_400.0
DAY = 86_400.0


@pytest.fixture
def vault(tmp_path: Path) -> Layout:
    return Layout(tmp_path / "vault", tmp_path / "cache", tmp_path / "state")


def tell(vault: Layout, at: float, /, **fields: Any) -> None:
    line = {"agent": "codex", "session": "s", "event": "Stop", "meaning": "stop", "vault": str(vault.root), **fields}
    spool.append(str(vault.state_dir), json.dumps({"at": at, **line}).encode(), at)


def spooled(vault: Layout) -> list[Path]:
    return sorted(vault.spool_dir.glob("*.jsonl"))


def test_a_session_is_what_its_events_add_up_to(vault: Layout) -> None:
    tell(vault, NOON, event="SessionStart", meaning="start", cwd="/w/shop")
    tell(vault, NOON + 5, transcript="/t/s.jsonl", cwd="/w/shop/src")
    tell(vault, NOON + 9, event="SessionEnd", meaning="end")
    tell(vault, NOON + 7, event="PostToolUse", meaning="other")
    (note,) = sessions.fold(vault, NOON + 10).notes
    assert (note.agent, note.session, note.transcript, note.cwd) == ("codex", "s", "/t/s.jsonl", "/w/shop")
    assert (note.event, note.at, note.rested, note.ended) == ("SessionEnd", NOON + 9, NOON + 9, NOON + 9)


def test_twice_is_once_and_the_order_of_readers_does_not_matter(vault: Layout) -> None:
    tell(vault, NOON)
    tell(vault, NOON)
    first = sessions.fold(vault, NOON)
    assert sessions.fold(vault, NOON) == first == sessions.read(vault)
    tell(vault, NOON + 1)
    assert sessions.read(vault).notes[0].at == NOON + 1
    assert sessions.fold(vault, NOON).notes[0].at == NOON + 1


def test_a_torn_line_costs_only_itself(vault: Layout) -> None:
    tell(vault, NOON, session="a")
    with spooled(vault)[0].open("ab") as file:
        file.write(b'\n{"at": 17')
    tell(vault, NOON, session="b")
    with spooled(vault)[0].open("ab") as file:
        file.write(b'\n[]\n\xff\xff\n{"at": "x"}\n{"at": 1, "agent"')
    findings: list[Diagnostic] = []
    found = sessions.fold(vault, NOON, findings.append)
    assert sorted(note.session for note in found.notes) == ["a", "b"]
    assert {finding.code for finding in findings} == {"spool-line"}
    assert len(findings) == 4
    findings.clear()
    tell(vault, NOON, session="c")
    assert sorted(note.session for note in sessions.fold(vault, NOON, findings.append).notes) == ["a", "b", "c"]
    assert len(findings) == 1


def test_files_go_when_their_day_is_over_and_the_table_stays(vault: Layout) -> None:
    tell(vault, NOON, session="old")
    os.utime(spooled(vault)[0], (NOON, NOON))
    tell(vault, NOON + 3 * DAY, session="new")
    os.utime(spooled(vault)[1], (NOON + 3 * DAY,) * 2)
    sessions.fold(vault, NOON + 3 * DAY)
    assert [file.name for file in spooled(vault)] == ["20260304.jsonl"]
    assert sorted(note.session for note in sessions.fold(vault, NOON + 3 * DAY).notes) == ["new", "old"]
    assert [note.session for note in sessions.fold(vault, NOON + 47 * DAY).notes] == ["new"]


def test_a_damaged_table_is_made_again(vault: Layout) -> None:
    tell(vault, NOON)
    before = sessions.fold(vault, NOON)
    for damage in (b"", b"{", b'{"sessions": [{"x": 1}], "read": {}}', b"[]"):
        vault.sessions_file.write_bytes(damage)
        assert sessions.fold(vault, NOON) == before


def test_each_vault_sees_its_own(vault: Layout, tmp_path: Path) -> None:
    tell(vault, NOON, session="ours")
    tell(vault, NOON, session="theirs", vault=str(tmp_path / "other"))
    found = sessions.fold(vault, NOON)
    assert [note.session for note in found.of(vault)] == ["ours"]
    assert len(found.notes) == 2


def test_what_is_compiled_is_noted_once_and_never_earlier(vault: Layout) -> None:
    tell(vault, NOON)
    found = sessions.fold(vault, NOON).notes
    sessions.compiled(vault, found, NOON + 5)
    sessions.compiled(vault, found, NOON + 3)
    assert [note.compiled for note in sessions.read(vault).notes] == [NOON + 5]


def test_where_no_hook_ran_nothing_is_written(vault: Layout) -> None:
    assert sessions.fold(vault, NOON).notes == sessions.read(vault).notes == ()
    sessions.compiled(vault, (), NOON)
    assert not vault.state_home.exists()


def test_two_readers_wait_for_each_other(vault: Layout) -> None:
    tell(vault, NOON)
    done = threading.Event()

    def fold() -> None:
        sessions.fold(vault, NOON)
        done.set()

    vault.sessions_file.with_suffix(".lock").touch()
    with vault.sessions_file.with_suffix(".lock").open("ab") as file, locked(file.fileno()):
        reader = threading.Thread(target=fold)
        reader.start()
        assert not done.wait(0.1)
    assert done.wait(10)
    reader.join()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such bits")
def test_only_the_owner_may_read_it(vault: Layout) -> None:
    tell(vault, NOON)
    assert stat.S_IMODE(spooled(vault)[0].stat().st_mode) == 0o600
    assert stat.S_IMODE(vault.spool_dir.stat().st_mode) == 0o700


def test_the_log_of_hooks_does_not_grow_for_ever(vault: Layout) -> None:
    log = vault.state_dir / "hook.log"
    spool.note(str(vault.state_dir), "first\nline \udcff", NOON)
    assert log.read_text() == "2026-03-01T12:00:00Z first line ?\n"
    log.write_bytes(b"x" * (1 << 20) + b"\n")
    spool.note(str(vault.state_dir), "one", NOON)
    spool.note(str(vault.state_dir), "two", NOON)
    assert len(log.read_text().splitlines()) == 2
    assert log.with_suffix(".log.1").exists()


def test_a_name_is_first_once(vault: Layout) -> None:
    state = str(vault.state_dir)
    assert spool.is_first(state, "cursor-../../x")
    assert not spool.is_first(state, "cursor-../../x")
    assert spool.is_first(state, "cursor-y")
    assert all(path.parent == vault.given_dir for path in vault.given_dir.iterdir())
