"""Links after a move: targets change, all other bytes stay."""

import pytest

from wikimem.text.mending import Moved, mended

MOVED = Moved({"projects/p/decisions/a.md": "projects/p/lessons/b.md", "img/x y.png": "img/z (1).png"})
PAGE = "projects/p/notes/n.md"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[a](../decisions/a.md)", "[a](../lessons/b.md)"),
        ('[a](../decisions/a.md#top "A title")', '[a](../lessons/b.md#top "A title")'),
        ("[a](<../decisions/a.md>)", "[a](<../lessons/b.md>)"),
        ("[a](../decisions/a)", "[a](../lessons/b)"),
        ("[a](/projects/p/decisions/a.md#^c-1f0c77aa)", "[a](/projects/p/lessons/b.md#^c-1f0c77aa)"),
        ("[a](projects/p/decisions/a.md)", "[a](projects/p/lessons/b.md)"),
        ("![x](../../../img/x%20y.png)", "![x](../../../img/z%20%281%29.png)"),
        ("![x](<../../../img/x y.png>)", "![x](<../../../img/z (1).png>)"),
        ("[a]: ../decisions/a.md 'T'", "[a]: ../lessons/b.md 'T'"),
        ("[^1]: [day](../decisions/a.md), turn 1", "[^1]: [day](../lessons/b.md), turn 1"),
        ("[[a]]", "[[b]]"),
        ("[[A|the page]]", "[[b|the page]]"),
        ("[[a#Heading|x]]", "[[b#Heading|x]]"),
        ("![[a.md#^c-1f0c77aa]]", "![[b.md#^c-1f0c77aa]]"),
        ("[[decisions/a]]", "[[lessons/b]]"),
        ("[[projects/p/decisions/a|x]]", "[[projects/p/lessons/b|x]]"),
        ("| [[a\\|cell]] |", "| [[b\\|cell]] |"),
        ("[[../decisions/a]]", "[[../lessons/b]]"),
        ("- nested\n\n  [a](../decisions/a.md)\n", "- nested\n\n  [a](../lessons/b.md)\n"),
        ("[a](../decisions/a.md)\r\nnext\r\n", "[a](../lessons/b.md)\r\nnext\r\n"),
        ("---\nup: '[[a]]'\n---\n", "---\nup: '[[b]]'\n---\n"),
        ("---\nof: /projects/p/decisions/a.md#1\n---\n", "---\nof: /projects/p/lessons/b.md#1\n---\n"),
    ],
)  # fmt: skip
def test_what_led_to_a_moved_page_leads_there_again(before: str, after: str) -> None:
    assert mended(before, PAGE, PAGE, MOVED) == after
    assert mended(after, PAGE, PAGE, MOVED) == after


@pytest.mark.parametrize(
    "text",
    [
        "`[[a]]` and `[a](../decisions/a.md)`",
        "``[[a]] ` [[a]]``",
        "`over two\nlines [[a]]`",
        "```\n[[a]]\n[a](../decisions/a.md)\n```",
        "- item\n\n  ~~~\n  [[a]]\n  ~~~\n",
        "    [[a]] is indented code",
        "\\[[a]] and [a\\](../decisions/a.md)",
        "[a](https://example.org/decisions/a.md) [b](mailto:a.md) [c](#a) [d](//decisions/a.md)",
        "[other](../decisions/aa.md) [[aa]] [[facts/a]]",
        "a.md and ../decisions/a.md are words",
    ],
)
def test_code_words_and_other_links_stay(text: str) -> None:
    assert mended(text, PAGE, PAGE, MOVED) == text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[s](../sessions/2026/s.md)", "[s](../../projects/p/sessions/2026/s.md)"),
        ("[n](n.md) [n](./m.md#x)", "[n](a.md) [n](../../projects/p/notes/m.md#x)"),
        ("![x](pictures/x.png)", "![x](../../projects/p/notes/pictures/x.png)"),
        ("[r](/global/facts/r.md) [[m]] [w](https://example.org)", None),
        ("[r](projects/p/facts/r.md)", None),
    ],
)
def test_a_page_that_moved_leads_where_it_led(before: str, after: str | None) -> None:
    moved = Moved({PAGE: "global/notes/a.md"})
    assert mended(before, PAGE, "global/notes/a.md", moved) == (after or before)


def test_a_name_that_another_page_bears_is_not_taken_for_the_moved_one() -> None:
    assert mended("[[a]] [[decisions/a]]", PAGE, PAGE, Moved(MOVED.to, {"a"})) == "[[a]] [[lessons/b]]"
    assert mended("[[a]]", PAGE, PAGE, Moved(MOVED.to, {"b"})) == "[[projects/p/lessons/b]]"


def test_frontmatter_that_would_break_stays() -> None:
    text = "---\nsources:\n- {id: x, resource: /projects/p/decisions/a.md#1}\n---\n"
    moved = Moved({"projects/p/decisions/a.md": "projects/p/decisions/a: {b.md"})
    assert mended(text, PAGE, PAGE, moved) == text
