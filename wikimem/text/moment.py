"""Until when something holds, as a person says it: a day, an instant, or how long from now. Pure."""

import re
from datetime import datetime, timedelta

from wikimem.text.time import moment_end, parse_instant

_FOR = re.compile(r"(\d{1,5})\s*(h|hours?|d|days?|w|weeks?|mo|months?|y|years?)", re.IGNORECASE)
_HOURS = {"h": 1, "d": 24, "w": 7 * 24, "m": 30 * 24, "y": 365 * 24}


def end_of(said: str, now: str, zone: str) -> str:
    """Return the UTC instant that is meant, "" for words that mean none.

    2026-12-31   the last second of that day in `zone`
    30d, 2 weeks, 6 months, 1y   so long after the instant `now`; a month has 30 days, a year 365
    """
    if lasting := _FOR.fullmatch(said.strip()):
        hours = int(lasting[1]) * _HOURS[lasting[2][0].lower()]
        try:
            return parse_instant((datetime.fromisoformat(now) + timedelta(hours=hours)).isoformat())
        except OverflowError:
            return ""
    return moment_end(said.strip(), zone)
