"""Wiring on a real disk: plan, write, back up, remember, take back, and what stands in the way of it."""

import json
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.unit.install.samples import all_targets, variants
from wikimem.cli.app import cli
from wikimem.install.clients import CLIENTS
from wikimem.install.ledger import alone, ledger_path

NAMES = [client.name for client in CLIENTS]
STAND_IN = """#!{python}
import json, os, pathlib, sys
if sys.argv[1] == "hook":
    if {broken}:
        sys.exit("out of order")
    spool = pathlib.Path(os.environ["XDG_STATE_HOME"], "wikimem", "spool")
    spool.mkdir(parents=True, exist_ok=True)
    with (spool / "20260101.jsonl").open("a") as file:
        file.write(json.dumps({{"agent": sys.argv[3], "payload": json.load(sys.stdin)}}) + "\\n")
elif sys.argv[1] == "mcp":
    request = json.loads(sys.stdin.readline())
    print(json.dumps({{"jsonrpc": "2.0", "id": request["id"], "result": {{}}}}), flush=True)
"""


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A person's home, with a program that stands in for wikimem where agents are told to find it."""
    for name in [name for name in os.environ if name.startswith(("XDG_", "WIKIMEM_", "CLAUDE_", "CODEX_"))]:
        monkeypatch.delenv(name)
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    program = tmp_path / "bin dir" / "wikimem"
    program.parent.mkdir()
    stand_in(program)
    monkeypatch.setattr(sys, "argv", [str(program)])
    return home


def stand_in(program: Path, *, broken: bool = False) -> None:
    program.write_text(STAND_IN.format(python=sys.executable, broken=broken), "utf-8")
    program.chmod(0o755)


def run(*arguments: str | Path, status: int = 0):
    done = CliRunner().invoke(cli, [str(each) for each in arguments])
    assert done.exit_code == status, (done.stdout, done.stderr, done.exception)
    return done


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()} | {
        f"{path.relative_to(folder)}/": b"" for path in folder.rglob("*") if path.is_dir()
    }


def state_apart(found: dict[str, bytes]) -> dict[str, bytes]:
    """What is there besides the state folder, which keeps a lock file."""
    return {name: content for name, content in found.items() if not name.startswith(".local")}


def test_every_agent_in_and_out_leaves_no_trace(home):
    run("install", "--yes", *NAMES)
    wired = json.loads(run("agents", "--json").stdout)["agents"]
    assert {each["agent"] for each in wired if each["wired"] == "yes"} == set(NAMES) - {"continue-dev", "aider"}
    assert "nothing to change" in run("install", "--yes", *NAMES).stderr
    run("uninstall", "--yes")
    assert state_apart(tree(home)) == {}
    assert not ledger_path(os.environ).exists()


def test_every_agents_own_files_come_back(home):
    for _, target in all_targets():
        if target.path.is_relative_to("/home/mira/code") or target.form == "whole":
            continue
        path = home / target.path.relative_to("/home/mira")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(variants(target)["others"])
        path.chmod(0o600)
    before = tree(home)
    run("install", "--yes", *NAMES)
    changed = {name for name, content in tree(home).items() if name in before and content != before[name]}
    assert len(changed) > 25
    assert all(tree(home)[f"{name}.wikimem-backup"] == before[name] for name in changed)
    assert {
        stat.S_IMODE((home / f"{name}{end}").stat().st_mode) for name in changed for end in ("", ".wikimem-backup")
    } == {0o600}
    run("uninstall", "--yes")
    assert state_apart(tree(home)) == before


def test_one_agent_leaves_and_others_that_share_a_file_stay(home, tmp_path):
    project = tmp_path / "project"
    project.mkdir()
    (project / "AGENTS.md").write_text("# Rules\n", "utf-8")
    before = tree(project)
    run("install", "--yes", "--project", project, "codex", "opencode")
    run("uninstall", "--yes", "--project", project, "codex")
    assert "wikimem:begin" in (project / "AGENTS.md").read_text("utf-8")
    assert not (project / ".codex").exists()
    run("uninstall", "--yes", "opencode", "--project", project)
    assert tree(project) == before


def test_uninstall_without_names_takes_projects_along(home, tmp_path):
    project = tmp_path / "project"
    project.mkdir()
    run("install", "--yes", "claude-code")
    run("install", "--yes", "--project", project, "claude-code")
    assert json.loads((project / ".mcp.json").read_text("utf-8"))["mcpServers"]["wikimem"]
    run("uninstall", "--yes")
    assert tree(project) == {}
    assert state_apart(tree(home)) == {}


def test_a_dry_run_shows_the_difference_and_writes_nothing(home):
    (home / ".claude").mkdir()
    (home / ".claude" / "settings.json").write_text('{\n  "theme": "dark" // best\n}\n', "utf-8")
    before = tree(home)
    shown = run("install", "--dry-run").stdout
    assert '-  "theme": "dark" // best\n+  "theme": "dark", // best\n' in shown
    assert tree(home) == before
    assert json.loads(run("install", "--dry-run", "--json").stdout)["changes"][0]["change"] == "make"


def test_a_project_without_instructions_gets_the_file_that_hides_no_other(home, tmp_path):
    for there, written in (([], "AGENTS.md"), (["AGENTS.md"], "AGENTS.md"), (["AGENTS.md", "CLAUDE.md"], "CLAUDE.md")):
        project = tmp_path / written / str(len(there))
        project.mkdir(parents=True)
        for name in there:
            (project / name).write_text("", "utf-8")
        run("install", "--yes", "--project", project, "claude-code")
        assert [path.name for path in project.glob("*.md") if "wikimem" in path.read_text("utf-8")] == [written]


def test_an_agent_nothing_can_be_written_for_is_said(home):
    assert "--print continue-dev" in run("install", "--yes", "continue-dev").stderr
    told = run("install", "--yes", "aider").stderr
    assert "no configuration" in told
    assert "read: AGENTS.md" in told


def test_printing_shows_what_belongs_where_and_writes_nothing(home):
    shown = run("install", "--print", "continue-dev", "hermes").stdout
    assert "==> continue-dev: " in shown
    assert "on_session_finalize" in shown
    assert tree(home) == {}


def test_nobody_is_asked_when_nobody_is_there(home):
    assert "--yes" in run("install", "claude-code", status=2).stderr
    assert tree(home) == {}


def test_without_names_only_what_is_here_is_wired(home):
    assert "no agent was found" in run("install", "--yes", status=2).stderr
    (home / ".cursor").mkdir()
    run("install", "--yes")
    assert {name.split("/")[0] for name in state_apart(tree(home))} == {".cursor"}


def test_unknown_names_and_homes_are_said(home, monkeypatch):
    assert "claude-code" in run("install", "--yes", "nobody", status=2).stderr
    monkeypatch.delenv("HOME")
    assert "set HOME" in run("install", "--yes", "codex", status=2).stderr


def test_a_link_is_written_through(home, tmp_path):
    real = tmp_path / "dotfiles" / "claude.json"
    real.parent.mkdir()
    real.write_text("{}\n", "utf-8")
    (home / ".claude").mkdir()
    (home / ".claude" / "settings.json").symlink_to(real)
    run("install", "--yes", "claude-code")
    assert (home / ".claude" / "settings.json").is_symlink()
    assert "wikimem" in real.read_text("utf-8")
    run("uninstall", "--yes")
    assert real.read_text("utf-8") == "{}\n"
    assert list(real.parent.iterdir()) == [real]


def test_two_agents_whose_instructions_are_one_linked_file_get_one_block(home):
    (home / ".codex").mkdir()
    (home / ".gemini").mkdir()
    (home / ".codex" / "AGENTS.md").write_text("# Mine\n", "utf-8")
    (home / ".gemini" / "GEMINI.md").symlink_to(home / ".codex" / "AGENTS.md")
    run("install", "--yes", "codex", "gemini-cli")
    assert (home / ".codex" / "AGENTS.md").read_text("utf-8").count("wikimem:begin") == 1
    run("uninstall", "--yes", "gemini-cli")
    assert (home / ".codex" / "AGENTS.md").read_text("utf-8").count("wikimem:begin") == 1
    run("uninstall", "--yes", "codex")
    assert (home / ".codex" / "AGENTS.md").read_text("utf-8") == "# Mine\n"


def test_a_file_that_does_not_parse_is_named_and_left_and_the_others_are_wired(home):
    broken = home / ".claude" / "settings.json"
    broken.parent.mkdir()
    broken.write_text('{\n  "theme": \n}\n', "utf-8")
    told = run("install", "--yes", "claude-code", status=3).stderr
    assert f"{broken}:3: error: not valid JSON" in told
    assert broken.read_text("utf-8") == '{\n  "theme": \n}\n'
    assert (home / ".claude.json").exists()
    assert next(each for each in json.loads(run("agents", "--json").stdout)["agents"])["wired"] == "in part"


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads and writes everything")
def test_what_cannot_be_read_or_written_is_said(home):
    secret = home / ".claude" / "settings.json"
    secret.parent.mkdir()
    secret.write_text("{}", "utf-8")
    secret.chmod(0)
    assert "cannot be read" in run("install", "--yes", "claude-code", status=3).stderr
    home.chmod(0o500)
    assert "writable" in run("install", "--yes", "codex", status=1).stderr


def test_a_state_folder_that_cannot_be_made_stops_before_anything_is_written(home, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert f"error: {tmp_path / 'file'}" in run("install", "--yes", "claude-code", status=1).stderr
    assert tree(home) == {}


def test_a_disk_that_refuses_is_said_and_what_was_done_can_be_taken_back(home, monkeypatch):
    from wikimem.install import apply

    write, written = apply._write, []

    def full(path, content, mode):
        if written:
            raise OSError(28, "No space left on device")
        written.append(path)
        write(path, content, mode)

    with monkeypatch.context() as patched:
        patched.setattr(apply, "_write", full)
        assert "No space left" in run("install", "--yes", "claude-code", status=1).stderr
    assert written[0].exists()
    run("uninstall", "--yes")
    assert state_apart(tree(home)) == {}


def test_a_file_that_changes_between_plan_and_write_is_left_alone(home, monkeypatch):
    from wikimem.verbs import wiring

    path = home / ".claude.json"
    path.write_text("{}", "utf-8")
    proposal = wiring.propose_install(["claude-code"])
    path.write_text('{"mine": 1}', "utf-8")
    with pytest.raises(Exception, match="changed meanwhile"):
        wiring.carry_out_proposal(proposal)
    assert path.read_text("utf-8") == '{"mine": 1}'


def test_a_second_install_waits_for_the_first(home):
    held, entered, order = threading.Event(), threading.Event(), []

    def first():
        with alone(os.environ):
            entered.set()
            held.wait(10)
            order.append("first")

    thread = threading.Thread(target=first)
    thread.start()
    entered.wait(10)
    code = "import os, sys; from wikimem.install.ledger import alone\nwith alone(os.environ): print('in', flush=True)"
    second = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, cwd=Path(__file__).parents[2])
    assert second.poll() is None
    held.set()
    assert second.communicate(timeout=30)[0] == b"in\n"
    thread.join()
    assert order == ["first"]


def test_what_an_agent_rewrote_since_keeps_everything_else(home):
    path = home / ".claude.json"
    path.write_text('{"projects": {"/a": {"n": 1}}}', "utf-8")
    run("install", "--yes", "claude-code")
    rewritten = {**json.loads(path.read_text("utf-8")), "numStartups": 7}
    path.write_text(json.dumps(rewritten, indent=2), "utf-8")
    assert "nothing to change" in run("install", "--yes", "claude-code").stderr
    told = run("uninstall", "--yes").stderr
    assert json.loads(path.read_text("utf-8")) == {"projects": {"/a": {"n": 1}}, "numStartups": 7}
    assert "what it was then is kept" in told


def test_a_damaged_record_is_said_and_uninstall_by_name_needs_none(home):
    run("install", "--yes", "cursor")
    record = ledger_path(os.environ)
    record.write_text("{", "utf-8")
    assert "damaged" in run("uninstall", "--yes", status=1).stderr
    record.unlink()
    run("uninstall", "--yes", "cursor")
    assert "wikimem" not in (home / ".cursor" / "hooks.json").read_text("utf-8")


def test_doctor_runs_what_agents_would_run(home):
    run("install", "--yes", *NAMES)
    found = json.loads(run("doctor", "--json", status=3).stdout)["findings"]
    wiring = [each for each in found if each["code"].startswith("wiring")]
    assert {each["severity"] for each in wiring} == {"info"}, wiring
    told = {each["message"].partition(" answered")[0] for each in wiring}
    without_hooks = {"vscode", "crush", "kiro", "claude-desktop", "amp"}
    nothing_to_write = {"continue-dev", "aider"}
    served = set(NAMES) - nothing_to_write
    assert told == {f"the MCP server of {name}" for name in served} | {
        f"the hook of {name}" for name in served - without_hooks
    }


CODEX = """#!{python}
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message.get("id") == 1:
        print(json.dumps({{"id": 1, "result": {{}}}}), flush=True)
    if message.get("id") == 2:
        hook = {{"eventName": "sessionStart", "command": "/x/wikimem hook --agent codex", "trustStatus": "{trust}"}}
        other = {{"eventName": "stop", "command": "/x/other", "trustStatus": "untrusted"}}
        print(json.dumps({{"method": "noise"}}))
        print(json.dumps({{"id": 2, "result": {{"data": [{{"hooks": [hook, other]}}]}}}}), flush=True)
"""


@pytest.mark.parametrize(
    ("trust", "severity", "words"),
    [
        ("trusted", "info", "codex trusts our hooks"),
        ("managed", "info", "codex trusts our hooks"),
        ("untrusted", "warning", "until a person trusts them: sessionStart"),
        ("modified", "warning", "until a person trusts them: sessionStart"),
        ("", "info", "was not there to be asked"),
    ],
)
def test_doctor_says_whether_codex_trusts_our_hooks(home, tmp_path, monkeypatch, trust, severity, words):
    program = tmp_path / "codex bin" / "codex"
    program.parent.mkdir()
    program.write_text(CODEX.format(python=sys.executable, trust=trust) if trust else "#!/bin/sh\nexit 1\n", "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    run("install", "--yes", "codex")
    found = json.loads(run("doctor", "--json", status=3).stdout)["findings"]
    (told,) = (each for each in found if each["code"] == "codex-trust")
    assert (told["severity"], words in told["message"]) == (severity, True)


def test_doctor_finds_a_hook_that_fails_and_an_entry_that_is_gone(home, tmp_path):
    run("install", "--yes", "claude-code", "cursor")
    stand_in(tmp_path / "bin dir" / "wikimem", broken=True)
    (home / ".cursor" / "mcp.json").write_text("{}", "utf-8")
    found = json.loads(run("doctor", "--json", status=3).stdout)["findings"]
    told = {each["code"]: each for each in found if each["severity"] != "info"}
    assert "out of order" in told["wiring"]["message"]
    assert told["wiring-changed"]["path"] == str(home / ".cursor" / "mcp.json")
    (tmp_path / "bin dir" / "wikimem").unlink()
    sys.argv[0] = str(tmp_path / "gone")
    found = json.loads(run("doctor", "--json", status=3).stdout)["findings"]
    assert any("cannot be started" in each["message"] for each in found)
