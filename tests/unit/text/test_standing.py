"""A sentence stands alone, with what it is about, or is given up."""

import pytest

from wikimem.text import standing


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("also, always run `make fmt`", "Always run `make fmt`."),
        ("yeah ok, and note that tabs are fine", "Tabs are fine."),
        ("- **tabs** are fine!", "Tabs are fine!"),
    ],
)
def test_a_persons_sentence(said, sentence):
    assert standing.from_person(said) == sentence


def test_the_examples_of_the_docstring():
    assert standing.from_agent("Re-reads the index", ["How `flush` works"]) == "How `flush` works: Re-reads the index"
    assert standing.from_agent("This is why it failed.", []) is None


@pytest.mark.parametrize("label", ["Summary", "Step 2: more", "Additional notes", "Key points", "Flush", "x " * 20, ""])
def test_a_label_that_says_nothing_does_not_help(label):
    assert standing.from_agent("It reads the index.", [label]) is None


def test_the_nearest_label_that_says_something_is_taken():
    assert standing.from_agent("It reads the index.", ["Details:", "**Order of locks**"]) == (
        "Order of locks: It reads the index."
    )


def test_a_sentence_that_names_its_subject_late_takes_a_label_or_stands_as_it_is():
    said = "The one thing that nobody ever knew about is `flush`."
    assert standing.from_agent(said, []) == said
    assert standing.from_agent(said, ["Order of locks"]) == f"Order of locks: {said}"


@pytest.mark.parametrize("text", ["It fails because", "We chose the", "The table (", "It is one, ", "They should"])
def test_what_breaks_off(text):
    assert standing.breaks_off(text.strip())


def test_what_does_not_break_off():
    assert not standing.breaks_off("We chose tantivy")
