"""Parsing, exit statuses and the words for errors."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from wikimem.cli import console as printing
from wikimem.errors import RawLogDamaged
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.wiki import Wiki

ROOT = Path(__file__).parents[3]
PLAIN_READERS = (["status"], ["verify"], ["log"], ["lint"], ["page", "list"], ["search", "x"], ["ask", "x"], ["inject"])


def raising(error):
    def method(*arguments, **options):
        raise error

    return method


@pytest.mark.parametrize("arguments", [*PLAIN_READERS, ["compile"], ["capture"], ["why", "c-00000000"]])
def test_without_a_vault_the_person_is_told_how_to_make_one(wikimem, home, arguments):
    done = wikimem(*arguments, status=2)
    assert done.stdout == ""
    assert done.stderr == (
        f"error: {home}/wikimem: there is no vault at {home}/wikimem\nhint: make one: wikimem init {home}/wikimem\n"
    )


@pytest.mark.parametrize(
    "arguments", [["nonsense"], ["ask"], ["ask", "x", "--budget", "0"], ["compile", "--emit", "x"]]
)
def test_misuse_is_status_2(wikimem, filled, arguments):
    assert "Usage:" in wikimem(*arguments, status=2).stderr


def test_an_error_names_file_and_line_and_what_to_do(wikimem, filled, monkeypatch):
    error = RawLogDamaged("the seal is broken", path="raw/x.jsonl", line=7, hint="restore it")
    monkeypatch.setattr(Wiki, "status", raising(error))
    done = wikimem("status", status=1)
    assert done.stderr == "error: raw/x.jsonl:7: the seal is broken\nhint: restore it\n"


def test_an_interrupt_is_status_130(wikimem, filled, monkeypatch):
    monkeypatch.setattr(Wiki, "status", raising(KeyboardInterrupt()))
    assert wikimem("status", status=130).stderr == "interrupted\n"


def test_what_nobody_expected_leaves_a_redacted_traceback(wikimem, filled, monkeypatch):
    token = "ghp_" + "R4nd0m" * 6
    monkeypatch.setattr(Wiki, "status", raising(ZeroDivisionError(f"divided {token}")))
    done = wikimem("status", status=1)
    (log,) = (filled / ".local/state/wikimem/logs").iterdir()
    assert "Traceback" not in done.output
    assert str(log) in done.stderr
    assert "ZeroDivisionError" in log.read_text()
    assert token not in done.output + log.read_text()


def test_the_configuration_file_is_named_with_its_line(wikimem, filled):
    config = filled / "wikimem/.wikimem/config.toml"
    config.write_text('timezone = "UTC"\n[ask]\ntokens = "many"\n')
    assert wikimem("status", status=2).stderr.startswith(f"error: {config}:3: ask.tokens must be a whole number")


@pytest.mark.parametrize("arguments", [["--vault", "there", "status"], ["status", "--vault", "there"]])
def test_common_options_stand_before_or_after_the_verb(wikimem, filled, arguments):
    (filled / "wikimem").rename(filled / "there")
    assert str(filled / "there") in wikimem(*arguments).stdout


def test_the_environment_names_the_vault(wikimem, filled, monkeypatch):
    (filled / "wikimem").rename(filled / "there")
    monkeypatch.setenv("WIKIMEM_VAULT", str(filled / "there"))
    assert str(filled / "there") in wikimem("status").stdout


@pytest.mark.parametrize("arguments", PLAIN_READERS)
def test_json_is_one_document_on_stdout(wikimem, filled, monkeypatch, arguments):
    monkeypatch.setattr(Wiki, "verify", lambda self: [])
    done = wikimem("--json", "--quiet", *arguments)
    assert isinstance(json.loads(done.stdout), dict)
    assert done.stderr == ""


def test_findings_are_status_3_and_go_to_stdout(wikimem, filled, monkeypatch):
    finding = Diagnostic("broken-link", "no page at x.md", Severity.WARNING, "a.md", 3)
    monkeypatch.setattr(Wiki, "lint", lambda self: [finding])
    done = wikimem("lint", status=3)
    assert done.stdout == "a.md:3: warning: no page at x.md\n"
    assert done.stderr == "1 finding\n"


def test_what_is_only_good_to_know_is_no_finding(wikimem, filled, monkeypatch):
    monkeypatch.setattr(Wiki, "lint", lambda self: [Diagnostic("x", "by the way", Severity.INFO)])
    assert "nothing to mend" in wikimem("lint").stderr


def test_a_terminal_is_not_obeyed(wikimem, filled):
    (filled / "wikimem/note.md").write_text("---\ntype: Note\n---\n\x1b[2J\x1b]0;owned\x07plain \x9b31mred\u202e\n")
    done = wikimem("page", "show", "note.md")
    assert done.stdout == "---\ntype: Note\n---\nplain 31mred\n"


def test_progress_is_silent_where_nobody_looks(capsys):
    with printing.Console().progress() as progress:
        progress("capture", 1, 2)
    assert capsys.readouterr() == ("", "")


def test_help_imports_no_command_s_work():
    code = (
        "import sys; from wikimem.cli.app import cli; cli(['--help'], standalone_mode=False);"
        "print([name for name in ('tantivy', 'orjson', 'jinja2', 'rich', 'wikimem.wiki') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.endswith("[]\n")


def test_a_question_imports_no_compiler(filled, wikimem):
    wikimem("ask", "anything")
    code = (
        "import sys; from wikimem.cli.app import cli; cli(['ask', 'why'], standalone_mode=False);"
        "print([name for name in ('jinja2', 'rich', 'subprocess', 'wikimem.compiler', 'wikimem.store.history')"
        " if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.endswith("[]\n")


def test_a_reader_that_leaves_early_is_no_failure(filled):
    command = f"{sys.executable} -m wikimem log | head -0; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True, cwd=ROOT)
    assert (done.stdout, done.stderr) == ("0\n", "")
