"""Claims that say the same become one, with all its sources."""

from tests.build import a_claim
from wikimem.passes.dedupe import dedupe

ONE = "`save` takes the lock before it writes the index."
SAME = "The lock is what `save` takes before it writes the index."


def turns(claim):
    return [source.turn for source in claim.sources]


def test_the_better_words_stay_with_both_sources():
    (kept,) = dedupe([a_claim(ONE, turn=4, importance=0.5), a_claim(SAME, turn=9, importance=0.7)])
    assert (kept.text, turns(kept)) == (SAME, [4, 9])


def test_the_first_words_stay_when_neither_is_better():
    (kept,) = dedupe([a_claim(ONE, turn=4), a_claim(SAME, turn=9)])
    assert (kept.text, turns(kept)) == (ONE, [4, 9])


def test_a_claim_keeps_its_place():
    first, second = dedupe([a_claim(ONE), a_claim("Tides are read once a day."), a_claim(SAME, importance=0.9)])
    assert (first.text, second.text) == (SAME, "Tides are read once a day.")


def test_other_claims_stay_apart():
    claims = (a_claim(ONE), a_claim("`save` drops the lock after it wrote the berths."))
    assert dedupe(claims) == claims


def test_scopes_stay_apart():
    claims = (a_claim(ONE), a_claim(ONE, scope="global"))
    assert dedupe(claims) == claims


def test_three_sources_are_enough():
    (kept,) = dedupe([a_claim(ONE, turn=turn) for turn in (7, 5, 6, 8)])
    assert turns(kept) == [5, 6, 7]
