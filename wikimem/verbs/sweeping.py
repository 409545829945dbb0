"""Find transcripts nobody named: in the agents' folders and where hooks say, at rest, and soon to be deleted.

Hooks are hints. What a hook did not say, because it was not installed, the agent was killed or the disk was full, is
found by looking.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from wikimem.model.diagnostic import Diagnostic
from wikimem.store.layout import Layout
from wikimem.store.sessions import SessionNote
from wikimem.store.sources import SourceCache
from wikimem.transcripts import agent_homes, stamp_of

_DAY = 86_400
_CLEANUP_DAYS = 30
"""After how many days Claude Code deletes a transcript when its settings do not say."""
_WARNING_DAYS = 3
"""How long before that it is worth a word."""


def transcripts(environ: Mapping[str, str], agent: str, notes: Sequence[SessionNote]) -> tuple[Path, ...]:
    """Return the transcripts in the agents' own folders and those that hooks named elsewhere, sorted, each once."""
    named = {Path(note.transcript) for note in notes if note.transcript and agent in ("", note.agent)}
    return tuple(sorted({*agent_homes(environ, agent), *(path for path in named if _is_file(path))}))


def at_rest(sources: Sequence[Path], notes: Sequence[SessionNote], idle_minutes: int, now: float) -> tuple[Path, ...]:
    """Return the transcripts whose session is not at work.

    That is one whose agent reported a rest since it was last compiled, and one that nobody has written to for
    `idle_minutes`, whose end may never have been reported.
    """
    resting = [note for note in notes if note.rested > note.compiled]
    paths = {note.transcript for note in resting}
    ids = [note.session for note in resting if len(note.session) > 7]
    return tuple(
        source
        for source in sources
        if str(source) in paths or _age(source, now) >= idle_minutes * 60 or any(name in str(source) for name in ids)
    )


def covered(sources: Sequence[Path], notes: Sequence[SessionNote]) -> tuple[SessionNote, ...]:
    """Return the sessions that a compile of these transcripts covers."""
    paths = set(map(str, sources))
    return tuple(
        note
        for note in notes
        if note.transcript in paths or (not note.transcript and any(note.session in path for path in paths))
    )


def expiring(vault: Layout, environ: Mapping[str, str], now: float) -> Iterator[Diagnostic]:
    """Yield a warning when Claude Code is about to delete transcripts that the vault does not hold as they are.

    Its setting `cleanupPeriodDays` counts from the last word of a session.
    """
    home = environ.get("HOME") or environ.get("USERPROFILE") or str(Path.home())
    folder = Path(environ.get("CLAUDE_CONFIG_DIR") or f"{home}/.claude")
    period = _cleanup_days(folder / "settings.json")
    cache = SourceCache(vault, stamp_of)
    old = [
        source
        for source in agent_homes(environ, "claude-code")
        if _age(source, now) > (period - _WARNING_DAYS) * _DAY and cache.get(source) is None
    ]
    if old:
        what = f"Claude Code deletes transcripts after {period} days; {len(old):,} that are not captured are that old"
        yield Diagnostic("transcripts-expire", what, path=str(old[0]), hint="run wikimem compile")


def _cleanup_days(settings: Path) -> int:
    try:
        days = json.loads(settings.read_bytes())["cleanupPeriodDays"]
    except (OSError, ValueError, KeyError, TypeError):
        return _CLEANUP_DAYS
    return days if isinstance(days, int) and not isinstance(days, bool) and days >= 0 else _CLEANUP_DAYS


def _age(source: Path, now: float) -> float:
    """Return the seconds since a transcript was written to; one that is gone is at rest."""
    try:
        return now - stamp_of(source)[1] / 1e9
    except OSError:
        return now


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
