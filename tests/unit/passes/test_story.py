"""The story of a session: what was asked, what came of it, what was found, made and left open."""

from tests.build import a_call, a_claim, a_session, a_turn, agent, person, plan, summary, todo
from wikimem.model.claim import ClaimKind
from wikimem.model.record import Act, Kind, Role
from wikimem.model.story import Made, Told
from wikimem.passes.statements import statements
from wikimem.passes.story import tell

LOCK = "The lock of `save` is taken twice, because `flush` takes it again before it writes the index of bookings."
TIDES = "The tide table is read once a day from `tides.json`, since the harbour master changes it only by night."
REPORT = (
    "`save` takes one lock now instead of two. "
    "Bookings of a batch share it, because `flush` writes the index of the harbour once for them all, not for each."
)


def story(*turns, claims=(), **fields):
    session = a_session(*turns, **fields)
    return tell(session, statements(session), claims, "Lock order")


def asked(*turns):
    return [told.text for told in story(*turns).asked]


def test_requests_are_told_and_consent_is_not():
    turns = [
        person("fix the lock of save"),
        person("yes please go on with that"),
        person("ok"),
        person("test it too please now"),
    ]
    assert story(*turns).asked == (Told("fix the lock of save", 1), Told("test it too please now", 4))


def test_the_first_request_is_told_however_short():
    assert asked(person("continue")) == ["continue"]


def test_a_request_is_told_by_its_first_sentences_without_code():
    said = "the lock is taken twice.\n```\nTraceback\n```\nwhy is that? i want to know. tell me"
    assert asked(person(said)) == ["the lock is taken twice. why is that?"]
    assert asked(person("```\nTraceback\n```")) == ["``` Traceback ```"]


def test_a_long_request_is_cut():
    assert asked(person("word " * 30)) == ["word " * 20 + "…"]


def test_a_request_for_a_plan_names_it():
    turns = [person("Implement the following plan:"), plan("# Plan: Lock order\n\nTake it once.")]
    assert asked(*turns) == ["Implement the following plan: Lock order"]


def test_of_many_requests_the_first_and_the_longest_are_told_in_order():
    turns = [person("one two"), *(person(f"request {'x ' * size}end") for size in (9, 5, 8, 6, 7))]
    assert [told.turn for told in story(*turns).asked] == [1, 2, 4, 6]


def test_what_the_harness_or_a_sub_agent_asked_is_not_told():
    turns = [a_turn("do it", role=Role.INJECTED), a_turn("do it", role=Role.PERSON, agent="sub-1")]
    assert asked(*turns) == []


def test_the_last_report_worth_the_name_is_the_outcome():
    outcome = story(person("fix it"), agent(REPORT), person("thanks"), agent("You are welcome.")).outcome
    assert [told.turn for told in outcome] == [2, 2]
    assert " ".join(told.text for told in outcome) == REPORT


def test_a_session_without_a_report_has_no_outcome():
    assert story(person("fix it"), agent("Done.")).outcome == ()


def test_notes_tell_what_the_outcome_and_the_claims_do_not():
    turns = [person("fix it"), agent(TIDES), agent(LOCK), agent(REPORT)]
    assert [line.text for line in story(*turns).notes] == [TIDES, LOCK]
    assert [line.text for line in story(*turns, claims=[a_claim(TIDES, turn=2)]).notes] == [LOCK]


def test_statements_of_one_turn_stand_in_one_line():
    turns = [agent(f"{TIDES} {LOCK.replace('twice', 'at once')}"), agent(REPORT)]
    (line,) = story(*turns).notes
    assert line.text.startswith(TIDES)
    assert line.turn == 1


def test_notes_are_told_in_the_order_of_the_session_and_once():
    turns = [summary(LOCK), agent(TIDES), summary(LOCK), agent("ok")]
    assert [line.turn for line in story(*turns).notes] == [1, 2]


def test_narration_never_makes_a_note():
    assert (
        story(agent("Let me look at `save` and `flush`, because the lock is taken twice there."), agent("ok")).notes
        == ()
    )


def test_the_last_task_list_says_what_is_done_and_left_open():
    told = story(
        todo(("Read the tides", "open")),
        todo(("Read the tides", "done"), ("Take the lock once", "active"), ("Test it", "open")),
        a_turn(kind=Kind.TODO, agent="sub-1", items=[{"text": "Another", "status": "open"}]),
    )
    assert told.done == ("Read the tides",)
    assert told.open == (Told("Take the lock once", 2), Told("Test it", 2))


def test_a_damaged_task_list_is_no_list():
    assert story(a_turn(kind=Kind.TODO, items=["x", {"text": ""}, {}])).open == ()


def test_commits_are_told_once_with_their_turn():
    made = a_call('git commit -m "Take the lock once"', "[main 1a2b3c4] Take the lock once\n 1 file changed")
    quiet = a_call('git commit -qm "Test it" && git log --oneline -1', "2b3c4d5 Test it")
    refused = a_call('git commit -m "Never"', "nothing to commit", ok=True)
    failed = a_call('git commit -m "Never"', "", ok=False)
    assert story(agent("", made, made), agent("", quiet, refused, failed)).commits == (
        Made("1a2b3c4", "Take the lock once", 1),
        Made("2b3c4d5", "Test it", 2),
    )


def test_pull_requests_come_from_links_and_from_the_command_that_made_them():
    url = "https://github.com/mira/ferry/pull/"
    turns = [
        a_turn(f"{url}12", kind=Kind.LINK),
        agent(
            "",
            a_call("gh pr create --fill", f"{url}12"),
            a_call("gh pr create", f"see {url}13"),
            a_call("gh pr list", f"{url}9"),
        ),
    ]
    assert story(*turns).pulls == (Made("#12", f"{url}12", 1), Made("#13", f"{url}13", 2))


def test_files_are_told_most_edited_first_and_only_those_of_the_project():
    def edit(path, *, ok=True):
        return a_call(path, act=Act.EDIT, ok=ok)

    root = "/home/mira/ferry"
    turn = agent(
        "", edit(f"{root}/a.py"), edit(f"{root}/b.py"), edit(f"{root}/b.py"), edit("/etc/hosts"), edit("~/.zshrc")
    )
    read = agent("", a_call(f"{root}/c.py", act=Act.READ), edit(f"{root}/d.py", ok=False))
    assert story(turn, read).files == ("b.py", "a.py")


def test_a_session_with_neither_a_person_nor_work_is_not_substantive():
    assert not story(agent("Hello."), a_turn("x", role=Role.INJECTED)).substantive
    assert not story(a_turn("", agent="sub-1", calls=[a_call("ls")])).substantive
    assert story(person("hello")).substantive
    assert story(agent("", a_call("ls"))).substantive


def test_a_story_keeps_its_names():
    told = story(person("hello"), claims=[a_claim("x", ClaimKind.FACT)])
    assert told.title == "Lock order"
