"""Plans as last approved and the person's choices are claims without being judged."""

import pytest

from tests.build import a_session, a_turn, agent, answer, plan
from wikimem.model.claim import ClaimKind
from wikimem.model.record import Kind
from wikimem.passes.harvest import harvest

QUEUE = "Which queue should hold the retries?"
PLAN = """# Plan: Retry queue on Postgres

## Context

Retries are lost when a worker dies. The queue has to outlive it.

## Steps

1. Add the table `retry`.
"""


def found(*turns):
    return [(claim.kind, claim.text) for claim in harvest(a_session(*turns), "Retry queue")]


def test_a_choice_is_a_decision_of_the_person():
    (claim,) = harvest(a_session(answer(QUEUE, "postgres (Recommended)")), "Retry queue")
    assert (claim.kind, claim.text) == (ClaimKind.DECISION, f"{QUEUE} Postgres.")
    assert (claim.sources[0].said_by, claim.sources[0].turn) == ("human:user", 1)


@pytest.mark.parametrize(
    "turn",
    [
        answer("Should I commit this now?", "Yes"),
        answer("How should these fixups be committed?", "In one"),
        answer("Want me to open a pull request?", "Yes"),
        answer(QUEUE, "what do you mean?"),
        answer(QUEUE, "no, stop", refused=True),
        answer("Which one?", "Postgres"),
        answer(QUEUE, ""),
        answer("", "Postgres"),
        answer(QUEUE, "word " * 70),
        a_turn("Postgres", kind=Kind.ANSWER, question=QUEUE),
    ],
)
def test_an_answer_that_decides_nothing_that_lasts(turn):
    assert found(turn) == []


def test_a_plan_is_its_title_and_its_reasons():
    assert found(plan(PLAN)) == [
        (
            ClaimKind.PLAN,
            "Retry queue on Postgres: Retries are lost when a worker dies. The queue has to outlive it.",
        )
    ]


def test_a_refused_plan_is_none():
    assert found(plan(PLAN, ok=False)) == []


def test_a_plan_said_again_is_told_as_last_approved():
    later = PLAN.replace("The queue has to outlive it.", "The queue must outlive the worker.")
    (claim,) = harvest(a_session(plan(PLAN), agent("On it."), plan(later), plan("# Other\n\nDrop it.", ok=False)), "")
    assert claim.text.endswith("The queue must outlive the worker.")
    assert claim.sources[0].turn == 3


def test_two_plans_are_two_claims():
    assert [text for _, text in found(plan(PLAN), plan("# Tide tables\n\nRead them once a day."))] == [
        "Retry queue on Postgres: Retries are lost when a worker dies. The queue has to outlive it.",
        "Tide tables: Read them once a day.",
    ]


def test_list_items_of_a_plan_are_told_with_semicolons():
    assert [text for _, text in found(plan("# Tide tables\n\n- Read them\n- Keep them:\n- Drop them"))] == [
        "Tide tables: Read them; Drop them"
    ]


def test_a_long_plan_is_told_as_far_as_whole_sentences_go():
    (said,) = [text for _, text in found(plan("# Tides\n\n" + "- one two three four five six\n" * 20))]
    assert said == "Tides: " + "; ".join(["one two three four five six"] * 9)


def test_a_plan_without_a_title_or_of_a_sub_agent_is_none():
    assert found(plan("Read the tides once a day."), a_turn(PLAN, kind=Kind.PLAN, agent="sub-1")) == []
