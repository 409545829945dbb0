"""Words that give away what a person wants; claims made of them are tested in `passes`."""

import pytest

from wikimem.text import spoken


@pytest.mark.parametrize("lower", ["always ask first", "please never merge", "we prefer tabs over spaces in python"])
def test_wishes_for_ever(lower):
    assert spoken.prefers(lower)


@pytest.mark.parametrize("lower", ["never mind", "don't merge", "prefer it", "don't worry about the lock of the ferry"])
def test_wishes_for_now(lower):
    assert not spoken.prefers(lower)


def test_pasted_text_wishes_nothing():
    assert not spoken.prefers("note: always ask first")
    assert not spoken.decides("To use `Vault` instead of `Store`", "to use `vault` instead of `store`")


@pytest.mark.parametrize("text", ["let's use `Vault`", "use tabs instead of spaces", 'rename it to "Vault" please'])
def test_choices(text):
    assert spoken.decides(text, text.lower())


@pytest.mark.parametrize("text", ["let's use this", "look at our `Vault` instead", "that uses `a` instead of `b`"])
def test_choices_that_settle_nothing(text):
    assert not spoken.decides(text, text.lower())


@pytest.mark.parametrize("lower", ["is it late?", "is it late (the ferry?)", "how about tabs instead"])
def test_questions(lower):
    assert spoken.asks(lower)


@pytest.mark.parametrize("lower", ["can we avoid tabs?", "use tabs"])
def test_proposals_are_no_questions(lower):
    assert not spoken.asks(lower)
