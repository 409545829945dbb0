"""A request with half an emoji in it is answered, not dropped."""

import json

import pytest

from wikimem.mcp.stdin import mended


def test_a_lone_surrogate_becomes_the_replacement_character():
    assert json.loads(mended(b'{"text": "cut \\ud83e", "id": 7}\n')) == {"text": "cut \ufffd", "id": 7}
    assert json.loads(mended(b'{"text": "\\udc88 cut"}\n')) == {"text": "\ufffd cut"}


@pytest.mark.parametrize(
    "line", [b'{"text": "\\ud83e\\udde9 whole"}\n', b'{"text": "C:\\\\ud83e"}\n', '{"text": "案🧩"}\n'.encode()]
)
def test_whole_characters_stay(line):
    assert json.loads(mended(line)) == json.loads(line)


@pytest.mark.parametrize("line", [b"", b"\n", b"no json \\ud83e\n", b"\xff\xfe\n", b'{"a": "\\ud83e'])
def test_what_is_no_json_is_left_to_the_sdk(line):
    assert mended(line) == line


def test_a_byte_order_mark_goes():
    assert mended(b"\xef\xbb\xbf{}\n") == b"{}\n"


def test_a_line_stays_one_line():
    assert mended(b'{"text": "a\\nb \\ud83e"}\n').count(b"\n") == 1
