"""Words that give away what an agent's sentence is; claims made of them are tested in `passes`."""

import pytest

from wikimem.text import kinds


@pytest.mark.parametrize("lower", ["we chose tantivy", "it is so by design", "moved the lock from save to flush"])
def test_choices(lower):
    assert kinds.decides(lower)


@pytest.mark.parametrize("lower", ["it reads a file instead of a table", "if it ever changed to idle", "it is renamed"])
def test_descriptions_are_no_choices(lower):
    assert not kinds.decides(lower)


@pytest.mark.parametrize("lower", ["the writer now reads a table instead of a file", "replaced rather than fixed"])
def test_a_contrast_with_a_change_is_a_choice(lower):
    assert kinds.contrasts(lower)
    assert kinds.decides(lower)


@pytest.mark.parametrize("lower", ["it fails when empty", "due to the clock", "it turns out so", "it must wait"])
def test_lessons(lower):
    assert kinds.teaches(lower, "")


def test_a_cause_said_outright():
    assert kinds.finds_cause("the bug was the clock")
    assert not kinds.finds_cause("it waits because of the clock")


@pytest.mark.parametrize(
    "lower", ["not yet handled", "isn't tested", "a known gap", "worth adding", "needs a decision"]
)
def test_open_work(lower):
    assert kinds.leaves_open(lower, "")


@pytest.mark.parametrize("lower", ["checks for pending reviews", "not deferred to the end", "no technical limitation"])
def test_words_that_sound_open_and_are_not(lower):
    assert not kinds.leaves_open(lower, "")


def test_sections_speak_for_their_sentences():
    assert kinds.leaves_open("the lock", "next steps")
    assert kinds.teaches("the lock", "errors and fixes")


def test_facts_name_something_and_say_what_it_does():
    assert kinds.states_fact("`flush` reads the index")
    assert not kinds.states_fact("`flush` and the index")
    assert not kinds.states_fact("it reads the index")


@pytest.mark.parametrize("lower", ["maybe so", "it seems late", "is it?"])
def test_guesses(lower):
    assert kinds.hedges(lower)


@pytest.mark.parametrize("lower", ["the lint error is gone", "a.py is staged", "✅ lock", "**current task**: lock"])
def test_states_that_pass(lower):
    assert kinds.is_of_the_moment(lower, "")


def test_sections_that_tell_what_goes_on():
    assert kinds.is_of_the_moment("the lock", "current work")
    assert not kinds.is_of_the_moment("the lock", "errors and fixes")


def test_values_of_one_run_are_of_the_moment():
    assert kinds.is_of_the_moment("the md5 went from `48f554e4` to `bfb70aa9` during the hook.", "")
    assert not kinds.is_of_the_moment("fixed in `48f554e4` by saving the hash first.", "")
