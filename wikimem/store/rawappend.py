"""Append a session's records to its raw log: redacted, shortened, numbered by turn, each key once, sealed at the end.

Capture is the only caller. Nothing reaches the file that has not passed the redactor here, and what follows the last
seal was never captured: a process killed in between leaves a tail that the next append cuts off.
"""

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import orjson

from wikimem.errors import RawLogDamaged
from wikimem.model.record import Act, Kind, Record
from wikimem.store import rawlines, shorten
from wikimem.store.files import disk_refused, locked
from wikimem.store.rawlines import Header, Seal
from wikimem.text.clean import clean

_OF_CURRENT_TURN = frozenset({Kind.CONTEXT, Kind.TITLE, Kind.LINK, Kind.TODO, Kind.OTHER})
_BUFFER = 1 << 20
_NAME = 1_024
"""Characters kept of a record's name."""


class Redact(Protocol):
    """What the appender asks of `text.redact.Redactor`: one object a session, which remembers private values."""

    def text(self, text: str, /) -> str:
        """Return text without secrets."""

    def value(self, value: Any, /) -> Any:
        """Return a JSON value without secrets."""


@dataclass(slots=True)
class Known:
    """What a raw log holds already, as far as appending needs it."""

    header: Header | None = None
    length: int = 0
    """Bytes up to and including the last seal line."""
    keys: set[str] = field(default_factory=set)
    turns: dict[tuple[str, str], int] = field(default_factory=dict)
    """Turn by sub-agent and message."""
    calls: dict[tuple[str, str], tuple[int, bool]] = field(default_factory=dict)
    """Turn, and whether a sub-agent did the work, by sub-agent and call."""
    last_turn: int = 0
    seals: list[Seal] = field(default_factory=list)

    def add(self, record: Record, turn: int) -> None:
        """Take note of a record that is now in the log."""
        self.keys.add(record.key)
        self.last_turn = max(self.last_turn, turn)
        if record.kind not in _OF_CURRENT_TURN and record.kind is not Kind.RESULT:
            self.turns.setdefault((record.agent, record.message or record.key), turn)
        if record.kind is Kind.CALL:
            self.calls.setdefault((record.agent, record.call), (turn, record.act is Act.TASK))

    def turn_of(self, record: Record) -> int:
        """Return the turn a record belongs to, a new one for a new message."""
        if record.kind is Kind.RESULT and (record.agent, record.call) in self.calls:
            return self.calls[record.agent, record.call][0]
        turn = self.turns.get((record.agent, record.message or record.key))
        if turn is not None:
            return turn
        return self.last_turn + (record.kind not in _OF_CURRENT_TURN and record.kind is not Kind.RESULT)


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Open a raw log for appending, made when it is new, and hold its lock; `StoreError` when the disk refuses.

    A log that is empty in the end is removed, so whoever waited for its lock looks again what the path names.
    """
    while True:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644), "r+b")
        except OSError as error:
            raise disk_refused(error, path) from error
        with file, locked(file.fileno()):
            if not _is_at(file, path):
                continue
            try:
                yield file
            finally:
                if not os.fstat(file.fileno()).st_size:
                    with suppress(OSError):
                        path.unlink()
            return


class Appender:
    """One capture's additions to an open raw log. `length`, `appended` and `known` say how far it is."""

    def __init__(self, file: BinaryIO, path: Path, redact: Redact, *, result_limit: int = shorten.RESULT) -> None:
        """Read what the log holds and cut off what was never sealed; `RawLogDamaged` when the header is unreadable."""
        content = file.read()
        self.known = _known(content, path)
        self.appended = 0
        self._file = file
        self._path = path
        self._redact = redact
        self._result_limit = result_limit
        self._digest = hashlib.sha256(content[: self.known.length])
        self._buffer = bytearray()
        file.truncate(self.known.length)
        file.seek(self.known.length)

    def begin(self, header: Header) -> None:
        """Write the header of a new log, or say where the session belongs when that is news."""
        before = self.known.header
        if before is None:
            self.known.header = header
            self._write(rawlines.header_line(header))
        elif (before.agent, before.session) != (header.agent, header.session):
            raise RawLogDamaged(f"the raw log belongs to session {before.session!r}", path=str(self._path))
        elif header.project not in ("", before.project) or (header.place.path and not before.place.path):
            place = before.place if before.place.path else header.place
            self.known.header = replace(before, place=place, project=header.project or before.project)
            self._write(rawlines.project_line(self.known.header))

    def append(self, record: Record) -> None:
        """Add a record unless its key is there; a known one is read for its private values all the same."""
        if not (record.key + record.message + record.call + record.agent).isascii():
            record = _mended(record)
        text = self._text(record)
        data = self._data(record) if record.data else {}
        if record.key in self.known.keys:
            return
        name = self._redact.text(clean(record.name[:_NAME])) if record.name else ""
        turn = self.known.turn_of(record)
        self.known.add(record, turn)
        self._write(_line(replace(record, name=name) if name != record.name else record, turn, text, data))
        self.appended += 1

    @property
    def changed(self) -> bool:
        """Tell whether there is something to seal."""
        return self._file.tell() + len(self._buffer) > self.known.length

    def seal(self, source: str, size: int, sha256: str) -> None:
        """Make what was appended part of the log: everything before this line counts as captured."""
        self._flush()
        self._write(rawlines.seal_line(Seal(source, size, sha256, self._digest.hexdigest())))
        self._flush()
        self.known.length = self._file.tell()

    def abandon(self) -> None:
        """Take back what was not sealed, as far as the disk allows."""
        self._buffer.clear()
        with suppress(OSError):
            self._file.truncate(self.known.length)

    def _text(self, record: Record) -> str:
        if not record.text:
            return ""
        return shorten.shorten(record.text, self._limit(record), lambda text: self._redact.text(clean(text)))

    def _limit(self, record: Record) -> int:
        match record.kind:
            case Kind.RESULT:
                _, of_task = self.known.calls.get((record.agent, record.call), (0, False))
                return shorten.TASK if of_task else self._result_limit
            case Kind.CALL:
                return shorten.TASK if record.act is Act.TASK else shorten.INPUT
            case Kind.OTHER:
                return shorten.INPUT
            case _:
                return shorten.WORDS

    def _data(self, record: Record) -> Any:
        try:
            return self._redact.value(shorten.each_string(dict(record.data), clean))
        except RecursionError:
            return self._redact.value(shorten.each_string(shorten.flatten(dict(record.data)), clean))

    def _write(self, line: bytes) -> None:
        self._buffer += line
        self._digest.update(line)
        if len(self._buffer) > _BUFFER:
            self._flush()

    def _flush(self) -> None:
        try:
            self._file.write(self._buffer)
            self._file.flush()
        except OSError as error:
            self.abandon()
            raise disk_refused(error, self._path) from error
        self._buffer.clear()


def _known(content: bytes, path: Path) -> Known:
    known = Known(length=rawlines.sealed_length(content))
    rows = rawlines.rows_of(content[: known.length])
    if not rows:
        return known
    known.header = rawlines.header_of(rows[0])
    if known.header is None:
        hint = "verify names the damage; an older copy is on the branch wikimem/raw"
        raise RawLogDamaged("the first line is no header this version can read", hint=hint, path=str(path), line=1)
    for row in rows[1:]:
        if (record := rawlines.record_of(row)) is not None:
            turn = row.get("turn")
            known.add(record, turn if isinstance(turn, int) else known.last_turn)
        elif (seal := rawlines.seal_of(row)) is not None:
            known.seals.append(seal)
        elif "project" in row:
            known.header = rawlines.moved(known.header, row)
    return known


def _line(record: Record, turn: int, text: str, data: Any) -> bytes:
    """Return a record's line within the limits of its data, whatever the data holds."""
    try:
        line = rawlines.record_line(record, turn, text, data)
    except TypeError:
        data = shorten.flatten(data)
        line = rawlines.record_line(record, turn, text, data)
    if not data or len(line) <= shorten.INPUT:
        return line
    data = shorten.each_string(data, lambda string: shorten.shorten(string, shorten.INPUT, str))
    encoded = orjson.dumps(data)
    if len(encoded) > shorten.DATA_BYTES:
        data = shorten.data_mark(encoded)
    return rawlines.record_line(record, turn, text, data)


def _mended(record: Record) -> Record:
    """Return the record with ids that are valid UTF-8 without control characters."""
    return replace(
        record,
        key=clean(record.key),
        message=clean(record.message),
        call=clean(record.call),
        agent=clean(record.agent),
    )


def _is_at(file: BinaryIO, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False
