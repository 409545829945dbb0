from typing import Any

from wikimem.frontends.jsonl import objects
from wikimem.model.diagnostic import Diagnostic


def read(*lines: bytes) -> tuple[list[Any], list[int]]:
    found = list(objects(lines))
    return [one[1] for one in found if isinstance(one, tuple)], [
        one.line for one in found if isinstance(one, Diagnostic)
    ]


def test_a_torn_tail_grows_into_one_record() -> None:
    whole = '{"text": "kiln 窯"}\n'.encode()
    cut = whole.index("窯".encode()) + 1
    assert read(b'{"a": 1}\n', whole[:cut]) == ([{"a": 1}], [])
    assert read(b'{"a": 1}\n', whole) == ([{"a": 1}, {"text": "kiln 窯"}], [])


def test_a_broken_line_without_newline_that_is_not_the_last_is_reported() -> None:
    assert read(b'{"a": 1', b'{"b": 2}') == ([{"b": 2}], [1])


def test_glued_objects_and_what_follows_them() -> None:
    assert read(b'{"a": 1}{"b": 2} {"c": 3}\n') == ([{"a": 1}, {"b": 2}, {"c": 3}], [])
    assert read(b'{"a": 1}{"b": \n') == ([{"a": 1}], [1])


def test_values_that_are_no_objects_are_reported() -> None:
    assert read(b'"words"\n', b"42\n", b"[1]\n", b"null\n") == ([], [1, 2, 3, 4])


def test_blank_lines_holes_and_a_byte_order_mark() -> None:
    assert read(b"\n", b"\0\0\0\n", b'\xef\xbb\xbf{"a": 1}\r\n') == ([{"a": 1}], [])


def test_stray_bytes_and_numbers_beyond_the_raw_log() -> None:
    found, lines = read(b'{"a": "\xff", "n": 123456789012345678901234567890, "x": NaN}\n')
    assert found == [{"a": "\ufffd", "n": 1.2345678901234568e29, "x": None}]
    assert lines == []


def test_noise_is_dropped_undecoded_and_still_counted() -> None:
    found = list(objects([b"noise\n", b'{"a": 1}\n'], lambda line: line.startswith(b"noise")))
    assert found == [(2, {"a": 1})]
