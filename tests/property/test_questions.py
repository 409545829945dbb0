"""Any text is a legal question: it is parsed, searched for and answered without an error."""

from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wikimem.model.passage import Level, Passage
from wikimem.recall.ask import Means, ask, search
from wikimem.recall.query import parse_question
from wikimem.store.index import Index
from wikimem.store.passages import entry_of

TODAY = date(2026, 3, 11)
AWKWARD = [
    "C:\\foo", "foo:bar", "http://x", "it's", "std::vec", '"unclosed', "(", "hello^", "+", "-", "NOT", "a AND", "/re/",
    "*", "--flag", "[[a|b]]", "a~2", "{a TO b}", "\\", "🙂", "部署", "署", "\ud800", "\0", "e\u0301", "`", "“",
    "in January", "2026-02-01", "before the rename", "getUserName", "user_name", "src/app.py", "E1234",
]  # fmt: skip
QUESTIONS = st.lists(st.sampled_from(AWKWARD) | st.text(st.characters(), max_size=20), max_size=12)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    """An index of one page."""
    page = Passage("a.md", Level.PAGE, "Note", "Kettle", "call getUserName in src/app.py with --flag; 部署方案", id="a")
    return Index.rebuild(tmp_path_factory.mktemp("questions"), [entry_of(page)])


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(words=QUESTIONS, glue=st.sampled_from(["", " "]))
def test_any_text_is_a_legal_question(index: Index, words: list[str], glue: str) -> None:
    text = glue.join(words)
    question = parse_question(text, today=TODAY)
    assert all(word == word.lower() for word in question.words)
    search(Means(index, TODAY), text)
    assert ask(Means(index, TODAY), text).question == text


@pytest.mark.parametrize("text", ["a" * 70_000, "部" * 70_000, "\ud800" * 70_000, "a:" * 35_000, "in January " * 7_000])
def test_length_is_no_error(index: Index, text: str) -> None:
    search(Means(index, TODAY), text)
    ask(Means(index, TODAY), text)
