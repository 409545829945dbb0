"""The quick reader and writer agree with `json`."""

import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikimem.hook.quick_json import dumps, loads

TEXTS = st.text(st.characters(codec=None, exclude_categories=[]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
    max_leaves=20,
)


@given(VALUES)
def test_what_is_written_is_read_as_it_was(value: Any) -> None:
    assert json.loads(dumps(value)) == value
    assert loads(json.dumps(value).encode()) == value


@pytest.mark.parametrize("data", [b"", b"{", b"{} {}", b'{"a"}', b"nope", b"[1,]", b'{"a":1'])
def test_what_is_no_json_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r".*"):
        loads(data)


def test_what_is_no_json_is_refused_where_json_was_never_imported() -> None:
    program = (
        "from wikimem.hook.quick_json import loads\n"
        'try:\n loads(b\'{"a": "torn\')\n'
        "except ValueError:\n raise SystemExit(7)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 7


def test_windows_and_editors_are_forgiven() -> None:
    assert loads(b'\xef\xbb\xbf {"a":\r\n"b\tc"}\r\n') == {"a": "b\tc"}
