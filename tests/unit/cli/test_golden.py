"""What people see on the console; `pytest --update-golden` writes it anew."""

import re
from pathlib import Path

import pytest

from tests.unit.cli.conftest import EXAMPLES

GOLDEN = Path(__file__).parents[2] / "golden" / "cli"
COMMANDS = {
    "ask": ["ask", "--budget", "300", "How are timestamps stored?"],
    "ask-unknown": ["ask", "Who invented the Zanzibar protocol?"],
    "compile-dry-run": ["compile", "--dry-run", str(EXAMPLES)],
    "compile-emit-claims": ["compile", "--emit", "claims", str(EXAMPLES / "codex")],
    "compile-nothing-new": ["compile", str(EXAMPLES)],
    "compile-help": ["compile", "--help"],
    "doctor": ["doctor"],
    "help": ["--help"],
    "init-again": ["init"],
    "inject": ["inject", "--cwd", "/home/mira/code/tidepool"],
    "lint": ["lint"],
    "log": ["log", "--until", "2026-06-30"],
    "page-list": ["page", "list", "--type", "Preference"],
    "search": ["search", "--limit", "3", "scan queue"],
    "status": ["status"],
    "verify": ["verify"],
    "why": ["why", "b17a94e0-1"],
    "why-unknown": ["why", "c-00000000"],
}
"""Golden file -> the command line whose output it holds."""
CHANGING = (
    (re.compile(r"\b[0-9a-f]{10}\b"), "COMMIT"),
    (re.compile(r"\d+\.\d s\b"), "N s"),
    (re.compile(r"Python \S+ wikimem \S+ tantivy \S+"), "VERSIONS"),
    (re.compile(r"git version .+"), "git version N"),
)
"""What differs from run to run and from machine to machine."""


@pytest.mark.parametrize("name", COMMANDS)
def test_console(name, wikimem, filled, monkeypatch, request):
    from click.testing import CliRunner

    from wikimem.cli.app import cli

    if name == "compile-dry-run":
        monkeypatch.setenv("WIKIMEM_VAULT", str(filled / "fresh"))
        wikimem("init")
    if name == "compile-nothing-new":
        wikimem("compile", EXAMPLES)
    done = CliRunner().invoke(cli, COMMANDS[name], prog_name="wikimem")
    shown = " ".join(f"'{part}'" if " " in part else part for part in COMMANDS[name])
    errors = "".join(f"! {line}\n" for line in done.stderr.splitlines())
    text = f"$ wikimem {shown}\n{done.stdout}{errors}exit {done.exit_code}\n"
    for place, word in ((str(EXAMPLES), "TRANSCRIPTS"), (str(filled), "HOME")):
        text = text.replace(place, word)
    for pattern, word in CHANGING:
        text = pattern.sub(word, text)
    golden = GOLDEN / f"{name}.txt"
    if request.config.getoption("--update-golden"):
        golden.write_text(text, "utf-8")
    assert text == golden.read_text("utf-8")


def test_every_golden_file_has_its_command():
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(COMMANDS)
