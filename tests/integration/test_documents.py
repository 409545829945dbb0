"""Transcripts that are no JSON lines, captured from disk: documents, markdown, trees, and what a format describes."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.contract.trees import PI_FILE, TASK, Pi, chat, pretty, said, session
from wikimem.capture import CaptureResult, capture, group_key
from wikimem.errors import UsageError
from wikimem.model.record import Kind
from wikimem.store import rawlog
from wikimem.store.layout import Layout
from wikimem.store.sources import discover

FORMAT = 'files = ["*.parley"]\n[message]\nrole = "who"\ntext = "said"\n[roles]\nme = "person"\nit = "agent"\n'
HISTORY = "# aider chat started at 2026-03-01 10:00:00\n\n#### Check the kiln\n\nIt is fine.\n\n> Tokens: 9 sent.\n\n"


@pytest.fixture
def vault(tmp_path: Path) -> Layout:
    found = Layout(tmp_path / "vault", tmp_path / "cache", tmp_path / "state")
    found.policy_dir.mkdir(parents=True)
    return found


def bring(vault: Layout, source: Path, content: bytes, **more: Any) -> CaptureResult:
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_bytes(content)
    return capture(vault, source, **more)


def told(vault: Layout, raw_path: str) -> list[str]:
    assert rawlog.verify(vault, raw_path) == []
    return [turn.text for turn in rawlog.read(vault, raw_path).turns if turn.kind is Kind.TEXT]


def test_a_document_that_grows_is_merged_by_what_it_says(vault: Layout, tmp_path: Path) -> None:
    source = tmp_path / "s" / "chat.json"
    history = [{"message": {"role": "user", "content": text}} for text in ("yes", "yes", "no")]
    first = bring(vault, source, pretty(chat(*history[:2])))
    second = bring(vault, source, pretty(chat(*history)))
    again = bring(vault, source, pretty(chat(*history)))
    assert (first.agent, second.appended, again.appended) == ("continue-dev", 1, 0)
    assert told(vault, second.raw_path) == ["yes", "yes", "no"]


def test_half_a_document_loses_nothing(vault: Layout, tmp_path: Path) -> None:
    source = tmp_path / "s" / "chat.json"
    whole = pretty(chat(*({"message": {"role": "user", "content": str(number)}} for number in range(9))))
    bring(vault, source, pretty(chat({"message": {"role": "user", "content": "0"}})))
    half = bring(vault, source, whole[: len(whole) // 2])
    assert not half.appended
    assert "no-session" in {found.code for found in half.diagnostics}
    done = bring(vault, source, whole)
    assert told(vault, done.raw_path) == [str(number) for number in range(9)]


def test_the_two_files_of_a_task_are_one_session(vault: Layout, tmp_path: Path) -> None:
    folder = tmp_path / f"{TASK}_abcde"
    notes = {"version": 1, "session_id": f"{TASK}_abcde", "messages_path": "x", "cwd": "/home/ana/kiln"}
    about = bring(vault, folder / f"{TASK}_abcde.json", pretty(notes))
    messages = [said("user", "<user_input>Check the kiln</user_input>", id="m1", ts=1772359201000)]
    talk = bring(vault, folder / f"{TASK}_abcde.messages.json", pretty(session(messages=messages)))
    assert about.raw_path == talk.raw_path
    assert told(vault, talk.raw_path) == ["Check the kiln"]
    assert rawlog.read(vault, talk.raw_path).cwd == "/home/ana/kiln"


def test_a_tree_rewritten_with_ids_is_not_doubled(vault: Layout, tmp_path: Path) -> None:
    pi = Pi()
    entries = [pi.header(), pi.user("Check the kiln"), pi.agent("It is fine.")]
    old = [{name: value for name, value in one.items() if name not in ("parentId", "version")} for one in entries]
    for one in old[1:]:
        del one["id"]
    source = tmp_path / PI_FILE
    first = bring(vault, source, b"".join(json.dumps(one).encode() + b"\n" for one in old))
    migrated = bring(vault, source, b"".join(json.dumps(one).encode() + b"\n" for one in entries))
    assert told(vault, migrated.raw_path) == ["Check the kiln", "It is fine."]
    assert first.raw_path == migrated.raw_path


def test_a_history_in_a_project_is_found_and_belongs_to_it(vault: Layout, tmp_path: Path) -> None:
    project = tmp_path / "kiln"
    project.mkdir()
    subprocess.run(["git", "init", "-q", project], check=True)
    source = project / ".aider.chat.history.md"
    result = bring(vault, source, HISTORY.encode())
    assert discover([tmp_path / "kiln"]) == ([source], [])
    header = rawlog.read_header(vault, result.raw_path)
    assert header is not None
    assert Path(header.place.root) == project.resolve()
    assert told(vault, result.raw_path) == ["Check the kiln", "It is fine.", "Tokens: 9 sent."]
    more = bring(vault, source, (HISTORY + HISTORY.replace("03-01", "03-02").replace("kiln", "glaze")).encode())
    assert more.raw_path == result.raw_path
    assert "Check the glaze" in told(vault, more.raw_path)


def test_a_format_of_the_vault_reads_what_nobody_knows(vault: Layout, tmp_path: Path) -> None:
    source = tmp_path / "talk.parley"
    words = b'{"who": "me", "said": "Which clay?"}\n{"who": "it", "said": "Stoneware."}\n'
    assert bring(vault, source, words).skipped == "agent-unknown"
    vault.formats_dir.mkdir()
    (vault.formats_dir / "parley.toml").write_text(FORMAT)
    assert group_key(vault, source) == ("parley", "talk")
    result = capture(vault, source)
    assert result.raw_path.startswith("raw/parley/")
    assert told(vault, result.raw_path) == ["Which clay?", "Stoneware."]
    other = bring(vault, tmp_path / "renamed.txt", words, agent="parley")
    assert other.agent == "parley"


def test_a_format_nobody_can_understand_stops_capture_and_names_itself(vault: Layout, tmp_path: Path) -> None:
    vault.formats_dir.mkdir()
    wrong = vault.formats_dir / "parley.toml"
    wrong.write_text("files = 3")
    with pytest.raises(UsageError) as refused:
        bring(vault, tmp_path / "talk.parley", b"{}\n")
    assert refused.value.path == str(wrong)
