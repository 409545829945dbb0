"""The command line as processes: at the same time, killed, and in vaults that are in no good state."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "transcripts"
SESSIONS = 8


class Person:
    """Somebody with a home, a vault and a shell."""

    def __init__(self, home: Path) -> None:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("WIKIMEM_", "XDG_", "GIT_"))}
        self.environment = kept | {"HOME": str(home), "TZ": "UTC"}
        self.home = home
        self.vault = home / "wikimem"

    def start(self, *arguments: str | Path) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "wikimem", *map(str, arguments)]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=pipe, stderr=pipe, text=True)

    def wikimem(self, *arguments: str | Path, status: int = 0) -> tuple[str, str]:
        process = self.start(*arguments)
        out, err = process.communicate(timeout=120)
        assert process.returncode == status, out + err
        return out, err

    def git(self, *arguments: str) -> str:
        command = ["git", "-C", str(self.vault), *arguments]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, check=True).stdout

    def status(self) -> dict[str, object]:
        return dict(json.loads(self.wikimem("status", "--json")[0]))


@pytest.fixture
def person(tmp_path: Path) -> Person:
    somebody = Person(tmp_path)
    somebody.wikimem("init")
    return somebody


def assert_everything_is_compiled(person: Person, sessions: int = SESSIONS) -> None:
    status = person.status()
    assert (status["sessions"], status["raw_logs"]) == (sessions, sessions)
    assert (status["pending"], status["dirty"], status["index"]) == ([], [], "current")
    assert person.git("fsck", "--strict") == ""


def test_twice_is_once(person: Person) -> None:
    person.wikimem("compile", EXAMPLES)
    before = person.git("rev-parse", "HEAD", "wikimem/raw")
    out, err = person.wikimem("compile", EXAMPLES)
    assert out == ""
    assert err.startswith("0 sessions from 9 transcripts (9 unchanged): ")
    assert person.git("rev-parse", "HEAD", "wikimem/raw") == before
    assert_everything_is_compiled(person)


def test_two_at_once_both_succeed(person: Person) -> None:
    processes = [person.start("compile", EXAMPLES), person.start("compile", EXAMPLES)]
    ended = [(*process.communicate(timeout=120), process.returncode) for process in processes]
    assert [status for *_, status in ended] == [0, 0], ended
    assert_everything_is_compiled(person)
    subjects = person.git("log", "--format=%(trailers:key=Session,valueonly)").split()
    assert len(subjects) == len(set(subjects)) == SESSIONS


@pytest.mark.parametrize("moment", ["raw", ".wikimem/pending", ".git/wikimem/lock.owner", "projects"])
def test_killed_on_the_way_the_next_run_finishes(person: Person, moment: str) -> None:
    seen = person.vault / moment
    before = seen.stat().st_mtime_ns if seen.exists() else 0
    process = person.start("compile", EXAMPLES)
    while process.poll() is None and (seen.stat().st_mtime_ns if seen.exists() else 0) == before:
        pass
    process.send_signal(signal.SIGKILL)
    process.communicate()
    person.wikimem("compile", EXAMPLES)
    assert_everything_is_compiled(person)
    assert person.git("status", "--porcelain") == ""


def test_a_dirty_vault_keeps_what_the_person_wrote(person: Person) -> None:
    person.wikimem("compile", EXAMPLES / "codex")
    note = person.vault / "notes" / "mine.md"
    note.parent.mkdir()
    note.write_text("---\ntype: Note\n---\nmy own words\n")
    (page,) = person.vault.glob("projects/tidepool/preferences/ways-of-working.md")
    page.write_text(page.read_text() + "\nA line of mine.\n")
    person.wikimem("compile", EXAMPLES)
    assert note.read_text().endswith("my own words\n")
    assert "A line of mine." in page.read_text()
    assert json.loads(person.wikimem("status", "--json")[0])["sessions"] == SESSIONS


def test_a_detached_head_is_refused_and_nothing_is_lost(person: Person) -> None:
    person.git("checkout", "--quiet", "--detach")
    _, err = person.wikimem("compile", EXAMPLES, status=1)
    assert "HEAD is detached" in err
    assert "hint: check out a branch" in err
    assert "Traceback" not in err
    person.git("checkout", "--quiet", "main")
    person.wikimem("compile", EXAMPLES)
    assert_everything_is_compiled(person)


def test_a_lock_left_behind_by_git_is_waited_out_or_named(person: Person) -> None:
    lock = person.vault / ".git" / "index.lock"
    lock.touch()
    os.utime(lock, (time.time() - 7_200,) * 2)
    process = person.start("compile", EXAMPLES)
    _, err = process.communicate(timeout=120)
    assert "Traceback" not in err
    if process.returncode:
        assert "index.lock" in err
        lock.unlink()
        person.wikimem("compile", EXAMPLES)
    assert_everything_is_compiled(person)


def test_a_folder_that_is_no_repository_is_named(person: Person) -> None:
    (person.vault / ".git").rename(person.home / "moved.git")
    for command in (["compile", EXAMPLES], ["ask", "why"], ["log"], ["verify"]):
        _, err = person.wikimem(*command, status=2)
        assert err.startswith(f"error: {person.vault}: {person.vault} is not a git repository\nhint: make it one")
    person.wikimem("init")
    person.wikimem("compile", EXAMPLES)
    assert_everything_is_compiled(person)


@pytest.fixture
def mixed(person: Person) -> Path:
    """Good transcripts and everything else that may lie beside them."""
    folder = person.home / "mixed"
    folder.mkdir()
    for transcript in (EXAMPLES / "claude-code").glob("*.jsonl"):
        (folder / transcript.name).write_bytes(transcript.read_bytes())
    (folder / "empty.jsonl").write_bytes(b"")
    (folder / "binary.jsonl").write_bytes(bytes(range(256)) * 64)
    (folder / "wrong.jsonl").write_text('{"some": "thing"}\n' * 9)
    cut = folder / "b17a94e0-5c6f-4d21-8f3b-e90a7d64c2b5.jsonl"
    cut.write_bytes(cut.read_bytes()[:-150])
    return folder


def test_bad_transcripts_stop_no_others_and_are_listed_at_the_end(person: Person, mixed: Path) -> None:
    _, err = person.wikimem("compile", mixed, status=3)
    *_, heading, binary, wrong = err.splitlines()
    assert heading == "2 paths gave nothing; the rest is done:"
    assert binary == f"  {mixed}/binary.jsonl: this is a binary file"
    assert wrong == f"  {mixed}/wrong.jsonl: no agent we know wrote this"
    assert_everything_is_compiled(person, 5)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_transcript_nobody_may_read_is_listed(person: Person, mixed: Path) -> None:
    closed = mixed / "closed.jsonl"
    closed.write_text('{"role": "user", "text": "hidden"}\n')
    closed.chmod(0)
    _, err = person.wikimem("compile", mixed, status=3)
    assert f"  {closed}: cannot read the transcript: Permission denied" in err.splitlines()


def test_a_dangling_link_is_listed(person: Person, mixed: Path) -> None:
    (mixed / "gone.jsonl").symlink_to(person.home / "nowhere")
    _, err = person.wikimem("compile", mixed, status=3)
    assert f"  {mixed}/gone.jsonl: cannot read the transcript: No such file or directory" in err.splitlines()


def test_json_tells_the_same_as_data(person: Person, mixed: Path) -> None:
    out, _ = person.wikimem("compile", "--json", "--quiet", mixed, status=3)
    report = json.loads(out)
    assert report["sessions"] == len(report["commits"]) == 5
    assert {Path(path).name for path in report["failed"]} == {"binary.jsonl", "wrong.jsonl"}


def test_a_path_that_is_not_there_is_misuse_when_it_is_all_there_is(person: Person) -> None:
    _, err = person.wikimem("compile", person.home / "nowhere", status=2)
    assert "there is no such file or folder" in err
    _, err = person.wikimem("compile", person.home / "nowhere", EXAMPLES, status=3)
    assert err.splitlines()[-1] == f"  {person.home}/nowhere: there is no such file or folder"
    assert_everything_is_compiled(person)


def test_a_folder_without_transcripts_is_a_finding(person: Person) -> None:
    (person.home / "bare").mkdir()
    _, err = person.wikimem("compile", person.home / "bare", status=3)
    assert err.splitlines()[-1] == f"  {person.home}/bare: no transcript is below it"


@pytest.mark.parametrize("moment", ["raw", ".git/wikimem/lock.owner"])
def test_interrupted_it_says_so_and_the_next_run_finishes(person: Person, moment: str) -> None:
    seen = person.vault / moment
    before = seen.stat().st_mtime_ns if seen.exists() else 0
    process = person.start("compile", EXAMPLES)
    while process.poll() is None and (seen.stat().st_mtime_ns if seen.exists() else 0) == before:
        pass
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()
    assert (process.returncode, err) == (130, "interrupted\n")
    person.wikimem("compile", EXAMPLES)
    assert_everything_is_compiled(person)


def test_without_the_cache_everything_is_still_there(person: Person) -> None:
    import shutil

    person.wikimem("compile", EXAMPLES)
    person.wikimem("ask", "How are timestamps stored?")
    question = ("ask", "--json", "--no-signal", "How are timestamps stored?")
    before = person.wikimem(*question)[0]
    shutil.rmtree(person.home / ".cache")
    assert person.wikimem(*question)[0] == before


def test_a_question_does_not_wait_for_a_writer_of_the_index(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    from wikimem.errors import VaultLocked
    from wikimem.recall import mirror
    from wikimem.wiki import Wiki

    person.wikimem("compile", EXAMPLES)
    monkeypatch.setenv("HOME", str(person.home))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    person.git("-c", "user.name=p", "-c", "user.email=p@example.org", "commit", "--allow-empty", "-m", "Mine")

    def busy(*arguments: object) -> None:
        raise VaultLocked("another process is writing the search index")

    monkeypatch.setattr(mirror, "current", busy)
    with Wiki.open(person.vault) as wiki:
        assert wiki.ask("How are timestamps stored?").answered
