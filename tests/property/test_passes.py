"""Whatever a session says, it is distilled, always to the same, and nothing the person said is dropped."""

import math

from hypothesis import given, settings
from hypothesis import strategies as some

from tests.build import a_call, a_claim, a_session, a_turn
from wikimem.model.claim import ClaimKind
from wikimem.model.record import Act, Kind, Role
from wikimem.model.statement import Origin
from wikimem.passes.dedupe import dedupe
from wikimem.passes.limit import limit
from wikimem.passes.pipeline import distil
from wikimem.text.cues import words
from wikimem.text.worth import worth

WORDS = some.sampled_from(
    [
        *sorted(
            words(
                "always never `save` takes the lock because instead of it renamed Store to Vault ferry_table a.py not",
                "yet handled must. fails? # - | ** ``` : 1. > — don't we i let's run git commit -m 'x' should you?",
            )
        ),
        "\n",
        "\n\n",
        "\t",
    ]
)
PROSE = some.lists(WORDS, max_size=60).map(" ".join) | some.text(max_size=300)
CALLS = some.builds(a_call, PROSE, some.none() | PROSE, act=some.sampled_from(Act), ok=some.booleans())
DATA = some.fixed_dictionaries(
    {}, optional={"question": PROSE, "items": some.lists(some.fixed_dictionaries({"text": PROSE, "status": PROSE}))}
)
TURNS = some.builds(
    lambda text, data, **fields: a_turn(text, **fields, **data),
    PROSE,
    DATA,
    role=some.sampled_from(Role),
    kind=some.sampled_from(Kind),
    calls=some.lists(CALLS, max_size=2),
    ok=some.booleans(),
    agent=some.sampled_from(["", "sub-1"]),
)
SESSIONS = some.lists(TURNS, max_size=8).map(lambda turns: a_session(*turns))
CLAIMS = some.lists(
    some.builds(
        a_claim,
        PROSE,
        some.sampled_from(ClaimKind),
        turn=some.integers(1, 99),
        by_person=some.booleans(),
        importance=some.floats(0, 1),
    ),
    max_size=12,
)


@given(SESSIONS)
@settings(deadline=None)
def test_any_session_is_distilled_and_always_to_the_same(session):
    distilled = distil(session)
    assert distil(session) == distilled
    turns = {turn.number for turn in session.turns}
    for claim in distilled.claims:
        assert claim.scope
        assert claim.text.strip()
        assert "\n" not in claim.text
        assert {source.turn for source in claim.sources} <= turns
    assert distilled.story.title


@given(SESSIONS)
@settings(deadline=None)
def test_injected_text_makes_no_claim(session):
    injected = a_session(*(a_turn(turn.text, role=Role.INJECTED, kind=Kind.TEXT) for turn in session.turns))
    distilled = distil(injected)
    assert distilled.claims == ()
    assert (distilled.story.asked, distilled.story.outcome, distilled.story.notes) == ((), (), ())


@given(PROSE, some.sampled_from(Origin))
def test_worth_is_finite(text, origin):
    assert math.isfinite(worth(text, origin))


@given(CLAIMS)
def test_folding_twice_is_folding_once(claims):
    folded = dedupe(claims)
    assert len(folded) <= len(claims)
    assert dedupe(folded) == folded


@given(CLAIMS, some.integers(0, 2000))
def test_what_a_person_said_is_never_cut(claims, turns):
    kept = limit(claims, turns)
    spoken = [claim for claim in claims if claim.sources[0].said_by == "human:user"]
    assert [claim for claim in kept if claim.sources[0].said_by == "human:user"] == spoken
    assert limit(kept, turns) == kept
