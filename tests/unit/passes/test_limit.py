"""Each kind has a share that grows with the session; what the person said is never cut."""

from tests.build import a_claim
from wikimem.model.claim import ClaimKind
from wikimem.passes.limit import limit


def lessons(count, **fields):
    return [a_claim(f"Lesson {number}.", ClaimKind.LESSON, **fields) for number in range(count)]


def test_a_short_session_has_one_share():
    assert len(limit(lessons(9), 10)) == 2


def test_shares_grow_with_the_turns_and_end():
    assert [len(limit(lessons(20), turns)) for turns in (199, 200, 400, 600, 60_000)] == [2, 4, 6, 8, 8]


def test_the_most_important_stay_in_their_order():
    claims = [a_claim(text, ClaimKind.LESSON, importance=value) for text, value in (("a", 0.5), ("b", 0.9), ("c", 0.7))]
    assert [claim.text for claim in limit(claims, 1)] == ["b", "c"]


def test_kinds_do_not_take_from_each_other():
    facts = [a_claim("A fact."), a_claim("Another.")]
    assert len(limit([*lessons(3), *facts], 1)) == 3


def test_what_the_person_said_is_never_cut():
    assert len(limit(lessons(9, by_person=True), 1)) == 9
