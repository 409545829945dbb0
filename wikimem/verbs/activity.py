"""What each agent's hooks told last, and how far behind the wiki is: one line an agent."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from wikimem.store import sessions
from wikimem.store.layout import Layout
from wikimem.store.sessions import SessionNote


@dataclass(frozen=True, slots=True)
class Activity:
    """The hooks of one agent in figures. Instants are seconds since 1970, 0 for never."""

    agent: str
    sessions: int
    event: str
    """The newest one, as the agent spells it."""
    at: float
    """When it was."""
    compiled: float
    """When a session of the agent was last compiled."""
    lag: float
    """Seconds from the newest rest of the agent to its compile; up to now when that is still to come."""


def activities(vault: Layout, now: float) -> tuple[Activity, ...]:
    """Return what hooks told of the sessions of a vault by an instant, one an agent, sorted by name."""
    by_agent: dict[str, list[SessionNote]] = {}
    for note in sessions.read(vault).of(vault):
        by_agent.setdefault(note.agent, []).append(note)
    return tuple(_activity(agent, notes, now) for agent, notes in sorted(by_agent.items()))


def _activity(agent: str, notes: Iterable[SessionNote], now: float) -> Activity:
    notes = sorted(notes, key=lambda note: note.at)
    newest = notes[-1]
    compiled = max(note.compiled for note in notes)
    rested = max(notes, key=lambda note: note.rested)
    waiting = [note.rested for note in notes if note.rested > note.compiled]
    lag = now - min(waiting) if waiting else max(0.0, rested.compiled - rested.rested) if rested.rested else 0.0
    return Activity(agent, len(notes), newest.event, newest.at, compiled, lag)


def said(activity: Activity) -> str:
    """Return an activity in words: "last event Stop at 2026-03-02 10:00, last compile 2026-03-02 10:01, 3 s behind"."""
    compiled = _minute(activity.compiled) if activity.compiled else "never"
    last = f"last event {activity.event} at {_minute(activity.at)}"
    return f"{last}, last compile {compiled}, {activity.lag:,.0f} s behind"


def _minute(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M}"
