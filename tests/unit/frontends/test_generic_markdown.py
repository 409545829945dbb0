import pytest

from wikimem.frontends.generic_markdown import identify, parse, recognise
from wikimem.model.record import Identity, Kind, Record, Role


def read(text: str) -> list[Record]:
    found = parse(text.encode().splitlines(keepends=True), Identity("talk"))
    return [one for one in found if isinstance(one, Record)]


def told(text: str) -> list[tuple[Role, str]]:
    return [(one.role, one.text) for one in read(text) if one.kind is Kind.TEXT]


@pytest.mark.parametrize(
    "text",
    [
        "## User\n\nWhich clay?\n\n## Assistant\n\nStoneware.\n",
        "### Human:\nWhich clay?\n### AI:\nStoneware.\n",
        "**You:** Which clay?\n\n**Claude:** Stoneware.\n",
        "**User**\n\nWhich clay?\n\n**ChatGPT**\n\nStoneware.",
    ],
)
def test_labels_everybody_knows(text: str) -> None:
    assert recognise("talk.md", text.encode())
    assert told(text) == [(Role.PERSON, "Which clay?"), (Role.AGENT, "Stoneware.")]


def test_titles_times_and_names() -> None:
    title, first, _ = read("# Clay\n\n## User (2026-03-01 11:00:00+01:00)\n\nhi\n\n## Assistant\n\nyes\n")
    assert (title.kind, title.text) == (Kind.TITLE, "Clay")
    assert first.at == "2026-03-01T10:00:00Z"
    assert identify("a/talk.md", [b"## User\n", b"hi\n"]) == Identity("talk")


def test_headings_of_other_words_and_fenced_ones_belong_to_the_message() -> None:
    text = "## User\n\nhi\n\n## Assistant\n\n## Steps\n\n```md\n## User\n```\n"
    assert told(text)[1] == (Role.AGENT, "## Steps\n\n```md\n## User\n```")


@pytest.mark.parametrize("text", ["# Notes\n\nText.\n", "## User\n\nA manual for users.\n", "", "**Note:** x\n"])
def test_other_markdown_is_nobodys(text: str) -> None:
    assert not recognise("notes.md", text.encode())
