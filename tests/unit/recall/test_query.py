"""Any text is a legal question."""

from datetime import date

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


def test_the_words_of_a_date_are_not_looked_for() -> None:
    asked = parse_question("Which requests were open on 10 February 2026-style?", today=date(2026, 3, 11))
    assert asked.words == ("requests", "open", "2026", "style")
    asked = parse_question("What did Ada break on 2026-02-10?", today=date(2026, 3, 11), zone="Asia/Shanghai")
    assert asked.when
    assert (asked.when.since, asked.when.until, asked.when.zone) == ("2026-02-10", "2026-02-10", "Asia/Shanghai")
    assert (asked.words, asked.names, asked.phrases) == (("ada", "break"), ("Ada",), ())


def test_the_words_of_an_event_are() -> None:
    asked = parse_question("Where was it kept before the rename?", today=date(2026, 3, 11))
    assert asked.when
    assert asked.when.event == "the rename"
    assert asked.words == ("kept", "rename")


def test_a_question_of_nothing_but_a_date_is_looked_for() -> None:
    assert parse_question("2026-02-10", today=date(2026, 3, 11)).words == ("2026", "02", "10")


def test_without_a_day_to_see_it_from_there_is_no_date() -> None:
    assert parse_question("the crash in January").when is None
    assert parse_question("the crash in January").words == ("crash", "january")
