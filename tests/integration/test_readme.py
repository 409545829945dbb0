"""The README's first block and the questions of the examples, run as a newcomer would run them."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from wikimem.model.ids import short_id

ROOT = Path(__file__).resolve().parents[2]
PLANTED = ("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI", "herring-and-kelp", "Oda Brekke", "555 0142", "furious")
"""What the examples hold and the wiki must not."""
QUESTIONS = re.findall(
    r"^\| ([^|]+\?) \| ((?:`\w+` ?)+)\|$", (ROOT / "examples" / "README.md").read_text("utf-8"), re.MULTILINE
)


def first_block() -> str:
    """The README's first block, with the installed package in place of the environment it would make."""
    block = re.findall(r"^```sh\n(.*?)^```$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)[0]
    lines = [line for line in block.splitlines() if "-m venv" not in line and "pip install" not in line]
    return "\n".join(lines).replace(".venv/bin/wikimem", f"{shlex.quote(sys.executable)} -m wikimem")


class Newcomer:
    """Somebody with an empty home who ran the first block."""

    def __init__(self, home: Path) -> None:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("WIKIMEM_", "XDG_", "GIT_"))}
        self.environment = kept | {"HOME": str(home), "TMPDIR": str(home)}
        self.vault = home / "wikimem-demo"
        self.answer = self.run("sh", "-eu", "-c", first_block())

    def run(self, *command: str | Path) -> str:
        done = subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, stdin=subprocess.DEVNULL)
        assert done.returncode == 0, (done.stdout + done.stderr).decode("utf-8", "replace")
        return done.stdout.decode("utf-8", "replace")

    def wikimem(self, verb: str, *arguments: str | Path) -> str:
        return self.run(sys.executable, "-m", "wikimem", verb, "--vault", self.vault, *arguments)

    def git(self, *arguments: str) -> str:
        return self.run("git", "-C", self.vault, *arguments)


@pytest.fixture(scope="module")
def newcomer(tmp_path_factory: pytest.TempPathFactory) -> Newcomer:
    return Newcomer(tmp_path_factory.mktemp("home"))


def test_first_block_answers_with_a_citation(newcomer: Newcomer) -> None:
    assert "Postgres" in newcomer.answer
    assert "one writer" in newcomer.answer
    assert "b17a94e0" in newcomer.answer or "c4e8073d" in newcomer.answer


def test_first_block_can_be_pasted_again(newcomer: Newcomer) -> None:
    wiki, raw = newcomer.git("rev-parse", "HEAD", "wikimem/raw").split()
    newcomer.run("sh", "-eu", "-c", first_block())
    assert newcomer.git("rev-parse", "wikimem/raw").strip() == raw
    assert newcomer.git("log", "--format=%s", f"{wiki}..HEAD").splitlines() == ["Note what was of use"]
    assert newcomer.git("status", "--porcelain").split()[1::2] == [signals_of(newcomer)]


def signals_of(newcomer: Newcomer) -> str:
    """The one file that a question changes."""
    (path,) = newcomer.vault.glob(".wikimem/signals/*.jsonl")
    return path.relative_to(newcomer.vault).as_posix()


def test_both_agents_work_in_one_project(newcomer: Newcomer) -> None:
    assert [path.name for path in (newcomer.vault / "projects").iterdir()] == ["tidepool"]


def test_there_is_one_page_for_each_session(newcomer: Newcomer) -> None:
    sessions = set(
        re.findall(
            r"^\| 2026-\S+ \| \S+ \| `(\w+)`", (ROOT / "examples" / "README.md").read_text("utf-8"), re.MULTILINE
        )
    )
    pages = (newcomer.vault / "projects" / "tidepool" / "sessions").rglob("*.md")
    assert sorted(path.stem.rpartition("-")[2] for path in pages) == sorted(sessions)


def test_the_newest_session_leaves_the_handoff(newcomer: Newcomer) -> None:
    text = newcomer.run("cat", *sorted((newcomer.vault / "projects" / "tidepool" / "handoffs").glob("*-e95b6c01.md")))
    assert "opt-out" in text


def test_no_secret_and_nothing_private_is_kept(newcomer: Newcomer) -> None:
    kept = [path.read_bytes() for path in newcomer.vault.parent.rglob("*") if path.is_file()]
    kept.append(newcomer.git("cat-file", "--batch-all-objects", "--batch", "--unordered").encode())
    assert [secret for secret in PLANTED if any(secret.encode() in content for content in kept)] == []


@pytest.mark.parametrize(("question", "sessions"), QUESTIONS, ids=[question for question, _ in QUESTIONS])
def test_each_question_is_answered_by_its_session(newcomer: Newcomer, question: str, sessions: str) -> None:
    answer = json.loads(newcomer.wikimem("ask", "--json", question))
    assert answer["answered"]
    said = {short_id(source["session"]) for hit in answer["hits"][:5] for source in hit["sources"]}
    assert said & set(re.findall(r"\w+", sessions))


def test_every_raw_log_is_proved(newcomer: Newcomer) -> None:
    newcomer.wikimem("verify")
