"""Hooks as agents run them: processes that never fail, lose nothing, and leave a compiled wiki behind."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.integration.vaults import CHECK, REPORT

ROOT = Path(__file__).parents[2]
HOOK = "import sys; sys.argv = ['wikimem', 'hook', *sys.argv[1:]]; from wikimem.__main__ import main; main()"
SESSION = "5b1c9e70-2d4f-4c1a-9e38-7f60a2b4c8d1"
PATIENCE = 60


class Agent:
    """An agent with a home, a vault, a repository and hooks."""

    def __init__(self, home: Path) -> None:
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("WIKIMEM_", "XDG_", "GIT_", "CLAUDE", "CODEX", "GEMINI", "COPILOT"))
        }
        self.environment = kept | {"HOME": str(home), "TZ": "UTC", "PYTHONPATH": str(ROOT)}
        self.home = home
        self.vault = home / "wikimem"
        self.shop = home / "shop"
        (self.shop / ".git").mkdir(parents=True)
        (self.shop / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
        self.state = home / ".local" / "state" / "wikimem"

    def wikimem(self, *arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "wikimem", *arguments]
        return subprocess.run(command, cwd=cwd, env=self.environment, capture_output=True, text=True, check=True)

    def start(self, data: bytes, *arguments: str, before: str = "") -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-c", before + HOOK, *arguments]
        pipe = subprocess.PIPE
        process = subprocess.Popen(command, cwd=self.home, env=self.environment, stdin=pipe, stdout=pipe, stderr=pipe)
        assert process.stdin
        process.stdin.write(data)
        process.stdin.close()
        process.stdin = None
        return process

    def hook(self, data: bytes | dict[str, Any], *arguments: str) -> str:
        """Run a hook; whatever it is given, it ends well and says nothing on stderr."""
        process = self.start(data if isinstance(data, bytes) else json.dumps(data).encode(), *arguments)
        out, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, err) == (0, b"")
        return out.decode()

    def event(self, name: str, session: str = SESSION, **more: Any) -> dict[str, Any]:
        return {"session_id": session, "cwd": str(self.shop), "hook_event_name": name, **more}

    def say(self, session: str, *texts: str, folder: str = "elsewhere", cwd: Path | None = None) -> Path:
        """Write a transcript where no sweep looks, turns taken by the person and the agent."""
        path = self.home / folder / f"{session}.jsonl"
        path.parent.mkdir(exist_ok=True)
        lines = [
            {
                "session": session,
                "role": ("user", "assistant")[number % 2],
                "text": text,
                "time": f"2026-03-02T10:{number:02}:00Z",
                "cwd": str(cwd or self.shop),
            }
            for number, text in enumerate(texts)
        ]
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return path

    def spooled(self) -> list[dict[str, Any]]:
        lines = [line for path in sorted(self.state.glob("spool/*.jsonl")) for line in path.read_text().split("\n")]
        return [json.loads(line) for line in lines if line]

    def log(self) -> list[str]:
        log = self.state / "hook.log"
        return log.read_text().splitlines() if log.exists() else []

    def pages(self, pattern: str = "projects/*/sessions/*/*.md") -> list[Path]:
        return sorted(self.vault.glob(pattern))

    def contexts(self) -> dict[str, str]:
        return {path.stem: path.read_text() for path in self.home.glob(".cache/wikimem/contexts/*/*.md")}


def eventually(holds: Callable[[], object]) -> None:
    """Wait for what another process does."""
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until, "nothing happened"
        os.sched_yield()


@pytest.fixture
def agent(tmp_path: Path) -> Iterator[Agent]:
    somebody = Agent(tmp_path)
    yield somebody
    eventually(lambda: not list(somebody.state.glob("turns/*.mark")))


@pytest.fixture
def wired(agent: Agent) -> Agent:
    """An agent whose person has a vault."""
    agent.wikimem("init")
    return agent


@pytest.mark.parametrize("event", ["SessionEnd", "Stop", "PreCompact"])
def test_a_rest_is_compiled_and_the_next_session_of_any_agent_starts_from_it(wired: Agent, event: str) -> None:
    said = wired.say(SESSION, CHECK, REPORT)
    assert wired.hook(wired.event(event, transcript_path=str(said), reason="other"), "--agent", "claude-code") == ""
    eventually(lambda: "shop" in wired.contexts())
    (page,) = wired.pages()
    assert "firing queue" in page.read_text()
    start = wired.event("SessionStart", "another", source="startup", turn_id="t", model="m")
    told = json.loads(wired.hook(start, "--agent", "claude-code"))["hookSpecificOutput"]["additionalContext"]
    assert told == wired.contexts()["shop"]
    assert told.startswith('<wikimem-context project="shop"')
    assert "firing queue" in told
    assert len(told.encode()) <= 9_500
    assert wired.log() == []
    (handoff,) = wired.pages("projects/shop/handoffs/*.md")
    assert "handoff: open" in handoff.read_text()


def test_an_agent_is_told_once_where_two_of_its_hooks_run_ours(wired: Agent) -> None:
    wired.wikimem("compile", str(wired.say(SESSION, CHECK, REPORT)))
    start = wired.event("sessionStart", conversation_id="c", workspace_roots=[str(wired.shop)], cursor_version="3")
    assert "additional_context" in wired.hook(start, "--agent", "cursor")
    assert wired.hook(start, "--agent", "claude-code") == ""


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\x00{",
        b"[1, 2]",
        b'{"hook_event_name": 7, "session_id": {}}',
        b'{"session_id": "s", "hook_event_name": "NoSuchEvent"}',
        b'{"session_id": "s", "hook_event_name": "SessionStart", "cwd": "/no/such/folder", "transcript_path": 3}',
        b'{"session_id": "s", "hook_event_name": "Stop", "cwd": "\\u0000"}',
        b'{"session_id": "s", "hook_event_name": "PostToolUse", "tool_response": "' + b"x" * 6_000_000 + b'"}',
        b"[" * 1_000_000,
    ],
    ids=["empty", "garbled", "a list", "wrong types", "unknown event", "gone", "nul", "huge", "deep"],
)
def test_bad_input_does_no_harm(agent: Agent, data: bytes) -> None:
    assert agent.hook(data, "--agent", "no-such-agent") == ""
    assert len(agent.spooled()) + len(agent.log()) == 1


def test_of_a_huge_payload_the_event_is_kept(agent: Agent) -> None:
    huge = json.dumps(agent.event("PostToolUse", tool_response="x" * 9_000_000)).encode()
    agent.hook(huge)
    (line,) = agent.spooled()
    assert (line["session"], line["event"], line["cwd"]) == (SESSION, "PostToolUse", str(agent.shop))


@pytest.mark.skipif(os.name == "nt", reason="POSIX only")
def test_without_a_home_or_where_nobody_may_write_it_still_ends_well(agent: Agent, tmp_path: Path) -> None:
    del agent.environment["HOME"]
    agent.environment["XDG_STATE_HOME"] = "/proc/nowhere"
    assert agent.hook(agent.event("SessionEnd")) == ""
    (tmp_path / "file").write_text("in the way")
    agent.environment["XDG_STATE_HOME"] = str(tmp_path / "file")
    assert agent.hook(agent.event("SessionStart")) == ""


def test_without_a_vault_events_wait_for_one(agent: Agent) -> None:
    said = agent.say(SESSION, CHECK, REPORT)
    agent.hook(agent.event("SessionEnd", transcript_path=str(said)))
    assert not list(agent.state.glob("turns/*"))
    agent.wikimem("init")
    agent.wikimem("compile")
    assert len(agent.pages()) == 1


def test_two_hundred_at_once_with_kills_lose_and_double_nothing(agent: Agent) -> None:
    fatal = "import os, signal, wikimem.store.spool as s; a = s.append\n" + (
        "def fatal(*x):\n a(*x)\n os.kill(os.getpid(), signal.SIGKILL)\ns.append = fatal\n"
    )
    processes = [
        agent.start(
            json.dumps(agent.event("PostToolUse", tool_use_id=f"call-{number}")).encode(),
            before=fatal if number % 10 == 0 else "",
        )
        for number in range(200)
    ]
    ended = [process.wait(PATIENCE) for process in processes]
    for process in processes:
        process.communicate()
    assert {status for number, status in enumerate(ended) if number % 10} == {0}
    assert {status for number, status in enumerate(ended) if number % 10 == 0} == {-signal.SIGKILL}
    assert sorted(line["key"] for line in agent.spooled()) == sorted(f"call-{number}" for number in range(200))


def test_many_ends_at_once_are_one_compile_after_another_and_none_is_forgotten(wired: Agent) -> None:
    sessions = [f"{number:08d}-2d4f-4c1a-9e38-7f60a2b4c8d1" for number in range(12)]
    processes = []
    for number, session in enumerate(sessions):
        said = wired.say(session, f"{CHECK} In module {number}.", f"{REPORT} In module {number}.")
        event = wired.event("SessionEnd", session, transcript_path=str(said))
        processes.append(wired.start(json.dumps(event).encode()))
    for process in processes:
        assert process.wait(PATIENCE) == 0
        process.communicate()
    eventually(lambda: len(wired.pages()) == len(sessions))
    eventually(lambda: not list(wired.state.glob("turns/*.mark")))
    assert wired.log() == []


def test_a_compile_that_was_killed_is_made_up_for_by_the_next(wired: Agent) -> None:
    said = wired.say(SESSION, CHECK, REPORT)
    killed = (
        "import os, signal, wikimem.compiler as c\n"
        "c.distil_all = lambda *x: os.kill(os.getpid(), signal.SIGKILL)\n"
        "from wikimem.__main__ import main; main()"
    )
    wired.environment["WIKIMEM_VAULT"] = str(wired.home / "none-yet")
    wired.hook(wired.event("SessionEnd", transcript_path=str(said)))
    (spool,) = wired.state.glob("spool/*.jsonl")
    spool.write_text(spool.read_text().replace(str(wired.home / "none-yet"), str(wired.vault)))
    wired.environment["WIKIMEM_VAULT"] = str(wired.vault)
    done = subprocess.run([sys.executable, "-c", killed, "sweep"], cwd=ROOT, env=wired.environment, check=False)
    assert done.returncode == -signal.SIGKILL
    assert wired.pages() == []
    wired.wikimem("sweep")
    assert len(wired.pages()) == 1
    assert json.loads(wired.wikimem("status", "--json").stdout)["pending"] == []


def test_what_was_injected_is_no_knowledge(wired: Agent, tmp_path: Path) -> None:
    """Fifty sessions that begin with what we gave them leave the pages that they leave without it."""
    wired.wikimem("compile", str(wired.say("first", CHECK, REPORT)))
    context = wired.contexts()["shop"]

    def pages(folder: str, injected: str) -> dict[str, str]:
        vault = tmp_path / folder / "vault"
        wired.environment["XDG_CACHE_HOME"] = str(tmp_path / folder / "cache")
        wired.wikimem("init", "--vault", str(vault), "--timezone", "UTC")
        for number in range(50):
            asked = f"{injected}Please look at part {number}. Never touch valve {number} while the kiln is hot."
            wired.say(f"{number:08d}-2d4f", asked, f"{REPORT} It was part {number}.", folder=folder)
        wired.wikimem("compile", "--vault", str(vault), str(tmp_path / folder))
        return {path.relative_to(vault).as_posix(): path.read_text() for path in vault.rglob("*.md")}

    assert "firing queue" in context
    plain, injected = pages("plain", ""), pages("injected", context)
    assert set(injected) == set(plain)
    assert len(plain) > 50


def test_a_marker_sends_leaves_out_and_drops(wired: Agent) -> None:
    other = wired.home / "work-wiki"
    wired.wikimem("init", "--vault", str(other))
    wired.wikimem("init", "--vault", str(wired.home / "third"))
    private = wired.home / "private" / "diary"
    private.mkdir(parents=True)
    (wired.home / "private" / ".wikimem.toml").write_text('[capture]\nignore = ["diary"]\n')
    (wired.shop / ".wikimem.toml").write_text(f'vault = "{other}"\nproject = "Tea Shop"\n')
    shop, diary = wired.say("shop-0001", CHECK, REPORT), wired.say("diary-001", CHECK, REPORT, cwd=private)
    wired.hook(wired.event("SessionEnd", "shop-0001", transcript_path=str(shop)))
    wired.hook(wired.event("SessionEnd", "diary-001", transcript_path=str(diary), cwd=str(private)))
    eventually(lambda: list(other.glob("projects/tea-shop/sessions/*/*.md")))
    wired.wikimem("sweep")
    assert wired.pages() == []
    assert list(wired.vault.glob("raw/*/*/*.jsonl")) == []
    start = wired.event("SessionStart", "another", transcript_path="/h/.claude/projects/x.jsonl")
    eventually(lambda: "tea-shop" in wired.contexts())
    assert "firing queue" in wired.hook(start)


def test_commands_in_a_folder_obey_its_marker_and_tell_what_is_wrong_with_it(wired: Agent) -> None:
    other = wired.home / "work-wiki"
    wired.wikimem("init", "--vault", str(other))
    (wired.shop / ".wikimem.toml").write_text(f'vault = "{other}"\nporject = "x"\n[briefing]\nbytes = 600\n')
    done = wired.wikimem("compile", str(wired.say(SESSION, CHECK, REPORT)), cwd=wired.shop)
    assert "no setting of a marker is called porject" in done.stderr
    assert len(list(other.glob("projects/shop/sessions/*/*.md"))) == 1
    assert json.loads(wired.wikimem("status", "--json").stdout)["sessions"] == 0
    assert 300 < len(wired.wikimem("inject", cwd=wired.shop).stdout.encode()) <= 600


@pytest.mark.parametrize("drops", [False, True])
def test_sub_agents_are_dropped_where_the_marker_wants_it(wired: Agent, drops: bool) -> None:
    (wired.shop / ".wikimem.toml").write_text(f"drop_subagents = {str(drops).lower()}\n")
    name, secret = "aaaaaaaa-0b7d-4c58-9e21-3d5b8f7a4c10", "The valve was tested by the sub-agent."
    folder = wired.home / ".claude" / "projects" / "-shop"
    main = {"type": "user", "uuid": "u1", "sessionId": name, "isSidechain": False, "cwd": str(wired.shop)}
    main |= {"timestamp": "2026-03-01T10:00:00.000Z", "message": {"role": "user", "content": CHECK}}
    side = main | {"uuid": "u2", "isSidechain": True, "agentId": "ab12", "message": {"role": "user", "content": secret}}
    for path, line in ((folder / f"{name}.jsonl", main), (folder / name / "subagents" / "agent-ab12.jsonl", side)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(line) + "\n")
    wired.wikimem("compile")
    (raw,) = wired.vault.glob("raw/*/*/*.jsonl")
    assert (secret in raw.read_text()) is not drops
    assert len(wired.pages()) == 1


def test_a_session_at_work_is_left_and_one_that_nobody_ended_is_taken(wired: Agent) -> None:
    folder = wired.home / ".claude" / "projects" / "-shop"
    folder.mkdir(parents=True)
    for name, minutes in (("aaaaaaaa-0b7d-4c58-9e21-3d5b8f7a4c10", 11), ("bbbbbbbb-0b7d-4c58-9e21-3d5b8f7a4c10", 1)):
        line = {"type": "user", "uuid": name, "sessionId": name, "isSidechain": False, "cwd": str(wired.shop)}
        line |= {"timestamp": "2026-03-01T10:00:00.000Z", "message": {"role": "user", "content": CHECK}}
        path = folder / f"{name}.jsonl"
        path.write_text(json.dumps(line) + "\n")
        os.utime(path, (time.time() - minutes * 60,) * 2)
    wired.wikimem("sweep")
    assert [page.stem[-8:] for page in wired.pages()] == ["aaaaaaaa"]
    wired.hook(wired.event("Stop", "bbbbbbbb-0b7d-4c58-9e21-3d5b8f7a4c10"))
    eventually(lambda: len(wired.pages()) == 2)


def test_status_says_how_far_behind_each_agent_is(wired: Agent) -> None:
    said = wired.say(SESSION, CHECK, REPORT)
    wired.hook(wired.event("Stop", transcript_path=str(said)), "--agent", "opencode")

    def agents() -> list[dict[str, Any]]:
        return list(json.loads(wired.wikimem("status", "--json").stdout)["agents"])

    eventually(lambda: agents()[0]["compiled"] > 0)
    (told,) = agents()
    assert (told["agent"], told["event"], told["sessions"]) == ("opencode", "Stop", 1)
    assert 0 <= told["lag"] < PATIENCE
    wired.environment["WIKIMEM_VAULT"] = str(wired.vault)
    assert "opencode: last event Stop at" in wired.wikimem("status").stdout


def test_a_hook_imports_nothing_heavy(agent: Agent) -> None:
    heavy = {"click", "dataclasses", "git", "json", "orjson", "pathlib", "re", "subprocess", "tantivy", "typing"}
    program = f"{HOOK}; sys.stderr.write(' '.join(sys.modules))"
    command = [sys.executable, "-S", "-c", program]
    data = json.dumps(agent.event("SessionStart")).encode()
    done = subprocess.run(command, env=agent.environment, input=data, capture_output=True, check=True)
    assert heavy & set(done.stderr.decode().split()) == set()
