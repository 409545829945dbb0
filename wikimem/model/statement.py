"""A statement: one sentence somebody made, before it is known to be worth keeping."""

from dataclasses import dataclass
from enum import StrEnum

from wikimem.model.record import Role


class Origin(StrEnum):
    """What sort of text a statement was made in; the passes trust some more than others."""

    PROMPT = "prompt"
    """The person's own message."""
    ANSWER = "answer"
    """The person's choice or correction."""
    FINAL = "final"
    """The agent's last message before the person speaks again: what it reports."""
    ASIDE = "aside"
    """The agent between two tool calls."""
    SUMMARY = "summary"
    """A compaction summary."""
    PLAN = "plan"
    COMMIT = "commit"


@dataclass(frozen=True, slots=True)
class Statement:
    """One self-contained piece of prose with its place in the session."""

    text: str
    turn: int
    at: str
    role: Role
    origin: Origin
    worth: float
    """How much it is worth keeping; 1.0 is about where readers begin to keep statements."""
    heading: str = ""
    lead: str = ""
    bullet: bool = False
    row: bool = False
    """A row of a table, its cells joined by dashes."""
