"""Times said in words: what is one, what days it means, and what only looks like one."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wikimem.text.when import MOST_TEXT, Relation, When, find_when, period_of

WEDNESDAY = date(2026, 3, 11)
WORDS = """
    in on since before between and to the end of late early last this 2026-02-01 29 February 2025 0 31 999 ago Monday
    Q1 week year years days may – .. ` " , 2026 rename we moved v1 until
"""


def found(text: str) -> tuple[str, str]:
    when = find_when(text, WEDNESDAY)
    assert when, text
    assert when.said == text[slice(*when.span)]
    return when.since, when.until


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("what did we do yesterday?", "2026-03-10", "2026-03-10"),
        ("the bug of last night", "2026-03-10", "2026-03-10"),
        ("the day before yesterday", "2026-03-09", "2026-03-09"),
        ("what broke this morning?", "2026-03-11", "2026-03-11"),
        ("what did we do today?", "2026-03-11", "2026-03-11"),
        ("3 days ago", "2026-03-08", "2026-03-08"),
        ("a week ago", "2026-03-02", "2026-03-08"),
        ("two weeks ago", "2026-02-23", "2026-03-01"),
        ("a couple of months ago", "2026-01-01", "2026-01-31"),
        ("a year ago", "2025-01-01", "2025-12-31"),
        ("What did we decide last week?", "2026-03-02", "2026-03-08"),
        ("this week's plan", "2026-03-09", "2026-03-15"),
        ("this month", "2026-03-01", "2026-03-31"),
        ("last month", "2026-02-01", "2026-02-28"),
        ("in the last month", "2026-02-09", "2026-03-11"),
        ("over the past week", "2026-03-04", "2026-03-11"),
        ("in the past 3 weeks", "2026-02-18", "2026-03-11"),
        ("the last few days", "2026-03-08", "2026-03-11"),
        ("last quarter", "2025-10-01", "2025-12-31"),
        ("last year", "2025-01-01", "2025-12-31"),
        ("on Monday", "2026-03-09", "2026-03-09"),
        ("on wednesday", "2026-03-11", "2026-03-11"),
        ("last Wednesday", "2026-03-04", "2026-03-04"),
        ("last Friday afternoon", "2026-03-06", "2026-03-06"),
        ("In January, where did it go?", "2026-01-01", "2026-01-31"),
        ("the January release", "2026-01-01", "2026-01-31"),
        ("last november", "2025-11-01", "2025-11-30"),
        ("in May", "2025-05-01", "2025-05-31"),
        ("in march", "2026-03-01", "2026-03-31"),
        ("in Dec", "2025-12-01", "2025-12-31"),
        ("February 2025", "2025-02-01", "2025-02-28"),
        ("early January", "2026-01-01", "2026-01-10"),
        ("mid-January", "2026-01-11", "2026-01-20"),
        ("In late January, in what order", "2026-01-21", "2026-01-31"),
        ("at the end of January", "2026-01-21", "2026-01-31"),
        ("at the beginning of February", "2026-02-01", "2026-02-09"),
        ("early in February", "2026-02-01", "2026-02-09"),
        ("at the end of last week", "2026-03-06", "2026-03-08"),
        ("late yesterday", "2026-03-10", "2026-03-10"),
        ("late 2025", "2025-09-01", "2025-12-31"),
        ("open on 10 February when", "2026-02-10", "2026-02-10"),
        ("the 10th of February", "2026-02-10", "2026-02-10"),
        ("Feb 10", "2026-02-10", "2026-02-10"),
        ("on may 5", "2025-05-05", "2025-05-05"),
        ("10 May", "2025-05-10", "2025-05-10"),
        ("12 March", "2025-03-12", "2025-03-12"),
        ("on 29 February", "2024-02-29", "2024-02-29"),
        ("6 January 2026", "2026-01-06", "2026-01-06"),
        ("January 6th, 2025", "2025-01-06", "2025-01-06"),
        ("(2026-02-01)", "2026-02-01", "2026-02-01"),
        ("in 2026-02", "2026-02-01", "2026-02-28"),
        ("in 2025", "2025-01-01", "2025-12-31"),
        ("Q1 2026", "2026-01-01", "2026-03-31"),
        ("in Q4", "2025-10-01", "2025-12-31"),
        ("since 2026-02-01", "2026-02-01", ""),
        ("since Monday", "2026-03-09", ""),
        ("since the end of January", "2026-01-21", ""),
        ("after 10 February", "2026-02-11", ""),
        ("from 6 January onwards", "2026-01-06", ""),
        ("the plan from 6 January", "2026-01-06", "2026-01-06"),
        ("until January", "", "2026-01-31"),
        ("by 10 February", "", "2026-02-10"),
        ("before March", "", "2026-02-28"),
        ("before the beginning of March", "", "2026-02-28"),
        ("a date (before the end of January), what", "", "2026-01-31"),
        ("between 3 January and 5 February", "2026-01-03", "2026-02-05"),
        ("between 3 and 5 February", "2026-02-03", "2026-02-05"),
        ("between November and January", "2025-11-01", "2026-01-31"),
        ("from Monday to yesterday", "2026-03-09", "2026-03-10"),
        ("from 3 January to 5 February 2025", "2025-01-03", "2025-02-05"),
        ("2026-01-01..2026-02-01", "2026-01-01", "2026-02-01"),
        ("Jan 20 – Feb 4", "2026-01-20", "2026-02-04"),
        ("since January until 10 February", "2026-01-01", "2026-02-10"),
        ("after 5 January and before 10 February", "2026-01-06", "2026-02-09"),
        ("on 6 January, and again on 10 February", "2026-01-06", "2026-01-06"),
    ],
)  # fmt: skip
def test_a_time_in_words_is_days(text: str, since: str, until: str) -> None:
    assert found(text) == (since, until)


@pytest.mark.parametrize(
    "text",
    [
        "", "now", "the second day", "recently", "upgrade to 1.25.5", "pin go 1.21 and 2026.1", "May the agent push?",
        "may 10 users connect", "it may", "and May 5 users connect", "the march of progress", "march 3 files", "sun",
        "sat down", "mon(itor)", "dec 10", "dec(x)", "oct 10 and sep 20", "mar the surface", "in dec", "jan_index",
        "src/may/april.py", "april.py", "feb-data", "c-9be1f042", "b6b20c21-41", "2026-02-01-fix-hooks-b6b20c21",
        "20260201", "v2026-02-01", "2026-13-45", "2026-02-30 is none", "31 February", "port 2025", "commit 2024",
        "in 2025 lines", "in 2048 bits", "after 2000 ms", "8080", "line 12:30", "10 machines", "Q2 is what",
        "every day",
        "why is there no such check today", "next week", "Monday.com", "on Mondays", "weekday", "monthly", "day 3",
        "in the last step", "the last few lines", "last 5 commits", "3 retries ago", "`in January`",
        'what does "last week" print', "src/2026-02-01/x.md", "--since=2026-02-01", "what is left?", "in 5 minutes",
        "after the call returns", "before the commit", "since the hook fails", "until it is done",
        "after how many minutes",
    ],
)  # fmt: skip
def test_what_only_looks_like_a_time_is_none(text: str) -> None:
    assert find_when(text, WEDNESDAY) is None


@pytest.mark.parametrize(
    ("text", "relation", "event"),
    [
        ("How was it stored before the rename?", Relation.BEFORE, "the rename"),
        ("since the move to Postgres, who", Relation.SINCE, "the move to Postgres"),
        ("until the rename of `Store` to Vault", Relation.UNTIL, "the rename of `Store` to Vault"),
        ("after the Postgres migration", Relation.AFTER, "the Postgres migration"),
        ("till our second rewrite", Relation.UNTIL, "our second rewrite"),
        ("before we moved from Cobra to urfave/cli, how", Relation.BEFORE, "we moved from Cobra to urfave/cli"),
        ("since v0.4.2", Relation.SINCE, "v0.4.2"),
        ("before release 2.1 what", Relation.BEFORE, "release 2.1"),
    ],
)
def test_an_event_is_left_to_the_wiki(text: str, relation: Relation, event: str) -> None:
    when = find_when(text, WEDNESDAY)
    assert when
    assert (when.relation, when.event, when.since, when.until) == (relation, event, "", "")
    assert when.span == (0, 0)
    assert when.away("2026-03-11") is None


def test_a_date_goes_before_an_event() -> None:
    when = find_when("before the rename in January", WEDNESDAY)
    assert when == When("in January", Relation.IN, "2026-01-01", "2026-01-31", (18, 28))


@pytest.mark.parametrize(
    ("text", "at", "days"),
    [
        ("in January", "2026-01-31T23:00:00Z", 1), ("in January", "2026-01-31", 0), ("in January", "2025-12-30", 2),
        ("since January", "2027-01-01", 0), ("until January", "2020-01-01", 0), ("in January", "", None),
        ("in January", "some time.", None), ("since February", "2026-01-31T16:00:00Z", 0),
    ],
)  # fmt: skip
def test_how_far_away_something_was_said_is_counted_in_days_of_the_zone(text: str, at: str, days: int | None) -> None:
    when = find_when(text, WEDNESDAY, "Asia/Shanghai")
    assert when
    assert when.away(at) == days


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2026-02-01", "2026-02-01", "2026-02-01"), (" last week ", "2026-03-02", "2026-03-08"),
        ("today", "2026-03-11", "2026-03-11"), ("2026-02", "2026-02-01", "2026-02-28"),
        ("2025", "2025-01-01", "2025-12-31"), ("monday", "2026-03-09", "2026-03-09"),
        ("in late January", "2026-01-21", "2026-01-31"), ("the end of last month", "2026-02-19", "2026-02-28"),
    ],
)  # fmt: skip
def test_a_bound_may_be_a_day_or_words(text: str, first: str, last: str) -> None:
    assert period_of(text, WEDNESDAY) == (date.fromisoformat(first), date.fromisoformat(last))


@pytest.mark.parametrize("text", ["", "soon", "2026-02-30", "last week or so", "since Monday", "in", "may", "x 2025"])
def test_a_bound_must_be_days_and_nothing_else(text: str) -> None:
    assert period_of(text, WEDNESDAY) is None


@settings(deadline=None)
@given(
    st.lists(
        st.sampled_from(WORDS.split()) | st.text(max_size=5),
        max_size=12,
    ),
    st.dates(date(1990, 1, 1), date(2999, 12, 31)),
)
def test_any_text_on_any_day_is_a_time_or_none(words: list[str], today: date) -> None:
    text = " ".join(words)
    when = find_when(text, today)
    if when and not when.event:
        assert not (when.since and when.until) or when.since <= when.until
        assert text[slice(*when.span)] == when.said
    period_of(text, today)


def test_a_pasted_log_is_no_question_about_time() -> None:
    assert find_when("x " * MOST_TEXT + "yesterday", WEDNESDAY) is None
    assert find_when("(" * 70_000 + "\ud800\0 in January", WEDNESDAY) is None


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("before the rename", "", "2026-02-01"),
        ("until the rename", "", "2026-02-01"),
        ("after the rename", "2026-02-01", ""),
        ("since the rename", "2026-02-01", ""),
    ],
)
def test_an_event_that_is_dated_is_days(text: str, since: str, until: str) -> None:
    when = find_when(text, WEDNESDAY)
    assert when
    dated = when.on("2026-02-01")
    assert (dated.since, dated.until) == (since, until)
