"""Find the time a question speaks of: "since last week", "before the end of January", "before the rename".

`recall.query` reads questions with `find_when`, `verbs` reads bounds that a person gave with `period_of`. Pure: which
day it is, and in which zone, is for the caller to say. English only; what is in quotes or backticks is no date.
"""

import re
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum

from wikimem.text.lazy_pattern import LazyPattern
from wikimem.text.periods import FORMS, WORDS, Form, Period
from wikimem.text.time import day_of

MOST_TEXT = 1_000
"""Characters that are looked at; what is pasted beyond them is no question about time."""


class Relation(StrEnum):
    """How what is looked for lies to the time that was said."""

    IN = "in"
    SINCE = "since"
    AFTER = "after"
    UNTIL = "until"
    BEFORE = "before"


@dataclass(frozen=True, slots=True)
class When:
    """A time a question speaks of: days of a calendar, or an event that only the wiki can date."""

    said: str
    """The words as they were said."""
    relation: Relation
    since: str = ""
    """First local day, `2026-02-04`; empty when open."""
    until: str = ""
    """Last local day, included; empty when open."""
    span: tuple[int, int] = (0, 0)
    """Where in the text the words of a date stand, preposition and all; nothing for an event."""
    event: str = ""
    """What happened then, such as `the rename`; empty for a date."""
    zone: str = "UTC"
    """The zone whose days these are."""

    def on(self, day: str) -> "When":
        """Return the days that are meant when the event was on `day`."""
        since = "" if self.relation in (Relation.BEFORE, Relation.UNTIL) else day
        until = "" if self.relation in (Relation.AFTER, Relation.SINCE) else day
        return replace(self, since=since, until=until)

    def away(self, at: str) -> int | None:
        """Return how many days a UTC instant or local day lies outside; 0 inside, None when either has no day."""
        day = day_of(at, self.zone)
        if not day or not (self.since or self.until):
            return None
        if self.since and day < self.since:
            return _days_between(day, self.since)
        return _days_between(self.until, day) if self.until and day > self.until else 0


@dataclass(frozen=True, slots=True)
class _Said:
    """A period in a text, with the words before it that tell how it is meant."""

    start: int
    end: int
    relation: str
    """The preposition in lower case, or a dash; empty for none."""
    part: str
    form: Form
    match: re.Match[str]
    days: Period

    def seen_from(self, day: date) -> Period:
        """Return the days that are meant when the words are said on another day."""
        return _days(self.form, self.match, self.part, day) or self.days


def find_when(text: str, today: date, zone: str = "UTC") -> When | None:
    """Return the first time `text` speaks of, seen from `today`, a day of `zone`; None when it speaks of none.

    A month or day without a year is the last one that has begun. A date goes before an event.
    """
    text = text[:MOST_TEXT]
    words = _WORD.findall(text.lower())
    when = None
    if not WORDS.isdisjoint(words):
        when = _date_in(text, today, zone)
    if not when and not EVENT_WORDS.isdisjoint(words):
        when = _event_in(text, zone)
    return when


def period_of(text: str, today: date) -> Period | None:
    """Return the days that the whole of `text` names ("last week", "January", "2026-02"); None when it names none."""
    text = text.strip()[:MOST_TEXT]
    if not text.lower().startswith(("in ", "on ")):
        text = f"in {text}"
    said = _periods(text, today)
    return said[0].days if said and (said[0].start, said[0].end) == (0, len(text)) else None


def _date_in(text: str, today: date, zone: str) -> When | None:
    plain = _QUOTED.compiled.sub(lambda quoted: " " * len(quoted.group()), text)
    said = _periods(plain, today)
    if not said:
        return None
    first, *rest = said
    last = rest[0] if rest and _is_range(plain, first, rest[0]) else first
    since, until = _bounds(first, last, plain[last.end :])
    relation = Relation.IN if since and until else Relation.SINCE if since else Relation.UNTIL
    return When(text[first.start : last.end], relation, since, until, (first.start, last.end), zone=zone)


def _event_in(text: str, zone: str) -> When | None:
    event = _EVENT.compiled.search(text)
    if not event:
        return None
    relation = Relation(event["relation"].lower().replace("till", "until"))
    return When(event.group(), relation, event=event["event"], zone=zone)


def _periods(text: str, today: date) -> list[_Said]:
    """Return the periods in `text` in order, as far as they can be believed and are days at all."""
    taken: list[tuple[re.Match[str], Form]] = []
    for form in FORMS:
        for match in form.pattern.compiled.finditer(text):
            if all(match.end() <= other.start() or other.end() <= match.start() for other, _ in taken):
                taken.append((match, form))
    said: list[_Said] = []
    for match, form in sorted(taken, key=lambda found: found[0].start()):
        lead = _LEAD.compiled.search(text, said[-1].end if said else 0, match.start())
        assert lead, "a lead may be empty"
        relation = (lead["relation"] or lead["dash"] or "").strip().lower()
        part = _PARTS.get((lead["part"] or lead["edge"] or "").lower(), "")
        joins = relation not in _JOINTS or (said and said[-1].end == lead.start())
        days = _days(form, match, part, today) if form.stands(match, part or (relation if joins else "")) else None
        if days:
            start = lead.start() + len(lead.group()) - len(lead.group().lstrip())
            said.append(_Said(start, match.end(), relation, part, form, match, days))
    return said


def _days(form: Form, match: re.Match[str], part: str, today: date) -> Period | None:
    try:
        period = form.meant(match, today)
    except (ValueError, OverflowError):
        return None
    return period.third(part) if part else period


def _days_between(first: str, last: str) -> int:
    return (date.fromisoformat(last) - date.fromisoformat(first)).days


def _is_range(text: str, first: _Said, last: _Said) -> bool:
    """Tell whether two periods are the ends of one: "between X and Y", "since X until Y", "X to Y"."""
    between = text[first.end : last.start].strip(" ,").lower()
    if last.relation == "and":
        return not between and first.relation in ("between", "from")
    return between in ("", "and") and last.relation in (*_JOINTS, *_ENDING)


def _bounds(first: _Said, last: _Said, after: str) -> tuple[str, str]:
    """Return the first and last day, "" where open, of one period or of what lies between two."""
    if first is not last:
        days = first.days if first.days.first <= last.days.last else first.seen_from(last.days.last)
        since, until = _lower(first, days), _upper(last)
        return min(since, until), max(since, until)
    if first.relation in _BEGINNING or (first.relation == "from" and _ONWARDS.compiled.match(after)):
        return _lower(first, first.days), ""
    if first.relation in _ENDING:
        return "", _upper(first)
    return first.days.first.isoformat(), first.days.last.isoformat()


def _lower(said: _Said, days: Period) -> str:
    return (days.last + _DAY if said.relation == "after" else days.first).isoformat()


def _upper(said: _Said) -> str:
    """Return the last day; what is before the end of a month may well be in its last days."""
    before = said.relation in ("before", "prior to") and said.part != "late"
    return (said.days.first - _DAY if before else said.days.last).isoformat()


_DAY = timedelta(days=1)
_WORD = re.compile("[a-z0-9]+")
_QUOTED = LazyPattern(r"`[^`\n]*`|\"[^\"\n]*\"|“[^”\n]*”")

_BEGINNING = ("since", "after")
_ENDING = ("until", "till", "by", "up to", "as of", "before", "prior to")
_JOINTS = ("and", "to", "through", "thru", "..", "–", "-")
"""What joins two periods, and says nothing before a lone one."""
_PARTS = {
    "early": "early", "beginning": "early", "start": "early", "mid": "mid", "middle": "mid", "late": "late",
    "end": "late",
}  # fmt: skip
_LEAD = LazyPattern(
    r"(?:\b(?P<relation>as of|up to|prior to|in|on|of|at|by|for|from|during|since|within|over|around|about|until|till"
    r"|before|after|between|last|this|and|to|through|thru)\s+|\s*(?P<dash>\.\.|–|(?<=\s)-)\s*)?"
    r"(?:\b(?:the\s+)?(?:(?P<part>early|mid|late)(?:-|\s+)(?:in\s+)?|(?P<edge>beginning|start|middle|end)\s+(?:of|in)\s+)"
    r"(?:the\s+)?|\bthe\s+|)$",
    re.IGNORECASE,
)
_ONWARDS = LazyPattern(r"\s+onwards?\b", re.IGNORECASE)

_CHANGES = (
    "rename|renaming|move|migration|refactor|refactoring|rewrite|redesign|switch|upgrade|split|removal|replacement"
    "|release|launch|outage|incident|fix|change|introduction|cleanup|clean-up|reorganisation|reorganization|rollout"
)
_CHANGED = (
    "renamed|moved|switched|migrated|replaced|dropped|removed|upgraded|introduced|rewrote|refactored|split|released"
    "|adopted|changed|fixed|added|started|stopped"
)
_THING = r"[\w./'`-]*[\w`]"
_EVENT = LazyPattern(
    r"\b(?P<relation>before|after|since|until|till)\s+(?P<event>"
    rf"(?:the|our|that)\s+(?:(?!(?:the|an?|to|is)\b)[\w./-]+\s+){{0,2}}?(?:{_CHANGES})\b"
    rf"(?:\s+(?:of|to|from)\s+{_THING}(?:\s+(?:to|from)\s+{_THING})?)?"
    rf"|(?:we|you)\s+(?:{_CHANGED})\b(?:[ \t]+{_THING}){{0,8}}"
    r"|(?:version\s+|release\s+v?|v)\d[\w.]*\w|v\d\b)",
    re.IGNORECASE,
)
"""What happens once and changes things; "before the commit" and "after the call returns" happen every time."""

EVENT_WORDS = frozenset(("before", "after", "since", "until", "till"))
