"""What may be a value, and how one that changed is marked."""

from hypothesis import given
from hypothesis import strategies as st

from wikimem.text.values import key, marked, values_in


def test_names_of_code_are_told_from_words() -> None:
    text = "Set teaPot, tea_pot or src/tea.py with --no-milk, never plain words like kettle or a.b."
    assert values_in(text) == {"teaPot", "tea_pot", "src/tea.py", "--no-milk"}


def test_a_name_inside_another_is_not_marked() -> None:
    notes = {"tea/pot": "until 2026-03-05, now `kettle`"}
    assert marked("tea/pot/lid, tea/pots and x-tea/pot", notes) == "tea/pot/lid, tea/pots and x-tea/pot"
    assert marked("in tea/pot.", notes) == "in tea/pot (until 2026-03-05, now `kettle`)."


def test_a_placeholder_stands_for_any_other():
    assert key("tea/<pot>.log") == key("tea/{cup-id}.log") == "tea/<>.log"
    assert "tea/<>.log" in values_in("it writes to tea/{cup-id}.log, once")
    assert (
        marked("see tea/{cup-id}.log", {"tea/<>.log": "until 2026-03-05"}) == "see tea/{cup-id}.log (until 2026-03-05)"
    )


def test_words_in_quotes_are_a_value_and_code_is_none():
    assert values_in('prints "the tea is ready" and `if (tea)`') == {"the tea is ready"}
    assert values_in("`if (tea) { pour }`") == set()


def test_every_line_that_names_a_value_is_marked_once():
    notes = {"tea_pot": "until 2026-03-05, now `can_1`"}
    text = marked("tea_pot, tea_pot\nand tea_pot\nremoved tea_pot", notes)
    assert text == "tea_pot (until 2026-03-05, now `can_1`), tea_pot\nand tea_pot (until 2026-03-05)\nremoved tea_pot"


def test_a_default_is_marked_only_where_defaults_are_spoken_of():
    notes = {"default:enabled": "until 2026-03-05, now `disabled`"}
    text = "milk is enabled here\nmilk (defaults to enabled)"
    assert marked(text, notes) == "milk is enabled here\nmilk (defaults to enabled (until 2026-03-05, now `disabled`))"


@given(st.text())
def test_any_text_may_be_read(text: str) -> None:
    assert marked(text, dict.fromkeys(values_in(text), "gone")).count("\n") == text.count("\n")
