"""The lines of a raw log, format 1: header, record, project and seal lines as values and as bytes.

The grammar is `docs/raw-log.md`. Only the raw-log rooms of the store call this; it opens no file.
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import orjson

from wikimem.model.record import Act, Kind, Record, Role
from wikimem.store.project import Place

FORMAT = 1
"""The version every header carries; a reader refuses a higher one."""

Row = dict[str, Any]
"""One decoded line."""

_SAFE_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,98}[a-z0-9]|[a-z0-9]")
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)")


@dataclass(frozen=True, slots=True)
class Header:
    """What a raw log says about its session before the first record."""

    agent: str
    session: str
    place: Place = field(default_factory=Place)
    """Where the session ran, resolved when it was first captured."""
    project: str = ""
    """The project a person named for this session; the newest project line wins."""
    parent: str = ""


@dataclass(frozen=True, slots=True)
class Seal:
    """A checkpoint: this much of this source is in the lines above."""

    source: str
    """File name of the transcript, without its folder."""
    bytes: int
    """Offset after the last complete line that was taken."""
    sha256: str
    """Of the source's first `bytes` bytes."""
    log: str
    """SHA-256 of the raw log's bytes before the seal's own line."""


def header_line(header: Header) -> bytes:
    """Return the first line of a raw log."""
    row: Row = {"wikimem": FORMAT, "agent": header.agent, "session": header.session, "project": _place_row(header)}
    if header.parent:
        row["parent"] = header.parent
    return orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE)


def project_line(header: Header) -> bytes:
    """Return a line that says anew where the session belongs."""
    return orjson.dumps({"project": _place_row(header)}, option=orjson.OPT_APPEND_NEWLINE)


def record_line(record: Record, turn: int, text: str, data: Mapping[str, Any]) -> bytes:
    """Return the line of a record with its turn, and with text and data as they may be stored.

    `TypeError` when a value has no place in JSON.
    """
    row: Row = {"turn": turn, "key": record.key, "kind": record.kind.value}
    if record.role is not Role.AGENT:
        row["role"] = record.role.value
    if record.message:
        row["message"] = record.message
    if record.at:
        row["at"] = record.at
    if text:
        row["text"] = text
    if record.name:
        row["name"] = record.name
    if record.call:
        row["call"] = record.call
    if record.agent:
        row["agent"] = record.agent
    if record.act is not None:
        row["act"] = record.act.value
    if not record.ok:
        row["ok"] = False
    if data:
        row["data"] = data
    return orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE)


def seal_line(seal: Seal) -> bytes:
    """Return the line that seals everything above it."""
    row = {"source": seal.source, "bytes": seal.bytes, "sha256": seal.sha256, "log": seal.log}
    return orjson.dumps({"seal": row}, option=orjson.OPT_APPEND_NEWLINE)


def sealed_length(content: bytes) -> int:
    """Return how many bytes of a raw log are sealed: up to and including the last whole seal line; 0 without one."""
    end = len(content)
    while (start := content.rfind(b'\n{"seal":', 0, end)) >= 0:
        stop = content.find(b"\n", start + 1)
        if stop >= 0 and seal_of(row_of(content[start + 1 : stop])) is not None:
            return stop + 1
        end = start
    return 0


def row_of(line: bytes) -> Row:
    """Return a line as an object; an empty one when it is damaged."""
    try:
        row = orjson.loads(line)
    except orjson.JSONDecodeError:
        return {}
    return row if isinstance(row, dict) else {}


def rows_of(content: bytes) -> list[Row]:
    """Return the lines of a raw log as objects, damaged ones as empty objects."""
    lines = content.split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    try:
        rows = orjson.loads(b"[" + b",".join(lines) + b"]")
    except orjson.JSONDecodeError:
        rows = []
    if len(rows) == len(lines) and all(type(row) is dict for row in rows):
        return rows  # type: ignore[no-any-return]
    return [row_of(line) for line in lines]


def header_of(row: Row) -> Header | None:
    """Return the header a first line states, None when it states none this version can read."""
    version, agent, session = row.get("wikimem"), row.get("agent"), row.get("session")
    if version != FORMAT or not isinstance(agent, str) or not isinstance(session, str):
        return None
    place, project = place_of(row)
    return Header(agent, session, place, project, _string(row.get("parent")))


def place_of(row: Row) -> tuple[Place, str]:
    """Return the place and the project's name that a header or project line states."""
    stated = row.get("project")
    stated = stated if isinstance(stated, dict) else {}
    path, root, remote, name = (_string(stated.get(part)) for part in ("path", "root", "remote", "name"))
    return Place(path, root, remote), name


def moved(header: Header, row: Row) -> Header:
    """Return a header with the place and the project a later project line states."""
    place, project = place_of(row)
    return replace(header, place=place, project=project)


def seal_of(row: Row) -> Seal | None:
    """Return the seal a line states, or None."""
    stated = row.get("seal")
    if not isinstance(stated, dict):
        return None
    source, size, sha256, log = (stated.get(part) for part in ("source", "bytes", "sha256", "log"))
    if not (isinstance(source, str) and isinstance(size, int) and isinstance(sha256, str) and isinstance(log, str)):
        return None
    return Seal(source, size, sha256, log)


def record_of(row: Row) -> Record | None:
    """Return the record a line states, or None; a kind, role or act this version does not know is read as `other`."""
    if not isinstance(row.get("key"), str) or "kind" not in row:
        return None
    kind, role, act = _string(row["kind"]), _string(row.get("role", Role.AGENT.value)), row.get("act")
    data = row.get("data")
    return Record(
        key=row["key"],
        kind=Kind(kind) if kind in _KINDS else Kind.OTHER,
        role=Role(role) if role in _ROLES else Role.INJECTED,
        act=None if act is None else Act(act) if _string(act) in _ACTS else Act.OTHER,
        ok=row.get("ok") is not False,
        data=data if isinstance(data, dict) else {},
        message=_string(row.get("message")),
        at=_string(row.get("at")),
        text=_string(row.get("text")),
        name=_string(row.get("name")),
        call=_string(row.get("call")),
        agent=_string(row.get("agent")),
    )


def file_name(session: str) -> str:
    """Return a session's id as a file name without extension: safe on every system, stable, one name for one id.

    An id that is no such name already keeps what is readable of it and gets a hash.
    """
    if _SAFE_NAME.fullmatch(session) and ".." not in session and not _DEVICES.match(session):
        return session
    readable = re.sub(r"[^a-z0-9]+", "-", session.casefold()).strip("-")[:60].strip("-") or "session"
    return f"{readable}-{hashlib.sha256(session.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"


def _place_row(header: Header) -> Row:
    place = header.place
    parts = {"path": place.path, "root": place.root, "remote": place.remote, "name": header.project}
    return {part: value for part, value in parts.items() if value}


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""


_KINDS = frozenset(kind.value for kind in Kind)
_ROLES = frozenset(role.value for role in Role)
_ACTS = frozenset(act.value for act in Act)
