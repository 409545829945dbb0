"""How an agent keeps sessions that are no file of their own: rows of a database, or a tree of small files.

Front-ends declare it as data; `wikimem.store.database` and `wikimem.store.tree` read by it.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Database:
    """How one agent keeps sessions in SQLite."""

    agent: str
    columns: frozenset[str]
    """Columns, as `table.column`, that tell the agent's database from any other."""
    sessions: str
    """Query of one row a session: its id, and a whole number that changes with the session (NULL when none does)."""
    rows: tuple[str, ...]
    """Queries with the parameter `:session`; their rows, in this order, are the lines of its transcript."""
    documents: frozenset[str] = frozenset()
    """Columns that hold JSON."""


@dataclass(frozen=True, slots=True)
class Branch:
    """One kind of small file below the root of a tree."""

    pattern: str
    """Glob below the root; `{id}` is the id of the session, or for parts that of the message."""
    owner: str = ""
    """Field that names the owner, for files of all owners in one folder."""


@dataclass(frozen=True, slots=True)
class Tree:
    """How one agent keeps a session as a file, and its messages and their parts as files elsewhere."""

    agent: str
    session: str
    """Glob of the session's file; the root is the folder the glob begins in."""
    messages: tuple[Branch, ...]
    """Where a session's messages lie; all that match are read."""
    parts: tuple[Branch, ...]
    """Where a message's parts lie."""
