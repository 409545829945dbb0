import hashlib
import os
from pathlib import Path

import pytest

from wikimem.store import sources
from wikimem.store.layout import Layout
from wikimem.store.sources import SourceCache, SourceLines, discover, stamp_of


def read(path: Path, watch: int = 0) -> tuple[SourceLines, list[bytes]]:
    with path.open("rb") as file:
        lines = SourceLines(file, watch)
        return lines, list(lines)


@pytest.mark.parametrize(
    ("content", "size", "torn"),
    [
        (b"", 0, False),
        (b'{"a":1}\n{"b":2}\n', 16, False),
        (b'{"a":1}\n{"b":2}', 15, False),
        (b'{"a":1}\n{"b":', 8, True),
        (b'{"a":1}\n{"b":"\xe2\x82', 8, True),
        (b"torn", 0, True),
        (b"\n\n", 2, False),
    ],
)
def test_the_checkpoint_ends_after_the_last_complete_line(
    tmp_path: Path, content: bytes, size: int, torn: bool
) -> None:
    path = tmp_path / "t.jsonl"
    path.write_bytes(content)
    lines, read_lines = read(path)
    assert (lines.size, lines.torn) == (size, torn)
    assert lines.sha256 == hashlib.sha256(content[:size]).hexdigest()
    assert b"".join(read_lines) == content


@pytest.mark.parametrize("watch", [1, 8, 9, 15, 16])
def test_an_earlier_checkpoint_is_recognised_wherever_it_fell(tmp_path: Path, watch: int) -> None:
    path = tmp_path / "t.jsonl"
    content = b'{"a":1}\n{"b":2}\n'
    path.write_bytes(content)
    assert read(path, watch)[0].watched == hashlib.sha256(content[:watch]).hexdigest()
    assert read(path, 17)[0].watched == ""


def test_a_line_beyond_all_measure_is_left_out_and_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "LONGEST_LINE", 64)
    path = tmp_path / "t.jsonl"
    content = b'{"a":1}\n"' + b"x" * 500 + b'"\n{"b":2}\n'
    path.write_bytes(content)
    lines, read_lines = read(path)
    assert read_lines == [b'{"a":1}\n', b"\n", b'{"b":2}\n']
    assert (lines.too_long, lines.size) == ([2], len(content))
    assert lines.sha256 == hashlib.sha256(content).hexdigest()


def test_transcripts_are_found_below_folders_sorted_and_once(tmp_path: Path) -> None:
    for name in ("b/2.jsonl", "b/1.json", "a.jsonl", "notes.md", ".hidden/x.jsonl", "b/.x.jsonl"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("{}")
    found, findings = discover([tmp_path / "b", tmp_path, tmp_path / "notes.md", tmp_path / "a.jsonl"])
    assert [path.relative_to(tmp_path).as_posix() for path in found] == ["a.jsonl", "b/1.json", "b/2.jsonl", "notes.md"]
    assert findings == []


def test_the_raw_logs_of_a_vault_are_no_transcripts(tmp_path: Path) -> None:
    for name in ("vault/.wikimem/config.toml", "vault/raw/codex/2026/x.jsonl", "raw/mine.jsonl"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    assert discover([tmp_path])[0] == [tmp_path / "raw" / "mine.jsonl"]


def test_what_cannot_be_found_is_told(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    found, findings = discover([tmp_path / "empty", tmp_path / "absent"])
    assert found == []
    assert [finding.code for finding in findings] == ["no-transcripts", "no-such-path"]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="permissions do not bind this user")
def test_a_folder_nobody_may_read_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir()
    folder.chmod(0)
    try:
        findings = discover([tmp_path])[1]
    finally:
        folder.chmod(0o700)
    assert findings[0].code == "unreadable-folder"


@pytest.fixture
def vault(tmp_path: Path) -> Layout:
    vault = Layout(tmp_path / "vault", tmp_path / "cache", tmp_path / "state")
    raw = vault.path("raw/codex/2026/x.jsonl")
    raw.parent.mkdir(parents=True)
    raw.write_text("")
    return vault


def test_the_cache_knows_what_has_not_changed(vault: Layout, tmp_path: Path) -> None:
    source = tmp_path / "t.jsonl"
    source.write_text("{}\n")
    cache = SourceCache(vault, stamp_of)
    assert cache.get(source) is None
    cache.put(source, stamp_of(source), "raw/codex/2026/x.jsonl")
    cache.save()

    assert SourceCache(vault, stamp_of).get(source) == "raw/codex/2026/x.jsonl"
    source.write_text("{}\n{}\n")
    assert SourceCache(vault, stamp_of).get(source) is None


def test_the_cache_forgets_what_is_gone(vault: Layout, tmp_path: Path) -> None:
    source = tmp_path / "t.jsonl"
    source.write_text("{}\n")
    cache = SourceCache(vault, stamp_of)
    cache.put(source, stamp_of(source), "raw/codex/2026/x.jsonl")
    vault.path("raw/codex/2026/x.jsonl").unlink()
    assert cache.get(source) is None
    source.unlink()
    cache.save()
    assert str(source) not in vault.sources_cache.read_text()


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"wikimem":"0"}', b'{"wikimem":"0.1.0","sources":3}', b"\xff"])
def test_a_damaged_cache_is_an_empty_one(vault: Layout, content: bytes, tmp_path: Path) -> None:
    vault.sources_cache.parent.mkdir(parents=True)
    vault.sources_cache.write_bytes(content)
    assert SourceCache(vault, stamp_of).get(tmp_path / "t.jsonl") is None
