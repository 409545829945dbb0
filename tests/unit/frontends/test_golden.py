"""Whole transcripts and the records they make; `pytest --update-golden` writes the records anew."""

from dataclasses import asdict
from pathlib import Path

import orjson
import pytest

from wikimem.frontends import recognise
from wikimem.model.record import Record

GOLDEN = Path(__file__).parents[2] / "golden" / "frontends"
TRANSCRIPTS = sorted(
    path
    for path in GOLDEN.glob("*/**/*")
    if path.suffix in (".json", ".jsonl", ".md") and not path.name.endswith(".records.jsonl")
)


def agent_of(path: Path) -> str:
    return path.relative_to(GOLDEN).parts[0]


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: f"{agent_of(path)}-{path.stem}")
def test_golden(path: Path, request: pytest.FixtureRequest) -> None:
    data = path.read_bytes()
    name = path.relative_to(GOLDEN / agent_of(path)).as_posix()
    frontend = recognise(name, data)
    assert frontend is not None
    assert frontend.name == agent_of(path)
    given = data.splitlines(keepends=True)
    identity = frontend.identify(name, given)
    assert identity is not None
    found = [{"identity": asdict(identity)}] + [
        asdict(one) if isinstance(one, Record) else {"diagnostic": str(one)} for one in frontend.parse(given, identity)
    ]
    lines = b"".join(orjson.dumps(_shown(one)) + b"\n" for one in found)
    expected = path.with_name(f"{path.stem}.records.jsonl")
    if request.config.getoption("--update-golden"):
        expected.write_bytes(lines)
    assert lines == expected.read_bytes()


def _shown(fields: dict[str, object]) -> dict[str, object]:
    """Leave out empty fields, so that a golden file shows what is said."""
    return {name: value for name, value in fields.items() if value not in ("", {}, None)}


def test_every_agent_has_two_transcripts() -> None:
    assert {name: sum(agent_of(path) == name for path in TRANSCRIPTS) for name in set(map(agent_of, TRANSCRIPTS))} == {
        "aider": 2,
        "amp": 2,
        "antigravity": 2,
        "claude-code": 2,
        "cline": 2,
        "codex": 2,
        "continue-dev": 2,
        "copilot-cli": 2,
        "crush": 2,
        "cursor": 2,
        "factory-droid": 2,
        "gemini-cli": 2,
        "generic-jsonl": 2,
        "generic-markdown": 2,
        "goose": 2,
        "grok-build": 3,
        "hermes": 2,
        "kimi-cli": 2,
        "kiro": 2,
        "native-memory": 2,
        "oh-my-pi": 2,
        "openclaw": 2,
        "opencode": 2,
        "pi": 2,
        "qwen-code": 2,
        "roo": 2,
        "zero": 2,
    }
