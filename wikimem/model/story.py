"""What happened in a session, as its page tells it."""

from dataclasses import dataclass

from wikimem.model.claim import Claim


@dataclass(frozen=True, slots=True)
class Told:
    """One line of the story and the turn it comes from."""

    text: str
    turn: int


@dataclass(frozen=True, slots=True)
class Made:
    """A commit or pull request the session made."""

    id: str
    """Short commit id, `#12` for a pull request, or empty."""
    text: str
    """Commit subject or URL."""
    turn: int


@dataclass(frozen=True, slots=True)
class Story:
    """A session in a page's worth of words."""

    title: str
    asked: tuple[Told, ...] = ()
    outcome: tuple[Told, ...] = ()
    notes: tuple[Told, ...] = ()
    open: tuple[Told, ...] = ()
    done: tuple[str, ...] = ()
    """Items of the last task list that were finished."""
    commits: tuple[Made, ...] = ()
    pulls: tuple[Made, ...] = ()
    files: tuple[str, ...] = ()
    """Files edited, most edited first, relative to where the session ran."""
    substantive: bool = True
    """False for a session without a human prompt and without tool work: it makes no page and no handoff."""


@dataclass(frozen=True, slots=True)
class Distilled:
    """A session lowered to its story and its claims: what the planners work from."""

    story: Story
    claims: tuple[Claim, ...]
    turns: int = 0
    """How many turns the session had."""
