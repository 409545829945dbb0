"""Pages have one place each, stable for ever."""

import pytest

from wikimem.model.claim import ClaimKind
from wikimem.text import paths


@pytest.mark.parametrize("scope", ["global", "project:ferry", "agent:codex"])
def test_a_scope_has_a_folder_and_a_page_there_has_the_scope(scope):
    assert paths.scope_of(f"{paths.scope_folder(scope)}/facts/tides.md") == scope


def test_pages_outside_a_project_or_agent_are_global():
    assert [paths.scope_of(path) for path in ("MEMORY.md", "projects/index.md", "agents/x.md")] == ["global"] * 3


def test_a_session_page_is_named_by_day_title_and_session():
    path = paths.session_page("ferry", "2026-03-08", "Lock order: once!", "4c81d2f0")
    assert path == "projects/ferry/sessions/2026/2026-03-08-lock-order-once-4c81d2f0.md"


def test_a_subject_page_goes_on_under_a_number():
    pages = [paths.subject_page("project:ferry", ClaimKind.LESSON, "Lock order", number) for number in (1, 2)]
    assert pages == ["projects/ferry/lessons/lock-order.md", "projects/ferry/lessons/lock-order-2.md"]
    assert paths.subject_page("global", ClaimKind.PREFERENCE, "Testing") == "global/preferences/testing.md"


def test_a_handoff_is_named_by_day_and_session():
    assert paths.handoff_page("ferry", "2026-03-08", "4c81d2f0") == "projects/ferry/handoffs/2026-03-08-4c81d2f0.md"


def test_links_are_relative():
    page = "projects/ferry/sessions/2026/x.md"
    assert paths.relative(page, "projects/ferry/lessons/lock-order.md") == "../../lessons/lock-order.md"
    assert paths.relative("MEMORY.md", "projects/ferry/MEMORY.md") == "projects/ferry/MEMORY.md"


def test_a_link_resolves_to_the_page_it_was_made_for():
    for page, target in (("a/b/c.md", "a/d/e.md"), ("x.md", "a/b.md"), ("a/b.md", "x.md")):
        assert paths.resolve(page, paths.relative(page, target)) == target
    assert paths.resolve("a/b/c.md", "/d/e.md") == "d/e.md"
