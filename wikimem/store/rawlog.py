"""Raw logs: where they lie, what they hold, and whether they are whole.

The append-only, redacted copy of a session's transcript, one format for all agents (`docs/raw-log.md`). The compiler
reads here and never meets an agent's dialect; only `store.rawappend` writes.
"""

import hashlib
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from wikimem.errors import NotFound, RawLogDamaged, StoreError
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.model.record import Kind, Record
from wikimem.model.session import RawRef, Session
from wikimem.store import rawlines
from wikimem.store.files import disk_refused
from wikimem.store.layout import Layout
from wikimem.store.rawfold import Fold
from wikimem.store.rawlines import Header, Row

UNDATED = "undated"
"""The folder of sessions whose transcript holds no instant."""

_AGAIN = "capture the transcript again"
RESTORE = "the commits on the branch wikimem/raw hold the log as it was"
"""What a person can do about a damaged log."""
_NO_HEADER = "the first line is no header this version can read"
_KINDS = frozenset(kind.value for kind in Kind)


@dataclass(frozen=True, slots=True)
class RawLog:
    """The sealed part of one raw log."""

    header: Header
    ref: RawRef
    rows: tuple[Row, ...]
    """Record lines, in file order."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """Lines that were left out because they are damaged."""

    def records(self) -> Iterator[tuple[int, Record]]:
        """Yield each record with its turn."""
        for row in self.rows:
            record = rawlines.record_of(row)
            if record is not None:
                yield row["turn"], record

    def session(self) -> Session:
        """Fold the records into a session; `project` stays empty until `store.project` assigns it."""
        fold = Fold(self.header)
        fold.add(self.rows)
        return fold.session(self.ref)


def read(vault: Layout, raw_path: str) -> Session:
    """Read the session of a raw log; errors as for `read_log`."""
    return read_log(vault, raw_path).session()


def read_log(vault: Layout, raw_path: str, size: int | None = None) -> RawLog:
    """Read the sealed part of a raw log, or of its first `size` bytes; what follows the last seal was not captured.

    `NotFound` when there is no such log or none of it is sealed, `RawLogDamaged` when its header cannot be read.
    """
    content = _content(vault, raw_path)[:size]
    length = rawlines.sealed_length(content)
    if not length:
        raise NotFound("nothing is captured in this raw log yet", hint=_AGAIN, path=raw_path)
    sealed = content[:length]
    rows = rawlines.rows_of(sealed)
    header = rawlines.header_of(rows[0])
    if header is None:
        raise RawLogDamaged(_NO_HEADER, hint=RESTORE, path=raw_path, line=1)
    last_line = sealed.rfind(b"\n", 0, -1) + 1
    digest = hashlib.sha256(sealed[:last_line])
    intact = rows[-1]["seal"]["log"] == digest.hexdigest()
    digest.update(sealed[last_line:])
    kept: list[Row] = []
    findings: list[Diagnostic] = []
    for number, row in enumerate(rows[1:], 2):
        if "key" in row and (intact or _is_record(row)):
            kept.append(row)
        elif "project" in row:
            header = rawlines.moved(header, row)
        elif "seal" not in row:
            findings.append(_damaged(raw_path, number, "the line is no record and was left out"))
    if not intact and not findings:
        findings.append(_damaged(raw_path, len(rows), "the lines above do not match this seal"))
    return RawLog(header, RawRef(raw_path, length, digest.hexdigest()), tuple(kept), tuple(findings))


def read_header(vault: Layout, raw_path: str) -> Header | None:
    """Return what a raw log says about its session, with the newest project named; None when nothing is sealed."""
    content = _content(vault, raw_path)
    length = rawlines.sealed_length(content)
    header = rawlines.header_of(rawlines.row_of(content[: content.find(b"\n")])) if length else None
    if header is None:
        return None
    start = content.rfind(b'\n{"project":', 0, length)
    if start >= 0:
        row = rawlines.row_of(content[start + 1 : content.find(b"\n", start + 1)])
        header = rawlines.moved(header, row)
    return header


def last_instant(vault: Layout, raw_path: str) -> str:
    """Return the instant of the last sealed record that has one, empty without one; the log is not decoded."""
    content = _content(vault, raw_path)
    found = content.rfind(b'"at":"', 0, rawlines.sealed_length(content))
    return content[found + 6 : found + 26].decode("ascii", "replace").partition('"')[0] if found >= 0 else ""


def verify(vault: Layout, raw_path: str) -> list[Diagnostic]:
    """Return everything that is wrong with a raw log: header, lines, keys, turn order, and the digest in every seal."""
    content = _content(vault, raw_path)
    sealed = rawlines.sealed_length(content)
    if not sealed:
        return [Diagnostic("raw-log-unsealed", "nothing in this raw log is sealed", path=raw_path, hint=_AGAIN)]
    findings = list(_findings(content[:sealed], raw_path))
    if rest := len(content) - sealed:
        text = f"{rest:,} bytes after the last seal were not captured"
        findings.append(Diagnostic("raw-log-unsealed", text, Severity.INFO, raw_path, hint=_AGAIN))
    return findings


def find(vault: Layout, agent: str, session: str) -> str:
    """Return the vault-relative path of a session's raw log, whatever its year; empty when there is none."""
    name = f"{rawlines.file_name(session)}.jsonl"
    found = sorted((vault.raw_dir / agent).glob(f"*/{name}"))
    return vault.relative(found[0]) if found else ""


def new_path(agent: str, session: str, at: str) -> str:
    """Return where a session's raw log belongs; `at` is its first instant, or empty."""
    year = at[:4] if at[:4].isdecimal() and len(at) > 4 else UNDATED
    return f"raw/{agent}/{year}/{rawlines.file_name(session)}.jsonl"


def raw_logs(vault: Layout) -> list[str]:
    """Return the vault-relative paths of all raw logs, sorted."""
    return [vault.relative(path) for path in sorted(vault.raw_dir.glob("*/*/*.jsonl"))]


def mark_pending(vault: Layout, raw_path: str) -> None:
    """Note that a raw log holds more than was compiled, so that a crash before the commit is made good."""
    mark = _mark(vault, raw_path)
    try:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    except OSError as error:
        raise disk_refused(error, mark) from error


def pending(vault: Layout) -> list[str]:
    """Return the raw logs that hold more than was compiled, sorted."""
    found: list[str] = []
    for mark in vault.pending_dir.glob("*/*"):
        found.extend(vault.relative(path) for path in (vault.raw_dir / mark.parent.name).glob(f"*/{mark.name}.jsonl"))
    return sorted(found)


def clear_pending(vault: Layout, compiled: Mapping[str, int]) -> None:
    """Take the marks of raw logs away of which so many bytes were compiled; one that has grown since keeps its mark.

    The mark goes before the log is looked at, and capture marks a log once more after it has sealed it: whichever comes
    last, what was captured meanwhile stays marked.
    """
    for raw_path, size in compiled.items():
        mark = _mark(vault, raw_path)
        try:
            mark.unlink(missing_ok=True)
            if size and _sealed_beyond(vault.path(raw_path), size):
                mark_pending(vault, raw_path)
        except OSError as error:
            raise disk_refused(error, mark) from error


def _sealed_beyond(path: Path, size: int) -> bool:
    """Tell whether more than the first `size` bytes of a raw log are sealed."""
    return path.is_file() and path.stat().st_size > size < rawlines.sealed_length(path.read_bytes())


def _findings(sealed: bytes, raw_path: str) -> Iterator[Diagnostic]:
    digest = hashlib.sha256()
    keys: set[str] = set()
    last_turn = 0
    for number, line in enumerate(io.BytesIO(sealed), 1):
        row = rawlines.row_of(line)
        if number == 1:
            if rawlines.header_of(row) is None:
                yield _damaged(raw_path, 1, _NO_HEADER)
        elif "seal" in row:
            seal = rawlines.seal_of(row)
            if seal is None or seal.log != digest.hexdigest():
                yield _damaged(raw_path, number, "the lines above do not match this seal")
        elif _is_record(row):
            if row["key"] in keys:
                yield _damaged(raw_path, number, f"the record {row['key']!r} is there twice")
            if row["turn"] > last_turn + 1:
                yield _damaged(raw_path, number, f"turn {row['turn']} follows turn {last_turn}")
            keys.add(row["key"])
            last_turn = max(last_turn, row["turn"])
        elif "project" not in row:
            yield _damaged(raw_path, number, "the line is no record")
        digest.update(line)


def _is_record(row: Row) -> bool:
    """Tell whether a line that nothing vouches for has the shape of a record."""
    words = (value for name, value in row.items() if name not in ("turn", "ok", "data"))
    return (
        all(type(word) is str for word in words)
        and type(row.get("turn")) is int
        and row["turn"] >= 0
        and "key" in row
        and row.get("kind") in _KINDS
    )


def _damaged(raw_path: str, line: int, what: str) -> Diagnostic:
    return Diagnostic("raw-log-damaged", what, Severity.ERROR, raw_path, line, RESTORE)


def _content(vault: Layout, raw_path: str) -> bytes:
    path = vault.path(raw_path)
    try:
        return path.read_bytes()
    except FileNotFoundError as error:
        raise NotFound("there is no such raw log", path=str(path)) from error
    except OSError as error:
        raise StoreError(f"cannot read the raw log: {error.strerror}", path=str(path)) from error


def _mark(vault: Layout, raw_path: str) -> Path:
    _, agent, _, name = raw_path.split("/")
    return vault.pending_dir / agent / name.removesuffix(".jsonl")
