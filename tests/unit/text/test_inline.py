import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wikimem.text.inline import escape_inline, plain
from wikimem.text.markdown import headings, links, sections

UNSAFE = [
    "<script>location.href='http://198.51.100.7/'</script>",
    "# heading",
    "- item",
    "+ item",
    "* item",
    "---",
    "===",
    "> quote",
    "12. twelfth",
    "| a | b |",
    ":--|--:",
    "[ ] todo",
    "[label]: https://example.test",
    "text [^1] more",
    "inline ^[note]",
    "see [[Page]] and ![[Embed]]",
    "%% hidden %%",
    "ends like a block ^c-12345678",
    "![pixel](https://example.test/p.png)",
    "[src](src/a.py)",
    "~~struck~~",
    "#include <stdio.h>",
    "$HOME:$PATH",
    "``` not closed",
    "trailing \\",
    "calls __init__ twice",
]


@pytest.mark.parametrize("text", UNSAFE)
def test_foreign_text_shows_as_it_reads(text):
    from markdown_it import MarkdownIt

    line = escape_inline(text)
    html = MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(f"{line}\n")
    shown = re.sub(r"</?(p|code)>", "", html).strip()
    assert "<" not in shown
    for entity, char in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")):
        shown = shown.replace(entity, char)
    assert shown == text


@pytest.mark.parametrize(
    "text",
    [
        "Use `<script>` and `[[x]]` in code, ``a ` b`` too.",
        "See [the docs](https://example.test/a_(b)#c) for **why**.",
        "<https://example.test/x>",
        "plain words: nothing to do, 2 * 3 = 6, issue #12, C:/x, --flag",
    ],
)
def test_harmless_text_stays(text):
    assert escape_inline(text) == text


@settings(deadline=None)
@given(st.text(alphabet="ab1 `\\[]()^#<>/!%~=_*$|-.:\n", max_size=40))
def test_escaping_twice_is_escaping_once_and_leaves_no_syntax(text):
    line = escape_inline(text)
    assert escape_inline(line) == line
    assert "\n" not in line
    body = f"- {line} [^s-1] ^c-12345678\n"
    assert not links(body)
    assert not headings(f"{line}\n")


@pytest.mark.parametrize(
    ("markdown", "words"),
    [
        ("- **Bold** and *light* [^a-1] ^c-12ab34cd", "Bold and light"),
        ("## A [link](x.md) and [[Page|alias]] and [[Other]]", "A link and alias and Other"),
        ("~~gone~~ until 2026-02-03", "gone until 2026-02-03"),
        ("`a*b*c` __init__.py snake_case_name", "a*b*c init.py snake_case_name"),
        (r"\<b> is 2 \* 3, *.py and *.js", "<b> is 2 * 3, *.py and *.js"),
        ("- [x] done", "done"),
    ],
)
def test_plain_leaves_words(markdown, words):
    assert plain(markdown) == words


def test_links_come_from_prose_only():
    body = "`[[retry-policy]]` and [[retry-policy|policy]]\n\n"
    body += "```\n[[a]] [b](c.md)\n```\n\n[^x-1]: [Title](../a%20b.md#^c-1), turn 4\n"
    found = links(body)
    assert [(link.target, link.anchor, link.text, link.wiki, link.line) for link in found] == [
        ("retry-policy", "", "policy", True, 1),
        ("../a b.md", "^c-1", "Title", False, 7),
    ]


def test_links_to_the_web_are_no_page_links():
    assert not links("[a](https://example.test) [b](mailto:x@example.test) [c](#here) <https://example.test>")


def test_a_footnote_that_is_only_a_link_is_still_a_link():
    assert [link.target for link in links("text [^a]\n\n[^a]: [T](a.md)\n")] == ["a.md"]


def test_sections_are_the_text_between_headings():
    body = "intro\n\n# One\n\ntext\n\n```\n# no heading\n```\n## Two `code`\n- a\n"
    assert [(s.level, s.heading, s.text) for s in sections(body)] == [
        (0, "", "intro"),
        (1, "One", "text\n\n```\n# no heading\n```"),
        (2, "Two code", "- a"),
    ]
    assert [(h.level, h.text, h.line) for h in headings(body)] == [(1, "One", 3), (2, "Two code", 10)]
