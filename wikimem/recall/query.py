"""What a question asks for, in words the index knows. Pure; any text is a legal question, none of it is syntax."""

import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from wikimem.recall.intent import Wanted, asks_for_change, wanted
from wikimem.text.timely import TIMELY
from wikimem.text.tokens import STOP_WORDS, elided, words

if TYPE_CHECKING:
    from wikimem.text.when import When

MOST_TEXT = 20_000
"""Characters of a question that are read; what is pasted beyond them asks nothing new."""

_QUOTED = re.compile(r"\"([^\"\n]{2,200})\"|“([^”\n]{2,200})”|`([^`\n]{2,200})`|「([^」\n]{1,200})」")
_IDENTIFIER = re.compile(
    r"(?<![\w/.-])(?:--?)?[A-Za-z0-9_]+(?:(?:::|[/\\._:-])+[A-Za-z0-9_]+)+"  # src/app.py, a.b.c, user_name, --dry-run
    r"|\b[A-Za-z0-9]*[a-z0-9][A-Z][A-Za-z0-9]*"  # getUserName
    r"|\b[A-Za-z]+\d+[A-Za-z0-9]*"  # E1234
)
_NAME = re.compile(r"(?<=[\w,;:)] )[A-Z][\w]+")
_DAYS_AND_MONTHS = """
    january february march april may june july august september october november december
    monday tuesday wednesday thursday friday saturday sunday
"""
_CALENDAR = frozenset(_DAYS_AND_MONTHS.split())
_HYPHENATED = re.compile(r"[a-z]+(?:-[a-z]+)+")


@dataclass(frozen=True, slots=True)
class Question:
    """A question, understood."""

    words: tuple[str, ...]
    """What to look for, in order, lower-cased; stop words are left out unless there is nothing else."""
    phrases: tuple[str, ...] = ()
    """Quoted text and whole identifiers."""
    names: tuple[str, ...] = ()
    """Proper names and identifiers: a wiki that never heard of one cannot answer."""
    wanted: Wanted = Wanted.ANY
    """The type of page that would answer."""
    change: bool = False
    """Whether it asks what was before or what changed."""
    when: "When | None" = None
    """The time it speaks of. The words of a date are none of `words`, those of an event are."""
    text: str = ""
    """The question itself, as far as it is read."""


def parse_question(text: str, *, today: date | None = None, zone: str = "UTC") -> Question:
    """Return what `text` asks for, seen from `today`, a day of `zone`; without it, no word of it is a date."""
    whole = elided(text[:MOST_TEXT])
    when = _when(whole, today, zone) if today else None
    text = f"{whole[: when.span[0]]} {whole[when.span[1] :]}" if when and not when.event else whole
    said = words(text) or words(whole)
    identifiers = [match.group() for match in _IDENTIFIER.finditer(text) if not _HYPHENATED.fullmatch(match.group())]
    quoted = ["".join(groups) for groups in _QUOTED.findall(text)]
    names = [match.group() for match in _NAME.finditer(text) if match.group().lower() not in STOP_WORDS | _CALENDAR]
    return Question(
        words=tuple([word for word in said if word not in STOP_WORDS] or said),
        phrases=tuple(dict.fromkeys([*quoted, *identifiers])),
        names=tuple(dict.fromkeys([*names, *identifiers])),
        wanted=wanted(said),
        change=asks_for_change(said),
        when=when,
        text=text,
    )


def _when(text: str, today: date, zone: str) -> "When | None":
    """Return the time a question speaks of; most speak of none and should not wait for what would find it."""
    if TIMELY.isdisjoint(words(text)) and not any(map(str.isdigit, text)):
        return None
    from wikimem.text.when import find_when

    return find_when(text, today, zone)
