"""Passages end where a reader would pause, and nothing is lost."""

from wikimem.recall.cut import cut


def squeezed(text: str) -> str:
    return "".join(text.split())


def test_short_text_is_one_passage() -> None:
    assert list(cut("One line.\n\nAnother.")) == ["One line.\n\nAnother."]


def test_nothing_to_cut_yields_nothing() -> None:
    assert list(cut("")) == []
    assert list(cut("\n \n")) == []


def test_paragraphs_stay_whole() -> None:
    paragraphs = [f"Paragraph {number} " + "word " * 30 for number in range(6)]
    pieces = list(cut("\n\n".join(paragraphs), 400))
    assert len(pieces) > 2
    assert all(piece.strip().startswith("Paragraph") for piece in pieces)
    assert squeezed("".join(pieces)) == squeezed("".join(paragraphs))


def test_a_heading_goes_with_what_follows_it() -> None:
    text = "Intro " + "word " * 50 + "\n\n## Cause\n\n" + "because " * 30
    first, second = cut(text, 300)
    assert "## Cause" not in first
    assert second.startswith("## Cause")


def test_a_code_fence_is_not_cut_at_its_blank_lines() -> None:
    fence = "```\n" + "x = 1\n\n" * 20 + "```"
    pieces = list(cut("word " * 40 + "\n\n" + fence, 260))
    assert pieces[1] == fence


def test_a_long_block_is_cut_at_lines_then_sentences_then_anywhere() -> None:
    lines = "\n".join(f"line {number} of the table" for number in range(60))
    assert all(piece.startswith("line") for piece in cut(lines, 200))
    sentences = "This is a sentence about one thing. " * 30
    assert all(piece.startswith("This") for piece in cut(sentences, 200))
    run = "字" * 500
    assert [len(piece) for piece in cut(run, 200)] == [200, 200, 100]


def test_passages_keep_to_their_length() -> None:
    text = "\n\n".join(["# Heading", "word " * 80, "- item one\n- item two", "字" * 700, "# a\n# b\n# c\n" * 60])
    pieces = list(cut(text, 300))
    assert max(map(len, pieces)) <= 300
    assert squeezed("".join(pieces)) == squeezed(text)
