"""Real agents, driven by a model that always says the same, from `install` to what the next session is told.

Opt in: `WIKIMEM_REAL_AGENTS=1 pytest tests/integration/test_real_agents.py`, with `wikimem` and the agents on the PATH.
What is not installed is skipped. Nothing leaves the machine, and the agents' homes are scratch folders.
"""

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.integration.model_stub import REPLY, ModelStub, serving

pytestmark = pytest.mark.skipif(not os.environ.get("WIKIMEM_REAL_AGENTS"), reason="WIKIMEM_REAL_AGENTS is not set")

FIRST, SECOND = "Why does the scan queue lose jobs?", "And what comes next?"
PATIENCE = 60
"""Seconds to wait for a page after an agent has ended."""


@dataclass(frozen=True)
class Agent:
    """How one agent is told about the model, and asked something."""

    name: str
    command: tuple[str, ...]
    """Without the prompt, which comes last."""
    environ: Callable[[str], Mapping[str, str]]
    """From the address of the model."""
    configs: Callable[[str], Mapping[str, str]]
    """Files of its home, by path, from the address of the model."""


def _claude(address: str) -> dict[str, str]:
    quiet = ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "DISABLE_AUTOUPDATER", "DISABLE_TELEMETRY")
    return {"ANTHROPIC_BASE_URL": address, "ANTHROPIC_API_KEY": "dummy", **dict.fromkeys(quiet, "1")}


def _codex(address: str) -> dict[str, str]:
    provider = f'name = "stub"\nbase_url = "{address}/v1"\nenv_key = "STUB_KEY"\nwire_api = "responses"\n'
    chosen = 'model = "stub-model"\nmodel_provider = "stub"\n'
    return {".codex/config.toml": f"{chosen}[model_providers.stub]\n{provider}"}


def _gemini(_: str) -> dict[str, str]:
    security = {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": False}}
    return {".gemini/settings.json": json.dumps({"security": security})}


def _opencode(address: str) -> dict[str, str]:
    options = {"baseURL": f"{address}/v1", "apiKey": "dummy"}
    provider = {"npm": "@ai-sdk/openai-compatible", "options": options, "models": {"stub-model": {}}}
    document = {"provider": {"stub": provider}, "model": "stub/stub-model"}
    return {".config/opencode/opencode.json": json.dumps(document)}


AGENTS = (
    Agent("claude-code", ("claude", "-p"), _claude, lambda _: {}),
    Agent(
        "codex",
        ("codex", "exec", "--dangerously-bypass-hook-trust", "--disable", "enable_request_compression"),
        lambda _: {"STUB_KEY": "dummy"},
        _codex,
    ),
    Agent(
        "gemini-cli",
        ("gemini", "-m", "gemini-2.5-pro", "--approval-mode", "yolo", "-p"),
        lambda address: {"GEMINI_API_KEY": "dummy", "GOOGLE_GEMINI_BASE_URL": address},
        _gemini,
    ),
    Agent(
        "opencode",
        ("opencode", "run"),
        lambda _: {"OPENCODE_DISABLE_MODELS_FETCH": "1", "OPENCODE_DISABLE_AUTOUPDATE": "1"},
        _opencode,
    ),
)


@pytest.fixture
def model() -> Iterator[ModelStub]:
    with serving() as stub:
        yield stub


@pytest.mark.parametrize("agent", AGENTS, ids=lambda agent: agent.name)
def test_a_session_is_captured_compiled_and_handed_to_the_next(agent: Agent, model: ModelStub, tmp_path: Path) -> None:
    if not shutil.which(agent.command[0]) or not shutil.which("wikimem"):
        pytest.skip(f"{agent.command[0]} or wikimem is not on the PATH")
    address = f"http://127.0.0.1:{model.port}"
    home, project = tmp_path / "home", tmp_path / "kiln"
    for path, text in agent.configs(address).items():
        (home / path).parent.mkdir(parents=True)
        (home / path).write_text(text)
    home.mkdir(exist_ok=True)
    environ = {"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "dumb"}

    def run(*command: str, **more: str) -> str:
        done = subprocess.run(
            command,
            cwd=project,
            env=environ | more,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=180,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    project.mkdir()
    run("git", "init", "-q")
    run("wikimem", "init")
    run("wikimem", "install", agent.name, "--yes")
    run(*agent.command, FIRST, **agent.environ(address))
    page = _first_page(home / "wikimem")
    assert "two writers share one SQLite file" in page.read_text("utf-8")
    assert REPLY[:40] in run("wikimem", "ask", FIRST)

    model.asked.clear()
    run(*agent.command, SECOND, **agent.environ(address))
    told = [body for body in model.asked if "wikimem-context" in body]
    assert any("two writers share one SQLite file" in body for body in told)
    run("wikimem", "uninstall", "--yes")
    assert "wikimem" not in "".join((home / path).read_text("utf-8") for path in agent.configs(address))


def _first_page(vault: Path) -> Path:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if pages := sorted(vault.glob("projects/kiln/sessions/*/*.md")):
            return pages[0]
        time.sleep(0.1)
    pytest.fail("no session page was written")
