"""Pages of other tools and people: what is read, what is left out, where dates and authors stand."""

import pytest

from wikimem.model.bundle import BundleFormat
from wikimem.passes.bundles.foreign import from_files

OLD = """---
type: Concept
title: Cones
timestamp: 2026-01-05T10:00:00Z
---
# Cones

They bend.

# Citations

1. [Orton](https://example.org/cones)
2. https://example.org/heat
- A book without a link
"""
AI = """---
type: Gotcha
title: The lock
generated: {by: ai-memory/2.0, at: 2026-02-01T00:00:00Z}
sources: [{resource: "ai-memory://session/1", author: claude}]
---
Held too long.
"""


def test_okf_of_the_first_version_tells_date_and_sources_in_its_own_way() -> None:
    (page,) = from_files({"cones.md": OLD.encode()}, BundleFormat.OKF).brought
    assert page.at == "2026-01-05T10:00:00Z"
    assert page.cites == (
        {"resource": "https://example.org/cones", "title": "Orton"},
        {"resource": "https://example.org/heat"},
    )


def test_what_is_generated_is_left_out() -> None:
    files = dict.fromkeys(
        ("index.md", "a/index.md", "a/log.md", "log-2026-01.md", "_lint/x.md", "gotchas/lock.md"), AI.encode()
    )
    pages = from_files(files, BundleFormat.AI_MEMORY).brought
    assert [(page.path, page.at, page.author, page.cites) for page in pages] == [
        ("gotchas/lock.md", "2026-02-01T00:00:00Z", "ai-memory/2.0", ())
    ]
    plain = from_files(files, BundleFormat.MARKDOWN).brought
    assert [page.path for page in plain] == list(files)


def test_pictures_come_along_and_programs_do_not() -> None:
    delivery = from_files({"a.PNG": b"\0", "b.exe": b"\0", "c.markdown": b"x"}, BundleFormat.MARKDOWN)
    assert list(delivery.attachments) == ["a.PNG"]
    assert [page.path for page in delivery.brought] == ["c.markdown"]


@pytest.mark.parametrize("content", [b"\xff\xfe", b"a\0b", b"---\ntitle: a: b\n---\nx\n", b"---\na: 1\na: 2\n---\n"])
def test_what_cannot_be_read_is_named(content: bytes) -> None:
    delivery = from_files({"bad.md": content, "good.md": b"Good.\n"}, BundleFormat.MARKDOWN)
    assert [finding.path for finding in delivery.findings] == ["bad.md"]
    assert [page.path for page in delivery.brought] == ["good.md"]
