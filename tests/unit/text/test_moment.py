"""Until when something holds, in the words of a person."""

import pytest

from wikimem.text.moment import end_of

NOW = "2026-03-10T08:00:00Z"


@pytest.mark.parametrize(
    ("said", "until"),
    [
        ("2026-12-31", "2026-12-31T22:59:59Z"),
        ("2026-12-31T10:00:00+01:00", "2026-12-31T09:00:00Z"),
        ("12h", "2026-03-10T20:00:00Z"),
        ("30d", "2026-04-09T08:00:00Z"),
        ("2 weeks", "2026-03-24T08:00:00Z"),
        ("1 month", "2026-04-09T08:00:00Z"),
        ("1y", "2027-03-10T08:00:00Z"),
        ("99999y", ""),
        ("soon", ""),
        ("30", ""),
        ("-3d", ""),
        ("", ""),
    ],
)
def test_end_of(said: str, until: str) -> None:
    assert end_of(said, NOW, "Europe/Oslo") == until
