"""The score of any passage: each component in its range, and nothing counts the wrong way round."""

from dataclasses import astuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikimem.model.score import UNHEARD, Tally, score

IMPORTANCE = st.floats(-1, 2)
AGE = st.floats(-100, 1e9)
VERDICTS = st.integers(0, 1_000_000)
TALLY = st.builds(Tally, st.floats(0, 1e12), VERDICTS, VERDICTS)


@given(IMPORTANCE, AGE, TALLY)
def test_every_component_and_the_total_lie_between_0_and_1(importance: float, age: float, tally: Tally) -> None:
    found = score(importance, age, tally)
    assert all(0 <= component <= 1 for component in (*astuple(found), found.total))


@given(AGE, TALLY, st.floats(0, 1e6), st.integers(0, 100))
def test_more_uses_and_approval_never_lower_it_and_age_never_raises_it(
    age: float, tally: Tally, uses: float, verdicts: int
) -> None:
    as_it_is = score(0.5, age, tally).total
    assert score(0.5, age, Tally(tally.uses + uses, tally.ups, tally.downs)).total >= as_it_is
    assert score(0.5, age, Tally(tally.uses, tally.ups + verdicts, tally.downs)).total >= as_it_is
    assert score(0.5, age, Tally(tally.uses, tally.ups, tally.downs + verdicts)).total <= as_it_is
    assert score(0.5, age + uses, tally).total <= as_it_is


def test_the_components_are_those_of_the_design() -> None:
    assert score(0.7, 30, UNHEARD).recency == 0.5
    assert score(0.7, 0, Tally(100)).use == 1
    assert score(0.7, 0, Tally(10_000)).use == 1
    assert score(0.7, 0, UNHEARD).feedback == 0.5
    assert score(0.7, 0, Tally(0, 3, 0)).feedback == pytest.approx((1 + 0.76159) / 2, abs=1e-5)
    assert score(1, 0, Tally(100, 1000, 0)).total == pytest.approx(1)
    assert score(0.7, 0, UNHEARD).total == pytest.approx(0.40 * 0.7 + 0.25 + 0.10 * 0.5)
