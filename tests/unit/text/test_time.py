import os
import time
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wikimem.text.time import (
    day_of,
    first_instant,
    last_instant,
    local_day,
    local_minute,
    moment_end,
    parse_instant,
)


@pytest.mark.parametrize(
    ("value", "instant"),
    [
        ("2026-02-04T10:51:07.123Z", "2026-02-04T10:51:07Z"),
        ("2026-02-04T11:51:07+01:00", "2026-02-04T10:51:07Z"),
        ("2026-02-04 10:51:07", "2026-02-04T10:51:07Z"),
        ("2026-02-04", "2026-02-04T00:00:00Z"),
        (1770202267, "2026-02-04T10:51:07Z"),
        (1770202267.9, "2026-02-04T10:51:07Z"),
        (1770202267000, "2026-02-04T10:51:07Z"),
        (1770202267000000, "2026-02-04T10:51:07Z"),
        (1770202267000000000, "2026-02-04T10:51:07Z"),
        ("1770202267000", "2026-02-04T10:51:07Z"),
        ("2026-02-30T10:51:07Z", ""),
        ("2026-02-04T25:00:00Z", ""),
        ("yesterday", ""),
        ("", ""),
        (True, ""),
        (float("nan"), ""),
        (float("inf"), ""),
        ("0001-01-01T00:00:00+14:00", ""),
    ],
)
def test_parse_instant(value, instant):
    assert parse_instant(value) == instant


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the machine's zone cannot be set here")
@pytest.mark.parametrize("machine", ["UTC", "America/Los_Angeles", "Pacific/Kiritimati"])
def test_a_local_day_does_not_depend_on_the_machine(monkeypatch, machine):
    monkeypatch.setitem(os.environ, "TZ", machine)
    time.tzset()
    try:
        assert local_day("2026-04-15T22:30:00Z", "Asia/Shanghai") == "2026-04-16"
        assert local_day("2026-04-16T01:10:00Z", "Asia/Shanghai") == "2026-04-16"
        assert local_minute("2026-04-15T22:30:00Z", "Asia/Shanghai") == "2026-04-16 06:30"
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize("zone", ["", "UTC", "Mars/Olympus", "../etc", "Asia"])
def test_an_unknown_zone_is_utc(zone):
    assert local_day("2026-04-15T22:30:00Z", zone) == "2026-04-15"
    assert local_minute("2026-04-15T22:30:00Z", zone) == "2026-04-15 22:30"


@pytest.mark.parametrize(
    ("day", "zone", "first", "last"),
    [
        ("2026-04-16", "UTC", "2026-04-16T00:00:00Z", "2026-04-16T23:59:59Z"),
        ("2026-04-16", "Asia/Shanghai", "2026-04-15T16:00:00Z", "2026-04-16T15:59:59Z"),
        ("2026-04-16", "America/Los_Angeles", "2026-04-16T07:00:00Z", "2026-04-17T06:59:59Z"),
        ("2026-03-29", "Europe/Vienna", "2026-03-28T23:00:00Z", "2026-03-29T21:59:59Z"),
        ("2026-10-25", "Europe/Vienna", "2026-10-24T22:00:00Z", "2026-10-25T22:59:59Z"),
        ("2017-10-15", "America/Sao_Paulo", "2017-10-15T03:00:00Z", "2017-10-16T01:59:59Z"),
        ("0001-01-01", "Asia/Shanghai", "0001-01-01T00:00:00Z", "0001-01-01T15:54:16Z"),
        ("9999-12-31", "UTC", "9999-12-31T00:00:00Z", "9999-12-31T23:59:59Z"),
    ],
)
def test_a_day_is_from_its_first_to_its_last_instant(day, zone, first, last):
    assert (first_instant(day, zone), last_instant(day, zone)) == (first, last)


@given(
    st.dates(date(1970, 1, 2), date(2100, 1, 1)),
    st.sampled_from(["Asia/Shanghai", "America/Los_Angeles", "Pacific/Kiritimati", "Europe/Vienna", "Pacific/Apia"]),
)
def test_the_ends_of_a_day_lie_in_it(day, zone):
    first, last = first_instant(day.isoformat(), zone), last_instant(day.isoformat(), zone)
    if first <= last:  # Samoa skipped 30 December 2011
        assert local_day(first, zone) == local_day(last, zone) == day.isoformat()


@pytest.mark.parametrize("day", ["", "soon", "2026-02-30"])
def test_what_is_no_day_has_no_ends(day):
    for end in (first_instant, last_instant):
        with pytest.raises(ValueError, match=r"day|isoformat"):
            end(day, "UTC")


def test_a_day_is_local_already():
    assert day_of("2026-04-15", "Asia/Shanghai") == "2026-04-15"
    assert day_of("2026-04-15T22:30:00Z", "Asia/Shanghai") == "2026-04-16"
    assert day_of("", "UTC") == day_of("some days.", "UTC") == day_of("2026-02-30", "UTC") == ""


def test_no_instant_has_no_day():
    assert local_day("", "Asia/Shanghai") == ""
    assert local_minute("soon", "UTC") == ""


@settings(deadline=None)
@given(st.text() | st.floats() | st.integers())
def test_anything_is_an_instant_or_nothing(value):
    instant = parse_instant(value)
    assert instant == "" or parse_instant(instant) == instant


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("2026-04-16", "2026-04-16T15:59:59Z"),
        ("2026-04-16T08:00:00+08:00", "2026-04-16T00:00:00Z"),
        ("2026-02-30", ""),
        ("1770202267", ""),
        ("main", ""),
        ("", ""),
    ],
)
def test_a_moment_ends_with_its_day_and_a_number_is_none(text, instant):
    assert moment_end(text, "Asia/Shanghai") == instant
