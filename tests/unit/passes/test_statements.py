"""Sessions are cut into statements: sentences that hold together, without what is no knowledge."""

from tests.build import a_call, a_session, a_turn, agent, answer, person, plan, summary, todo
from wikimem.model.record import Kind, Role
from wikimem.model.statement import Origin
from wikimem.passes.statements import statements


def texts(*turns):
    return [statement.text for statement in statements(a_session(*turns))]


def origins(*turns):
    return [(statement.origin, statement.turn) for statement in statements(a_session(*turns))]


def test_a_sentence_that_leans_stays_with_the_one_it_leans_on():
    assert texts(agent("Found it. The lock is taken twice. This happens because `save` calls `flush`.")) == [
        "The lock is taken twice. This happens because `save` calls `flush`."
    ]


def test_sentences_that_stand_alone_are_told_apart():
    said = "The ferry table has no index. Bookings are read by harbour and day."
    assert texts(agent(said)) == ["The ferry table has no index.", "Bookings are read by harbour and day."]


def test_an_exclamation_goes_and_what_follows_begins_a_sentence():
    assert texts(agent("Good catch - the lock is taken twice.")) == ["The lock is taken twice."]


def test_narration_is_left_out():
    said = "Let me look at the tests. The clock is local time. I need to run them again. All tests pass now."
    assert texts(agent(said)) == ["The clock is local time."]


def test_a_question_to_the_person_is_left_out():
    assert texts(agent("The clock is local time. Want me to open a pull request?")) == ["The clock is local time."]


def test_a_persons_words_are_kept_as_they_are():
    said = "ok now. this is why i never merge on fridays. let me know when it is done"
    assert texts(person(said)) == [
        "ok now.",
        "this is why i never merge on fridays.",
        "let me know when it is done",
    ]


def test_a_sentence_that_leads_to_code_ends_where_the_code_began():
    said = "Since a booking can't be split, the function now returns an error that names the line:\n\n```\nx\n```"
    assert texts(agent(said)) == [
        "Since a booking can't be split, the function now returns an error that names the line."
    ]


def test_a_sentence_that_ends_in_the_middle_is_left_out():
    said = "The tables bookings, berths and tides are locked together in this order, because:\n\n```\nx\n```"
    assert texts(agent(said)) == []


def test_bold_marks_that_lost_their_other_half_go():
    said = "**The clock is local time. Tides are late by night** in the harbour."
    assert texts(agent(said)) == ["The clock is local time.", "Tides are late by night in the harbour."]


def test_list_items_take_their_heading_and_parent_along():
    found = statements(a_session(agent("## How `flush` works\n\n- Reads the index:\n  - once per booking")))
    assert [(item.text, item.heading, item.lead, item.bullet) for item in found] == [
        ("once per booking", "How `flush` works", "Reads the index", True)
    ]


def test_table_rows_are_marked():
    found = statements(a_session(agent("| table | rows |\n|---|---|\n| bookings | many of them here |")))
    assert [(item.text, item.row) for item in found] == [
        ("table — rows", True),
        ("bookings — many of them here", True),
    ]


def test_the_last_words_before_a_person_speaks_are_a_report():
    turns = [person("Fix the clock."), agent("The clock is local."), agent("The clock is UTC now."), person("Thanks.")]
    assert origins(*turns) == [
        (Origin.PROMPT, 1),
        (Origin.ASIDE, 2),
        (Origin.FINAL, 3),
        (Origin.PROMPT, 4),
    ]


def test_each_kind_of_turn_has_its_origin():
    turns = [
        answer("Which clock should the tests use?", "The fixed one."),
        summary("The clock is fixed in tests."),
        plan("The clock is passed in."),
    ]
    assert origins(*turns) == [(Origin.ANSWER, 1), (Origin.SUMMARY, 2), (Origin.PLAN, 3)]


def test_commits_speak_by_subject_and_body():
    commit = a_call(
        'git commit -m "Pass the clock in" -m "Tests ran in local time."', "[main 1a2b3c4] Pass the clock in"
    )
    found = statements(a_session(agent("", commit)))
    assert [(item.text, item.origin) for item in found] == [
        ("Pass the clock in", Origin.COMMIT),
        ("Tests ran in local time.", Origin.COMMIT),
    ]


def test_what_is_never_taken():
    never = "The clock is local time because the container sets no zone."
    assert (
        texts(
            a_turn(never, role=Role.INJECTED),
            a_turn(never, agent="sub-1"),
            plan(never, ok=False),
            a_turn(never, kind=Kind.THOUGHT),
            a_turn(never, kind=Kind.NOTICE),
            todo((never, "open")),
            agent("", a_call("cat clock.py", never)),
            agent("", a_call('git commit -m "Pass the clock in"', "error: hook declined", ok=False)),
        )
        == []
    )


def test_sections_written_for_the_agent_itself_are_passed_over():
    said = "## All user messages\n\n- The clock is wrong.\n\n## Errors and fixes\n\n- The clock was local time."
    assert texts(summary(said)) == ["The clock was local time."]


def test_code_that_is_spoken_of_often_raises_the_worth():
    said = agent("The lock of `flush` is taken twice by the writer of bookings.")
    (once,) = statements(a_session(said))
    often, *_ = statements(a_session(said, agent("So `flush` waits."), agent("`flush` is slow here.")))
    assert often.worth > once.worth
