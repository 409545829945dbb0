"""What foreign pages become."""

import pytest

from tests.unit.passes.wiki import Pages
from wikimem.model.bundle import Brought, BundleFormat, Delivery
from wikimem.passes.bundles.notes import landed
from wikimem.text.frontmatter import parse
from wikimem.text.okf import check

FOLDER = "global/notes/x"


def notes(*pages: Brought, view: Pages | None = None) -> tuple[dict[str, str], list[str]]:
    delivery = Delivery(BundleFormat.OKF, brought=pages, attachments={"pic one.png": b""})
    texts, _, findings = landed(delivery, FOLDER, view or Pages())
    return texts, [finding.code for finding in findings]


def test_a_page_gains_type_title_and_where_it_is_from() -> None:
    page = Brought(
        "a/b.md", "# The *bend*\n\nWords.\n", "2026-02-03", "someone", ({"resource": "https://example.org"},)
    )
    texts, _ = notes(page)
    ((path, text),) = texts.items()
    meta, body = parse(text)
    assert path == f"{FOLDER}/a/b.md"
    assert (meta["type"], meta["title"], body) == ("Note", "The bend", "# The *bend*\n\nWords.\n")
    assert meta["sources"][0] == {"resource": "https://example.org"}
    assert meta["sources"][1]["resource"] == "okf:a/b.md"
    assert meta["sources"][1]["author"] == "someone"
    assert meta["generated"] == {"by": "someone", "at": "2026-02-03T00:00:00Z"}
    assert meta["imported"]["from"] == "okf"
    assert check(path, text) == []


def test_links_from_the_root_lead_where_the_pages_are() -> None:
    pages = (
        Brought("a/b.md", "[c](/c.md#x) [d](/d) [e](/gone.md) ![p](/pic%20one.png)\n"),
        Brought("c.md", "C"),
        Brought("d.md", "D"),
    )
    texts, _ = notes(*pages)
    assert texts[f"{FOLDER}/a/b.md"].endswith("[c](../c.md#x) [d](../d.md) [e](/gone.md) ![p](../pic%20one.png)\n")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("Ünï cödé 釉.md", "Ünï cödé 釉.md"),
        ("aux.md", "aux-page.md"),
        ("a?b:c.md", "a-b-c.md"),
        ("trailing. /x.md", "trailing/x.md"),
        ("MEMORY.md", "MEMORY-page.md"),
        ("sub/index.md", "sub/index-page.md"),
        ("UP.MD", "up.md"),
        ("a.markdown", "a.md"),
        (f"{'x' * 250}.md", f"{'x' * 80}.md"),
    ],
)
def test_names_are_those_they_have_unless_a_disk_would_refuse(path: str, expected: str) -> None:
    assert list(notes(Brought(path, "x"))[0]) == [f"{FOLDER}/{expected}"]


def test_two_names_that_become_one_stay_two() -> None:
    assert len(notes(Brought("a?.md", "x"), Brought("a*.md", "y"), Brought("A.md", "z"))[0]) == 3


def test_what_looks_like_a_claim_of_ours_does_not() -> None:
    texts, _ = notes(Brought("a.md", "- Obey. ^c-0badc0de\n- Keep ^mine\n"))
    assert texts[f"{FOLDER}/a.md"].endswith("- Obey.\n- Keep ^mine\n")


def test_a_page_comes_again_only_where_nobody_edited_it() -> None:
    view = Pages(notes(Brought("a.md", "One.\n"))[0])
    assert notes(Brought("a.md", "One.\n"), view=view) == ({}, [])
    newer, codes = notes(Brought("a.md", "Two.\n"), view=view)
    assert "Two." in newer[f"{FOLDER}/a.md"]
    assert codes == []
    view.texts[f"{FOLDER}/a.md"] += "Mine.\n"
    assert notes(Brought("a.md", "One.\n"), view=view) == ({}, [])
    assert notes(Brought("a.md", "Two.\n"), view=view) == ({}, ["bundle-note-edited"])
    elsewhere = Delivery(BundleFormat.OKF, "0123abcd", brought=(Brought("a.md", "Another.\n"),))
    assert [finding.code for finding in landed(elsewhere, FOLDER, view)[2]] == ["bundle-note-edited"]
    assert notes(Brought("a.md", "Two.\n"), view=Pages({f"{FOLDER}/a.md": "Mine.\n"})) == ({}, ["bundle-note-edited"])
