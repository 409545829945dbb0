"""The files of the checkout as git sees them: which names are safe, what is on disk, which bytes become a blob.

Only the history room calls this. A blob has LF line ends whatever the checkout has, unless the history already holds
that page with CRLF; the checkout keeps the line ends it has.
"""

import hashlib
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path

from wikimem.errors import StoreError, UsageError
from wikimem.store.fastimport import chunks
from wikimem.store.files import disk_refused

_BINARY_WITHIN = 8000
"""Bytes in which git looks for a NUL to call a file binary."""


@dataclass(frozen=True, slots=True)
class Worktree:
    """The checkout at `root`, an absolute path without symbolic links."""

    root: Path
    _real: set[Path] = field(default_factory=set)

    def path(self, relative: str) -> Path:
        """Return the path to open; `UsageError` for an unsafe name, `StoreError` when a folder on the way is a link."""
        check_name(relative)
        path = self.root.joinpath(*relative.split("/"))
        parent = path.parent
        if parent not in self._real:
            if parent.resolve() != parent:
                raise StoreError("a folder of the vault is a symbolic link", hint="use a real folder", path=str(parent))
            self._real.add(parent)
        return path

    def read(self, relative: str) -> bytes | None:
        """Return a file's bytes, None when there is none; `StoreError` for anything that is not a plain file."""
        path = self.path(relative)
        if path.is_symlink():
            raise StoreError("a page is a symbolic link", hint="replace it by a file", path=str(path))
        try:
            return path.read_bytes()
        except FileNotFoundError:
            return None
        except IsADirectoryError as error:
            raise StoreError("a folder is where a page should be", path=str(path)) from error
        except NotADirectoryError as error:
            raise StoreError("a file is where a folder should be", path=str(path)) from error
        except OSError as error:
            raise disk_refused(error, path) from error

    def prune(self, folder: Path) -> None:
        """Remove a folder and those above it while they are empty, as git does."""
        while folder != self.root:
            try:
                folder.rmdir()
            except OSError:
                return
            folder = folder.parent


def check_name(relative: str) -> None:
    """Raise `UsageError` unless this is a safe vault-relative POSIX path in NFC."""
    parts = relative.split("/")
    wrong = ""
    if "\0" in relative or "\\" in relative or any(part in ("", ".", "..") for part in parts):
        wrong = "is not a plain path inside the vault"
    elif ":" in parts[0]:
        wrong = "names a drive"
    elif any(_plain(part) in (".git", "git~1") for part in parts):
        wrong = "reaches into git's own folder"
    elif not unicodedata.is_normalized("NFC", relative):
        wrong = "is not in Unicode form NFC"
    elif not relative.isascii() and any("\ud800" <= character <= "\udfff" for character in relative):
        wrong = "is not valid Unicode"
    if wrong:
        raise UsageError(f"the path {relative!r} {wrong}", path=relative)


def lf(content: bytes) -> bytes:
    """Return text with LF line ends; binary content as it is."""
    return content.replace(b"\r\n", b"\n") if b"\r\n" in content and not _binary(content) else content


def crlf(content: bytes) -> bytes:
    """Return text with CRLF line ends; binary content as it is."""
    return content if _binary(content) else lf(content).replace(b"\n", b"\r\n")


def blob_id(content: bytes, like: str) -> str:
    """Return git's id of these bytes as a blob, in the hash that made the id `like` (SHA-1 when that is empty)."""
    digest = _digest(like, len(content))
    digest.update(content)
    return digest.hexdigest()


def file_blob_id(path: Path, size: int, like: str) -> str:
    """Return git's id of the first `size` bytes of a file as a blob."""
    digest = _digest(like, size)
    for piece in chunks(path, size):
        digest.update(piece)
    return digest.hexdigest()


def _digest(like: str, size: int) -> "hashlib._Hash":
    name = "sha256" if len(like) == 64 else "sha1"
    digest = hashlib.new(name, usedforsecurity=False)
    digest.update(b"blob %d\0" % size)
    return digest


def _binary(content: bytes) -> bool:
    return b"\0" in content[:_BINARY_WITHIN]


def _plain(part: str) -> str:
    """Return a name as the forgiving file systems of the field see it: no case, no invisible or trailing characters."""
    visible = part if part.isascii() else "".join(c for c in part if unicodedata.category(c) != "Cf")
    return visible.rstrip(". ").casefold()
