"""Vectors by what their texts say, in one SQLite file that all processes share. Only `store.embedding` calls it.

Nothing in it is the truth and no question fails for it: what is locked, full, read-only or missing is passed over, what
is damaged is deleted, and whoever asked computes the vectors again. It knows bytes, not what they mean.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from sqlite3 import Connection

MOST_BYTES = 600_000_000
"""A larger file is deleted and filled anew by the next questions: room for some 2,000,000 vectors of 256 bytes."""

_PATIENCE = 0.2
"""Seconds to wait for another process that writes; computing the vectors takes less than twice that."""
_TABLE = "CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID"

Done = TypeVar("Done")


@dataclass(frozen=True, slots=True)
class Vectors:
    """The vectors in the file at `path`, each of `size` bytes. It is opened for each call, so any thread may call."""

    path: Path
    size: int
    most_bytes: int = MOST_BYTES

    def get(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """Return the vectors that are there, by key."""
        if not self.path.exists():
            return {}
        query = f"SELECT key, vector FROM vectors WHERE key IN ({','.join('?' * len(keys))})"  # noqa: S608 (no value)
        found: dict[bytes, bytes] = self._attempted(lambda file: dict(file.execute(query, keys).fetchall()), {})
        return {key: vector for key, vector in found.items() if len(vector) == self.size}

    def put(self, vectors: Mapping[bytes, bytes]) -> None:
        """Keep vectors for the next time, all in one transaction."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            if self.path.exists() and self.path.stat().st_size > self.most_bytes:
                self._drop()
        except OSError:
            return
        self._attempted(lambda file: _insert(file, vectors), None)

    def _attempted(self, work: Callable[["Connection"], Done], otherwise: Done) -> Done:
        import sqlite3

        try:
            with closing(sqlite3.connect(self.path, timeout=_PATIENCE)) as file, file:
                return work(file)
        except sqlite3.OperationalError:  # locked, full, read-only, gone meanwhile
            return otherwise
        except sqlite3.DatabaseError:  # damaged, or no database at all
            self._drop()
            return otherwise

    def _drop(self) -> None:
        for suffix in ("-journal", ""):
            with suppress(OSError):
                self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)


def key_of(text: str) -> bytes:
    """Return the key of a text: 16 bytes of its hash, so that two texts of one vault never share one."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _insert(file: "Connection", vectors: Mapping[bytes, bytes]) -> None:
    file.execute("PRAGMA synchronous = OFF")  # what a power cut may damage can be made again
    file.execute(_TABLE)
    file.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", vectors.items())
