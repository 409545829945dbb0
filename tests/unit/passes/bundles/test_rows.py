"""Statements of another tool become claims, each once."""

from tests.unit.passes.wiki import Pages
from wikimem.model.bundle import Row
from wikimem.model.claim import ClaimKind
from wikimem.passes.bundles.rows import filed
from wikimem.text.claims import claim_lines
from wikimem.text.frontmatter import parse
from wikimem.text.okf import check

ROWS = [
    Row("Use ash glaze.", ClaimKind.DECISION, "x1", "2026-02-02T00:00:00Z", "codex", ("Glaze",)),
    Row("Use ASH glaze!", ClaimKind.DECISION, "x2"),
    Row("Fires are slow.", ClaimKind.FACT, "x3", by="human:user"),
]


def file(rows: list[Row], view: Pages) -> dict[str, str]:
    return filed(rows, "loop-memory", "global", view, "UTC")


def test_a_row_is_a_claim_with_its_id_there() -> None:
    texts = file(ROWS, Pages())
    assert list(texts) == ["global/decisions/imported-from-loop-memory.md", "global/facts/imported-from-loop-memory.md"]
    decision, fact = texts.values()
    assert [line.text for line in claim_lines(parse(decision)[1])] == ["Use ash glaze."]
    (source,) = parse(decision)[0]["sources"]
    assert (source["external_id"], source["author"], source["last_modified"]) == ("x1", "codex", "2026-02-02")
    assert "author: user" in fact
    assert [finding for path, text in texts.items() for finding in check(path, text)] == []


def test_what_is_here_or_was_forgotten_is_left_alone() -> None:
    view = Pages(file(ROWS, Pages()))
    assert file(ROWS, view) == {}
    view = Pages()
    view.forgotten = {line.id for text in file(ROWS, Pages()).values() for line in claim_lines(parse(text)[1])}
    assert file(ROWS, view) == {}


def test_many_rows_fill_page_after_page() -> None:
    rows = [Row(f"Shelf {n} holds pots.", ClaimKind.FACT, f"x{n}") for n in range(130)]
    texts = file(rows, Pages())
    assert [len(claim_lines(parse(text)[1])) for text in texts.values()] == [60, 60, 10]
    assert file(rows, Pages(texts)) == {}
