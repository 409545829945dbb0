"""Prose is cut into blocks with their place, and blocks into sentences."""

import pytest

from wikimem.text.prose import Block, blocks, closed, plain, plan_title, sentences


def cut(markdown):
    return list(blocks(markdown))


def test_paragraphs_are_joined_and_stand_under_their_heading():
    assert cut("One\ntwo.\n\n## Lock *order* ##\n\nThree.") == [Block("One two."), Block("Three.", "Lock *order*")]


@pytest.mark.parametrize("heading", ["# Locks", "**Locks**", "**Locks:**", "**Locks**:", "__Locks__", "### 2. Locks"])
def test_every_form_of_heading(heading):
    assert cut(f"{heading}\n\nTaken once.") == [Block("Taken once.", "Locks")]


def test_code_rules_and_quotes_are_left_out():
    assert cut("One.\n```py\n# no\n```\n> said\n\n---\n\n~~~\nno\n~~~\nTwo.") == [Block("One."), Block("Two.")]


def test_code_that_never_ends_hides_the_rest():
    assert cut("One.\n```\n# no\nTwo.") == [Block("One.")]


def test_a_rule_ends_a_section():
    assert cut("# Locks\n\nOne.\n\n***\n\nTwo.") == [Block("One.", "Locks"), Block("Two.")]


def test_list_items_hang_on_their_parent_or_on_the_paragraph_before():
    assert cut("The locks:\n- save\n  - once\n    a day\n- flush\n\nAfter.") == [
        Block("The locks:"),
        Block("save", lead="The locks:", bullet=True),
        Block("once a day", lead="save", bullet=True),
        Block("flush", lead="The locks:", bullet=True),
        Block("After."),
    ]


def test_a_paragraph_inside_a_numbered_item_hangs_on_it():
    assert cut("1. `save`:\n   takes the lock\n2) `flush`") == [
        Block("`save`:", "`save`", bullet=True),
        Block("takes the lock", "`save`", "`save`:", bullet=True),
        Block("`flush`", "`save`", bullet=True),
    ]


def test_table_rows_are_blocks_without_the_line_below_their_head():
    assert cut("| a | b |\n|:--|--:|\n| 1 |  |\n") == [Block("a — b", row=True), Block("1", row=True)]


def test_nothing_makes_no_block():
    assert cut("") == cut("\n\n---\n") == []


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("The file a.py holds v1.2 of it. `b` too.", ["The file a.py holds v1.2 of it.", "`b` too."]),
        ("See e.g. The lock. Or Mr. Noor.", ["See e.g. The lock.", "Or Mr. Noor."]),
        ("It is `a. B` here. Done", ["It is `a. B` here.", "Done"]),
        ("He said (so.) Then left.", ["He said (so.)", "Then left."]),
        ("one. two", ["one. two"]),
        ("", []),
    ],
)
def test_sentences(text, pieces):
    assert sentences(text) == pieces


def test_people_begin_sentences_in_lower_case():
    assert sentences("one. two! e.g. three", casual=True) == ["one.", "two!", "e.g. three"]


def test_plain_text_of_labels():
    assert [plain(text) for text in ("**Lock order**:", "2. Lock order", "3) __Lock order__ ", "Lock order")] == [
        "Lock order"
    ] * 4


@pytest.mark.parametrize(
    ("plan", "title"),
    [
        ("# Plan: Lock order\n\nOnce.", "Lock order"),
        ("Why\n\n## Implementation plan - Lock order", "Lock order"),
        ("# Lock order", "Lock order"),
        ("Once.", ""),
    ],
)
def test_what_a_plan_is_called(plan, title):
    assert plan_title(plan) == title


def test_a_sentence_is_closed_once():
    assert [closed(text) for text in ("Once", "Once.", "Once?", "Once:")] == ["Once.", "Once.", "Once?", "Once:"]
