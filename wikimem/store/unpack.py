"""Making a vault of an archive again: beside its place, checked to the last byte, then moved there in one step."""

import itertools
import os
import shutil
from pathlib import Path

from wikimem.errors import GitFailed, UsageError
from wikimem.store import archive
from wikimem.store.archive import BUNDLE, FILES, Manifest
from wikimem.store.files import disk_refused
from wikimem.store.git import Git
from wikimem.store.refs import RAW
from wikimem.store.steps import reading_blobs

_HOUR = 3600.0


def unpack(source: Path, target: Path, *, force: bool = False) -> Path | None:
    """Make the vault of an archive at `target`; return where what lay there was moved to, None when nothing did.

    `UsageError` for a file that is no backup, or a folder that is not empty without `force`; nothing is changed then.
    """
    if not force and target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise UsageError("there is something already", path=str(target), hint="--force moves it aside, or use --into")
    beside = target.with_name(f".{target.name}.restoring.{os.getpid()}")
    shutil.rmtree(beside, ignore_errors=True)
    try:
        beside.mkdir(parents=True)
        with archive.opened(source) as (manifest, tar):
            for name, facts, file in archive.members(manifest, tar, source):
                path = beside / BUNDLE if name == BUNDLE else beside / "vault" / name.removeprefix(FILES)
                path.parent.mkdir(parents=True, exist_ok=True)
                archive.copied(file, facts, path, source)
        _repository(beside, manifest)
        return _moved(beside / "vault", target)
    except OSError as error:
        raise disk_refused(error, target) from error
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _repository(beside: Path, manifest: Manifest) -> None:
    """Make the repository of the bundle, and the files it holds as they lay on disk."""
    root = beside / "vault"
    root.mkdir(exist_ok=True)
    git = Git(root)
    hash_kind = "sha256" if any(len(oid) == 64 for oid in manifest.refs.values()) else "sha1"
    git.run("init", "--quiet", "--template=", f"--object-format={hash_kind}")
    git.run("symbolic-ref", "HEAD", manifest.head)
    if manifest.bundle:
        bundle = str(beside / BUNDLE)
        git.run("bundle", "verify", "--quiet", bundle, timeout=_HOUR)
        git.run("fetch", "--quiet", "--update-head-ok", "--no-tags", bundle, "+refs/*:refs/*", timeout=_HOUR)
        if archive.refs_of(git) != manifest.refs:
            raise GitFailed("the branches of the backup are not those its manifest names", path=str(root))
    for name, url in manifest.remotes.items():
        git.run("remote", "add", "--", name, url)
    _held_files(git, root, manifest)
    if manifest.refs.get(manifest.head):
        git.run("read-tree", "HEAD", timeout=_HOUR)
        git.run("update-index", "-q", "--refresh", allow=(1,), timeout=_HOUR)


def _held_files(git: Git, root: Path, manifest: Manifest) -> None:
    """Write what the newest commits hold, links last, so that no file is written through one."""
    held = archive.tree(git, "HEAD") | archive.tree(git, RAW)
    links: list[tuple[Path, bytes]] = []
    with reading_blobs(git) as content:
        for path, (mode, oid) in held.items():
            if path in manifest.files or path in manifest.gone:
                continue
            if not archive.is_safe(path):
                raise GitFailed(f"the path {path!r} leads out of the vault", path=str(root))
            place = root / path
            place.parent.mkdir(parents=True, exist_ok=True)
            if mode == "120000":
                links.append((place, content(oid)))
                continue
            place.write_bytes(content(oid))
            if mode == "100755":
                place.chmod(0o755)
    for place, target in links:
        place.symlink_to(os.fsdecode(target))


def _moved(vault: Path, target: Path) -> Path | None:
    aside = _free_name(target) if target.exists() and (not target.is_dir() or any(target.iterdir())) else None
    if aside:
        target.rename(aside)
    elif target.exists():
        target.rmdir()
    try:
        vault.rename(target)
    except OSError:
        if aside:
            aside.rename(target)
        raise
    return aside


def _free_name(target: Path) -> Path:
    names = (target.with_name(f"{target.name}.before-restore-{number}") for number in itertools.count(1))
    return next(name for name in names if not name.exists())
