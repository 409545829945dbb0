"""A vault in one file: a git bundle of all refs, every file that git does not hold as it lies on disk, and a manifest.

    manifest.json     what is in it: refs, HEAD, remotes, files with size and SHA-256, tracked files that were gone
    git.bundle        all branches and tags with their history; missing before the first commit
    files/<path>      raw logs not committed yet, edits, untracked and ignored files

A gzipped tar whose members have no owner and no date. Caches and what belongs to a machine are not in it.
"""

import gzip
import hashlib
import os
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

import orjson

from wikimem import __version__
from wikimem.errors import StoreError, UsageError
from wikimem.store.files import disk_refused
from wikimem.store.git import Git
from wikimem.store.refs import RAW, locate
from wikimem.store.worktree import blob_id

FORMAT = 1
MANIFEST, BUNDLE, FILES = "manifest.json", "git.bundle", "files/"
_MOST_MANIFEST = 64 << 20
_PIECE = 1 << 20
_DAMAGED = (tarfile.TarError, EOFError, gzip.BadGzipFile, zlib.error)
"""What reading a file raises that is no whole gzipped tar."""
_HOUR = 3600.0


@dataclass(frozen=True, slots=True)
class Kept:
    """A file of the archive."""

    size: int
    sha256: str
    mode: int = 0o644


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an archive holds."""

    head: str
    """Full name of the branch that is checked out."""
    refs: dict[str, str] = field(default_factory=dict)
    remotes: dict[str, str] = field(default_factory=dict)
    """Name and address."""
    bundle: Kept | None = None
    files: dict[str, Kept] = field(default_factory=dict)
    """By path in the vault."""
    gone: tuple[str, ...] = ()
    """Paths the newest commits hold and the disk does not."""


def pack(root: Path, target: Path) -> Manifest:
    """Write everything of the vault at `root` to a file, read it back, and put it in its place.

    The caller holds the vault. `StoreError` when the disk refuses or what was written cannot be read back; there is no
    new file then.
    """
    git, place = Git(root), locate(root)
    refs = refs_of(git)
    beside = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".wikimem-", dir=target.parent) as folder:
            bundle = Path(folder, BUNDLE)
            if refs:
                git.run("bundle", "create", "--quiet", str(bundle), "--all", timeout=_HOUR)
            held = tree(git, "HEAD") | tree(git, RAW)
            paths = dict(_on_disk(root, target))
            loose = {path: file for path, file in paths.items() if not _is_held(file, held.get(path))}
            manifest = Manifest(
                place.branch(),
                refs,
                _remotes(git),
                kept(bundle) if refs else None,
                {path: kept(file) for path, file in sorted(loose.items())},
                tuple(sorted(path for path in held if path not in paths)),
            )
            _write(beside, manifest, bundle, loose)
        if checked(beside) != manifest:
            raise StoreError("the backup cannot be read back as it was written", path=str(target))
        beside.replace(target)
    except OSError as error:
        raise disk_refused(error, target) from error
    finally:
        beside.unlink(missing_ok=True)
    return manifest


@contextmanager
def opened(source: Path) -> Iterator[tuple[Manifest, tarfile.TarFile]]:
    """Lend a backup with its manifest, every name in it checked; `UsageError` for a file that is none."""
    try:
        tar = tarfile.open(source, "r:gz")  # noqa: SIM115 (closed below)
    except FileNotFoundError as error:
        raise UsageError("there is no such file", path=str(source), hint="check the spelling") from error
    except (*_DAMAGED, OSError) as error:
        raise _no_backup(source, str(error)) from error
    try:
        with tar:
            member = tar.next()
            if member is None or member.name != MANIFEST or not member.isreg() or member.size > _MOST_MANIFEST:
                raise _no_backup(source, "it does not begin with a manifest")
            yield _manifest(_content(tar, member), source), tar
    except _DAMAGED as error:
        raise _no_backup(source, str(error)) from error


def checked(source: Path) -> Manifest:
    """Return the manifest of a backup of which every member is what it says; `UsageError` for a file that is none."""
    with opened(source) as (manifest, tar):
        for _, facts, file in members(manifest, tar, source):
            copied(file, facts, None, source)
    return manifest


def members(manifest: Manifest, tar: tarfile.TarFile, source: Path) -> Iterator[tuple[str, Kept, IO[bytes]]]:
    """Yield name, facts and content of each member after the manifest; `UsageError` for one that is not announced."""
    announced = {FILES + path: facts for path, facts in manifest.files.items()}
    if manifest.bundle:
        announced[BUNDLE] = manifest.bundle
    while member := tar.next():
        facts = announced.pop(member.name, None)
        file = tar.extractfile(member) if facts and member.isreg() and member.size == facts.size else None
        if facts is None or file is None:
            raise _no_backup(source, f"{member.name!r} is not what the manifest says")
        yield member.name, facts, file
    if announced:
        raise _no_backup(source, f"{min(announced)!r} is missing")


def copied(file: IO[bytes], facts: Kept, target: Path | None, source: Path) -> None:
    """Copy a member to a new file (None: only read it); `UsageError` when it is not what the manifest says."""
    digest = hashlib.sha256()
    out = None if target is None else os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
    try:
        while piece := file.read(_PIECE):
            digest.update(piece)
            if out:
                out.write(piece)
    finally:
        if out:
            out.close()
    if digest.hexdigest() != facts.sha256:
        raise _no_backup(source, "its content is damaged")
    if target:
        target.chmod(facts.mode & 0o777 | 0o400)


def kept(path: Path) -> Kept:
    """Return the facts of a file on disk."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            digest.update(piece)
        status = os.fstat(file.fileno())
    return Kept(status.st_size, digest.hexdigest(), status.st_mode & 0o777)


def tree(git: Git, commit: str) -> dict[str, tuple[str, str]]:
    """Return mode and blob id of every file of a commit by path, none when there is no commit."""
    out = git.run("ls-tree", "-r", "-z", "--full-tree", commit, allow=(128,)).decode("utf-8", "surrogateescape")
    rows = (line.partition("\t") for line in out.split("\0") if line)
    found = {path: facts.split(" ") for facts, _, path in rows}
    return {path: (mode, oid) for path, (mode, kind, oid) in found.items() if kind == "blob"}


def refs_of(git: Git) -> dict[str, str]:
    """Return every ref and the id it stands on."""
    out = git.run("for-each-ref", "--format=%(refname) %(objectname)").decode("utf-8", "surrogateescape")
    return dict(line.split(" ", 1) for line in out.splitlines())


def _on_disk(root: Path, target: Path) -> Iterator[tuple[str, Path]]:
    for parent, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name != ".git" and not name.startswith(".wikimem-"))
        for name in sorted(names):
            path = Path(parent, name)
            if path != target and name != ".git" and (path.is_file() or path.is_symlink()):
                yield path.relative_to(root).as_posix(), path


def _is_held(path: Path, entry: tuple[str, str] | None) -> bool:
    """Tell whether git holds a file exactly as it lies on disk; of links, only those that it holds are carried."""
    if path.is_symlink():
        return True
    if entry is None or entry[0] == "120000":
        return False
    is_executable = bool(path.stat().st_mode & 0o100)
    return is_executable == (entry[0] == "100755") and blob_id(path.read_bytes(), entry[1]) == entry[1]


def _remotes(git: Git) -> dict[str, str]:
    names = git.run("remote").decode("utf-8", "replace").split()
    return {name: git.run("remote", "get-url", name).decode("utf-8", "replace").strip() for name in names}


def _write(beside: Path, manifest: Manifest, bundle: Path, loose: dict[str, Path]) -> None:
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with (
        os.fdopen(descriptor, "wb") as file,
        gzip.GzipFile("", "wb", 6, file, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        document = orjson.dumps({"wikimem": FORMAT, "by": __version__, **asdict(manifest)})
        with TemporaryDirectory(prefix="wikimem-") as folder:
            first = Path(folder, MANIFEST)
            first.write_bytes(document)
            _add(tar, MANIFEST, first, kept(first))
        if manifest.bundle:
            _add(tar, BUNDLE, bundle, manifest.bundle)
        for path, facts in manifest.files.items():
            _add(tar, FILES + path, loose[path], facts)


def _add(tar: tarfile.TarFile, name: str, path: Path, facts: Kept) -> None:
    member = tarfile.TarInfo(name)
    member.size, member.mode = facts.size, facts.mode
    with path.open("rb") as file:
        tar.addfile(member, file)


def _content(tar: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    file = tar.extractfile(member)
    return file.read() if file else b""


def _manifest(content: bytes, source: Path) -> Manifest:
    try:
        document: dict[str, Any] = orjson.loads(content)
        version = document["wikimem"]
        manifest = Manifest(
            str(document["head"]),
            {str(ref): str(oid) for ref, oid in document["refs"].items()},
            {str(name): str(url) for name, url in document["remotes"].items()},
            Kept(**document["bundle"]) if document["bundle"] else None,
            {str(path): Kept(**facts) for path, facts in document["files"].items()},
            tuple(map(str, document["gone"])),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _no_backup(source, "its manifest cannot be read") from error
    if version != FORMAT:
        hint = "restore it with a newer wikimem"
        raise UsageError(f"a backup of format {version}, which this version does not know", path=str(source), hint=hint)
    unsafe = next((path for path in manifest.files if not is_safe(path)), None)
    if unsafe is not None:
        raise _no_backup(source, f"the path {unsafe!r} leads out of the vault")
    return manifest


def is_safe(path: str) -> bool:
    """Tell whether a path stays inside a vault and out of git's folder."""
    parts = path.split("/")
    plain = {part.casefold().rstrip(". ") for part in parts}
    is_foreign = os.name == "nt" and ("\\" in path or ":" in path)
    return not (is_foreign or plain & {"", ".git", "git~1"} or "\0" in path)


def _no_backup(source: Path, why: str) -> UsageError:
    hint = "give a file that `wikimem backup` made; nothing was changed"
    return UsageError(f"this is no backup that can be restored: {why}", path=str(source), hint=hint)
