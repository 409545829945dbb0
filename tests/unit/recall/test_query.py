"""Any text is a legal question."""

import pytest

from wikimem.recall.query import MOST_TEXT, parse_question


def test_stop_words_ask_nothing_unless_there_is_nothing_else() -> None:
    assert parse_question("How do we retry the jobs?").words == ("retry", "jobs")
    assert parse_question("what is this?").words == ("what", "is", "this")


def test_quoted_text_and_identifiers_are_phrases() -> None:
    asked = parse_question(
        'Where is "carry forward" set: `max retries`, src/app.py, user_name, --dry-run or getUserName?'
    )
    assert set(asked.phrases) == {"carry forward", "max retries", "src/app.py", "user_name", "--dry-run", "getUserName"}


def test_names_are_what_the_wiki_has_to_know() -> None:
    assert parse_question("Which Redis key holds E1234 in January?").names == ("Redis", "E1234")
    assert parse_question("Why do we retry? What is well-known about the stop-hook?").names == ()


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "?!", "\0", "\ud800", "C:\\foo", "foo:bar", "http://x", "it's", "std::vec", '"unclosed', "(", "hello^",
        "+", "-", "NOT", "a AND", "/re/", "*", "🙂", "[[a]]", "a" * 100_000, "“”", "``",
    ],
)  # fmt: skip
def test_punctuation_is_never_syntax(text: str) -> None:
    asked = parse_question(text)
    assert all(word and word == word.lower() for word in asked.words)


def test_a_pasted_log_is_read_in_part() -> None:
    assert len(parse_question("word " * MOST_TEXT).words) == MOST_TEXT // 5
