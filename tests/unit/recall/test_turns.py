"""Which words of a session are searched, and how they are cited."""

from wikimem.model.passage import Level
from wikimem.model.record import Act, Kind, Role
from wikimem.model.session import RawRef, Session, ToolCall, Turn
from wikimem.recall.cut import PASSAGE
from wikimem.recall.turns import passages_of_turns

AT = "2026-03-02T10:00:00Z"
RAW = "raw/claude-code/2026/5e55-1.jsonl"


def session(*turns: Turn, project: str = "kettle") -> Session:
    return Session("5e55-1", "claude-code", RawRef(RAW, 10, "0"), project=project, models=("opus",), turns=turns)


def said(
    number: int, text: str, role: Role = Role.AGENT, kind: Kind = Kind.TEXT, *calls: ToolCall, **more: object
) -> Turn:
    return Turn(number, kind, role, AT, text, calls, **more)  # type: ignore[arg-type]


def texts(*turns: Turn) -> list[str]:
    return [passage.text for passage in passages_of_turns(session(*turns), "Boil water")]


def test_a_passage_says_where_it_is_from() -> None:
    (prompt, reply) = passages_of_turns(
        session(
            said(1, "Why does the kettle not stop?", Role.PERSON), said(2, "The switch was bypassed in the relay.")
        ),
        "Fix the kettle",
    )
    assert (prompt.path, prompt.level, prompt.type, prompt.title) == (RAW, Level.TURN, "Turn", "Fix the kettle")
    assert (prompt.scope, prompt.project, prompt.at) == ("project:kettle", "kettle", AT)
    assert prompt.sources[0].said_by == "human:user"
    assert (reply.sources[0].turn, reply.sources[0].session, reply.sources[0].said_by) == (
        2,
        "5e55-1",
        "claude-code/opus",
    )


def test_a_reply_is_found_by_the_prompt_it_answers() -> None:
    _, reply = passages_of_turns(session(said(1, "Is descaling due?", Role.PERSON), said(2, "Yes, since May.")), "t")
    assert reply.heading == "Is descaling due?"


def test_remarks_between_prompts_are_joined_until_a_passage_is_full() -> None:
    remarks = [said(number, f"Now I look at part {number}. " + "x " * 200) for number in range(1, 8)]
    passages = list(passages_of_turns(session(*remarks), "t"))
    assert 1 < len(passages) < 7
    assert [source.turn for passage in passages for source in passage.sources] == [1, 2, 3, 4, 5, 6, 7]


def test_a_long_turn_is_tiled() -> None:
    long = "\n\n".join(f"Paragraph {number}. " + "word " * 60 for number in range(20))
    passages = list(passages_of_turns(session(said(1, long)), "t"))
    assert "".join("".join(passage.text.split()) for passage in passages) == "".join(long.split())
    assert all(len(passage.text) <= PASSAGE for passage in passages)


def test_injected_text_sub_agents_and_tool_output_are_left_out() -> None:
    ran = ToolCall("c1", "Bash", Act.RUN, "make kettle", result="a very long listing of the kettle")
    assert texts(
        said(1, "You are a helpful kettle assistant.", Role.INJECTED),
        said(2, "I am a sub-agent and look around.", agent="a1"),
        said(3, "I run the build of the kettle.", Role.AGENT, Kind.TEXT, ran),
        said(4, "kettle-branch", Role.AGENT, Kind.CONTEXT),
    ) == ["I run the build of the kettle."]


def test_commit_messages_and_reports_of_sub_agents_are_searched() -> None:
    commit = ToolCall(
        "c1", "Bash", Act.RUN, "git commit -m 'Stop at 100 degrees'", result="[main 1a2b3c4] Stop at 100 degrees"
    )
    task = ToolCall("c2", "Task", Act.TASK, "find the relay", result="The relay is in the base of the kettle.")
    found = list(passages_of_turns(session(said(1, "", Role.AGENT, Kind.TEXT, commit, task)), "t"))
    assert [passage.text for passage in found] == [
        "Commit: Stop at 100 degrees",
        "The relay is in the base of the kettle.",
    ]
    assert found[1].heading == "find the relay"
    assert found[1].importance < found[0].importance


def test_an_answer_is_shown_with_its_question() -> None:
    choice = said(3, "Stainless steel", Role.PERSON, Kind.ANSWER, data={"question": "Which material?"})
    assert texts(choice) == ["Which material?\n\nStainless steel"]


def test_a_mere_yes_is_no_passage() -> None:
    assert texts(said(1, "yes", Role.PERSON), said(2, "部署", Role.PERSON)) == ["部署"]


def test_a_session_of_no_project_is_global() -> None:
    (passage,) = passages_of_turns(session(said(1, "Prefer short answers."), project=""), "t")
    assert (passage.scope, passage.project) == ("global", "")


def test_a_short_turn_is_found_by_what_it_answers_and_a_long_one_by_itself() -> None:
    question = "Shall I descale the kettle before the guests come? " * 10
    asked, answered, done = passages_of_turns(
        session(said(1, question), said(2, "yes, delete it", Role.PERSON), said(3, "The scale is gone now.")), "t"
    )
    assert asked.around == ""
    assert answered.around.endswith("The scale is gone now.")
    before = answered.around.partition("\n")[0]
    assert before.startswith(("Shall", "I", "descale", "the", "kettle", "before", "guests", "come?"))
    assert len(before) <= 400 - len(answered.text)
    assert "yes, delete it" in done.around


def test_a_person_with_a_name_is_quoted_by_name() -> None:
    assert texts(said(1, "The kettle is mine.", Role.PERSON, name="Ada")) == ["Ada: The kettle is mine."]
    assert texts(said(1, "The kettle is yours.", name="kettle-bot")) == ["The kettle is yours."]
