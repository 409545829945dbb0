"""Laws of tokenisation that hold for any text."""

from hypothesis import given
from hypothesis import strategies as st

from wikimem.text.tokens import elided, searchable, words

ANY_TEXT = st.text(st.characters(), max_size=300)
"""Lone surrogates included."""


@given(ANY_TEXT)
def test_any_text_is_legal_and_becomes_valid_unicode(text: str) -> None:
    searchable(text).encode("utf-8")
    "".join(words(text)).encode("utf-8")


@given(ANY_TEXT)
def test_leaving_out_data_twice_is_once(text: str) -> None:
    assert elided(elided(text)) == elided(text)


@given(st.text("部署方案用户身份ab ", max_size=40))
def test_a_question_asks_for_nothing_its_own_text_does_not_hold(text: str) -> None:
    assert set(words(text)) <= set(searchable(text).split())


@given(st.from_regex(r"[a-z]{1,8}([A-Z][a-z]{1,8}){1,4}", fullmatch=True))
def test_a_name_is_found_by_its_whole_and_by_each_part(name: str) -> None:
    found = words(name)
    assert found[0] == name.lower()
    assert "".join(found[1:]) == name.lower()
