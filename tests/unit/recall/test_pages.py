"""What of a page is searched: its claims one by one, the rest as prose."""

import pytest

from wikimem.errors import PageError
from wikimem.model.passage import Level, Passage
from wikimem.recall.pages import passages_of_page

PATH = "projects/kettle/decisions/switch.md"
PAGE = """---
type: Decision
title: Switch
description: When the kettle stops
scope: project:kettle
status: stable
generated: {by: wikimem/0.1.0, at: 2026-03-02T10:00:00Z}
sources:
- {id: 5e55aaaa-4, resource: /raw/claude-code/2026/5e55aaaa-1.jsonl#4, author: "human:me", last_modified: 2026-03-01}
- {id: 5e55bbbb-9, resource: /raw/claude-code/2026/5e55bbbb-1.jsonl#9, author: x/opus, last_modified: 2026-03-02}
---
# Switch

A person's remark about it [^5e55aaaa-4].

- It stops at 100 degrees. [^5e55aaaa-4] [^5e55bbbb-9] ^c-9be1f042
- A bullet of a person.

## Superseded
- ~~It stops at 90 degrees.~~ until 2026-03-01 [^5e55bbbb-9] ^c-51aa0200

[^5e55aaaa-4]: [Fix](../sessions/2026/2026-03-01-fix-5e55aaaa.md), turn 4
[^5e55bbbb-9]: [Fix](../sessions/2026/2026-03-02-fix-5e55bbbb.md), turn 9
"""


def passages(text: str = PAGE, path: str = PATH) -> list[Passage]:
    return list(passages_of_page(path, text, "project:kettle"))


def test_the_first_passage_leads() -> None:
    lead = passages()[0]
    assert (lead.level, lead.text, lead.title, lead.heading) == (
        Level.PAGE,
        "When the kettle stops",
        "Switch",
        "Switch",
    )
    assert (lead.type, lead.scope, lead.project, lead.at) == (
        "Decision",
        "project:kettle",
        "kettle",
        "2026-03-02T10:00:00Z",
    )


def test_the_first_passage_of_a_session_page_carries_the_short_id() -> None:
    page = "---\ntype: Session\ntitle: Fix\n---\n# Fix\n\n## Outcome\nIt stops.\n"
    found = passages(page, "projects/kettle/sessions/2026/2026-03-02-fix-5e55bbbb.md")
    assert [(passage.id, passage.text) for passage in found] == [("5e55bbbb", "## Outcome\nIt stops.")]


def test_claims_are_passages_with_their_own_sources() -> None:
    claims = {passage.id: passage for passage in passages() if passage.level is Level.CLAIM}
    assert set(claims) == {"c-9be1f042", "c-51aa0200"}
    kept = claims["c-9be1f042"]
    assert kept.text == "It stops at 100 degrees."
    assert [(source.session, source.turn, source.raw) for source in kept.sources] == [
        ("5e55aaaa-1", 4, "raw/claude-code/2026/5e55aaaa-1.jsonl"),
        ("5e55bbbb-1", 9, "raw/claude-code/2026/5e55bbbb-1.jsonl"),
    ]
    assert (kept.at, kept.status) == ("2026-03-02", "stable")


def test_superseded_claims_are_marked() -> None:
    old = next(passage for passage in passages() if passage.id == "c-51aa0200")
    assert old.text == "~~It stops at 90 degrees.~~ until 2026-03-01"
    assert old.status == "superseded"


def test_a_claim_of_a_person_and_of_more_sources_is_more_important() -> None:
    new, old = (passage for passage in passages() if passage.level is Level.CLAIM)
    assert new.importance > old.importance


def test_prose_keeps_what_people_wrote_without_marks_and_bare_headings() -> None:
    prose = "\n".join(passage.text for passage in passages() if passage.level is Level.PAGE)
    assert "A person's remark about it." in prose
    assert "- A bullet of a person." in prose
    assert all(mark not in prose for mark in ("[^", "^c-", "100 degrees", "Superseded", "# Switch"))


def test_headings_in_code_are_no_headings() -> None:
    code = "# Page\n\n```sh\n# first\n# second\n```\n"
    assert passages(code, "notes/page.md")[0].text == "# Page\n\n```sh\n# first\n# second\n```"


def test_any_markdown_is_a_page() -> None:
    (note,) = passages("Just words.\r\n", "projects/kettle/notes/my idea.md")
    assert (note.type, note.title, note.text) == ("Note", "my idea", "Just words.")
    (empty,) = passages("", "projects/kettle/notes/empty.md")
    assert (empty.text, empty.id) == ("empty", "empty")


def test_frontmatter_of_odd_types_does_no_harm() -> None:
    odd = "---\ntitle: 7\ntags: no\nsources: [x, {id: a}]\ngenerated: today\nstatus:\n---\nText.\n"
    (passage,) = passages(odd, "notes/odd.md")
    assert (passage.title, passage.tags, passage.status) == ("7", (), "stable")
    with pytest.raises(PageError):
        passages("---\na: 1\na: 2\n---\n")
