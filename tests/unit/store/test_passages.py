"""How long passages live: versions of a path against what stood there before."""

from dataclasses import replace

from wikimem.model.passage import Level, Passage
from wikimem.store.passages import Entry, decode, entry_of, lifetimes

PATH = "projects/kiln/facts/a.md"


def entries(*texts: str) -> list[Entry]:
    return [entry_of(Passage(PATH, Level.PAGE, "Fact", "Kiln", text)) for text in texts]


def lives(found: list[Entry]) -> list[tuple[str, int | None, int | None]]:
    return sorted((decode(entry.blob).text, entry.born, entry.died) for entry in found)


def test_a_passage_lives_from_the_commit_that_brings_it_to_the_one_that_takes_it() -> None:
    versions = [(3, entries("one", "two")), (5, entries("two", "three")), (9, entries("one", "three"))]
    assert lives([*lifetimes([], versions)]) == [
        ("one", 3, 5),
        ("one", 9, None),
        ("three", 5, None),
        ("two", 3, 9),
    ]


def test_what_stood_before_keeps_its_birth() -> None:
    standing = [replace(entry, born=2) for entry in entries("one", "two")]
    assert lives([*lifetimes(standing, [(7, entries("two", "three"))])]) == [
        ("one", 2, 7),
        ("three", 7, None),
        ("two", 2, None),
    ]


def test_a_page_that_goes_and_comes_back_lives_twice() -> None:
    versions = [(1, entries("one")), (2, ()), (4, entries("one"))]
    assert lives([*lifetimes([], versions)]) == [("one", 1, 2), ("one", 4, None)]


def test_the_same_words_twice_are_two_lives() -> None:
    versions = [(1, entries("one", "one")), (2, entries("one"))]
    found = [*lifetimes([], versions)]
    assert sorted((entry.born, entry.died or 0) for entry in found) == [(1, 0), (1, 2)]


def test_only_what_still_stands_is_found_by_its_path() -> None:
    found = [*lifetimes([], [(1, entries("one")), (2, entries("two"))])]
    assert {decode(entry.blob).text: dict(entry.exact).get("path") for entry in found} == {"one": None, "two": PATH}
