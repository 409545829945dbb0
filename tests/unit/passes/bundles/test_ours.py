"""Our own format holds the pages as they are, and listings made of them alone."""

import pytest

from tests.unit.passes.bundles.leaves import GLAZES, NOTE, PAGES, parcel
from wikimem.passes.bundles.ours import from_files, is_derived, to_files
from wikimem.templating import render


def test_pages_and_files_stay_where_they_are() -> None:
    files = to_files(parcel(**{"projects/kiln/notes/a.png": b"\0"}), render)
    assert {path: files[path].decode() for path in PAGES} == PAGES
    assert files["projects/kiln/notes/a.png"] == b"\0"
    assert files["index.md"].decode().startswith('---\nokf_version: "0.2"\n---\n')


def test_memory_of_one_project_is_that_of_the_whole_with_its_own_links() -> None:
    files = to_files(parcel(), render)
    assert "glaze on stoneware. ([2026-03-09](decisions/" in files["projects/kiln/MEMORY.md"].decode()
    assert "glaze on stoneware. ([2026-03-09](projects/kiln/decisions/" in files["MEMORY.md"].decode()
    both = to_files(parcel({**PAGES, "Inbox.md": NOTE}), render)
    assert "- kiln ([memory](projects/kiln/MEMORY.md))" in both["MEMORY.md"].decode()


def test_what_is_retired_is_in_no_memory() -> None:
    assert "tin" not in to_files(parcel(), render)["MEMORY.md"].decode()


@pytest.mark.parametrize(
    ("path", "derived"),
    [
        ("MEMORY.md", True),
        ("index.md", True),
        ("projects/kiln/index.md", True),
        ("projects/kiln/notes/index.md", False),
        ("global/index.md", False),
        ("agents/codex/MEMORY.md", False),
        ("Inbox.md", False),
    ],
)
def test_only_what_a_wiki_generates_is_derived(path: str, derived: bool) -> None:
    assert is_derived(path) is derived


def test_what_comes_in_is_pages_and_files_but_nothing_derived() -> None:
    files = {"a.md": NOTE.encode(), "a.png": b"\0", "MEMORY.md": b"x", "bad.md": b"\xff"}
    manifest = {"files": {"a.md": "", "gone.md": ""}, "projects": {"kiln": ["host/kiln"]}}
    delivery = from_files(files, manifest)
    assert delivery.pages == {"a.md": NOTE}
    assert delivery.attachments == {"a.png": b"\0"}
    assert delivery.remotes == {"kiln": ("host/kiln",)}
    assert [(finding.code, finding.path) for finding in delivery.findings] == [
        ("bundle-no-text", "bad.md"),
        ("bundle-file-missing", "gone.md"),
    ]


def test_a_manifest_of_another_shape_says_nothing() -> None:
    assert from_files({"a.md": GLAZES.encode()}, {"files": {}, "projects": {"kiln": 3}}).remotes == {"kiln": ()}
    assert from_files({}, {"files": {}, "projects": [1]}).remotes == {}
