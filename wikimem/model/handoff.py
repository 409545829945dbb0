"""Where work was left off, for whoever goes on."""

from dataclasses import dataclass
from enum import StrEnum


class HandoffStatus(StrEnum):
    """What became of a handoff."""

    OPEN = "open"
    ACCEPTED = "accepted"
    EXPIRED = "expired"
    """Replaced by a newer one, or cancelled."""


@dataclass(frozen=True, slots=True)
class Begun:
    """What somebody hands over on purpose, in words of their own."""

    project: str
    by: str
    """`human:user`, or the name of an agent."""
    at: str
    """UTC instant."""
    summary: str
    """Markdown, one paragraph a line."""
    next_steps: tuple[str, ...] = ()
    open_questions: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Handoff:
    """A handoff as it lies in the wiki."""

    path: str
    """Vault-relative."""
    project: str
    title: str
    status: HandoffStatus
    by: str
    """Who wrote it: `human:user`, an agent, or `wikimem/<version>` for one that was compiled from a session."""
    at: str
    """UTC instant."""
    is_begun: bool
    """Whether somebody began it on purpose: it goes before those that sessions leave behind."""
    accepted_by: str = ""
    accepted_at: str = ""
    text: str = ""
    """The whole page."""
