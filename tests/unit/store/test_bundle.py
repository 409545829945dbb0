"""Folders are read without trust and written so that only files of ours change."""

import json
from pathlib import Path

import pytest

from wikimem.errors import StoreError, UsageError
from wikimem.store import bundle
from wikimem.store.bundle import (
    MANIFEST,
    Put,
    check_apart,
    manifest_of,
    read_folder,
    text_at,
    write_beside,
    write_folder,
)


def put(root: Path, files: dict[str, bytes], *, force: bool = False, shared: bool = False) -> Put:
    return write_folder(root, files, {"format": "wikimem"}, force=force, dry_run=False, shared=shared)


def test_links_hidden_and_huge_files_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle, "MOST_PAGE", 1_000_000)
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b.md").write_bytes(b"b")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "c.md").write_bytes(b"c")
    (tmp_path / "huge.md").write_bytes(b"x" * 1_000_001)
    (tmp_path / "file.md").symlink_to("/etc/hostname")
    (tmp_path / "folder").symlink_to(tmp_path / "a")
    files, findings = read_folder(tmp_path)
    assert files == {"a/b.md": b"b"}
    assert sorted(finding.path for finding in findings) == ["file.md", "folder", "huge.md"]


def test_names_that_some_disks_take_for_one_are_named(tmp_path: Path) -> None:
    for name in ("A.md", "a.md", "u\u0308.md", "\u00fc.md"):
        (tmp_path / name).write_bytes(b"")
    files, findings = read_folder(tmp_path)
    assert list(files) == ["A.md", "\u00fc.md"]
    assert len(findings) == 2


def test_a_name_that_is_no_unicode_is_named(tmp_path: Path) -> None:
    try:
        (tmp_path / "a\udcff.md").write_bytes(b"")
    except OSError:
        pytest.skip("this disk takes no such name")
    files, findings = read_folder(tmp_path)
    assert files == {}
    assert "a?.md" in str(findings[0])


def test_a_new_folder_appears_whole_and_an_old_one_loses_what_left(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "out"
    assert put(out, {"a/b.md": b"1", "c.md": b"2"}).added == ("a/b.md", "c.md")
    assert list(out.parent.iterdir()) == [out]
    assert put(out, {"c.md": b"3", "d.md": b"4"}) == Put(("d.md",), ("c.md",), ("a/b.md",))
    assert sorted(path.name for path in out.iterdir()) == ["c.md", "d.md", MANIFEST]
    assert put(out, {"c.md": b"3", "d.md": b"4"}) == Put()


def test_a_manifest_that_lies_reaches_nothing(tmp_path: Path) -> None:
    out, victim = tmp_path / "out", tmp_path / "victim.md"
    victim.write_bytes(b"mine")
    out.mkdir()
    (out / "linked").symlink_to(tmp_path)
    listed = dict.fromkeys(("../victim.md", str(victim), "linked/victim.md"), bundle._hash(b"mine"))
    (out / MANIFEST).write_text(json.dumps({"bundle": "wikimem", "files": listed}))
    with pytest.raises(StoreError, match="a link"):
        put(out, {"a.md": b"1"}, force=True)
    assert victim.read_bytes() == b"mine"


def test_a_shared_folder_keeps_what_is_not_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "theirs.md").write_bytes(b"theirs")
    (tmp_path / "taken.md").write_bytes(b"theirs")
    put(tmp_path, {"ours.md": b"1"}, shared=True)
    with pytest.raises(UsageError, match=r"somebody else: taken\.md"):
        put(tmp_path, {"taken.md": b"1"}, shared=True)
    put(tmp_path, {}, shared=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["taken.md", "theirs.md", MANIFEST]


def test_single_files_are_put_beside_others(tmp_path: Path) -> None:
    assert write_beside(tmp_path / "new", {"A.md": b"1"}, dry_run=True).added == ("A.md",)
    assert not (tmp_path / "new").exists()
    assert write_beside(tmp_path, {"A.md": b"1"}, dry_run=False).added == ("A.md",)
    assert write_beside(tmp_path, {"A.md": b"1"}, dry_run=False) == Put()
    assert text_at(tmp_path / "A.md") == "1"
    assert text_at(tmp_path / "B.md") == ""
    (tmp_path / "B.md").symlink_to(tmp_path / "A.md")
    (tmp_path / "C.md").write_bytes(b"\xff")
    for name in ("B.md", "C.md"):
        with pytest.raises(UsageError):
            text_at(tmp_path / name)


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"{", b'{"bundle": "other", "files": {}}', b'{"bundle": "wikimem"}', b"[" * 100_000]
)
def test_what_is_no_manifest_of_ours_says_nothing(content: bytes) -> None:
    assert manifest_of({MANIFEST: content}) == {}


def test_a_file_is_no_folder_to_write_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(UsageError, match="a file is where"):
        check_apart(tmp_path / "file", tmp_path / "vault")
    with pytest.raises(UsageError, match="no such folder"):
        read_folder(tmp_path / "none")
