"""The moves record: where a path lies now, whatever the order of the lines."""

from itertools import permutations

import pytest

from wikimem.store import moves

DAY = "2026-03-10T08:41:{:02}.000000Z"


def record(*steps: tuple[str, str]) -> str:
    text = ""
    for second, (old, new) in enumerate(steps):
        text = moves.appended(text, {old: new}, DAY.format(second))
    return text


@pytest.mark.parametrize(
    ("steps", "path", "now"),
    [
        ([], "a.md", "a.md"),
        ([("a.md", "b.md")], "a.md", "b.md"),
        ([("a.md", "b.md")], "b.md", "b.md"),
        ([("a.md", "b.md"), ("b.md", "c.md")], "a.md", "c.md"),
        ([("a.md", "b.md"), ("b.md", "a.md")], "a.md", "a.md"),
        ([("a.md", "b.md"), ("b.md", "a.md")], "b.md", "a.md"),
        ([("a.md", "b.md"), ("b.md", "a.md"), ("a.md", "c.md")], "b.md", "c.md"),
        ([("b.md", "c.md"), ("a.md", "b.md")], "a.md", "b.md"),
        ([("a.md", "b.md"), ("a.md", "c.md")], "a.md", "c.md"),
        ([("p/d", "p/e")], "p/d/a.md", "p/e/a.md"),
        ([("p/d", "p/e")], "p/dd/a.md", "p/dd/a.md"),
        ([("p/d/a.md", "p/d/b.md"), ("p/d", "q/d")], "p/d/a.md", "q/d/b.md"),
        ([("p/d", "q/d"), ("q/d/a.md", "q/d/b.md")], "p/d/a.md", "q/d/b.md"),
    ],
)
def test_a_path_is_followed_forward_in_time(steps: list[tuple[str, str]], path: str, now: str) -> None:
    lines = record(*steps).splitlines()
    for order in permutations(lines):
        assert moves.now_at(path, moves.read("\n".join(order))) == now


def test_of_one_changeset_the_line_about_a_page_goes_before_that_about_its_folder() -> None:
    known = moves.read(moves.appended("", {"p": "q", "p/n/a.md": "q/n/a-p.md"}, DAY.format(0)))
    assert moves.now_at("p/n/a.md", known) == "q/n/a-p.md"
    assert moves.now_at("p/n/b.md", known) == "q/n/b.md"


def test_a_line_is_dated_after_all_that_are_there_whatever_the_clock_says() -> None:
    text = moves.appended("", {"a.md": "b.md"}, "2026-03-10T08:41:30Z")
    text = moves.appended(text, {"b.md": "a.md"}, "2026-03-10T08:41:30Z")
    text = moves.appended(text, {"a.md": "c.md"}, "2020-01-01T00:00:00Z")
    assert moves.now_at("a.md", moves.read(text)) == "c.md"
    assert moves.now_at("b.md", moves.read(text)) == "c.md"


def test_lines_nobody_can_read_count_for_nothing_and_a_torn_one_is_ended_first() -> None:
    text = moves.appended('not json\n[1]\n{"at":1}\n{"at":"2026', {"a.md": "b.md"}, DAY.format(0))
    assert moves.now_at("a.md", moves.read(text)) == "b.md"
    assert text.count("\n") == 5


def test_former_names_are_told_newest_first() -> None:
    known = moves.read(record(("p/a.md", "p/b.md"), ("p/b.md", "p/c.md"), ("p", "q")))
    assert moves.before("q/c.md", known) == ["p/c.md", "p/b.md", "p/a.md"]


def test_a_project_is_called_as_its_folder_is() -> None:
    known = moves.read(record(("projects/a", "projects/b"), ("projects/b/notes", "projects/b/words")))
    assert (moves.project_now("a", known), moves.project_now("c", known)) == ("b", "c")
    assert moves.project_now("a", moves.read(record(("projects/a", "global/a")))) == "a"
