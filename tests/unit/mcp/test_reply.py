"""Answers are clean and fit: what does not fit follows at a cursor, nothing is lost."""

import re

import pytest

from wikimem.errors import NotFound
from wikimem.mcp.reply import MOST_BYTES, Remainders


def pieces(text: str) -> list[str]:
    rests = Remainders()
    found = [rests.first(text)]
    while cursor := re.search(r"cursor=(\w+)\]$", found[-1]):
        found.append(rests.next(cursor[1]))
    return found


def test_a_short_answer_is_left_as_it_is():
    assert pieces("short\n") == ["short\n"]


@pytest.mark.parametrize("text", ["line of words\n" * 5_000, "x" * 70_000, "案" * 20_000, "🧩\n" * 20_000])
def test_a_long_answer_comes_in_pieces_that_fit(text):
    found = pieces(text)
    assert len(found) > 2
    assert all(len(piece.encode()) <= MOST_BYTES for piece in found)
    kept = [re.sub(r"\n\n\[[\d,]+ more bytes.*\]$", "", piece) for piece in found]
    assert "".join(kept).replace("\n", "") == text.replace("\n", "")


def test_a_cursor_can_be_used_again_and_an_unknown_one_is_refused():
    rests = Remainders()
    cursor = re.search(r"cursor=(\w+)\]$", rests.first("x" * 40_000))[1]
    assert rests.next(cursor) == rests.next(cursor)
    with pytest.raises(NotFound, match="not known"):
        rests.next("0")


@pytest.mark.parametrize("text", ["\ud83e", "a\udc88b", "\0", "\x1b[31mred", "\u202egnirts"])
def test_what_leaves_can_be_encoded_and_obeys_nothing(text):
    (said,) = pieces(f"{text}.")
    assert said.encode("utf-8")
    assert not set(said) & set("\0\x1b\u202e")
