"""Vectors are kept, and whatever happens to their file stops nobody."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from wikimem.store.vectors import Vectors, key_of

ONE, TWO = key_of("one"), key_of("two")


@pytest.fixture
def vectors(tmp_path: Path) -> Vectors:
    return Vectors(tmp_path / "cache" / "vectors.sqlite", size=4)


def test_what_was_put_is_there_for_the_next(vectors: Vectors) -> None:
    assert vectors.get([ONE]) == {}
    vectors.put({ONE: b"1111", TWO: b"2222"})
    assert Vectors(vectors.path, size=4).get([TWO, key_of("three"), ONE]) == {ONE: b"1111", TWO: b"2222"}


def test_reading_makes_no_file(vectors: Vectors) -> None:
    vectors.get([ONE])
    assert not vectors.path.parent.exists()


def test_a_key_is_one_of_the_text() -> None:
    assert len(ONE) == 16
    assert len({ONE, TWO, key_of("One"), key_of("one "), key_of("\ud800")}) == 5


@pytest.mark.parametrize("damaged", [b"no database", b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_damaged_file_is_made_anew(vectors: Vectors, damaged: bytes) -> None:
    vectors.path.parent.mkdir()
    vectors.path.write_bytes(damaged)
    assert vectors.get([ONE]) == {}
    vectors.put({ONE: b"1111"})
    assert vectors.get([ONE]) == {ONE: b"1111"}


def test_a_vector_of_another_size_does_not_count(vectors: Vectors) -> None:
    vectors.put({ONE: b"1111", TWO: b"22"})
    assert vectors.get([ONE, TWO]) == {ONE: b"1111"}


def test_a_locked_file_is_passed_over(vectors: Vectors) -> None:
    vectors.put({ONE: b"1111"})
    other = sqlite3.connect(vectors.path)
    other.execute("BEGIN EXCLUSIVE")
    vectors.put({TWO: b"2222"})
    assert vectors.get([ONE]) == {}
    other.rollback()
    other.close()
    assert vectors.get([ONE, TWO]) == {ONE: b"1111"}


def test_a_place_that_cannot_be_written_is_passed_over(vectors: Vectors) -> None:
    vectors.path.parent.write_text("a file is where the folder should be")
    vectors.put({ONE: b"1111"})
    assert vectors.get([ONE]) == {}


def test_a_file_that_grew_too_large_is_begun_again(vectors: Vectors) -> None:
    vectors.put({ONE: b"1111"})
    small = Vectors(vectors.path, size=4, most_bytes=100)
    small.put({TWO: b"2222"})
    assert small.get([ONE, TWO]) == {TWO: b"2222"}


def test_many_may_ask_and_keep_at_once(vectors: Vectors) -> None:
    def work(number: int) -> None:
        vectors.put({key_of(str(number)): b"%04d" % number})
        vectors.get([key_of(str(other)) for other in range(number)])

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(40)))
    found = vectors.get([key_of(str(number)) for number in range(40)])
    assert all(found[key_of(str(number))] == b"%04d" % number for number in range(40) if key_of(str(number)) in found)
    assert found
