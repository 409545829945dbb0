"""Rules find claims among statements, and leave what cannot stand alone or does not last."""

import pytest

from tests.build import MODEL, RAW, SESSION, a_session, agent, answer, person
from wikimem.model.claim import ClaimKind, Source
from wikimem.model.record import Role
from wikimem.model.statement import Origin, Statement
from wikimem.passes.extract import extract
from wikimem.passes.statements import statements

LONG = (
    "Renamed `Store` to `Vault` in `ferry/vault.py` and its tests instead of keeping both names, because everybody "
    "else who reads this code takes a store for a shop and then looks for the wrong `Booking` there."
)


def claims(*turns):
    session = a_session(*turns)
    return extract(session, statements(session), "Retry queue")


def kinds(*turns):
    return [(claim.kind, claim.text) for claim in claims(*turns)]


@pytest.mark.parametrize(
    ("said", "claim"),
    [
        ("always run `make fmt` before you commit", "Always run `make fmt` before you commit."),
        ("never commit to main.", "Never commit to main."),
        ("Also, please don't use mocks for the booking store", "Please don't use mocks for the booking store."),
        ("from now on write dates as yyyy-mm-dd", "From now on write dates as yyyy-mm-dd."),
        ("I'd prefer small commits over one large commit", "I'd prefer small commits over one large commit."),
        ("don't run the integration tests, too slow", "Don't run the integration tests, too slow."),
        ("can we avoid abbreviations in names?", "Can we avoid abbreviations in names?"),
    ],
)
def test_a_person_prefers(said, claim):
    assert kinds(person(said)) == [(ClaimKind.PREFERENCE, claim)]


@pytest.mark.parametrize(
    ("said", "claim"),
    [
        ("let's call it Vault, `Store` is a shop", "Let's call it Vault, `Store` is a shop."),
        ("we should use Postgres for the retry queue", "We should use Postgres for the retry queue."),
        ("yeah, let's use true/false instead of on/off", "Let's use true/false instead of on/off."),
        ("no, i want the formula to be called ferry-tap", None),
        ("i want the formula to be called `ferry-tap`", "I want the formula to be called `ferry-tap`."),
    ],
)
def test_a_person_decides_what_is_named(said, claim):
    assert kinds(person(said)) == ([(ClaimKind.DECISION, claim)] if claim else [])


def test_an_answer_in_passing_is_a_preference_too():
    refused = answer("make test", "don't run the integration tests, too slow", refused=True)
    assert kinds(refused) == [(ClaimKind.PREFERENCE, "Don't run the integration tests, too slow.")]


@pytest.mark.parametrize(
    "said",
    [
        "never mind",
        "have a look at the failing test and fix it please",
        "do we always run `make fmt` before a commit?",
        "remember to paginate.",
        "don't do this here now please thanks",
        "Warning: always run `make fmt` before you commit",
        "The `flush` function always re-reads the index when called",
        "This causes the writer to always return 0 for bookings",
        "see https://example.org: you should always run `make fmt`",
        "> fatal: never use this branch",
        "what if we use `Vault` instead of `Store` everywhere",
        "instead of passing an empty name, the code should either:",
        "that can break `flush` rather than helping",
        "- always run `make fmt` before you commit",
        "## Rules\nalways run `make fmt` before you commit",
        " ".join(["always run `make fmt` before you commit."] * 10),
    ],
)
def test_what_a_person_does_not_settle(said):
    assert kinds(person(said)) == []


def stated(text, *, worth=4.0, origin=Origin.FINAL, heading="", lead="", row=False):
    """Return the kinds and texts of the claims made of one statement of an agent."""
    statement = Statement(text, 1, "", Role.AGENT, origin, worth, heading, lead, row=row)
    return [(claim.kind, claim.text) for claim in extract(a_session(agent("")), [statement], "Retry queue")]


AGENT_SAYS = [
    (ClaimKind.DECISION, "Renamed `Store` to `Vault`, since stores are shops."),
    (ClaimKind.DECISION, "`flush` now writes the index once per batch instead of once per booking."),
    (ClaimKind.DECISION, "Tides are rounded to minutes by design, as `harbour.py` shows."),
    (ClaimKind.LESSON, "The test `test_tides` failed because the clock was local time."),
    (ClaimKind.LESSON, "The root cause is that `save` was changed to take the lock twice."),
    (ClaimKind.LESSON, "`save` must take the lock before anybody calls `flush`."),
    (ClaimKind.QUESTION, "Windows paths are not handled yet in `ferry/paths.py`."),
    (ClaimKind.QUESTION, "A lock for `tides.json` is out of scope here."),
    (ClaimKind.FACT, "`flush` re-reads the index and returns every booking."),
    (ClaimKind.FACT, "`tide_table` calls the git command line instead of the library."),
]


@pytest.mark.parametrize(("kind", "said"), AGENT_SAYS)
def test_an_agent_claims(kind, said):
    assert stated(said) == [(kind, said)]


@pytest.mark.parametrize("said", [said for _, said in AGENT_SAYS])
def test_a_statement_of_little_worth_is_no_claim(said):
    assert stated(said, worth=2.0) == []


def test_each_kind_has_its_threshold():
    said = "Windows paths are not handled yet in `ferry/paths.py`."
    assert stated(said, worth=2.3) == [(ClaimKind.QUESTION, said)]
    assert stated("`flush` re-reads the index and returns every booking.", worth=3.1) == []


def test_an_open_section_of_a_report_holds_questions_and_one_of_a_summary_does_not():
    said = "`split_berth` only knows the path separator of Linux."
    assert stated(said, heading="Follow-ups") == [(ClaimKind.QUESTION, said)]
    assert stated(said, heading="Pending tasks", origin=Origin.SUMMARY) == [(ClaimKind.FACT, said)]


def test_a_section_of_errors_holds_lessons():
    said = "`split_berth` only knows the path separator of Linux."
    assert stated(said, heading="Errors and fixes", origin=Origin.SUMMARY) == [(ClaimKind.LESSON, said)]


@pytest.mark.parametrize(
    ("said", "under", "claim"),
    [
        (
            "It re-reads the index because a booking may be new.",
            {"heading": "How `flush` works"},
            "How `flush` works: It re-reads the index because a booking may be new.",
        ),
        (
            "Re-reads the index because a booking may be new.",
            {"lead": "`flush` in the writer", "heading": "Summary"},
            "`flush` in the writer: Re-reads the index because a booking may be new.",
        ),
        (
            "I renamed `Store` to `Vault`, since stores are shops.",
            {},
            "Renamed `Store` to `Vault`, since stores are shops.",
        ),
        (
            "Fixed. The bug was that `save` takes the lock twice.",
            {},
            "The bug was that `save` takes the lock twice.",
        ),
        (
            "1. **Lock order**: `save` must take the lock before `flush`.",
            {},
            "Lock order: `save` must take the lock before `flush`.",
        ),
    ],
)
def test_a_sentence_is_made_to_stand_alone(said, under, claim):
    assert [text for _, text in stated(said, **under)] == [claim]


@pytest.mark.parametrize(
    "said",
    [
        "It re-reads the index because `flush` may have changed it.",
        "This happens because `save` takes the lock twice in a row.",
        "The old one fails because `save` takes the lock twice in a row.",
        "Line 32 is wrong because `save` takes the lock twice in a row.",
        "The test is wrong because `save` takes the lock twice in a row.",
        "You must call `flush` before `load_all`, because it is stale.",
        "The writer must ask me before `flush`, because it is stale.",
        "We could move `flush` to `load_all`, because it is slow there.",
        "The fix would be to call `flush` first, because it is slow.",
        "The PR must not call `flush` first, because it is slow there.",
        "The reviewer said that `flush` is slow because of the lock.",
        "`test_tides` is failing because the clock was local time.",
        "`save` has a lint error because the clock was never used.",
        "[pending] `flush` must take the lock before `load_all` does.",
        "Successfully renamed `Store` to `Vault`, since stores are shops.",
        "No pending work is left, because `flush` must take the lock.",
        "The lock is taken twice because nobody looked at the clock.",
        "`save` fails because `flush` takes the lock of the",
        "`save` fails, because.",
        '"Never call `flush` before `load_all`, because it is stale."',
    ],
)
def test_what_an_agent_says_in_passing_is_no_claim(said):
    assert stated(said) == []


def test_a_guess_counts_only_when_it_is_reported():
    said = "Perhaps `save` fails because `flush` takes the lock of `load`."
    assert stated(said, origin=Origin.ASIDE) == []
    assert stated(said, origin=Origin.FINAL) == [(ClaimKind.LESSON, said)]


def test_a_plan_is_not_told_sentence_by_sentence():
    assert stated(AGENT_SAYS[0][1], origin=Origin.PLAN) == []


def test_what_a_summary_says_of_the_current_work_is_no_claim():
    assert stated(AGENT_SAYS[0][1], origin=Origin.SUMMARY, heading="Current Work") == []


def test_a_row_of_three_cells_is_no_sentence():
    cells = "`save` takes the lock — because of `flush` — must change"
    assert stated(cells, row=True) == []
    assert stated(cells) != []


def test_a_claim_says_who_said_it_where():
    (said,) = claims(person("always run `make fmt` before you commit"))
    assert said.sources == (Source(SESSION, 1, RAW, "human:user", "2026-03-08T10:01:00Z"),)
    (found,) = claims(agent(LONG))
    assert found.sources[0].said_by == f"claude-code/{MODEL}"
    assert (found.subject, found.scope) == ("Retry queue", "")


def test_what_a_person_wants_matters_more_than_what_an_agent_finds():
    (preference,) = claims(person("always run `make fmt` before you commit"))
    (decision,) = claims(person("let's call it Vault, `Store` is a shop"))
    statement = Statement(AGENT_SAYS[0][1], 1, "", Role.AGENT, Origin.FINAL, 2.6)
    (found,) = extract(a_session(agent("")), [statement], "Retry queue")
    assert preference.importance > decision.importance > found.importance
