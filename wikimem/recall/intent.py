"""What a question is after: the type of page that would answer it, and whether it asks for a change. Pure.

Told by words and short phrases, without patterns: compiling those would cost a command more than the search itself.
"""

from collections.abc import Sequence
from enum import StrEnum


class Wanted(StrEnum):
    """The type of page that would answer."""

    DECISION = "Decision"
    LESSON = "Lesson"
    PREFERENCE = "Preference"
    QUESTION = "Question"
    ANY = ""


_PREFERENCE = """
    prefer|prefers|preferred|preference|preferences|wants|want|wanted|the user|the users|users like|users find
    users say|should we|should i|should the|allowed to|may the agent|may the assistant|may an agent|may an assistant
"""
_FIX = [
    "fix",
    "fixed",
    "fixing",
    "fixes",
    "solve",
    "solved",
    "solving",
    "repair",
    "repaired",
    "workaround",
    "resolve",
    "resolved",
    "around",
]
_LESSON = "the fix|root cause|workaround|work around"
_QUESTION = """
    what is left|what s left|left to do|left open|left over|left for later|follow up|follow ups|followup|followups
    todo|todos|still open|unfinished|pending|unresolved
"""
_DECISION = "why|decide|decided|decides|decision|decisions|chose|chosen|choice|instead of|rationale"
_CHANGE = """
    used to|no longer|any more|anymore|nowadays|these days|still|formerly|previously|renamed|changed|replaced|switched
    moved|became|originally|once called|now
"""


def wanted(said: Sequence[str]) -> Wanted:
    """Return the type of page that would answer a question of these words, lower-cased and in order."""
    if said[:1] in (["should"], ["may"]) or _says(said, _PREFERENCE):
        return Wanted.PREFERENCE
    if _says(said, _LESSON) or ("how" in said and not set(_FIX).isdisjoint(said)):
        return Wanted.LESSON
    if _says(said, _QUESTION):
        return Wanted.QUESTION
    return Wanted.DECISION if _says(said, _DECISION) else Wanted.ANY


def asks_for_change(said: Sequence[str]) -> bool:
    """Tell whether a question of these words asks what was before, what became of it, or what holds now."""
    return _says(said, _CHANGE)


def _says(said: Sequence[str], phrases: str) -> bool:
    text = f" {' '.join(said)} "
    return any(f" {phrase.strip()} " in text for line in phrases.strip().splitlines() for phrase in line.split("|"))
