"""Transcripts of real shape captured into a vault on disk."""

import errno
import hashlib
import json
import multiprocessing
import os
import secrets
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from wikimem.capture import CaptureResult, capture, group_key
from wikimem.errors import StoreError, UsageError
from wikimem.model.record import Role
from wikimem.store import rawappend, rawlog
from wikimem.store.layout import Layout
from wikimem.store.sources import SourceCache, discover
from wikimem.transcripts import agent_homes

SESSION = "6a1f2c9e-0b7d-4c58-9e21-3d5b8f7a4c10"


def user(number: int, text: str, **more: Any) -> dict[str, Any]:
    message = {"role": "user", "content": text}
    return {**_envelope(number), "type": "user", "message": message, **more}


def agent(number: int, text: str, **more: Any) -> dict[str, Any]:
    content = [{"type": "text", "text": text}]
    message = {"role": "assistant", "id": f"msg_{number}", "model": "model-a", "content": content}
    return {**_envelope(number), "type": "assistant", "message": message, **more}


def call(number: int, command: str) -> dict[str, Any]:
    content = [{"type": "tool_use", "id": f"toolu_{number}", "name": "Bash", "input": {"command": command}}]
    message = {"role": "assistant", "id": f"msg_{number}", "model": "model-a", "content": content}
    return {**_envelope(number), "type": "assistant", "message": message}


def result(number: int, of: int, text: str) -> dict[str, Any]:
    content = [{"type": "tool_result", "tool_use_id": f"toolu_{of}", "content": text}]
    return {**_envelope(number), "type": "user", "message": {"role": "user", "content": content}}


def _envelope(number: int) -> dict[str, Any]:
    return {
        "uuid": f"00000000-0000-4000-8000-{number:012d}",
        "parentUuid": None,
        "sessionId": SESSION,
        "timestamp": f"2026-03-01T10:{number // 60:02d}:{number % 60:02d}.000Z",
        "cwd": "/invented/shop",
        "gitBranch": "main",
        "version": "2.1.0",
        "isSidechain": False,
        "userType": "external",
    }


def lines(*entries: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(entry, ensure_ascii=False).encode() + b"\n" for entry in entries)


TALK = (
    user(1, "Why does the basket forget its items?"),
    agent(2, "I look at the session code."),
    call(3, "grep -n basket src/session.py"),
    result(4, 3, "12: basket = None  # größer als vorher"),
    agent(5, "Fixed: the basket is now kept in the session."),
    user(6, "Thanks, commit it."),
)


@pytest.fixture
def vault(tmp_path: Path) -> Layout:
    return Layout(tmp_path / "vault", tmp_path / "cache", tmp_path / "state")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return tmp_path / f"{SESSION}.jsonl"


def bring(vault: Layout, source: Path, content: bytes, **more: Any) -> CaptureResult:
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_bytes(content)
    return capture(vault, source, **more)


def keys(vault: Layout, raw_path: str) -> list[str]:
    return [record.key for _, record in rawlog.read_log(vault, raw_path).records()]


def codes(result: CaptureResult) -> list[str]:
    return [finding.code for finding in result.diagnostics]


def test_a_transcript_becomes_a_raw_log(vault: Layout, source: Path) -> None:
    taken = bring(vault, source, lines(*TALK))
    assert (taken.raw_path, taken.agent, taken.session) == (
        f"raw/claude-code/2026/{SESSION}.jsonl",
        "claude-code",
        SESSION,
    )
    assert (taken.diagnostics, taken.skipped) == ((), "")
    session = rawlog.read(vault, taken.raw_path)
    assert (session.cwd, session.branch, session.models) == ("/invented/shop", "main", ("model-a",))
    spoken = [turn.text for turn in session.turns if turn.role is Role.PERSON]
    assert spoken == ["Why does the basket forget its items?", "Thanks, commit it."]
    assert rawlog.verify(vault, taken.raw_path) == []


def test_twice_is_once(vault: Layout, source: Path) -> None:
    first = bring(vault, source, lines(*TALK))
    before = vault.path(first.raw_path).read_bytes()
    again = capture(vault, source)
    assert (again.appended, again.skipped, again.turns) == (0, "unchanged", first.turns)
    assert vault.path(first.raw_path).read_bytes() == before


def test_a_growing_transcript_appends(vault: Layout, source: Path) -> None:
    bring(vault, source, lines(*TALK[:3]))
    grown = bring(vault, source, lines(*TALK))
    assert grown.diagnostics == ()
    whole = bring(Layout(vault.root / "other"), source, lines(*TALK))
    assert keys(vault, grown.raw_path) == keys(Layout(vault.root / "other"), whole.raw_path)


def test_a_torn_tail_is_taken_once_it_is_whole(vault: Layout, source: Path) -> None:
    content = lines(*TALK)
    cut = content.rindex("ö".encode()) + 1
    first = bring(vault, source, content[:cut])
    complete = content.rindex(b"\n", 0, cut) + 1
    seal = json.loads(vault.path(first.raw_path).read_bytes().splitlines()[-1])["seal"]
    assert seal["source"] == source.name
    assert (seal["bytes"], seal["sha256"]) == (complete, hashlib.sha256(content[:complete]).hexdigest())

    second = bring(vault, source, content.removesuffix(b"\n"))
    assert rawlog.read(vault, second.raw_path).turns[-1].text == "Thanks, commit it."
    assert bring(vault, source, content).appended == 0
    assert len(keys(vault, second.raw_path)) == len(set(keys(vault, second.raw_path)))


def test_compaction_that_repeats_records_gives_each_once(vault: Layout, source: Path) -> None:
    boundary = {**_envelope(7), "type": "system", "subtype": "compact_boundary", "content": "Conversation compacted"}
    plain = bring(vault, source, lines(*TALK[:4], boundary, user(8, "Go on with the tests.")))
    repeated = bring(
        Layout(vault.root / "other"), source, lines(*TALK[:4], boundary, *TALK[:4], user(8, "Go on with the tests."))
    )
    assert keys(Layout(vault.root / "other"), repeated.raw_path) == keys(vault, plain.raw_path)


def test_a_rewritten_transcript_is_noticed_and_merged(vault: Layout, source: Path) -> None:
    before = keys(vault, bring(vault, source, lines(*TALK[:4])).raw_path)
    rewritten = bring(vault, source, lines(*TALK[2:]))
    assert codes(rewritten) == ["source-rewritten"]
    assert keys(vault, rewritten.raw_path)[: len(before)] == before
    assert rawlog.read(vault, rewritten.raw_path).turns[-1].text == "Thanks, commit it."
    assert codes(bring(vault, source, lines(*TALK[3:5]))) == ["source-rewritten"]


def test_ten_snapshots_are_one_raw_log(vault: Layout, tmp_path: Path) -> None:
    for number in (3, 1, 6, 2, 5, 4):
        bring(vault, tmp_path / f"snapshot-{number}" / f"{SESSION}.jsonl", lines(*TALK[:number]))
    assert len(rawlog.raw_logs(vault)) == 1
    assert len(set(keys(vault, rawlog.raw_logs(vault)[0]))) == len(keys(vault, rawlog.raw_logs(vault)[0]))


def test_a_sub_agent_is_part_of_its_session(vault: Layout, source: Path, tmp_path: Path) -> None:
    below = tmp_path / SESSION / "subagents" / "agent-ab12.jsonl"
    extra = {"isSidechain": True, "agentId": "ab12"}
    child = lines(user(20, "Look into the cache.", **extra), agent(21, "The cache is never cleared.", **extra))
    bring(vault, source, lines(*TALK))
    taken = bring(vault, below, child)
    assert rawlog.raw_logs(vault) == [taken.raw_path]
    assert group_key(below) == group_key(source) == ("claude-code", SESSION)
    session = rawlog.read(vault, taken.raw_path)
    assert {turn.text for turn in session.turns if turn.agent == "ab12"} >= {"The cache is never cleared."}
    assert session.ended.startswith("2026-03-01T10:00:06")
    assert session.cwd == "/invented/shop"


def test_half_a_surrogate_is_replaced(vault: Layout, source: Path) -> None:
    content = lines(*TALK).replace("größer".encode(), b"\\udc88 \\ud83e\\udde9")
    taken = bring(vault, source, content)
    raw = vault.path(taken.raw_path).read_bytes()
    assert "\ufffd \U0001f9e9".encode() in raw
    assert rawlog.read(vault, taken.raw_path).turns


def test_no_secret_reaches_the_disk(vault: Layout, source: Path) -> None:
    password = secrets.token_hex(6) + "Aa9" + secrets.token_hex(3)
    private = "ZX" + secrets.token_hex(8)
    pem = "-----BEGIN RSA " + "PRIVATE KEY-----\n" + "\n".join(secrets.token_hex(32) for _ in range(20)) + "\n"
    pem += "-----END RSA " + "PRIVATE KEY-----"
    hidden = [password, private, *pem.splitlines()[1:-1]]
    talk = (
        user(1, f"My customer is <private>{private}</private>, keep that to yourself."),
        call(2, f"export ACME_DB_PASSWORD={password} && psql postgres://svc:{password}@db.example.test/x"),
        result(3, 2, "x" * 2_000 + pem + "y" * 30_000 + password),
        agent(4, f"The customer {private} has the password {password}."),
    )
    bring(vault, source, lines(*talk[:2]))
    taken = bring(vault, source, lines(*talk))
    written = b"".join(path.read_bytes() for path in vault.root.parent.rglob("*") if path.is_file() and path != source)
    assert [value for value in hidden if value.encode() in written] == []
    assert b"ACME_DB_PASSWORD" in written
    assert b"db.example.test" in written
    assert rawlog.verify(vault, taken.raw_path) == []


def test_one_bad_line_never_stops_the_rest(vault: Layout, source: Path) -> None:
    content = lines(*TALK[:2]) + b"{broken\n\x00\xff\n" + lines(*TALK[2:])
    taken = bring(vault, source, content)
    assert {(finding.path, finding.line) for finding in taken.diagnostics} >= {(str(source), 3)}
    assert keys(vault, taken.raw_path) == keys(vault, bring(vault, source, lines(*TALK)).raw_path)


def test_many_bad_lines_are_told_in_few_words(vault: Layout, source: Path) -> None:
    taken = bring(vault, source, lines(*TALK) + b"{broken\n" * 500)
    assert len(taken.diagnostics) == 21
    assert taken.diagnostics[-1].message == "480 more findings are not listed"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "source-empty"),
        (b"\n \n", "source-empty"),
        (b"\x7fELF\x02\x00\x00\x01" * 100, "agent-unknown"),
        (b"just words\n", "agent-unknown"),
        (b'{"wikimem":1,"agent":"codex","session":"x","project":{}}\n', "source-is-raw-log"),
    ],
)
def test_what_is_no_transcript_is_told_and_leaves_nothing(
    vault: Layout, source: Path, content: bytes, code: str
) -> None:
    taken = bring(vault, source, content)
    assert (taken.skipped, codes(taken)) == (code, [code])
    assert taken.diagnostics[0].hint
    assert not vault.root.exists()


def test_the_wrong_agent_is_told_with_the_right_one(vault: Layout, source: Path) -> None:
    taken = bring(vault, source, lines(*TALK), agent="codex")
    assert taken.skipped in ("no-session", "no-records")
    assert taken.diagnostics[0].hint == "it looks like claude-code"


def test_an_agent_nobody_knows_is_misuse(vault: Layout, source: Path) -> None:
    with pytest.raises(UsageError) as caught:
        bring(vault, source, lines(*TALK), agent="nobody")
    assert "claude-code" in caught.value.hint


def test_a_transcript_that_cannot_be_opened_is_told(vault: Layout, tmp_path: Path) -> None:
    for path in (tmp_path / "absent.jsonl", tmp_path):
        taken = capture(vault, path)
        assert codes(taken) == ["source-unreadable"]
        assert taken.diagnostics[0].path == str(path)


class FullDisk:
    """A file that can be read, and written once."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._written = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def __enter__(self) -> "FullDisk":
        return self

    def __exit__(self, *problem: object) -> None:
        self._file.close()

    def write(self, content: bytes) -> int:
        self._written += 1
        if self._written > 1:
            raise OSError(errno.ENOSPC, "No space left on device")
        return self._file.write(content)


def test_a_disk_that_fills_up_while_writing_says_so(
    vault: Layout, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = bring(vault, source, lines(*TALK[:3]))
    before = vault.path(first.raw_path).read_bytes()
    opened = os.fdopen
    with monkeypatch.context() as patch:
        patch.setattr(rawappend, "_BUFFER", 100)
        patch.setattr(os, "fdopen", lambda *arguments: FullDisk(opened(*arguments)))
        with pytest.raises(StoreError) as caught:
            bring(vault, source, lines(*TALK))
    assert "free some space" in caught.value.hint
    assert vault.path(first.raw_path).read_bytes() == before
    assert bring(vault, source, lines(*TALK)).skipped == ""


def test_a_vault_nobody_may_write_says_so(vault: Layout, source: Path) -> None:
    vault.root.parent.mkdir(exist_ok=True)
    vault.root.write_text("a file where the vault should be")
    with pytest.raises(StoreError) as caught:
        bring(vault, source, lines(*TALK))
    assert caught.value.hint


def test_a_project_named_later_moves_the_session(vault: Layout, source: Path) -> None:
    bring(vault, source, lines(*TALK))
    moved = bring(vault, source, lines(*TALK), project="storefront")
    assert rawlog.read_log(vault, moved.raw_path).header.project == "storefront"
    assert bring(vault, source, lines(*TALK), project="storefront").skipped == "unchanged"
    assert bring(vault, source, lines(*TALK)).skipped == "unchanged"


def test_the_header_says_which_repository_the_session_ran_in(vault: Layout, source: Path, tmp_path: Path) -> None:
    git = tmp_path / "shop" / ".git"
    git.mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "config").write_text('[remote "origin"]\n\turl = git@example.com:acme/shop.git\n')
    content = lines(*TALK).replace(b"/invented/shop", str(git.parent).encode())
    place = rawlog.read_log(vault, bring(vault, source, content).raw_path).header.place
    assert (place.path, place.root, place.remote) == (str(git.parent), str(git.parent), "example.com/acme/shop")


def test_what_was_captured_is_pending_until_it_is_compiled(vault: Layout, source: Path) -> None:
    taken = bring(vault, source, lines(*TALK))
    assert rawlog.pending(vault) == [taken.raw_path]
    rawlog.clear_pending(vault, {taken.raw_path: vault.path(taken.raw_path).stat().st_size})
    capture(vault, source)
    assert rawlog.pending(vault) == []


def test_the_cache_saves_reading_at_all(vault: Layout, source: Path) -> None:
    taken = bring(vault, source, lines(*TALK))
    cache = SourceCache(vault)
    cache.put(source, taken.stamp, taken.raw_path)
    cache.save()
    assert SourceCache(vault).get(source) == taken.raw_path
    with source.open("ab") as file:
        file.write(lines(user(9, "One more thing.")))
    assert SourceCache(vault).get(source) is None


def test_the_agents_own_folders_are_found(tmp_path: Path) -> None:
    home, moved = tmp_path / "home", tmp_path / "moved [x]"
    for path in (home / ".claude/projects/-shop/a.jsonl", moved / "projects/-shop/b.jsonl"):
        path.parent.mkdir(parents=True)
        path.write_text("{}")
    assert agent_homes({"HOME": str(home)}) == [home / ".claude/projects/-shop/a.jsonl"]
    environ = {"HOME": str(home), "CLAUDE_CONFIG_DIR": str(moved)}
    assert agent_homes(environ) == [moved / "projects/-shop/b.jsonl"]
    assert agent_homes(environ, "codex") == []


def test_what_cannot_be_read_is_a_group_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text("words")
    assert group_key(tmp_path / "x.jsonl") == ("", str(tmp_path / "x.jsonl"))
    assert group_key(tmp_path / "absent") == ("", str(tmp_path / "absent"))


def _capture_often(root: str, sources: list[str]) -> None:
    for path in sources:
        capture(Layout(Path(root)), Path(path))


def test_captures_at_once_make_one_log(vault: Layout, tmp_path: Path) -> None:
    sources = []
    for number in range(1, len(TALK) + 1):
        path = tmp_path / str(number) / f"{SESSION}.jsonl"
        path.parent.mkdir()
        path.write_bytes(lines(*TALK[:number]))
        sources.append(str(path))
    context = multiprocessing.get_context("spawn")
    orders = (sources, sources[::-1])
    workers = [context.Process(target=_capture_often, args=(str(vault.root), order)) for order in orders]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0, 0]
    (raw_path,) = rawlog.raw_logs(vault)
    assert rawlog.verify(vault, raw_path) == []
    assert len(keys(vault, raw_path)) == len(set(keys(vault, raw_path)))
    assert rawlog.read(vault, raw_path).turns[-1].number >= 4


@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
@pytest.mark.parametrize("flushes", [1, 2, 3])
def test_killed_at_any_moment_the_next_run_finishes_the_work(
    vault: Layout, source: Path, tmp_path: Path, flushes: int
) -> None:
    source.write_bytes(lines(*TALK))
    program = f"""
import os, signal
from pathlib import Path
from wikimem.store import rawappend
from wikimem.store.layout import Layout
from wikimem.capture import capture
rawappend._BUFFER = 200
flush, left = rawappend.Appender._flush, [{flushes}]
def dying(self):
    flush(self)
    left[0] -= 1
    if not left[0]:
        os.kill(os.getpid(), signal.SIGKILL)
rawappend.Appender._flush = dying
capture(Layout(Path({str(vault.root)!r})), Path({str(source)!r}))
"""
    root = str(Path(__file__).parents[2])
    killed = subprocess.run([sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": root}, check=False)
    assert killed.returncode == -signal.SIGKILL

    taken = capture(vault, source)
    undisturbed = Layout(tmp_path / "undisturbed")
    whole = capture(undisturbed, source)
    assert keys(vault, taken.raw_path) == keys(undisturbed, whole.raw_path)
    assert rawlog.verify(vault, taken.raw_path) == []
    assert rawlog.pending(vault) == [taken.raw_path]


def test_discover_and_capture_agree(vault: Layout, tmp_path: Path) -> None:
    folder = tmp_path / "transcripts"
    bring(vault, folder / f"{SESSION}.jsonl", lines(*TALK))
    (folder / "settings.json").write_text('{"theme": "dark"}')
    found, _ = discover([folder])
    assert [capture(vault, path).skipped for path in found] == ["unchanged", "agent-unknown"]
