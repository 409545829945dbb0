"""What a move changes, also one that somebody made by hand."""

from collections.abc import Iterable

from tests.unit.passes.wiki import Pages
from wikimem.model.change import Change, Write
from wikimem.passes.moving import moved_pages, names_of

OLD, NEW = "projects/p/decisions/a.md", "global/decisions/b.md"
PAGE = "---\ntype: Decision\nscope: project:p\n---\n# A\n\nSee [c](c.md).\n"
NOTE = "projects/p/notes/n.md"
TEXT = "# N\n\nSee [a](../decisions/a.md) and `[[a]]`.\n"


def plan(texts: dict[str, str], to: dict[str, str]) -> dict[str, str | None]:
    asked: list[str] = []

    def mentioning(words: Iterable[str]) -> list[str]:
        asked.extend(words)
        return [path for path, text in texts.items() if any(word in text for word in asked)]

    changes: tuple[Change, ...] = moved_pages(Pages(texts), to, mentioning, names_of(texts, to))
    return {change.path: change.content.decode() if isinstance(change, Write) else None for change in changes}


def test_a_move_takes_the_page_along_with_its_scope_and_the_links() -> None:
    done = plan({OLD: PAGE, NOTE: TEXT, "projects/p/MEMORY.md": TEXT}, {OLD: NEW})
    assert done == {
        OLD: None,
        NEW: "---\ntype: Decision\nscope: global\n---\n# A\n\nSee [c](../../projects/p/decisions/c.md).\n",
        NOTE: "# N\n\nSee [a](../../../global/decisions/b.md) and `[[a]]`.\n",
    }


def test_a_page_moved_by_hand_is_mended_where_it_lies() -> None:
    by_hand = plan({NEW: PAGE, NOTE: TEXT}, {OLD: NEW})
    assert by_hand == {path: text for path, text in plan({OLD: PAGE, NOTE: TEXT}, {OLD: NEW}).items() if path != OLD}


def test_a_scope_that_says_something_else_is_a_persons() -> None:
    mine = PAGE.replace("project:p", "project:q")
    assert "scope: project:q" in (plan({OLD: mine}, {OLD: NEW})[NEW] or "")


def test_two_pages_that_meet_are_one() -> None:
    there = "---\ntype: Decision\nscope: global\n---\n# B\n\nOurs.\n"
    done = plan({OLD: PAGE, NEW: there}, {OLD: NEW})
    assert done[OLD] is None
    assert done[NEW] == there + "\nSee [c](../../projects/p/decisions/c.md).\n"


def test_names_are_those_of_pages_that_stay() -> None:
    assert names_of(["a/One.md", "b/two.md", "c/three.png"], {"b/two.md"}) == {"one"}
