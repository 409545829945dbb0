"""`watch` as a person runs it: it sees what agents write, whatever becomes of their folders, and costs nothing idle."""

import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.integration.test_hooks import CHECK, REPORT, ROOT, Agent, eventually
from wikimem import watch
from wikimem.frontends import FRONTENDS
from wikimem.store.layout import Layout


@pytest.fixture
def agent(tmp_path: Path) -> Agent:
    somebody = Agent(tmp_path)
    somebody.wikimem("init")
    config = somebody.vault / ".wikimem" / "config.toml"
    config.write_text(config.read_text().replace("idle_minutes = 10 ", "idle_minutes = 1 "))
    return somebody


@pytest.fixture
def watching(agent: Agent) -> Iterator["subprocess.Popen[bytes]"]:
    process = subprocess.Popen(
        [sys.executable, "-m", "wikimem", "watch"], cwd=ROOT, env=agent.environment, stderr=subprocess.PIPE
    )
    assert process.stderr
    assert b"watching" in process.stderr.readline()
    yield process
    process.kill()
    process.communicate()


def put(agent: Agent, session: str) -> None:
    """Let an agent write a session and forget to say that it ended."""
    said = agent.say(session, CHECK, f"{REPORT} It was {session}.")
    agent.hook(agent.event("Stop", session, transcript_path=str(said)))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_sees_what_agents_write_and_ends_when_told(
    agent: Agent, watching: "subprocess.Popen[bytes]", number: int
) -> None:
    put(agent, "session-0001")
    eventually(lambda: len(agent.pages()) == 1)
    watching.send_signal(number)
    assert watching.wait(30) == 0


def test_a_saved_page_starts_no_circle(agent: Agent, watching: "subprocess.Popen[bytes]") -> None:
    put(agent, "session-0001")
    eventually(lambda: len(agent.pages()) == 1)
    (page,) = agent.pages()
    beside = page.with_suffix(".tmp")
    beside.write_text(page.read_text() + "\nMy own line.\n")
    beside.replace(page)
    before = (page.read_bytes(), page.stat().st_mtime_ns)
    put(agent, "session-0002")
    eventually(lambda: len(agent.pages()) == 2)
    assert (page.read_bytes(), page.stat().st_mtime_ns) == before


def look_at(folder: Path) -> watch.Roots:
    status = folder.stat()
    return {folder: (status.st_dev, status.st_ino)}


def test_a_burst_is_one_hint_and_a_replaced_folder_ends_the_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "QUIET", 0.3)
    monkeypatch.setattr(watch, "_LOOK", 100)
    folder = tmp_path / "transcripts"
    folder.mkdir()
    stop = threading.Event()
    hints = watch.bursts(lambda: look_at(folder), stop)
    write = threading.Timer(0.2, lambda: [(folder / f"{number}.jsonl").write_text("x") for number in range(20)])
    write.start()
    next(hints)
    replace = threading.Timer(0.1, lambda: (shutil.rmtree(folder), folder.mkdir()))
    replace.start()
    assert len(list(hints)) <= 1
    stop.set()
    assert list(watch.bursts(lambda: look_at(folder), stop)) == []


def test_the_folders_are_those_of_the_agents(tmp_path: Path) -> None:
    (tmp_path / ".claude" / "projects").mkdir(parents=True)
    vault = Layout(tmp_path / "vault", tmp_path / "cache", tmp_path / "state")
    found = watch.roots({"HOME": str(tmp_path)}, vault)
    assert tmp_path / ".claude" / "projects" in found
    assert vault.spool_dir in found
    assert all(folder.is_dir() for folder in found)
    moved = watch.fixed_part(FRONTENDS[0].homes[0], {"HOME": "/h", "CLAUDE_CONFIG_DIR": "/moved"})
    assert moved == Path("/moved/projects")
