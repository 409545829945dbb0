"""Sessions that lie in several files, or in one document that is written anew: what their raw logs hold."""

import json
from pathlib import Path
from typing import Any

import pytest

from wikimem.capture import capture
from wikimem.store import rawlog
from wikimem.store.layout import Layout

_KIMI = ".kimi-code/sessions/wd_garden_ab/session_1"


@pytest.fixture
def vault(tmp_path: Path) -> Layout:
    return Layout(tmp_path / "vault")


def write(path: Path, value: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=2) if "messages" in value else json.dumps(value) + "\n", "utf-8")
    return path


def gemini(*texts: str) -> dict[str, Any]:
    messages = [
        {"id": f"m{number}", "timestamp": f"2026-03-01T10:00:0{number}Z", "type": "user", "content": text}
        for number, text in enumerate(texts)
    ]
    return {"sessionId": "g1", "projectHash": "ab", "messages": messages}


def test_a_later_source_tells_where_a_session_ran(vault: Layout, tmp_path: Path) -> None:
    message = {"role": "user", "content": [{"type": "text", "text": "Sow the peas"}], "origin": {"kind": "user"}}
    row = {"type": "context.append_message", "message": message, "time": 1772359200000}
    wire = write(tmp_path / _KIMI / "agents/main/wire.jsonl", row)
    state = {"workDir": "/invented/garden", "agents": {}, "lastPrompt": "", "title": "Peas", "createdAt": row["time"]}
    first = capture(vault, wire)
    second = capture(vault, write(tmp_path / _KIMI / "state.json", state))
    assert first.raw_path == second.raw_path
    header = rawlog.read_header(vault, first.raw_path)
    assert header is not None
    assert header.place.path == "/invented/garden"
    session = rawlog.read(vault, first.raw_path)
    assert (session.title, session.cwd) == ("Peas", "/invented/garden")
    assert capture(vault, wire).skipped == "unchanged"
    assert not rawlog.verify(vault, first.raw_path)


def test_a_document_written_anew_adds_what_is_new(vault: Layout, tmp_path: Path) -> None:
    chat = tmp_path / "session-2026-03-01T10-00-g1.json"
    capture(vault, write(chat, gemini("one", "two")))
    grown = capture(vault, write(chat, gemini("one", "two", "three")))
    assert grown.appended == 1
    texts = [turn.text for turn in rawlog.read(vault, grown.raw_path).turns]
    assert texts == ["one", "two", "three"]


def test_a_document_caught_half_written_loses_nothing(vault: Layout, tmp_path: Path) -> None:
    chat = tmp_path / "session-2026-03-01T10-00-g1.json"
    whole = write(chat, gemini("one", "two")).read_bytes()
    capture(vault, chat)
    grown = write(chat, gemini("one", "two", "three")).read_bytes()
    chat.write_bytes(grown[: len(whole)])
    assert capture(vault, chat).appended == 0
    chat.write_bytes(grown)
    assert capture(vault, chat).appended == 1
