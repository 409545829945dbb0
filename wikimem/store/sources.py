"""Transcripts on disk: which there are, their lines, and which were seen unchanged.

Capture and the compiler call it. It knows files, not agents.
"""

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

import orjson

from wikimem import __version__
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.store.files import write_atomically
from wikimem.store.layout import Layout

LONGEST_LINE = 32 << 20
"""Bytes of a line that are still read; the longest in real transcripts, an image, has 1.5 MB."""

_SUFFIXES = (".jsonl", ".json", ".db", ".sqlite", ".sqlite3", ".vscdb")
_NOTES = ".meta.json"
"""How the names of notes end that an agent keeps beside the transcript of a sub-agent."""
_HISTORY = ".chat.history.md"
"""How the name ends of what an agent keeps in the folder it worked in, hidden or not."""
_PIECE = 1 << 20

Stamp = tuple[int, int]
"""Size in bytes and modification time in nanoseconds."""


class SourceLines:
    """The lines of an open transcript, read once, with the checkpoint they amount to.

    `size` and `sha256` describe the bytes up to the last complete line; a last line without its newline counts when
    it is whole JSON. `watch` is an earlier checkpoint's size: `watched` is the digest of that many bytes here.
    """

    def __init__(self, file: BinaryIO, watch: int = 0) -> None:
        """Read from the start of the file."""
        self.size = 0
        self.torn = False
        """Whether bytes follow that are no complete line yet."""
        self.watched = ""
        self.too_long: list[int] = []
        """Numbers of lines that were left out for their length."""
        self._file = file
        self._watch = watch
        self._digest = hashlib.sha256()

    @property
    def sha256(self) -> str:
        """Return the digest of the first `size` bytes, in hex."""
        return self._digest.hexdigest()

    def __iter__(self) -> Iterator[bytes]:
        """Yield each line with its newline, one that is too long as an empty line."""
        self._file.seek(0)
        number = 0
        while line := self._file.readline(LONGEST_LINE):
            number += 1
            if line.endswith(b"\n"):
                self._take(line)
                yield line
            elif len(line) == LONGEST_LINE:
                self.too_long.append(number)
                self._pass_over(line)
                yield b"\n"
            else:
                self.torn = not _is_whole(line)
                if not self.torn:
                    self._take(line)
                yield line

    def _take(self, line: bytes) -> None:
        before = self.size
        self.size += len(line)
        if before < self._watch <= self.size:
            prefix = self._digest.copy()
            prefix.update(line[: self._watch - before])
            self.watched = prefix.hexdigest()
        self._digest.update(line)

    def _pass_over(self, piece: bytes) -> None:
        while piece:
            self._take(piece)
            piece = b"" if piece.endswith(b"\n") else self._file.readline(_PIECE)


class SourceCache:
    """Which transcripts were captured as they still are. Disposable: without it they are read again.

    `get` says where an unchanged transcript went, `put` remembers one, `save` writes the file once at the end.
    """

    def __init__(self, vault: Layout, stamp: Callable[[Path], Stamp]) -> None:
        """Read the cache; one of another version, or a damaged one, counts as empty. `stamp` dates a transcript."""
        self._vault = vault
        self._stamp = stamp
        self._entries: dict[str, list[object]] = {}
        self._changed = False
        try:
            document = orjson.loads(vault.sources_cache.read_bytes())
            if document["wikimem"] == __version__:
                self._entries = dict(document["sources"])
        except (OSError, ValueError, KeyError, TypeError):
            self._entries = {}

    def get(self, source: Path) -> str | None:
        """Return the raw log of a transcript that has not changed since, None when it must be read."""
        entry = self._entries.get(str(source))
        if entry is None or len(entry) != 3:
            return None
        size, modified, raw_path = entry
        try:
            known = self._stamp(source) == (size, modified) and self._vault.path(str(raw_path)).is_file()
        except OSError:
            return None
        return str(raw_path) if known else None

    def put(self, source: Path, stamp: Stamp, raw_path: str) -> None:
        """Remember that a transcript with this stamp is in a raw log; the stamp was taken before it was read."""
        self._entries[str(source)] = [*stamp, raw_path]
        self._changed = True

    def known(self) -> Iterator[Path]:
        """Yield every transcript that was captured."""
        yield from map(Path, self._entries)

    def save(self) -> None:
        """Write the cache when it has changed, without the transcripts that are gone."""
        if not self._changed:
            return
        present = {path: entry for path, entry in self._entries.items() if _is_there(path)}
        document = {"wikimem": __version__, "sources": present}
        write_atomically(self._vault.sources_cache, orjson.dumps(document, option=orjson.OPT_APPEND_NEWLINE))
        self._changed = False


def stamp_of(source: Path) -> Stamp:
    """Return the stamp of a file; `OSError` when it cannot be looked at."""
    status = source.stat()
    return status.st_size, status.st_mtime_ns


def _is_there(path: str) -> bool:
    """Tell whether a transcript is still there; one in a database counts as long as the database does."""
    return os.path.exists(path) or os.path.isfile(os.path.dirname(path))  # noqa: PTH110, PTH113, PTH120


def discover(paths: Iterable[Path]) -> tuple[list[Path], list[Diagnostic]]:
    """Return the files given and those below the given folders that may hold transcripts, sorted, each once.

    Below a folder only JSON, databases and `*.chat.history.md` count, by their names; other hidden names and raw logs
    of a vault are passed over.
    """
    found: set[Path] = set()
    findings: list[Diagnostic] = []
    for path in paths:
        if path.is_dir():
            inside = set(_below(path, findings))
            found |= inside
            if not inside:
                hint = "name a folder that holds *.jsonl or *.json files, or a database"
                findings.append(Diagnostic("no-transcripts", "no transcript is below it", path=str(path), hint=hint))
        elif path.exists():
            found.add(path)
        else:
            text, hint = "there is no such file or folder", "check the spelling"
            findings.append(Diagnostic("no-such-path", text, Severity.ERROR, str(path), hint=hint))
    return sorted(found), findings


def _below(folder: Path, findings: list[Diagnostic]) -> Iterator[Path]:
    def refused(error: OSError) -> None:
        hint = "make it readable for this user"
        text = f"cannot look into it: {error.strerror}"
        findings.append(Diagnostic("unreadable-folder", text, Severity.ERROR, str(error.filename), hint=hint))

    for parent, folders, files in os.walk(folder, onerror=refused):
        is_vault = ".wikimem" in folders
        folders[:] = sorted(name for name in folders if not name.startswith(".") and not (is_vault and name == "raw"))
        yield from (Path(parent, name) for name in files if _is_transcript(name))


def _is_transcript(name: str) -> bool:
    if name.endswith(_HISTORY):
        return True
    return name.endswith(_SUFFIXES) and not name.endswith(_NOTES) and not name.startswith(".")


def _is_whole(line: bytes) -> bool:
    try:
        orjson.loads(line)
    except orjson.JSONDecodeError:
        return False
    return True
