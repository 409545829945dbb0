"""What hooks told of each session: the spool folded into one table, which outlives its files.

`fold` takes in what hooks appended since, under a lock, and replaces table and positions in one step, so a fold that is
killed is done again and two at once wait for each other. Lines stay in the spool until their day is over.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import orjson

from wikimem.model.diagnostic import Diagnostic, unheard
from wikimem.store.files import disk_refused, locked, write_atomically
from wikimem.store.layout import Layout

_DAY = 86_400
_KEPT_DAYS = 45
"""Days a session is remembered after its last event: agents keep their transcripts for 30."""
_SPOOL_DAYS = 2
"""Days after which no hook can still be appending to a file of the spool."""
_RESTS = frozenset(("stop", "end", "compact"))
_MOST_FINDINGS = 20


@dataclass(frozen=True, slots=True)
class SessionNote:
    """What is known of one session of one agent. Instants are seconds since 1970, 0 for never."""

    agent: str
    session: str
    transcript: str = ""
    """The agent's own file, where a hook named it."""
    cwd: str = ""
    vault: str = ""
    """The vault its folder belongs to."""
    event: str = ""
    """The newest one, as the agent spells it."""
    at: float = 0
    """When it was."""
    rested: float = 0
    """When the agent last rested: after a turn, before a compaction, at the end."""
    ended: float = 0
    compiled: float = 0
    """When what it had said by then was last compiled."""


@dataclass(frozen=True, slots=True)
class SessionNotes:
    """The table: one note a session."""

    notes: tuple[SessionNote, ...] = ()

    def of(self, vault: Layout) -> tuple[SessionNote, ...]:
        """Return the sessions that belong to a vault."""
        root = os.path.realpath(vault.root)
        return tuple(note for note in self.notes if os.path.realpath(note.vault) == root)


def read(vault: Layout) -> SessionNotes:
    """Return the table with what hooks appended since the last fold; nothing is written."""
    table = _Table.read(vault)
    for file in sorted(vault.spool_dir.glob("*.jsonl")):
        for _ in table.take(file):
            continue  # the next fold tells what cannot be read
    return SessionNotes(tuple(table.notes.values()))


def fold(vault: Layout, now: float, report: Callable[[Diagnostic], None] = unheard) -> SessionNotes:
    """Take in what hooks appended since the last time and return the table; `StoreError` when it cannot be written.

    A line that cannot be read is a finding and is left behind. Where no hook ever ran, nothing is written.
    """
    if not vault.spool_dir.exists() and not vault.sessions_file.exists():
        return SessionNotes()
    with _held(vault):
        table = _Table.read(vault)
        files = sorted(vault.spool_dir.glob("*.jsonl"))
        findings = [found for file in files for found in table.take(file)]
        for finding in findings[:_MOST_FINDINGS]:
            report(finding)
        over = [file for file in files if file.stat().st_mtime < now - _SPOOL_DAYS * _DAY]
        table.forget(now - _KEPT_DAYS * _DAY, files)
        table.write(vault)
        for file in over:  # what was read of them is in the table by now
            file.unlink(missing_ok=True)
        _clear_given(vault, now)
    return SessionNotes(tuple(table.notes.values()))


def compiled(vault: Layout, sessions: Iterable[SessionNote], at: float) -> None:
    """Note that what these sessions had said by an instant is compiled."""
    sessions = tuple(sessions)
    if not sessions:
        return
    with _held(vault):
        table = _Table.read(vault)
        for note in sessions:
            known = table.notes.get((note.agent, note.session))
            if known is not None:
                table.notes[note.agent, note.session] = replace(known, compiled=max(known.compiled, at))
        table.write(vault)


class _Table:
    """Notes by agent and session, and how far each file of the spool was read."""

    def __init__(self, notes: Iterable[SessionNote] = (), read: dict[str, int] | None = None) -> None:
        self.notes = {(note.agent, note.session): note for note in notes}
        self._read = read or {}

    @classmethod
    def read(cls, vault: Layout) -> "_Table":
        """Read the table; one that is damaged is made again from what the spool still holds."""
        try:
            document = orjson.loads(vault.sessions_file.read_bytes())
            notes = [SessionNote(**row) for row in document["sessions"]]
            positions = {str(name): int(size) for name, size in document["read"].items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return cls()
        return cls(notes, positions)

    def write(self, vault: Layout) -> None:
        document = {"sessions": [asdict(note) for note in self.notes.values()], "read": self._read}
        write_atomically(vault.sessions_file, orjson.dumps(document, option=orjson.OPT_APPEND_NEWLINE))

    def take(self, file: Path) -> Iterator[Diagnostic]:
        """Take in the complete lines of a file that were not read yet; yield a finding for each that is none."""
        try:
            with file.open("rb") as spool:
                spool.seek(self._read.get(file.name, 0))
                data = spool.read()
        except OSError as error:
            yield Diagnostic("spool-unreadable", f"cannot read it: {error.strerror}", path=str(file))
            return
        whole = data[: data.rfind(b"\n") + 1]
        self._read[file.name] = self._read.get(file.name, 0) + len(whole)
        for line in filter(None, whole.split(b"\n")):
            try:
                self._note(orjson.loads(line))
            except (ValueError, TypeError, KeyError, AttributeError):
                hint = "nothing to do; the transcript is found by a sweep"
                yield Diagnostic("spool-line", "a line of the spool cannot be read", path=str(file), hint=hint)

    def _note(self, line: dict[str, object]) -> None:
        at = float(str(line["at"]))
        agent, session = str(line["agent"]), str(line.get("session") or line.get("transcript", ""))
        known = self.notes.get((agent, session), SessionNote(agent, session))
        is_newest = at >= known.at
        meaning = line.get("meaning")
        self.notes[agent, session] = replace(
            known,
            transcript=str(line.get("transcript") or known.transcript),
            cwd=known.cwd or str(line.get("cwd", "")),
            vault=str(line.get("vault") or known.vault) if is_newest else known.vault,
            event=str(line["event"]) if is_newest else known.event,
            at=max(at, known.at),
            rested=max(at, known.rested) if meaning in _RESTS else known.rested,
            ended=max(at, known.ended) if meaning == "end" else known.ended,
        )

    def forget(self, before: float, files: Iterable[Path]) -> None:
        """Let go of sessions that ended long ago, and of files that are gone."""
        self.notes = {name: note for name, note in self.notes.items() if note.at >= before}
        present = {file.name for file in files}
        self._read = {name: size for name, size in self._read.items() if name in present}


@contextmanager
def _held(vault: Layout) -> Iterator[None]:
    """Hold the table; `StoreError` when the state cannot be written."""
    path = vault.sessions_file.with_suffix(".lock")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with path.open("ab") as file, locked(file.fileno()):
            yield
    except OSError as error:
        raise disk_refused(error, path) from error


def _clear_given(vault: Layout, now: float) -> None:
    """Remove the notes of who was given what, once their sessions cannot go on."""
    for file in vault.given_dir.glob("*"):
        with suppress(OSError):
            if file.stat().st_mtime < now - _KEPT_DAYS * _DAY:
                file.unlink()
