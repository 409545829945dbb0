"""What a sentence is worth is a sum of small reasons."""

import pytest

from wikimem.model.statement import Origin
from wikimem.text.worth import worth

PLAIN = "the writer of bookings takes a lock on the berth table of one harbour"


def test_the_examples_of_the_docstring():
    assert worth("Tests pass.", Origin.FINAL) < 0
    assert 1.5 < worth("`save` must take the lock before `flush`, because `flush` re-reads it.", Origin.FINAL) < 2


@pytest.mark.parametrize(
    "reason",
    [
        "because",
        "must",
        "convention",
        "failed",
        "whereas",
        "renamed",
        "deferred",
        "due to",
        "no longer",
        "not yet",
        "→",
    ],
)
def test_a_reason_raises_the_worth(reason):
    assert worth(f"{PLAIN} {reason} here", Origin.ASIDE) > worth(f"{PLAIN} maybe here", Origin.ASIDE)


def test_a_reason_given_twice_counts_once():
    once = worth(f"{PLAIN} because here", Origin.ASIDE)
    assert worth(f"{PLAIN} because since", Origin.ASIDE) == once


def test_names_of_code_raise_the_worth():
    assert worth(PLAIN.replace("lock", "`lock`"), Origin.ASIDE) > worth(PLAIN, Origin.ASIDE)
    assert worth(PLAIN.replace("lock", "lock_table"), Origin.ASIDE) > worth(PLAIN, Origin.ASIDE)


@pytest.mark.parametrize("said", [f"I think {PLAIN}", f"let's see if {PLAIN}", f"{PLAIN} in /home/mira"])
def test_narration_and_private_paths_lower_the_worth(said):
    assert worth(said, Origin.ASIDE) < worth(f"so then {PLAIN}", Origin.ASIDE)


def test_a_step_is_worth_less_unless_it_is_a_commit():
    step = f"add {PLAIN}"
    assert worth(step, Origin.ASIDE) < worth(f"adds {PLAIN}", Origin.ASIDE)
    assert worth(step, Origin.COMMIT) == worth(f"adds {PLAIN}", Origin.COMMIT)


def test_longer_sentences_are_worth_more():
    short, middling, long = PLAIN, f"{PLAIN} and then of the next", f"{PLAIN} and of {'the next ' * 10}one"
    assert worth(short, Origin.ASIDE) < worth(middling, Origin.ASIDE) < worth(long, Origin.ASIDE)


def test_questions_and_scraps_are_worth_nothing():
    assert worth(f"{PLAIN}?", Origin.FINAL) == worth("the lock is", Origin.FINAL) == -1.0


def test_who_said_it_where_counts():
    order = [Origin.PROMPT, Origin.ASIDE, Origin.FINAL, Origin.SUMMARY, Origin.COMMIT]
    values = [worth(PLAIN, origin) for origin in order]
    assert values == sorted(values)
    assert len(set(values)) == len(values)
