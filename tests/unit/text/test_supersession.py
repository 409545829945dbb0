"""Which claims take the place of others, by their words, and which must be left."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikimem.text.supersession import Relation, about, conflict, ends, relation

REPLACED = [
    ("The scan queue lives in SQLite.", "The scan queue lives in Postgres instead of SQLite: two workers write."),
    ("The queue goes to SQLite: one writer is enough.", "The scan queue goes to Postgres instead of SQLite."),
    ("CI runs on Jenkins.", "We moved CI from Jenkins to Buildkite."),
    ("Use npm for packages.", "Use pnpm instead of npm: it is faster."),
    ("The worker reads jobs with Celery.", "Replaced Celery with Dramatiq to read jobs in the worker."),
    ("`save` takes the lock.", "`save` no longer takes the lock."),
    ("`tea_pot` holds the water.", "Removed the `tea_pot` setting."),
    ("Renamed `tea_mug` to `tea_pot`.", "Renamed `tea_pot` to `tea_can`."),
    ("The metadata branch is `tea/sessions`.", "The metadata branch was renamed from `tea/sessions` to `tea/cups`."),
    (
        "Logs of a steeping go to `.tea/<pot>.log`.",
        "Update where logs of a steeping go from `.tea/<pot>.log` to `.tea/all.log`.",
    ),
    ("Lemon for guests defaults to on.", "A missing lemon for guests defaults to off instead of on."),
]
DIFFERING = [
    ("The default branch is called `main`.", "The default branch is called `trunk`."),
    ("Retry a tide 3 times before giving up.", "Retry a tide 5 times before giving up."),
    ("The timeout is 30 seconds.", "The timeout is now 60 seconds."),
    ("Retry 3 times before giving up.", "Retry 5 times before giving up."),
    ("The brew cache holds 100 cups.", "The brew cache holds 250 cups."),
    ("Store the brewing day in `created_at`.", "Store the brewing day in `brewed_at`."),
    ("The app listens on port 8080.", "Actually, the app listens on port 9090."),
    ("Squashing of commits is enabled.", "Squashing of commits is disabled."),
    ("Always squash commits before a merge.", "Never squash commits before a merge."),
    ("Which port does the app use? 8080.", "Which port does the app use? 9090."),
    ("Where do tests live? Next to the code.", "Where do tests live? In a folder of their own."),
]
UNRELATED = [
    ("Never use `print` in library code.", "Never use `eval` in library code."),
    ("Always run `make lint` before you push to main.", "Always run `make check` before you push to main."),
    ("Use `pytest` for unit tests.", "Use `hypothesis` for unit tests."),
    ("Deploy with `make deploy` on Fridays.", "Deploy with `make ship` on Fridays."),
    ("The scan queue lives in SQLite.", "The user table lives in Postgres instead of MySQL."),
    ("Settings are kept in SQLite.", "The scan queue lives in Postgres instead of SQLite."),
    ("Never use SQLite for the scan queue.", "The scan queue lives in Postgres instead of SQLite."),
    ("The scan queue was moved from SQLite to Redis.", "The scan queue lives in Postgres instead of SQLite."),
    ("Step 1 uses `pour`.", "Step 2 uses `pour`."),
    ("Case 1 pours `tea`.", "Case 2 pours `milk`."),
    ("`save` takes the lock.", "`flush` no longer takes the lock."),
    ("`kettle` is filled from `tea_pot`.", "Removed the `tea_pot` setting."),
    ("`tea_pot` holds the water.", "Renamed `tea_pot` to `tea_can`."),
    ("`tea_pot` holds the water.", "Removed `tea_pot` from the list of cups."),
    ("The timeout is 30 seconds.", "The retry limit is 5."),
    ("Milk defaults to on.", "A missing lemon for guests defaults to off instead of on."),
    ("Tests run in CI.", "Use `make` instead of `ninja` in CI."),
    ("The pot is hot.", "The pot is hot."),
]


@pytest.mark.parametrize(("old", "new"), REPLACED)
def test_a_claim_that_says_what_it_ends_replaces_it(old: str, new: str) -> None:
    assert relation(new, old) is Relation.REPLACES
    assert ends(new) & about(old)


@pytest.mark.parametrize(("old", "new"), DIFFERING)
def test_another_answer_to_the_same_differs_whichever_is_newer(old: str, new: str) -> None:
    assert relation(new, old) is Relation.DIFFERS
    assert relation(old, new) is Relation.DIFFERS
    assert ends(new) & about(old)
    assert ends(old) & about(new)


@pytest.mark.parametrize(("old", "new"), UNRELATED)
def test_what_may_still_hold_is_left(old: str, new: str) -> None:
    assert relation(new, old) is None


def test_a_conflict_has_no_direction() -> None:
    old, new = REPLACED[0]
    assert conflict(old, new)
    assert conflict(new, old)
    assert not conflict(*UNRELATED[0])


SENTENCES = st.sampled_from([text for pair in (*REPLACED, *DIFFERING, *UNRELATED) for text in pair])


@given(st.one_of(SENTENCES, st.text(max_size=80)), st.one_of(SENTENCES, st.text(max_size=80)))
def test_claims_that_are_related_find_each_other_by_a_key(new: str, old: str) -> None:
    if relation(new, old):
        assert ends(new) & about(old)
