"""Folders that leave the house and come in: read without trust, written so that only files of ours ever change.

What was written is listed with hashes in `wikimem-bundle.json`. The list is written before the files, with what was
there and what will be, and after them as it then is: a write that is killed leaves nothing the next one takes for
somebody else's.
"""

import hashlib
import json
import os
import shutil
import tempfile
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wikimem.errors import StoreError, UsageError
from wikimem.model.bundle import Files
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.store.files import disk_refused, write_atomically

MANIFEST = "wikimem-bundle.json"
VERSION = 1
"""Of what the manifest says and how the files lie."""
MOST_PAGE, MOST_FILE = 5_000_000, 32_000_000
"""Bytes of a page and of any file that is read."""
MOST_FILES = 200_000


@dataclass(frozen=True, slots=True)
class Put:
    """What writing a bundle did, or would do: paths from its root."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


def read_folder(
    root: Path, wanted: Callable[[str], bool] = lambda _: True
) -> tuple[dict[str, bytes], list[Diagnostic]]:
    """Return the wanted files below a folder by path in NFC, sorted, and a finding for each that was left out.

    Hidden files and folders are passed over, links are never followed. `UsageError` when there is no such folder.
    """
    if not root.is_dir():
        raise UsageError("there is no such folder", path=str(root))
    files: dict[str, bytes] = {}
    findings: list[Diagnostic] = []
    folded: dict[str, str] = {}
    for path, name in _walk(root):
        if not wanted(name):
            continue
        if len(files) >= MOST_FILES:
            findings.append(_left_out(name, f"the folder holds more than {MOST_FILES:,} files"))
            break
        refused = _refused(path, name) or _twin(name, folded)
        content = b"" if refused else _content(path)
        if refused or content is None:
            findings.append(_left_out(name, refused or "it cannot be read"))
        else:
            files[unicodedata.normalize("NFC", name)] = content
    return dict(sorted(files.items())), findings


def manifest_of(files: Files) -> dict[str, Any]:
    """Return what the manifest among the files says, {} when there is none of ours or nobody can read it."""
    try:
        document = json.loads(files.get(MANIFEST, b""))
    except (ValueError, RecursionError):
        return {}
    ours = (
        isinstance(document, dict) and document.get("bundle") == "wikimem" and isinstance(document.get("files"), dict)
    )
    return document if ours else {}


def write_folder(
    root: Path, files: Files, about: Mapping[str, Any], *, force: bool, dry_run: bool, shared: bool = False
) -> Put:
    """Make a folder hold these files and those of others, which are never touched.

    What an earlier export left there and this one does not hold goes. `UsageError` when a file of ours was edited
    since, or files of somebody else lie there; in a `shared` folder, only when they are in the way. `force` lets those
    be that are not, and replaces all others.
    """
    before = _manifest_at(root)
    hashes = {path: _hash(content) for path, content in sorted(files.items())}
    known: dict[str, str] = before.get("files", {})
    present = {path: _hash_at(root / path) for path in {*known, *hashes}}
    if not force and root.exists():
        _check_foreign(root, before, present, hashes, shared=shared)
    stale = [path for path in sorted(known) if path not in hashes and present[path]]
    changed = [path for path in hashes if present[path] != hashes[path]]
    put = Put(
        tuple(path for path in changed if not present[path]),
        tuple(path for path in changed if present[path]),
        tuple(stale),
    )
    if dry_run:
        return put
    after = {"bundle": "wikimem", "version": VERSION, **about}
    if not root.exists():
        _write_aside(root, {**files, MANIFEST: _document({**after, "files": hashes})})
        return put
    if changed or stale:
        write_atomically(root / MANIFEST, _document({**after, "files": {**known, **hashes}, "before": known}))
    for path in changed:
        write_atomically(_real(root, path), files[path])
    for path in stale:
        _remove(root, path)
    if _manifest_at(root) != {**after, "files": hashes}:
        write_atomically(root / MANIFEST, _document({**after, "files": hashes}))
    return put


def write_beside(root: Path, files: Files, *, dry_run: bool) -> Put:
    """Put single files into a folder that belongs to somebody else, replacing those of the same name."""
    present = {path: _hash_at(root / path) for path in files}
    changed = [path for path, content in sorted(files.items()) if present[path] != _hash(content)]
    if not dry_run:
        for path in changed:
            write_atomically(_real(root, path), files[path])
    added = tuple(path for path in changed if not present[path])
    return Put(added, tuple(path for path in changed if present[path]))


def text_at(path: Path) -> str:
    """Return the text of a file that lies where one of ours goes, "" when there is none; `UsageError` for no text."""
    if path.is_symlink():
        raise UsageError("a link is where a file would be written", hint="replace it by a file", path=str(path))
    content = _content(path) if path.exists() else b""
    try:
        return (content or b"").decode()
    except UnicodeDecodeError as error:
        raise UsageError("the file is no UTF-8 text, so it is left alone", path=str(path)) from error


def check_apart(root: Path, vault: Path, *, shared: bool = False) -> None:
    """Raise `UsageError` when a folder is the vault, lies in it or, unless `shared`, holds it, or is no folder."""
    here, home = root.resolve(), vault.resolve()
    if here.is_relative_to(home) or (home.is_relative_to(here) and not shared):
        raise UsageError(
            "a bundle lies outside the vault", hint="name a folder that is neither in it nor above it", path=str(root)
        )
    if root.exists() and not root.is_dir():
        raise UsageError("a file is where the folder should be", path=str(root))


def _walk(root: Path) -> Iterator[tuple[Path, str]]:
    for parent, folders, names in os.walk(root):
        links = [name for name in folders if Path(parent, name).is_symlink()]
        folders[:] = sorted(name for name in folders if name not in links and _is_seen(name))
        for name in sorted([*names, *links]):
            if _is_seen(name):
                path = Path(parent, name)
                yield path, path.relative_to(root).as_posix()


def _is_seen(name: str) -> bool:
    return not name.startswith(".") and not name.endswith(".tmp")


def _refused(path: Path, name: str) -> str:
    """Return why a file is not read, "" when it may be."""
    if path.is_symlink():
        return "it is a link"
    if not path.is_file():
        return "it is no file"
    if any("\ud800" <= character <= "\udfff" for character in name):
        return "its name is no Unicode"
    most = MOST_PAGE if name.endswith(".md") else MOST_FILE
    return f"it is larger than {most // 1_000_000} MB" if path.stat().st_size > most else ""


def _twin(name: str, folded: dict[str, str]) -> str:
    """Return that a name differs from an earlier one by case or Unicode form alone, as some disks cannot."""
    key = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
    first = folded.setdefault(key, name)
    return "" if first == name else f"only case or Unicode form tells its name from {first}"


def _left_out(name: str, why: str) -> Diagnostic:
    printed = name.encode("utf-8", "replace").decode()
    return Diagnostic("bundle-file-left-out", f"left out: {why}", Severity.WARNING, printed)


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _hash_at(path: Path) -> str:
    """Return the hash of the file at a path, "" when there is none; a link is never followed."""
    if path.is_symlink():
        return "link"
    content = _content(path) if path.is_file() else None
    return _hash(content) if content is not None else ""


def _manifest_at(root: Path) -> dict[str, Any]:
    """Return the manifest of a folder without entries that lead out of it."""
    document = manifest_of({MANIFEST: _content(root / MANIFEST) or b""})
    if document:
        listed = document["files"].items()
        document["files"] = {path: digest for path, digest in listed if _is_inside(path) and isinstance(digest, str)}
    return document


def _is_inside(path: str) -> bool:
    return "\\" not in path and "\0" not in path and all(part not in ("", ".", "..") for part in path.split("/"))


def _document(manifest: Mapping[str, Any]) -> bytes:
    return (json.dumps(manifest, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def _check_foreign(
    root: Path, before: Mapping[str, Any], present: Mapping[str, str], hashes: Mapping[str, str], *, shared: bool
) -> None:
    known: Mapping[str, str] = before.get("files", {})
    replaced = before.get("before")
    older = replaced if isinstance(replaced, Mapping) else {}
    edited = [
        path for path in sorted(known) if present[path] not in ("", known[path], older.get(path), hashes.get(path))
    ]
    if edited:
        hint = "import the folder first, or give --force to replace what was edited"
        raise UsageError(f"edited since it was exported: {_some(edited)}", hint=hint, path=str(root))
    there = [path for path in hashes if present[path]] if shared else [name for _, name in _walk(root)]
    foreign = sorted(name for name in there if name not in known and name != MANIFEST)
    if foreign:
        hint = "name an empty folder, or give --force to write beside them"
        raise UsageError(f"the folder holds files of somebody else: {_some(foreign)}", hint=hint, path=str(root))


def _some(names: list[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3:,} more" if len(names) > 3 else "")


def _write_aside(root: Path, files: Files) -> None:
    """Write a new folder beside its place and put it there in one step."""
    aside: Path | None = None
    try:
        root.parent.mkdir(parents=True, exist_ok=True)
        aside = Path(tempfile.mkdtemp(prefix=f".{root.name[:40]}-", suffix=".tmp", dir=root.parent))
        for path, content in files.items():
            place = aside / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        aside.chmod(0o777 & ~_umask())
        aside.rename(root)
    except OSError as error:
        if aside is not None:
            shutil.rmtree(aside, ignore_errors=True)
        raise disk_refused(error, root) from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _real(root: Path, path: str) -> Path:
    """Return the path to write, `StoreError` when a folder on the way is a link."""
    place = root.joinpath(*path.split("/"))
    for folder in place.parents:
        if folder == root:
            break
        if folder.is_symlink():
            raise StoreError("a folder of the bundle is a link", hint="use a real folder", path=str(folder))
    return place


def _remove(root: Path, path: str) -> None:
    place = _real(root, path)
    try:
        place.unlink(missing_ok=True)
    except OSError as error:
        raise disk_refused(error, place) from error
    for folder in place.parents:
        if folder == root:
            break
        try:
            folder.rmdir()
        except OSError:
            break
