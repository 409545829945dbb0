"""Everything in one file and back: history, raw logs and loose edits to the byte; a bad file changes nothing."""

import errno
import gzip
import io
import json
import tarfile

import pytest

from tests.integration.vaults import COPIES, PROJECT, QUEUE, Vault, asked
from wikimem.compiler import Order
from wikimem.config import Config
from wikimem.errors import StoreError, UsageError
from wikimem.store.layout import Layout
from wikimem.verbs.safekeeping import contents, restore
from wikimem.wiki import Wiki


@pytest.fixture
def vault(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return Vault(tmp_path)


def lived_in(vault):
    """Leave edits, untracked files, deletions and a raw log that is in no commit."""
    vault.say("one", *asked(COPIES))
    vault.compile()
    vault.say("two", *asked(QUEUE), day="2026-03-04")
    vault.wiki.capture(Order((vault.transcripts,), project=PROJECT))
    page, *_, gone = vault.session_pages() + [path for path in vault.pages() if path.endswith("MEMORY.md")]
    (vault.root / page).write_text((vault.root / page).read_text() + "\nmine\n")
    (vault.root / gone).unlink()
    notes = vault.root / f"projects/{PROJECT}/notes"
    notes.mkdir(parents=True)
    (notes / "naïve ‘note’.md").write_bytes(b"crlf\r\nand \xff bytes\r\n")
    (notes / "run.sh").write_bytes(b"#!/bin/sh\n")
    (notes / "run.sh").chmod(0o755)
    (vault.root / ".obsidian").mkdir()
    (vault.root / ".obsidian/workspace.json").write_text("{}")
    vault.git("-c", "user.name=Ada", "-c", "user.email=ada@x", "tag", "-a", "-m", "kept", "v1")
    vault.git("remote", "add", "origin", "https://example.com/ada/wiki.git")
    return vault


def files(root):
    """Return bytes and mode of every file outside git's folder."""
    found = {}
    for path in root.rglob("*"):
        if path.is_file() and ".git" not in path.parts:
            found[path.relative_to(root).as_posix()] = path.read_bytes(), path.stat().st_mode & 0o777
    return found


def test_a_round_trip_keeps_every_byte_and_ref(vault):
    lived_in(vault)
    before, tips, status = files(vault.root), vault.tips(), vault.git("status", "--porcelain", "-uall")
    file = vault.home / "wiki.backup"
    vault.wiki.safekeeping.backup(file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert (files(vault.root), vault.tips()) == (before, tips)
    other = Vault(vault.home / "elsewhere")
    assert restore(file, other.home / "again") is None
    other.root = other.home / "again"
    assert files(other.root) == before
    assert other.tips() == tips
    assert other.git("status", "--porcelain", "-uall") == status
    assert other.git("remote", "get-url", "origin").strip() == "https://example.com/ada/wiki.git"
    other.git("fsck", "--full", "--strict")


def test_a_restored_wiki_goes_on(vault):
    lived_in(vault)
    file = vault.home / "wiki.backup"
    vault.wiki.safekeeping.backup(file)
    restore(file, vault.home / "again")
    with Wiki(Layout(vault.home / "again", vault.home / "cache", vault.home / "state"), Config()) as wiki:
        assert wiki.search("glaze table")
        wiki.compile(Order())
        assert wiki.search("firing queue")
        assert [str(finding) for finding in wiki.verify() if "/notes/" not in finding.path] == []


def test_the_same_vault_gives_the_same_manifest(vault):
    lived_in(vault)
    first, second = vault.home / "a.backup", vault.home / "b.backup"
    assert vault.wiki.safekeeping.backup(first) == vault.wiki.safekeeping.backup(second)
    assert contents(first) == contents(second)


def test_a_wiki_without_a_commit_is_kept_too(tmp_path):
    vault = Vault(tmp_path)
    vault.git("update-ref", "-d", "HEAD")
    vault.wiki.safekeeping.backup(tmp_path / "empty.backup")
    restore(tmp_path / "empty.backup", tmp_path / "again")
    assert files(tmp_path / "again") == files(vault.root)


def test_what_is_there_is_moved_aside_and_never_overwritten(vault):
    lived_in(vault)
    file = vault.home / "wiki.backup"
    vault.wiki.safekeeping.backup(file)
    (vault.root / "later.md").write_text("later\n")
    before = files(vault.root)
    with pytest.raises(UsageError, match="something already"):
        restore(file, vault.root)
    assert files(vault.root) == before
    aside = restore(file, vault.root, force=True)
    assert files(aside) == before
    assert "later.md" not in files(vault.root)


def packed(*members):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as tar:
        for name, content, kind in members:
            member = tarfile.TarInfo(name)
            member.size, member.type = len(content), kind
            member.linkname = "/etc/passwd" if kind != tarfile.REGTYPE else ""
            tar.addfile(member, io.BytesIO(content))
    return out.getvalue()


def manifest(**changed):
    document = {
        "wikimem": 1,
        "head": "refs/heads/main",
        "refs": {},
        "remotes": {},
        "bundle": None,
        "files": {},
        "gone": [],
    }
    return ("manifest.json", json.dumps(document | changed).encode(), tarfile.REGTYPE)


KEPT = {"size": 1, "sha256": "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881", "mode": 0o644}
"""Of the letter x."""

BAD = {
    "no tar": b"nothing of the kind",
    "cut short": None,
    "damaged": None,
    "damaged where it is packed": None,
    "no manifest": packed(("files/a.md", b"x", tarfile.REGTYPE)),
    "newer format": packed(manifest(wikimem=2)),
    "leads out": packed(manifest(files={"../a.md": KEPT}), ("files/../a.md", b"x", tarfile.REGTYPE)),
    "absolute": packed(manifest(files={"/tmp/a.md": KEPT}), ("files//tmp/a.md", b"x", tarfile.REGTYPE)),
    "into git": packed(manifest(files={".GIT/config": KEPT}), ("files/.GIT/config", b"x", tarfile.REGTYPE)),
    "a link": packed(manifest(files={"a.md": KEPT}), ("files/a.md", b"", tarfile.SYMTYPE)),
    "a device": packed(manifest(files={"a.md": KEPT}), ("files/a.md", b"", tarfile.CHRTYPE)),
    "not announced": packed(manifest(), ("files/a.md", b"x", tarfile.REGTYPE)),
    "missing": packed(manifest(files={"a.md": KEPT})),
    "other bytes": packed(manifest(files={"a.md": KEPT}), ("files/a.md", b"y", tarfile.REGTYPE)),
    "twice": packed(manifest(files={"a.md": KEPT}), *[("files/a.md", b"x", tarfile.REGTYPE)] * 2),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_named_and_nothing_is_touched(vault, name):
    file = vault.home / "bad.backup"
    vault.wiki.safekeeping.backup(file)
    good = file.read_bytes()
    if name == "cut short":
        file.write_bytes(good[: len(good) // 2])
    elif name == "damaged where it is packed":
        file.write_bytes(good[:200] + bytes(byte ^ 0xFF for byte in good[200:260]) + good[260:])
    elif name == "damaged":
        plain = bytearray(gzip.decompress(good))
        plain[-20000:-19990] = b"0123456789"
        plain[plain.index(b"# v2 git bundle") + 300] ^= 0xFF
        file.write_bytes(gzip.compress(bytes(plain)))
    else:
        file.write_bytes(BAD[name])
    before = sorted(vault.home.iterdir())
    with pytest.raises(UsageError, match=r"backup"):
        restore(file, vault.home / "again")
    assert sorted(vault.home.iterdir()) == before


def test_a_full_disk_is_not_called_a_bad_file(vault, monkeypatch):
    lived_in(vault)
    file = vault.home / "wiki.backup"
    vault.wiki.safekeeping.backup(file)

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("wikimem.store.archive.copied", full)
    before = sorted(vault.home.iterdir())
    with pytest.raises(StoreError, match="No space left"):
        restore(file, vault.home / "again")
    assert sorted(vault.home.iterdir()) == before


def test_checkpoints_say_what_made_each(vault):
    vault.say("one", *asked(COPIES))
    vault.compile()
    done = vault.wiki.remember("The kiln in the yard is retired.", scope=f"project:{PROJECT}")
    page = vault.root / vault.session_pages()[0]
    page.write_text(page.read_text() + "\nmine\n")
    vault.git("-c", "user.name=Ada", "-c", "user.email=ada@x", "commit", "-qam", "Say it better")
    vault.wiki.forget(done.claim)
    points = vault.wiki.safekeeping.checkpoints()
    assert [point.kind for point in points] == ["forget", "edit", "remember", "compile"]
    assert all(point.pages for point in points)
    assert vault.wiki.safekeeping.checkpoints(2) == points[:2]
