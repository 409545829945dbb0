"""Pages of a wiki like ours come home."""

from tests.unit.passes.bundles.leaves import BROKEN, GLAZES, NOTE, SESSION
from tests.unit.passes.wiki import Pages
from wikimem.passes.bundles.arrival import arrive
from wikimem.text.claims import claim_lines
from wikimem.text.frontmatter import parse

HERE = "projects/kiln/decisions/glazes-which-and-why.md"
OTHER = "projects/kiln/decisions/other.md"


def arrived(pages: dict[str, str], view: Pages) -> tuple[dict[str, str], list[str]]:
    texts, findings = arrive(pages, view, lambda text: text.replace("\r\n", "\n"))
    return texts, [finding.code for finding in findings]


def ids(text: str) -> list[str]:
    return [line.id for line in claim_lines(parse(text)[1])]


def test_what_is_not_here_comes_as_it_is() -> None:
    pages = {HERE: GLAZES, "global/notes/a.md": NOTE, "b.md": BROKEN}
    assert arrived(pages, Pages()) == (pages, [])
    assert arrived(pages, Pages(pages)) == ({}, [])
    assert arrived({"a.md": NOTE}, Pages({"a.md": NOTE.replace("\n", "\r\n")})) == ({}, [])


def test_a_claim_that_stands_elsewhere_is_found_there() -> None:
    texts, _ = arrived({HERE: GLAZES.replace("aaaa0001", "bbbb0002")}, Pages({OTHER: GLAZES}))
    assert list(texts) == [OTHER]
    assert ids(texts[OTHER]) == ["c-11112222", "c-33334444"]
    assert "bbbb0002-3" in texts[OTHER]


def test_what_was_forgotten_stays_out() -> None:
    view = Pages()
    view.forgotten = {"c-11112222"}
    texts, codes = arrived({HERE: GLAZES}, view)
    assert ids(texts[HERE]) == ["c-33334444"]
    assert codes == ["bundle-forgotten"]
    view.forgotten = {"c-11112222", "c-33334444"}
    assert arrived({HERE: GLAZES}, view)[0] == {}


def test_of_two_sessions_ours_is_kept_and_a_note_is_put_beside() -> None:
    view = Pages({"projects/kiln/sessions/2026/a.md": SESSION, "notes/a.md": NOTE})
    pages = {"projects/kiln/sessions/2026/a.md": SESSION + "More.\n", "notes/a.md": "Other words.\n"}
    texts, codes = arrived(pages, view)
    ((beside, text),) = texts.items()
    assert beside.startswith("notes/a-")
    assert text == "Other words.\n"
    assert codes == ["bundle-page-beside", "bundle-page-kept"][::-1]
    view.texts |= texts
    assert arrived(pages, view) == ({}, ["bundle-page-kept"])


def test_words_that_have_no_place_are_named() -> None:
    theirs = GLAZES.replace("\n- Use", "\nA word of theirs.\n\n- Use", 1).replace("aaaa0001", "bbbb0002")
    texts, codes = arrived({HERE: theirs}, Pages({HERE: GLAZES}))
    assert "A word of theirs." not in texts[HERE]
    assert codes == ["bundle-prose-left-out"]


def test_a_claim_copied_to_a_note_is_no_home() -> None:
    note = "projects/kiln/notes/decisions/mine.md"
    texts, _ = arrived({HERE: GLAZES}, Pages({note: GLAZES}))
    assert texts == {HERE: GLAZES}
