"""Errors are words an agent can act on: what, why, what to do."""

import pytest

from wikimem import errors
from wikimem.mcp.words import INSTRUCTIONS, of_error, of_fault


def all_kinds(kind):
    return {kind}.union(*map(all_kinds, kind.__subclasses__()))


@pytest.mark.parametrize("kind", sorted(all_kinds(errors.WikimemError), key=lambda kind: kind.__name__))
def test_every_error_says_what_and_what_to_do(kind):
    words = of_error("ask", kind("it broke", hint="mend it", path="a.md"))
    first, second = words.split("\n")
    assert all(part in first for part in ("`ask`", "it broke", "a.md", "mend it"))
    assert second.endswith(".")


def test_a_fault_tells_its_kind_and_nothing_of_its_words():
    words = of_fault("ask", ValueError("hunter2"))
    assert "ValueError" in words
    assert "hunter2" not in words


def test_instructions_are_short_enough_for_a_prompt():
    assert len(INSTRUCTIONS.encode()) <= 1_100
