import jinja2
import pytest

from wikimem.templating import render

SESSION = {
    "title": "T",
    "facts": "",
    "asked": [],
    "outcome": [],
    "notes": [],
    "files": [],
    "commits": [],
    "pulls": [],
    "kept": [],
    "open": [],
}


def test_empty_sections_are_left_out():
    assert render("page/session.md.j2", SESSION) == "# T\n"
    assert render("page/session.md.j2", {**SESSION, "open": ["a"]}) == "# T\n\n## Left open\n- a\n"


def test_a_value_that_is_missing_is_an_error():
    with pytest.raises(jinja2.UndefinedError):
        render("page/session.md.j2", {"title": "T"})


def test_text_comes_through_as_it_is():
    assert "<b> & `{{ x }}`" in render("page/session.md.j2", {**SESSION, "asked": ["<b> & `{{ x }}`"]})
