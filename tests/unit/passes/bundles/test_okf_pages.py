"""Plain OKF: every page conforms or is named."""

from tests.unit.passes.bundles.leaves import BROKEN, GLAZES, NOTE, PAGES, parcel
from wikimem.passes.bundles.okf_pages import to_files
from wikimem.templating import render
from wikimem.text import okf


def test_pages_without_a_type_get_one_and_all_others_stay() -> None:
    files, findings = to_files(parcel(), render)
    assert findings == []
    assert files["projects/kiln/decisions/glazes-which-and-why.md"].decode() == GLAZES
    assert files["projects/kiln/notes/shelves.md"].decode() == f"---\ntype: Note\ntitle: shelves\n---\n{NOTE}"
    assert [finding for path, content in files.items() for finding in okf.check(path, content.decode())] == []
    assert "MEMORY.md" not in files


def test_a_page_that_cannot_conform_is_named() -> None:
    files, findings = to_files(parcel({**PAGES, "broken.md": BROKEN, "notes/log.md": "# Log\n\n## Never\n"}), render)
    assert [finding.path for finding in findings] == ["broken.md", "notes/log.md"]
    assert not {"broken.md", "notes/log.md"} & files.keys()
