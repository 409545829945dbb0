"""The terms a claim holds on, written to a page and read from it."""

import pytest

from tests.build import a_claim
from tests.unit.text.test_claims import AT
from wikimem.model.claim import Source
from wikimem.text.claims import add_claims, new_page
from wikimem.text.frontmatter import parse
from wikimem.text.remembered import held_on, line_of, line_said_as, retired, with_terms
from wikimem.text.terms import holds_until, is_pinned, stale_after, terms

OLD, NEW = a_claim("The kiln burns gas."), a_claim("The kiln burns wood.")


def source(name: str, **fields: object) -> Source:
    return Source(f"remember {name}", 1, "a.md", "human:user", AT, **fields)  # type: ignore[arg-type]


def page(*said: tuple[str, Source]) -> str:
    text = new_page("Remembered", "Fact", "project:ferry", "Words.", (), AT)
    for words, by in said:
        claim = a_claim(words)
        text = add_claims(text, [type(claim)(claim.kind, words, "x", (by,), "project:ferry")], {}, AT)
    return text


def test_terms_stand_with_the_source_and_nothing_stands_without() -> None:
    said = source("a", external_id="kiln", pinned=True, stale_after="2026-04-01T00:00:00Z")
    (entry,) = parse(page((OLD.text, said)))[0]["sources"]
    assert {"external_id": "kiln", "pinned": True, "stale_after": "2026-04-01T00:00:00Z"}.items() <= entry.items()
    assert terms(source("a")) == {}


@pytest.mark.parametrize(
    ("page_until", "said", "until"),
    [("", (), ""), ("", ("b", ""), ""), ("", ("b", "a"), "b"), ("a", ("b",), "a"), ("c", ("b",), "b"), ("a", (), "a")],
)
def test_a_claim_holds_as_long_as_a_source_and_no_longer_than_its_page(page_until, said, until) -> None:
    assert holds_until(page_until, said) == until


def test_people_write_them_as_they_like() -> None:
    assert is_pinned({"pinned": "yes"})
    assert not is_pinned({"pinned": "no"})
    assert stale_after({"stale_after": "2026-04-01"}) == "2026-04-01T00:00:00Z"
    assert stale_after({"stale_after": "soon"}) == ""


def test_a_source_with_terms_is_never_left_out_of_many() -> None:
    first = source("first", external_id="kiln")
    text = page((OLD.text, first), *((OLD.text, source(str(n))) for n in range(12)))
    assert line_said_as(text, "kiln")
    line = line_of(text, line_said_as(text, "kiln")[1].id)
    assert line is not None
    assert len(line.sources) == 9
    assert held_on(text, line) == (False, "")


def test_terms_change_and_the_rest_stays() -> None:
    text = page((OLD.text, source("a", external_id="kiln")))
    label, line = line_said_as(text, "kiln")
    after = with_terms(text, label, source("a", external_id="kiln", pinned=True))
    assert held_on(after, line) == (True, "")
    assert with_terms(after, label, source("a", external_id="kiln")) == text


def test_what_is_retired_gives_its_name_away() -> None:
    text = page((OLD.text, source("a", external_id="kiln", pinned=True)), (NEW.text, source("b", external_id="other")))
    label, line = line_said_as(text, "kiln")
    after = retired(text, label, line, "2026-03-09", AT, OLD.scope)
    assert f"~~{OLD.text}~~ until 2026-03-09" in after
    assert line_said_as(after, "kiln") is None
    assert "pinned" not in after
    assert line_said_as(after, "other")
