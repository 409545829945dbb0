import pytest

from wikimem.frontends.native_memory import identify, parse, recognise
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Kind, Record, Role

GLAZE = "/home/ana/.claude/projects/-home-ana-kiln/memory/glaze.md"


def read(text: str) -> list[Record]:
    found = list(parse(text.encode().splitlines(keepends=True), Identity("s")))
    assert not [one for one in found if isinstance(one, Diagnostic)]
    return [one for one in found if isinstance(one, Record)]


def told(text: str) -> list[str]:
    return [one.text for one in read(text) if one.kind is Kind.TEXT]


def session(name: str, text: str = "Fire at 1240.\n") -> str:
    found = identify(name, text.encode().splitlines(keepends=True))
    return found.session if found else ""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (GLAZE, "memory-claude-code-home-ana-kiln-glaze"),
        ("C:\\x\\projects\\C--kiln\\memory\\MEMORY.md", "memory-claude-code-C--kiln-MEMORY"),
        ("/h/.qwen/projects/-kiln/memory/pinned/glaze.md", "memory-qwen-code-kiln-pinned-glaze"),
        ("/h/.codex/memories/MEMORY.md", "memory-codex-MEMORY"),
    ],
)
def test_the_path_says_whose_memory_it_is(name: str, expected: str) -> None:
    assert recognise(name, b"Fire at 1240.\n")
    assert session(name) == expected


@pytest.mark.parametrize(
    "name", ["MEMORY.md", "/h/kiln/memory/x.md", "/h/projects/kiln/memory/x.json", "/h/.codex/memories/raw_memories.md"]
)
def test_other_files_are_no_memory(name: str) -> None:
    assert not recognise(name, b"Fire at 1240.\n")


def test_items_paragraphs_and_code_are_kept_apart() -> None:
    text = (
        "# Kiln\nFire\nslowly.\n\n- one\n  more\n\n  inner\n- two\n1. three\n\n```sh\n# no heading\n\n- no item\n```\n"
    )
    assert told(text) == [
        "# Kiln",
        "Fire\nslowly.",
        "- one\n  more\n\n  inner",
        "- two",
        "1. three",
        "```sh\n# no heading\n\n- no item\n```",
    ]
    assert {one.role for one in read(text)} == {Role.AGENT}


def test_a_rewritten_file_only_adds() -> None:
    before, after = read("## A\n- one\n- two\n"), read("## B\n- zero\n\n## A\n- two\n- three\n- one\n")
    fresh = {one.key for one in after} - {one.key for one in before}
    assert [one.text for one in after if one.key in fresh] == ["## B", "- zero", "- three"]
    assert len({one.message for one in before if one.kind is Kind.TEXT}) == 1


def test_the_frontmatter_gives_title_and_date() -> None:
    title, item = read("---\ndescription: How to fire\nupdated: 2026-03-01\n---\nAt 1240.\n")
    assert (title.kind, title.text) == (Kind.TITLE, "How to fire")
    assert item.at == "2026-03-01T00:00:00Z"


def test_without_frontmatter_the_session_is_the_title_and_nothing_is_dated() -> None:
    assert [(one.text, one.at) for one in read("At 1240.\n")] == [("s", ""), ("At 1240.", "")]


def test_frontmatter_nobody_understands_is_left_out() -> None:
    assert told("---\na: [\n---\nAt 1240.\n") == ["At 1240."]


@pytest.mark.parametrize(
    "text",
    [
        "---\nname: wikimem\n---\n<!-- written by wikimem install -->\n- old\n",
        "---\ntype: Memory\nscope: project:kiln\n---\n- old\n",
        "<wikimem-context>\n- old\n</wikimem-context>\n",
        "<!-- wikimem:begin -->\n- [wiki](wikimem.md)\n<!-- wikimem:end -->\n",
        "---\nname: half\n",
        "",
    ],
)
def test_what_is_ours_and_what_is_half_written_holds_no_session(text: str) -> None:
    assert session(GLAZE, text) == ""


def test_what_stands_around_our_block_is_read() -> None:
    text = "- mine\n\n<!-- wikimem:begin -->\n- ours\n<!-- wikimem:end -->\n- mine too\n"
    assert told(text) == ["- mine", "- mine too"]
