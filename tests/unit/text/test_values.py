"""What counts as a report that a name was changed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikimem.text.renames import Rename, marked, names_in, renames


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("Renamed `tea_pot` to `kettle`.", "tea_pot", "kettle"),
        ("- Rename variable `teaPot` \u2192 `kettlePot`", "teaPot", "kettlePot"),
        ("the branch was renamed from tea/sessions to tea/checkpoints/v1", "tea/sessions", "tea/checkpoints/v1"),
        ("renames the JSON tag from `brewed_at` to `brew_time` in both", "brewed_at", "brew_time"),
        ("Rename BrewedAt to BrewTime", "BrewedAt", "BrewTime"),
        ("renamed --no-milk to --milk=false", "--no-milk", "--milk=false"),
    ],
)
def test_reports(text: str, old: str, new: str) -> None:
    assert list(renames(text)) == [Rename(old, new)]


@pytest.mark.parametrize(
    "text",
    [
        "should we rename `tea_pot` to `kettle`?",
        "I'd suggest renaming `tea_pot` to `kettle`",
        "it could be renamed from tea_pot to tea_kettle",
        "we did not rename `tea_pot` to `kettle`",
        "renamed the remaining tests to focus on tea",
        "Rename `teaPot` to return the pot",
        "renamed `tea/<old>` to `tea/<new>`",
        "rename tea to coffee",
        "the state goes from ACTIVE_ONE to IDLE_ONE",
    ],
)
def test_wishes_and_plain_words_are_no_reports(text: str) -> None:
    assert list(renames(text)) == []


def test_names_of_code_are_told_from_words() -> None:
    text = "Set teaPot, tea_pot or src/tea.py with --no-milk, never plain words like kettle or a.b."
    assert names_in(text) == {"teaPot", "tea_pot", "src/tea.py", "--no-milk"}


def test_a_name_inside_another_is_not_marked() -> None:
    notes = {"tea/pot": "until 2026-03-05, now `kettle`"}
    assert marked("tea/pot/lid, tea/pots and x-tea/pot", notes) == "tea/pot/lid, tea/pots and x-tea/pot"
    assert marked("in tea/pot.", notes) == "in tea/pot (until 2026-03-05, now `kettle`)."


@given(st.text())
def test_any_text_may_be_read(text: str) -> None:
    list(renames(f"{text} renamed {text} to {text}"))
    names_in(text)
