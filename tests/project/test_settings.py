"""Every setting a vault's owner can make is one the program obeys."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from wikimem.config import Config

PACKAGE = Path(__file__).parents[2] / "wikimem"


@pytest.mark.parametrize("name", [field.name for field in fields(Config)])
def test_a_setting_is_read_by_the_room_it_is_for(name: str) -> None:
    readers = [path for path in PACKAGE.rglob("*.py") if path.name != "config.py"]
    assert any(re.search(rf"\b(?:config|policy)\.{name}\b", path.read_text("utf-8")) for path in readers)
