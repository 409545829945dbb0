"""Small databases as agents keep them, written by a connection that may stay open."""

import json
import sqlite3
from pathlib import Path
from typing import Any

OPENCODE = """
CREATE TABLE project (id TEXT PRIMARY KEY, worktree TEXT NOT NULL);
CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, directory TEXT, title TEXT, version TEXT,
    time_created INTEGER, time_updated INTEGER);
CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, time_updated INTEGER,
    data TEXT);
CREATE INDEX part_session ON part (session_id);
CREATE INDEX message_session ON message (session_id);
"""
BEGUN = 1_772_359_200_000
"""2026-03-01T10:00:00Z in milliseconds."""


class OpenCode:
    """A database of OpenCode in WAL mode, and the program that has it open."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.connection = sqlite3.connect(path)
        self.connection.execute("PRAGMA journal_mode = WAL")
        self.connection.execute("PRAGMA synchronous = OFF")
        self.connection.executescript(OPENCODE)
        self.clock = BEGUN

    def session(self, id: str, parent: str | None = None) -> None:
        at = self._tick()
        self._insert("session", id, "p1", parent, "/home/ana/kiln", f"Kiln {id}", "1.18.0", at, at)

    def message(self, session: str, id: str, role: str, **data: Any) -> None:
        at = self._tick()
        self._insert("message", id, session, at, at, json.dumps({"role": role, "time": {"created": at}, **data}))
        self.connection.execute("UPDATE session SET time_updated = ? WHERE id = ?", (at, session))
        self.connection.commit()

    def part(self, session: str, message: str, id: str, **data: Any) -> None:
        at = self._tick()
        self._insert("part", id, message, session, at, at, json.dumps(data))

    def said(self, session: str, number: int, text: str) -> None:
        self.message(session, f"msg_{number:06}", "user")
        self.part(session, f"msg_{number:06}", f"prt_{number:06}", type="text", text=text)

    def rewrite(self, table: str, id: str, **data: Any) -> None:
        self.connection.execute(
            f"UPDATE {table} SET data = ?, time_updated = ? WHERE id = ?", (json.dumps(data), self._tick(), id)
        )
        self.connection.commit()

    def _insert(self, table: str, *values: Any) -> None:
        self.connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", values)
        self.connection.commit()

    def _tick(self) -> int:
        self.clock += 1000
        return self.clock
