"""What a question is after."""

import pytest

from wikimem.recall.intent import Wanted
from wikimem.recall.query import parse_question


@pytest.mark.parametrize(
    ("question", "type_"),
    [
        ("Why did we choose tea?", Wanted.DECISION),
        ("What was the rationale for tea instead of coffee?", Wanted.DECISION),
        ("How did we fix the kettle?", Wanted.LESSON),
        ("What was the root cause of the leak?", Wanted.LESSON),
        ("Does the user prefer tea?", Wanted.PREFERENCE),
        ("Should tests use mocks?", Wanted.PREFERENCE),
        ("What is left to do?", Wanted.QUESTION),
        ("Which follow-ups were noted?", Wanted.QUESTION),
        ("Where is the kettle?", Wanted.ANY),
        ("How does the kettle work?", Wanted.ANY),
        ("", Wanted.ANY),
    ],
)
def test_the_type_that_would_answer(question: str, type_: Wanted) -> None:
    assert parse_question(question).wanted is type_


@pytest.mark.parametrize(
    "question", ["What did the pot use to be? It used to be red.", "Is it still red?", "what was renamed"]
)
def test_a_question_about_change(question: str) -> None:
    assert parse_question(question).change


def test_a_question_about_what_is_asks_for_no_change() -> None:
    assert not parse_question("Which colour has the pot? I know it.").change
