"""MEMORY.md and index.md are filled from the best and the newest, within limits."""

import pytest

from tests.unit.passes.wiki import Pages
from wikimem.config import Config
from wikimem.model.passage import Level, Passage
from wikimem.passes.contents import index_page, memory_page, root_index, root_memory
from wikimem.templating import render


def passages(type_, count, text="The lock is taken once."):
    folder, day = f"projects/ferry/{type_.lower()}s", "2026-03-08T10:00:00Z"
    return [Passage(f"{folder}/{n}.md", Level.CLAIM, type_, f"Title {n}", f"{text} {n}", at=day) for n in range(count)]


def test_memory_tells_what_every_session_should_know():
    view = Pages(passages=[*passages("Decision", 2), *passages("Session", 1)])
    text = memory_page("project:ferry", "ferry", view, Config(), render)
    assert "The lock is taken once. 1" in text
    assert "(decisions/1.md)" in text
    assert "(sessions/0.md)" in text


@pytest.mark.parametrize("config", [Config(), Config(memory_lines=60), Config(memory_bytes=9_000)])
def test_memory_stays_within_its_limits(config):
    kinds = ("Preference", "Decision", "Lesson", "Fact")
    many = [passage for kind in kinds for passage in passages(kind, 60, "x " * 300)]
    text = memory_page("project:ferry", "ferry", Pages(passages=many), config, render)
    assert len(text.encode()) <= config.memory_bytes
    assert text.count("\n") <= config.memory_lines
    assert all(heading in text for heading in ("Preferences", "Decisions", "Lessons", "Facts"))


def test_memory_of_an_empty_wiki_can_be_read():
    assert memory_page("project:ferry", "ferry", Pages(), Config(), render)
    assert root_memory([], Pages(), Config(), render)


def test_memory_with_room_for_nothing_says_what_it_left_out():
    text = memory_page("project:ferry", "ferry", Pages(passages=passages("Fact", 9)), Config(memory_lines=1), render)
    assert "9" in text
    assert "The lock is taken once." not in text


def test_the_index_lists_pages_by_type():
    text = index_page(
        "project:ferry", "ferry", Pages(passages=[*passages("Lesson", 1), *passages("Session", 1)]), render
    )
    assert text.index("sessions/0.md") < text.index("lessons/0.md")


def test_the_vaults_own_pages_lead_to_the_projects():
    projects = [("ferry", "projects/ferry")]
    index = root_index(projects, render)
    assert index.startswith('---\nokf_version: "0.2"\n---\n')
    assert "projects/ferry/index.md" in index
    assert "projects/ferry/MEMORY.md" in root_memory(projects, Pages(), Config(), render)
