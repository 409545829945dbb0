"""Killed at any moment, or run twice at once: nothing is lost and the next run ends in a clean state."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.integration.killing import killer
from wikimem.model.change import Changeset, Remove, Write
from wikimem.store.history import History

REPOSITORY = Path(__file__).parents[2]
NOON = "2026-02-03T12:00:00Z"

COMMIT = """
    from pathlib import Path
    from wikimem.model.change import Changeset, Remove, Write
    from wikimem.store.history import History
    changes = (Write("a.md", b"new\\n"), Write("deep/b.md", b"new\\n"), Remove("gone/c.md"))
    History(Path(ROOT)).commit([Changeset("New", changes, "2026-02-04T12:00:00Z", raw=("raw/x/2026/s.jsonl",))])
"""

MOMENTS = {
    "while staging": ("wikimem.store.landing", "Landing.stage", "after"),
    "objects half written": ("wikimem.store.fastimport", "Import.finish", "before"),
    "objects written": ("wikimem.store.fastimport", "Import.finish", "after"),
    "branches locked": ("wikimem.store.landing", "Landing._prepare", "after"),
    "journal written": ("wikimem.store.landing", "Landing._put_in_place", "before"),
    "one file in place": ("wikimem.store.landing", "_replace", "after"),
    "files in place": ("wikimem.store.landing", "Landing._put_in_place", "after"),
    "branches moved": ("wikimem.store.landing", "Landing._close", "before"),
    "index in line": ("wikimem.store.landing", "Landing._discard", "before"),
}


@pytest.fixture(autouse=True)
def nobody(tmp_path, monkeypatch):
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")


@pytest.fixture
def vault(tmp_path):
    history = History.init(tmp_path / "vault", at=NOON)
    (history.root / "raw/x/2026").mkdir(parents=True)
    (history.root / "raw/x/2026/s.jsonl").write_bytes(b"{}\n")
    history.commit([Changeset("Old", (Write("a.md", b"old\n"), Write("gone/c.md", b"old\n")), NOON)])
    return history


def script(root, code, before=""):
    text = textwrap.dedent(before) + textwrap.dedent(code).replace("ROOT", repr(str(root)))
    return subprocess.Popen([sys.executable, "-c", text], cwd=REPOSITORY)


def status(history):
    command = ["git", "-C", str(history.root), "status", "--porcelain"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def assert_new(history):
    assert (history.root / "a.md").read_bytes() == history.show("a.md") == b"new\n"
    assert (history.root / "deep/b.md").read_bytes() == history.show("deep/b.md") == b"new\n"
    assert not (history.root / "gone").exists()
    assert history.blob("raw/x/2026/s.jsonl") is not None
    assert [revision.subject for revision in history.log(limit=2)] == ["New", "Old"]
    assert status(history) == ""


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
@pytest.mark.parametrize("moment", MOMENTS)
def test_killed_and_run_again(vault, moment):
    killed = script(vault.root, COMMIT, killer(*MOMENTS[moment]))
    assert killed.wait(30) == -9
    assert vault.show("a.md") in (b"old\n", b"new\n")
    assert script(vault.root, COMMIT).wait(30) == 0
    assert_new(vault)
    assert not (vault.root / ".git/wikimem/landing").exists()
    assert not (vault.root / ".git/index.lock").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_recovery_alone_completes_a_journalled_commit(vault):
    assert script(vault.root, COMMIT, killer(*MOMENTS["one file in place"])).wait(30) == -9
    assert vault.recover() is True
    assert_new(vault)
    assert vault.recover() is False


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_an_edit_made_after_the_kill_survives_recovery(vault):
    assert script(vault.root, COMMIT, killer(*MOMENTS["journal written"])).wait(30) == -9
    (vault.root / "a.md").write_bytes(b"typed after the crash\n")
    findings = []
    history = History(vault.root, report=findings.append)
    assert history.recover() is True
    assert (vault.root / "a.md").read_bytes() == b"typed after the crash\n"
    assert vault.show("a.md") == b"new\n"
    assert [finding.code for finding in findings] == ["edited-meanwhile"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_branch_that_moved_on_after_the_kill_is_left_alone(vault):
    assert script(vault.root, COMMIT, killer(*MOMENTS["journal written"])).wait(30) == -9
    identity = ("-c", "user.name=Ada", "-c", "user.email=ada@example.test")
    subprocess.run(["git", "-C", vault.root, *identity, "commit", "-q", "--allow-empty", "-m", "Mine"], check=True)
    findings = []
    history = History(vault.root, report=findings.append)
    history.recover()
    assert [finding.code for finding in findings] == ["commit-given-up"]
    assert (history.log(limit=1)[0].subject, (vault.root / "a.md").read_bytes()) == ("Mine", b"old\n")
    assert script(vault.root, COMMIT).wait(30) == 0
    assert status(history) == ""
    assert history.show("a.md") == b"new\n"


def test_two_processes_at_once_both_land(vault):
    code = """
    import sys
    from pathlib import Path
    from wikimem.model.change import Changeset, Write
    from wikimem.store.history import History
    history = History(Path(ROOT))
    for n in range(5):
        changes = (Write(f"NAME/{n}.md", b"text"), Write("MEMORY.md", b"NAME %d" % n))
        history.commit([Changeset(f"NAME {n}", changes, "2026-02-04T12:00:00Z")])
    """
    running = [script(vault.root, code.replace("NAME", name)) for name in ("left", "right")]
    assert [process.wait(60) for process in running] == [0, 0]
    subjects = {revision.subject for revision in vault.log(limit=20)}
    assert subjects >= {f"{name} {n}" for name in ("left", "right") for n in range(5)}
    assert status(vault) == ""


def test_a_failed_rename_is_completed_by_the_next_call(vault, monkeypatch):
    def refuse(self, target):
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr("wikimem.store.landing._replace", refuse)
        with pytest.raises(Exception, match="Input/output error"):
            vault.commit([Changeset("New", (Write("a.md", b"new\n"), Remove("gone/c.md")), NOON)])
    assert vault.show("a.md") == b"old\n"
    assert vault.recover() is True
    assert vault.show("a.md") == (vault.root / "a.md").read_bytes() == b"new\n"
    assert status(vault) == ""
