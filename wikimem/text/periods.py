"""Periods of days as people say them: "last week", "10 February", "Q1 2026". Pure; `text.when` puts them in relation.

Every form is a row of `FORMS`: what it looks like, which days it means on a given day, and whether it may be believed
without a preposition before it. Numbers, versions and ids are no dates, so a row rather misses one than invents one.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import date, timedelta
from typing import NamedTuple

from wikimem.text.lazy_pattern import LazyPattern

_YEAR_ROUND = "january february march april may june july august september october november december"
_WEEK_ROUND = "monday tuesday wednesday thursday friday saturday sunday"
_UP_TO_TWELVE = "zero one two three four five six seven eight nine ten eleven twelve"
MONTHS = tuple(_YEAR_ROUND.split())
WEEKDAYS = tuple(_WEEK_ROUND.split())
UNITS = ("day", "week", "month", "quarter", "year")
SHORT_MONTHS = ("jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec")

_DAY = timedelta(days=1)
_MONTHS_IN = {"month": 1, "quarter": 3, "year": 12}
_DAYS_IN = {"day": 1, "week": 7, "month": 30, "quarter": 91, "year": 365}
_NUMBERS = _UP_TO_TWELVE.split()
_VAGUE = {"a": 1, "an": 1, "couple": 2, "few": 3}

_NOT_INSIDE = r"(?<![\w/\\@#:=~$+])(?<!(?<![Mm]id)-)(?<!(?<!\.)\.)"
_NOT_GOING_ON = r"(?![\w/\\@=~+-]|[.:]\w)"
"""A date is no part of a path, a version, a name or an id; `mid-` and `..` may stand before it."""

_MONTH = rf"(?P<month>{'|'.join(MONTHS)}|(?:{'|'.join(SHORT_MONTHS)})\b\.?)"
_YEAR = r"(?P<year>20[1-3]\d)"
_OF_MONTH = (
    r"(?P<day>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?(?:(?: and | to | ?[-–] ?)(?P<to>[12]?\d|3[01])(?:st|nd|rd|th)?)?"
)
_COUNT = rf"(?P<count>\d{{1,3}}|an?|{'|'.join(_NUMBERS[1:])}|(?:a )?couple(?: of)?|(?:a )?few)"
_COUNTED = r"(?:ms|[kmg]b|bytes|lines|files|tokens|characters|rows|requests|times|items)\b"


class Period(NamedTuple):
    """Some days in a row, both ends included."""

    first: date
    last: date

    def third(self, part: str) -> "Period":
        """Return the first (`early`), middle (`mid`) or last (`late`) third; all of less than three days."""
        length = (self.last - self.first).days + 1
        if length < 3:
            return self
        mid, late = self.first + _DAY * (length // 3), self.first + _DAY * (2 * length // 3)
        if part == "early":
            return Period(self.first, mid - _DAY)
        return Period(mid, late - _DAY) if part == "mid" else Period(late, self.last)


class Form(NamedTuple):
    """One way to say a period."""

    pattern: LazyPattern
    meant: Callable[[re.Match[str], date], Period]
    """The days, seen from a day; ValueError or OverflowError when there are none."""
    stands: Callable[[re.Match[str], str], bool]
    """Whether the words after a preposition ("" for none) are a date at all."""


def around(day: date, unit: str) -> Period:
    """Return the day, week (from Monday), month, quarter or year that a day lies in."""
    if unit == "day":
        return Period(day, day)
    if unit == "week":
        monday = day - _DAY * day.weekday()
        return Period(monday, monday + 6 * _DAY)
    months = _MONTHS_IN[unit]
    first = date(day.year, (day.month - 1) // months * months + 1, 1)
    return Period(first, _later(first, months) - _DAY)


def _later(day: date, months: int) -> date:
    """Return the first of the month so many months later."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, 1)


def _ago(day: date, count: int, unit: str) -> date:
    if unit in ("day", "week"):
        return day - _DAY * count * _DAYS_IN[unit]
    return _later(day, -count * _MONTHS_IN[unit])


def _iso_day(match: re.Match[str], _: date) -> Period:
    return around(date.fromisoformat(match.group()), "day")


def _days_of_month(match: re.Match[str], today: date) -> Period:
    month, first = _number_of(match["month"]), int(match["day"])
    last = int(match["to"] or first)
    for year in (int(match["year"]),) if match["year"] else range(today.year, today.year - 8, -1):
        with suppress(ValueError):  # no 29 February this year
            days = Period(date(year, month, first), date(year, month, last))
            if match["year"] or days.first <= today:
                return days
    raise ValueError(match.group())


def _month(match: re.Match[str], today: date) -> Period:
    month = _number_of(match["month"])
    year = int(match["year"] or today.year - (month > today.month))
    return around(date(year, month, 1), "month")


def _quarter(match: re.Match[str], today: date) -> Period:
    month = int(match["quarter"]) * 3 - 2
    return around(date(int(match["year"] or today.year - (month > today.month)), month, 1), "quarter")


def _year(match: re.Match[str], today: date) -> Period:
    year = int(match["year"])
    if year > today.year:
        raise ValueError(match.group())
    return around(date(year, 1, 1), "year")


def _near(match: re.Match[str], today: date) -> Period:
    said = match.group().lower()
    return around(today - _DAY * (2 if "before" in said else "yesterday" in said or "last" in said), "day")


def _counted_back(match: re.Match[str], today: date) -> Period:
    unit = match["unit"].lower()
    return around(_ago(today, _count(match["count"]), unit), unit)


def _last_few(match: re.Match[str], today: date) -> Period:
    return Period(today - _DAY * _count(match["count"]) * _DAYS_IN[match["unit"].lower()], today)


def _this_or_last(match: re.Match[str], today: date) -> Period:
    which, unit = match["which"].lower(), match["unit"].lower()
    if which.endswith("past") or which == "the last":
        return Period(today - _DAY * _DAYS_IN[unit], today)
    return around(today if which == "this" else _ago(today, 1, unit), unit)


def _weekday(match: re.Match[str], today: date) -> Period:
    latest = today - _DAY * ((match["which"] or "").lower().startswith("last"))
    return around(latest - _DAY * ((latest.weekday() - WEEKDAYS.index(match["day"].lower())) % 7), "day")


def _count(said: str) -> int:
    word = said.lower().removeprefix("a ").removesuffix(" of")
    if word.isdecimal():
        return int(word)
    return _VAGUE[word] if word in _VAGUE else _NUMBERS.index(word)


def _number_of(month: str) -> int:
    if month.isdecimal():
        return int(month)
    return next(number for number, name in enumerate(MONTHS, 1) if name.startswith(month.lower()[:3]))


def _always(_: re.Match[str], __: str) -> bool:
    return True


def _dated_month(match: re.Match[str], lead: str) -> bool:
    """Believe "10 may", "dec 10" and "May 10", which may begin a sentence, only after a preposition."""
    if lead or match["year"]:
        return True
    name, begins = match["month"], match.group().startswith(match["month"])
    if name.lower() in ("may", "march", "mar"):
        return name[0].isupper() and not begins
    return name[0].isupper() or name.lower() in MONTHS


def _bare_month(match: re.Match[str], lead: str) -> bool:
    """Believe "in May", never "may", "in dec" or "the march"."""
    name, capital = match["month"].lower(), match["month"][0].isupper()
    if match["year"]:
        return True
    if name == "may" or name not in MONTHS:
        return capital and lead != ""
    if name == "march":
        return lead != "" if capital else lead in ("in", "since", "during", "last", "until", "early", "mid", "late")
    return capital or lead != ""


def _dated_year(_: re.Match[str], lead: str) -> bool:
    """Believe "in 2025" and "late 2025", but no number that anything else can be counted by."""
    return lead not in ("", "on", "of", "at", "by", "for", "over", "around", "about", "last", "this")


def _dated_quarter(match: re.Match[str], lead: str) -> bool:
    return bool(match["year"]) or _dated_year(match, lead)


def _past_today(match: re.Match[str], lead: str) -> bool:
    """Tell "what did we do today" from "why is it so today"."""
    return lead != "" or match.group().lower() != "today" or _PAST.compiled.search(match.string) is not None


def _named_weekday(match: re.Match[str], lead: str) -> bool:
    return bool(match["which"] or lead)


def _form(
    pattern: str,
    meant: Callable[[re.Match[str], date], Period],
    stands: Callable[[re.Match[str], str], bool] = _always,
) -> Form:
    return Form(LazyPattern(f"{_NOT_INSIDE}(?:{pattern}){_NOT_GOING_ON}", re.IGNORECASE), meant, stands)


_PAST = LazyPattern(r"\b(?:did|was|were|have|has|had|happened|changed)\b|'ve\b", re.IGNORECASE)
_UNIT = rf"(?P<unit>{'|'.join(UNITS)})"

FORMS: tuple[Form, ...] = (
    _form(r"20[1-3]\d-\d\d-\d\d", _iso_day),
    _form(rf"{_OF_MONTH}(?: of)? {_MONTH}(?:,? {_YEAR})?", _days_of_month, _dated_month),
    _form(rf"{_MONTH} {_OF_MONTH}(?:,? {_YEAR})?", _days_of_month, _dated_month),
    _form(rf"{_MONTH}(?:(?:,| of)? {_YEAR})?", _month, _bare_month),
    _form(rf"Q(?P<quarter>[1-4])(?:(?: of)?[ -]{_YEAR})?", _quarter, _dated_quarter),
    _form(rf"{_YEAR}-(?P<month>0[1-9]|1[0-2])", _month, _dated_year),
    _form(rf"{_YEAR}(?! ?{_COUNTED})", _year, _dated_year),
    _form("(?:earlier )?today|tonight|this (?:morning|afternoon|evening)", _near, _past_today),
    _form("(?:the )?day before yesterday|yesterday|last night", _near),
    _form(rf"{_COUNT} {_UNIT}s? ago", _counted_back),
    _form(rf"(?:the )?(?:last|past|previous) {_COUNT} {_UNIT}s?", _last_few),
    _form(
        r"(?P<which>this|(?:the )?(?:last|past)|(?:the )?previous) (?P<unit>week|month|quarter|year)(?! of\b)",
        _this_or_last,
    ),
    _form(
        rf"(?P<which>(?:last|this) )?(?P<day>{'|'.join(WEEKDAYS)})(?: (?:morning|afternoon|evening|night))?",
        _weekday,
        _named_weekday,
    ),
)
"""The more particular first: what one form took, a later one may not."""

WORDS = frozenset((
    *MONTHS, *SHORT_MONTHS, *WEEKDAYS, *(f"{unit}s" for unit in UNITS), *UNITS[1:], *map(str, range(2010, 2040)),
    "q1", "q2", "q3", "q4", "today", "tonight", "yesterday", "ago", "morning", "afternoon", "evening", "night",
))  # fmt: skip
"""Every form holds one of these words (runs of letters and digits, in lower case)."""
