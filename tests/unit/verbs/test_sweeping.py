"""Which transcripts a sweep takes, and which it warns about."""

import json
import os
from pathlib import Path

import pytest

from wikimem.store.layout import Layout
from wikimem.store.sessions import SessionNote
from wikimem.store.sources import SourceCache, stamp_of
from wikimem.verbs.sweeping import at_rest, covered, expiring, transcripts

NOW = 1_772_366_400.0
MINUTE, DAY = 60.0, 86_400.0


def transcript(folder: Path, name: str, age: float) -> Path:
    path = folder / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{}\n")
    os.utime(path, (NOW - age,) * 2)
    return path


def note(session: str, transcript: str = "", **fields: float) -> SessionNote:
    return SessionNote("codex", session, transcript, **fields)


def test_a_session_rests_when_it_is_idle_or_was_reported(tmp_path: Path) -> None:
    idle = transcript(tmp_path, "idle-0001", 10 * MINUTE)
    at_work = transcript(tmp_path, "work-0001", 9 * MINUTE)
    named = transcript(tmp_path, "elsewhere", 0)
    known = transcript(tmp_path / "rest-0001" / "subagents", "agent-1", 0)
    done = transcript(tmp_path, "done-0001", 0)
    notes = (
        note("any", str(named), rested=NOW),
        note("rest-0001", rested=NOW),
        note("work-0001", at=NOW),
        note("done-0001", rested=NOW - 1, compiled=NOW),
    )
    sources = (idle, at_work, named, known, done)
    assert at_rest(sources, notes, 10, NOW) == (idle, named, known)
    assert [each.session for each in covered(at_rest(sources, notes, 10, NOW), notes)] == ["any", "rest-0001"]


def test_transcripts_that_hooks_name_are_found_wherever_they_lie(tmp_path: Path) -> None:
    home = transcript(tmp_path / ".claude" / "projects" / "-shop", "a", 0)
    named = transcript(tmp_path / "elsewhere", "b", 0)
    notes = (note("b", str(named)), note("c", str(tmp_path / "gone.jsonl")), note("d", "\0"), note("e"))
    environ = {"HOME": str(tmp_path)}
    assert transcripts(environ, "", notes) == (home, named)
    assert transcripts(environ, "codex", notes) == (named,)
    assert transcripts(environ, "claude-code", notes) == (home,)


@pytest.mark.parametrize(
    ("settings", "age", "warned"),
    [
        ("", 26 * DAY, False),
        ("", 28 * DAY, True),
        ('{"cleanupPeriodDays": 7}', 3 * DAY, False),
        ('{"cleanupPeriodDays": 7}', 5 * DAY, True),
        ('{"cleanupPeriodDays": 365}', 28 * DAY, False),
        ('{"cleanupPeriodDays": "x"}', 28 * DAY, True),
        ("// no JSON", 28 * DAY, True),
    ],
)
def test_what_is_about_to_be_deleted_and_not_captured_is_a_warning(
    tmp_path: Path, settings: str, age: float, warned: bool
) -> None:
    vault = Layout(tmp_path / "vault", tmp_path / "cache", tmp_path / "state")
    source = transcript(tmp_path / ".claude" / "projects" / "-shop", "a", age)
    if settings:
        (tmp_path / ".claude" / "settings.json").write_text(settings)
    environ = {"HOME": str(tmp_path)}
    assert [finding.code for finding in expiring(vault, environ, NOW)] == ["transcripts-expire"] * warned
    raw = vault.path("raw/claude-code/2026/a.jsonl")
    raw.parent.mkdir(parents=True)
    raw.write_text(json.dumps({}))
    cache = SourceCache(vault, stamp_of)
    cache.put(source, stamp_of(source), "raw/claude-code/2026/a.jsonl")
    cache.save()
    assert list(expiring(vault, environ, NOW)) == []
