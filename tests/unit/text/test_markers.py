"""Which texts were left in the middle of a merge."""

import pytest

from wikimem.text.markers import has_conflict_markers

MARKED = "before\n<<<<<<< HEAD\nmine\n=======\ntheirs\n>>>>>>> branch\nafter\n"


def test_three_markers_in_order_are_a_conflict() -> None:
    assert has_conflict_markers(MARKED)
    assert has_conflict_markers(MARKED.replace("\n", "\r\n"))
    assert has_conflict_markers(MARKED.replace("=======", "||||||| base\nold\n======="))


@pytest.mark.parametrize(
    "text",
    [
        "Title\n=======\n",
        "<<<<<<< HEAD\nmine\n=======\n",
        ">>>>>>> a\n=======\n<<<<<<< b\n",
        f"```\n{MARKED}```\n",
        f"> {MARKED.replace(chr(10), chr(10) + '> ')}",
        MARKED.replace("=======", "========"),
    ],
)
def test_prose_code_and_quotations_are_none(text: str) -> None:
    assert not has_conflict_markers(text)


def test_a_fence_that_ends_before_hides_nothing() -> None:
    assert has_conflict_markers(f"```\ncode\n```\n{MARKED}")
