"""What counts as a report that a value was replaced."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikimem.text.replacements import Replacement, default_keys, replacements


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("Renamed `tea_pot` to `kettle`.", "tea_pot", "kettle"),
        ("- Rename variable `teaPot` \u2192 `kettlePot`", "teaPot", "kettlePot"),
        ("the branch was renamed from tea/sessions to tea/checkpoints/v1", "tea/sessions", "tea/checkpoints/v1"),
        ("renames the JSON tag from `brewed_at` to `brew_time` in both", "brewed_at", "brew_time"),
        ("Rename BrewedAt to BrewTime", "BrewedAt", "BrewTime"),
        ("renamed --no-milk to --milk=false", "--no-milk", "--milk=false"),
        ("Change `--no-milk` (default: off) to `--milk` (default: on).", "--no-milk", "--milk"),
        ("Update the path from `.tea/<pot-id>.log` to `.tea/tea.log`", ".tea/<>.log", ".tea/tea.log"),
        ("Updates branch naming from `tea/<pot>` to\n`tea/<pot>-<cup>`", "tea/<>", "tea/<pot>-<cup>"),
        ("Replaced `TEA_OPTOUT` with `TEA_TRACKING`.", "TEA_OPTOUT", "TEA_TRACKING"),
        ('Now ends with "Ready." instead of "the tea is poured"', "the tea is poured", "Ready."),
        ("States are now three (removed STEEP_TWICE)", "STEEP_TWICE", ""),
        ("The `STEEP_TWICE` phase is removed, simplifying it all.", "STEEP_TWICE", ""),
        ("the legacy format (`YYYY-<pot-id>`) is still read", "YYYY-<>", ""),
    ],
)
def test_reports(text: str, old: str, new: str) -> None:
    assert list(replacements(text)) == [Replacement(old, new)]


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
        "Replaced `os.getcwd()` with `tea.root()`",
        "Changed from `tea_pot` to `tea_can` in `pour()`",
        "Moved the code from `tea/pots.py` to `tea/cans.py`",
        "Moved the branch from tea/a1b2c3d to tea/b2c3d4e",
        "removed `tea_pot` from the list",
        "Deleted `pots.py`",
        "it used the wrong path, tea/pot instead of tea/can",
        "we may switch from `tea_pot` to `tea_can`",
        "renamed the test from `test_tea` to `test_tea`",
    ],
)
def test_wishes_plain_words_and_changes_of_one_place_are_no_reports(text: str) -> None:
    assert list(replacements(text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "A missing `lemon` for guests defaults to **off** instead of on.",
        "The default for lemon with guests was changed from on to off",
    ],
)
def test_a_default_that_flips_keeps_what_it_is_said_of(text: str) -> None:
    (found,) = replacements(text)
    assert (found.old, found.new) == ("on", "off")
    assert {"lemon", "guests"} <= found.topic
    assert set(found.keys) & default_keys("lemon for guests: on by default")


@given(st.text(alphabet=st.sampled_from('renamed to `tea_pot` removed -> <x> from\n"instead of default')))
def test_any_text_may_be_read(text: str) -> None:
    list(replacements(f"{text} renamed {text} to {text}"))
