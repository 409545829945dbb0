"""A session is named by the best line its transcript offers."""

import pytest

from tests.build import a_call, a_session, a_turn, agent, person, plan
from wikimem.model.record import Act, Role
from wikimem.passes.naming import name

QUEUE = "Move the retries to Postgres"


def title(*turns, **fields):
    return name(a_session(*turns, **fields))


def commit(subject):
    return agent("", a_call(f'git commit -m "{subject}"', f"[main 1a2b3c4] {subject}", act=Act.RUN))


def test_the_transcripts_own_title_comes_first():
    assert title(plan("# Plan: Tides"), title="Retry queue") == "Retry queue"


@pytest.mark.parametrize(
    ("heading", "named"),
    [
        ("# Plan: Retry queue on Postgres", "Retry queue on Postgres"),
        ("# Retry queue - Implementation Plan", "Retry queue"),
        ("## Fix: `flush` takes the lock twice", "flush takes the lock twice"),
    ],
)
def test_a_plan_names_the_session(heading, named):
    assert title(person("yes please do that"), plan(f"{heading}\n\nWhy: ...")) == named


def test_a_refused_plan_names_nothing():
    assert title(person(QUEUE), plan("# Plan: Tides", ok=False)) == QUEUE


@pytest.mark.parametrize(
    ("prompt", "named"),
    [
        ("can you please move the retries to Postgres?", QUEUE),
        ("hi, let's move the retries to Postgres", QUEUE),
        ("Please move the retries to Postgres. They are lost today.", QUEUE),
        ("/plan move the retries to Postgres", QUEUE),
        ("https://example.org/pull/12 move the retries to Postgres", QUEUE),
        ("ok\n\nmove the retries to Postgres", QUEUE),
        ("# Retry queue for the ferry\n\nMove it.", "Retry queue for the ferry"),
        ("move the `retry` table to Postgres", "Move the retry table to Postgres"),
    ],
)
def test_a_clear_request_names_the_session(prompt, named):
    assert title(person(prompt), commit("Add the table retry")) == named


@pytest.mark.parametrize(
    "prompt",
    [
        "fix this please, it hurts",
        "look at the failing tests of the ferry",
        "fix the failing tests in the ferry",
        "why does the ferry lose its retries?",
        "merge main into the branch please",
        "address the open comments of the review",
        "go on",
    ],
)
def test_a_vague_request_gives_way_to_a_commit(prompt):
    assert title(person(prompt), commit("Add the table retry")) == "Add the table retry"


@pytest.mark.parametrize("subject", ["init", "Merge branch 'main'", "fix: gofmt", "wip"])
def test_a_commit_that_carries_no_news_gives_way_to_the_next(subject):
    assert title(person("fix this please"), commit(subject), commit("Add the table retry")) == "Add the table retry"


@pytest.mark.parametrize(
    ("branch", "named"),
    [
        ("mira/retry-queue", "Retry queue"),
        ("mira/ret-12-retry_queue", "RET-12 retry queue"),
        ("20260308-retry-queue", "Retry queue"),
    ],
)
def test_a_topic_branch_names_the_session(branch, named):
    assert title(person("fix this please"), branch=branch) == named


@pytest.mark.parametrize("branch", ["main", "release/2.1", "HEAD", "queue", ""])
def test_other_branches_name_nothing(branch):
    assert title(person("fix this please now"), branch=branch) == "Fix this please now"


def test_the_longest_early_request_is_better_than_nothing():
    assert title(person("fix this please"), person("why is this queue so slow at night?")) == (
        "Why is this queue so slow at night?"
    )


def test_a_title_is_cut_where_a_clause_ends():
    prompt = "move the retries of the ferry to Postgres (a table retry), " + "because workers die at night " * 2
    assert title(person(prompt)) == "Move the retries of the ferry to Postgres (a table retry)"


def test_a_title_without_clauses_is_cut_between_words():
    named = title(person("move " + "retries " * 20))
    assert named.endswith("retries…")
    assert len(named) <= 80


def test_only_what_the_person_said_names_a_session():
    turns = [a_turn(QUEUE, role=Role.INJECTED), a_turn(QUEUE, role=Role.PERSON, agent="sub-1"), agent(QUEUE)]
    assert title(*turns) == "Session 4c81d2f0"
