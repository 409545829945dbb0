"""Memory folders of agents, swept with the transcripts beside them: real files, a real vault."""

import os
from pathlib import Path

import pytest

from tests.contract.transcripts import Claude, whole
from tests.integration.vaults import CHECK, Vault
from wikimem.capture import CaptureResult, capture
from wikimem.compiler import Order
from wikimem.model.record import Kind
from wikimem.store import rawlog
from wikimem.transcripts import agent_homes

QUEUE = """---
description: How the queue is run
---
- `worker.py` lost jobs because `release_lock` ran before `commit_job`.
"""


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return Vault(tmp_path)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder where Claude Code keeps what it knows of a project, with one transcript."""
    found = tmp_path / "home" / ".claude" / "projects" / "-work-kiln"
    (found / "memory").mkdir(parents=True)
    (tmp_path / "work" / "kiln").mkdir(parents=True)
    claude = Claude(cwd=str(tmp_path / "work" / "kiln"))
    (found / "a.jsonl").write_bytes(whole(claude.user(CHECK), claude.agent("I will.")))
    return found


def bring(vault: Vault, memory: Path, text: str) -> CaptureResult:
    memory.write_text(text, "utf-8")
    return capture(vault.layout, memory)


def test_a_memory_compiles_into_the_project_of_the_transcript_beside_it(vault: Vault, folder: Path) -> None:
    (folder / "memory" / "queue.md").write_text(QUEUE, "utf-8")
    sources = agent_homes({"HOME": str(folder.parents[2])})
    assert [source.name for source in sources] == ["a.jsonl", "queue.md"]
    vault.wiki.compile(Order(tuple(sources)))
    hit = vault.wiki.search("why did the worker lose jobs", project="kiln")[0].passage
    assert (hit.project, hit.title) == ("kiln", "How the queue is run")
    assert "`release_lock` ran before" in hit.text
    assert len(vault.session_pages()) == 1
    assert not vault.wiki.compile(Order(tuple(sources))).commits


def test_the_newest_transcript_that_says_where_it_ran_is_believed(vault: Vault, folder: Path) -> None:
    moved = Claude(session="moved", cwd="/elsewhere/kiln")
    (folder / "b.jsonl").write_bytes(whole(moved.user("Check the kiln")))
    (folder / "c.jsonl").write_bytes(b"{}\n")
    for age, name in enumerate(("c.jsonl", "b.jsonl", "a.jsonl")):
        os.utime(folder / name, (1_800_000_000 - age, 1_800_000_000 - age))
    raw = bring(vault, folder / "memory" / "queue.md", QUEUE).raw_path
    assert rawlog.read(vault.layout, raw).cwd == "/elsewhere/kiln"


@pytest.mark.parametrize(
    ("agent", "transcript", "memory", "is_known"),
    [
        (".qwen", "projects/-work-kiln/chats/a.jsonl", "projects/-work-kiln/memory/pinned/queue.md", True),
        (".claude", "projects/a.jsonl", "projects/-work-kiln/memory/queue.md", False),
        (".codex", "a.jsonl", "memories/MEMORY.md", False),
    ],
)
def test_only_transcripts_of_the_same_project_are_believed(
    vault: Vault, tmp_path: Path, agent: str, transcript: str, memory: str, is_known: bool
) -> None:
    home, claude = tmp_path / agent, Claude(cwd="/work/kiln")
    for path in (home / transcript, home / memory):
        path.parent.mkdir(parents=True, exist_ok=True)
    (home / transcript).write_bytes(whole(claude.user("Check the kiln")))
    raw = bring(vault, home / memory, QUEUE).raw_path
    assert rawlog.read(vault.layout, raw).cwd == ("/work/kiln" if is_known else "")


def test_a_folder_without_a_transcript_belongs_to_no_known_project(vault: Vault, folder: Path) -> None:
    (folder / "a.jsonl").unlink()
    raw = bring(vault, folder / "memory" / "queue.md", QUEUE).raw_path
    assert rawlog.read(vault.layout, raw).cwd == ""


def test_a_rewritten_memory_only_adds(vault: Vault, folder: Path) -> None:
    memory = folder / "memory" / "MEMORY.md"
    first = bring(vault, memory, "## Kiln\n- fire at 1240\n- cobalt runs\n")
    second = bring(vault, memory, "## Kiln\n- cobalt runs\n- mind the shelf\n")
    assert (second.raw_path, second.appended) == (first.raw_path, 1)
    assert bring(vault, memory, memory.read_text("utf-8")).skipped == "unchanged"
    turns = rawlog.read(vault.layout, first.raw_path).turns
    assert [turn.text for turn in turns if turn.kind is Kind.TEXT] == [
        "## Kiln\n\n- fire at 1240\n\n- cobalt runs\n\n- mind the shelf"
    ]


def test_what_wikimem_wrote_there_is_not_read_back(vault: Vault, folder: Path) -> None:
    ours = "---\nname: wikimem\n---\n<!-- written by wikimem install -->\n- fire at 1240\n"
    found = bring(vault, folder / "memory" / "wikimem.md", ours)
    assert (found.skipped, found.raw_path) == ("no-session", "")
    assert [finding.severity.name for finding in found.diagnostics] == ["INFO"]
