import pytest

from wikimem.frontends.aider import identify, parse, recognise
from wikimem.model.record import Act, Identity, Kind, Record, Role

START = "# aider chat started at 2026-03-01 10:00:00\n\n"


def read(text: str) -> list[Record]:
    found = parse((START + text).encode().splitlines(keepends=True), Identity("x"))
    return [one for one in found if isinstance(one, Record)][1:]


def told(text: str) -> list[tuple[Role, str]]:
    return [(one.role, one.text) for one in read(text) if one.kind is Kind.TEXT and one.name != "console"]


def test_the_first_chat_names_the_session_for_ever() -> None:
    later = START + "#### hi\n\n# aider chat started at 2026-03-02 10:00:00\n"
    assert recognise("history.md", later.encode())
    assert identify("a/.aider.chat.history.md", later.encode().splitlines()) == Identity("2026-03-01-10-00-00")


def test_prompts_of_several_lines_and_answers_with_blank_ones() -> None:
    assert told("#### Check the kiln\n#### and the glaze\n\nLooking.\n\nIt is fine.\n\n> Tokens: 1 sent.\n") == [
        (Role.PERSON, "Check the kiln\nand the glaze"),
        (Role.AGENT, "Looking.\n\nIt is fine."),
    ]


def test_an_answer_is_there_once_something_follows_it() -> None:
    assert told("#### hi\n\nHello\n\n") == [(Role.PERSON, "hi")]
    assert told("#### hi\n\nHello\n\n> ") == [(Role.PERSON, "hi"), (Role.AGENT, "Hello")]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("/ask Why does it crack?", (Kind.TEXT, Role.PERSON, "Why does it crack?")),
        ("/code Mend it", (Kind.TEXT, Role.PERSON, "Mend it")),
        ("/add kiln.py", (Kind.TEXT, Role.INJECTED, "/add kiln.py")),
        ("/run make", (Kind.CALL, Role.PERSON, "make")),
        ("!make", (Kind.CALL, Role.PERSON, "make")),
        ("/home/ana/kiln is my folder", (Kind.TEXT, Role.PERSON, "/home/ana/kiln is my folder")),
    ],
)
def test_commands(typed: str, expected: tuple[Kind, Role, str]) -> None:
    (record,) = read(f"#### {typed}\n\n")
    assert (record.kind, record.role, record.text) == expected


def test_what_aider_printed() -> None:
    records = read("> Aider v0.86.2\n> Main model: openai/gpt-5 with diff format\n> Applied edit to kiln.py\n\n")
    assert [dict(one.data) for one in records if one.kind is Kind.CONTEXT][-1] == {
        "version": "0.86.2",
        "model": "gpt-5",
    }
    (edit,) = (one for one in records if one.kind is Kind.CALL)
    assert (edit.act, edit.text) == (Act.EDIT, "kiln.py")


def test_what_a_command_printed_is_its_result_and_an_edit_belongs_to_its_answer() -> None:
    call, result = read("#### !make\n\n> done\n\n")
    assert (result.kind, result.call, result.text) == (Kind.RESULT, call.key, "done")
    _, answer, edit, _ = read("#### hi\n\nDone.\n\n> Applied edit to kiln.py\n\n")
    assert edit.message == answer.message


def test_an_interruption() -> None:
    notice, _ = read("> ^C again to exit\n>\n> ^C KeyboardInterrupt\n\n")
    assert (notice.kind, notice.name) == (Kind.NOTICE, "interrupted")


def test_the_same_prompt_again_is_another_one() -> None:
    assert len({one.key for one in read("#### yes\n\n> ok\n\n#### yes\n\n> ok\n\n")}) == 4


def test_no_record_has_a_time() -> None:
    assert {one.at for one in read("#### hi\n\nHello\n\n> ok\n\n")} == {""}
