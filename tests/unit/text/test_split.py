from wikimem.model.claim import Claim, ClaimKind, Source
from wikimem.text import frontmatter
from wikimem.text.claims import add_claims, claim_lines, new_page
from wikimem.text.links import check_links
from wikimem.text.okf import check
from wikimem.text.split import MOST_BYTES, MOST_CLAIMS, split_page


def page(count, words="words"):
    claims = [
        Claim(
            ClaimKind.FACT,
            f"Claim {number} {words}.",
            "S",
            (
                Source(
                    f"{number:08d}-x",
                    1,
                    "raw/a.jsonl",
                    "a/b",
                    f"2026-{1 + number // 28:02d}-{1 + number % 28:02d}T00:00:00Z",
                ),
            ),
            "global",
        )
        for number in range(count)
    ]
    return add_claims(
        new_page("Subject", "Fact", "global", "", [], "2026-01-01T00:00:00Z"), claims, {}, "2026-01-01T00:00:00Z"
    )


def ids(text):
    return [line.id for line in claim_lines(frontmatter.parse(text)[1])]


def test_a_page_within_its_caps_stays():
    text = page(MOST_CLAIMS)
    assert split_page(text) == [("", text)]


def check_pieces(text, pieces):
    assert sorted(name for _, piece in pieces for name in ids(piece)) == sorted(ids(text))
    for suffix, piece in pieces:
        assert len(ids(piece)) <= MOST_CLAIMS
        assert len(piece.encode()) <= MOST_BYTES
        assert check("a.md", piece) == []
        assert check_links({"a.md": piece}) == []
        meta = frontmatter.parse(piece)[0]
        assert suffix in meta["title"]
        assert len(meta["sources"]) == len(ids(piece))


def test_a_page_without_headings_hands_on_its_older_claims():
    text = page(MOST_CLAIMS + 1)
    pieces = split_page(text)
    assert [suffix for suffix, _ in pieces] == ["", "(2)"]
    check_pieces(text, pieces)
    assert ids(pieces[1][1]) == ids(text)[:31]
    assert "title: Subject (2)" in pieces[1][1]
    assert [suffix for suffix, _ in split_page(text, first=5)] == ["", "(5)"]


def test_long_claims_split_by_size():
    text = page(50, "word " * 200)
    pieces = split_page(text)
    assert len(pieces) > 2
    check_pieces(text, pieces)


def test_headings_become_pages():
    text = page(70)
    lines = text.split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("- Claim 40 "))
    lines[at:at] = ["", "## Storage layer", "A person's words."]
    pieces = split_page("\n".join(lines))
    assert [suffix for suffix, _ in pieces] == ["", "Storage layer"]
    check_pieces(text, pieces)
    assert "A person's words." in pieces[1][1]
    assert "Storage" not in pieces[0][1]
