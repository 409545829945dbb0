"""Narration is what an agent says about its own going on."""

import pytest

from wikimem.text.narration import is_passing, narrates, without_interjection


@pytest.mark.parametrize(
    "sentence",
    [
        "Let me look at the tests.",
        "Now let me check the lock.",
        "I'll fix the lock.",
        "I also need to add tests.",
        "I now see the lock.",
        "So next, let's look at the lock.",
        "All tests pass.",
        "All 12 unit tests passed now.",
        "The build succeeds.",
        "Everything works as it should.",
        "Looking at the lock.",
        "Here's the lock.",
        "Would you like a test?",
        "The lock is gone, shall I commit it?",
        "Thanks for the hint.",
    ],
)
def test_narration(sentence):
    assert narrates(sentence)


@pytest.mark.parametrize(
    "sentence", ["The lock is taken twice.", "Tests run in UTC.", "I renamed `Store`.", "The test reads the clock."]
)
def test_work(sentence):
    assert not narrates(sentence)


@pytest.mark.parametrize(
    ("sentence", "rest"),
    [
        ("Good catch - the lock is taken.", "the lock is taken."),
        ("Perfect! Now, the lock is taken.", "the lock is taken."),
        ("I see the problem: the lock is taken.", "the lock is taken."),
        ("Now the lock is taken.", "Now the lock is taken."),
        ("Great!", ""),
    ],
)
def test_interjections_go(sentence, rest):
    assert without_interjection(sentence) == rest


def test_sections_for_the_agent_that_goes_on():
    assert is_passing("All User Messages")
    assert not is_passing("Errors and fixes")
