"""Instants and days: every stored time is a UTC instant, every day shown is a day of the configured zone.

Pure functions: no clock, and the machine's own time zone has no say.
"""

import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache

_UTC_INSTANT = re.compile(r"(\d{4}-\d\d-\d\d)[T ]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.\d+)?Z", re.ASCII)
_DIGITS = re.compile(r"\d{9,19}(?:\.\d+)?", re.ASCII)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DAY = len("2026-02-04")
_FIRST, _LAST = "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"
_UNITS = ((1e17, 1e9), (1e14, 1e6), (1e11, 1e3))
"""From which size on a number counts nanoseconds, microseconds or milliseconds instead of seconds."""


def parse_instant(value: str | float) -> str:
    """Return `value` as a UTC instant like `2026-02-04T10:51:07Z`, or "" when it is no time.

    Understands ISO 8601 (without a zone it is UTC) and numbers since 1970 in seconds, milliseconds, microseconds or
    nanoseconds. Fractions of a second are dropped.
    """
    if isinstance(value, str):
        found = _UTC_INSTANT.fullmatch(value)
        if found:
            return f"{found[1]}T{found[2]}Z" if _is_day(found[1]) else ""
        text = value.strip()
        return _from_number(float(text)) if _DIGITS.fullmatch(text) else _from_iso(text)
    return "" if isinstance(value, bool) else _from_number(value)


def moment_end(text: str, zone: str) -> str:
    """Return the UTC instant that ends a day of `zone`, an instant as it is, and "" for what is neither.

    A bare number is neither: it may be the start of a commit's id.
    """
    instant = parse_instant(text) if "-" in text else ""
    return last_instant(text, zone) if instant and len(text) == _DAY else instant


def local_day(instant: str, zone: str) -> str:
    """Return the day of a UTC instant in `zone` (an IANA name; an unknown one is UTC), or "" for no instant."""
    return _local(instant, zone)[:10]


def local_minute(instant: str, zone: str) -> str:
    """Return a UTC instant as `2026-02-04 11:51` in `zone`, or "" for no instant."""
    return _local(instant, zone).replace("T", " ")[:16]


def day_of(at: str, zone: str) -> str:
    """Return the local day of a stored time: of an instant in `zone`, of a day itself; "" when it is neither."""
    return (at if _is_day(at) else "") if len(at) == _DAY else local_day(at, zone)


def first_instant(day: str, zone: str) -> str:
    """Return the UTC instant at which a day such as `2026-02-04` begins in `zone`; `ValueError` when it is none."""
    begins = datetime.combine(date.fromisoformat(day), time(), _zone(zone))
    try:
        return _format(begins.astimezone(UTC))
    except OverflowError:
        return _FIRST


def last_instant(day: str, zone: str) -> str:
    """Return the UTC instant of the last second of a day in `zone`; `ValueError` when it is none."""
    try:
        following = date.fromisoformat(day) + timedelta(days=1)
        return _format(datetime.fromisoformat(first_instant(following.isoformat(), zone)) - timedelta(seconds=1))
    except OverflowError:
        return _LAST


def _local(instant: str, zone: str) -> str:
    normal = parse_instant(instant)
    if not normal or zone in ("", "UTC"):
        return normal
    try:
        return datetime.fromisoformat(normal).astimezone(_zone(zone)).isoformat()
    except OverflowError:
        return normal


@lru_cache(maxsize=64)
def _zone(name: str) -> tzinfo:
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return UTC


@lru_cache(maxsize=4096)
def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _from_iso(text: str) -> str:
    try:
        when = datetime.fromisoformat(text)
        when = when.replace(tzinfo=UTC) if when.tzinfo is None else when.astimezone(UTC)
    except (ValueError, OverflowError):
        return ""
    return _format(when)


def _from_number(value: float) -> str:
    for least, per_second in _UNITS:
        if abs(value) >= least:
            value = value / per_second
            break
    try:
        return _format(_EPOCH + timedelta(seconds=int(value)))
    except (ValueError, OverflowError):
        return ""


def _format(when: datetime) -> str:
    return when.replace(microsecond=0, tzinfo=None).isoformat() + "Z"
