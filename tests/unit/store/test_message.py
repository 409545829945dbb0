"""Commit messages, to text and back."""

import pytest

from wikimem.model.change import Changeset
from wikimem.store.message import SUBJECT_WIDTH, edit_message, format_message, parse_body

NOON = "2026-02-03T12:00:00Z"


@pytest.mark.parametrize("body", ["", "One line.", "Two\n\nparagraphs", "Note: this is prose\nand not a trailer"])
@pytest.mark.parametrize("trailers", [(), (("Session", "s1"), ("Raw", "raw/a/2026/s.jsonl 30 sha256:00"))])
def test_body_and_trailers_come_back(body, trailers):
    text = format_message(Changeset("Subject", (), NOON, body, trailers))
    subject, _, rest = text.partition("\n\n")
    assert subject.strip() == "Subject"
    assert parse_body(rest) == (body, trailers)


def test_a_subject_is_one_line_without_surprises():
    assert format_message(Changeset("a\nb\0c\r\n d", (), NOON)) == "a bc d\n"
    assert format_message(Changeset(" ", (), NOON)) == "Update the wiki\n"


def test_a_trailer_cannot_smuggle_another():
    text = format_message(Changeset("S", (), NOON, trailers=(("Session", "x\nAgent: evil"),)))
    assert parse_body(text.partition("\n\n")[2])[1] == (("Session", "x Agent: evil"),)


def test_an_edit_names_its_pages():
    assert edit_message("Edit", ["global/notes/a.md"]) == "Edit global/notes/a.md\n"
    many = edit_message("Edit", [f"projects/a-long-project-name/notes/{n}.md" for n in range(9)])
    assert many.splitlines()[0] == "Edit 0.md and 8 more"
    assert many.count("\n- ") == 9
    assert len(many.splitlines()[0]) <= SUBJECT_WIDTH
