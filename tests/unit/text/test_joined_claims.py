"""Two pages of claims become one, word for word and without losing a source."""

from tests.unit.passes.bundles.leaves import GLAZES
from wikimem.text.claims import claim_lines
from wikimem.text.frontmatter import parse
from wikimem.text.joined import joined
from wikimem.text.okf import check

THEIRS = GLAZES.replace("aaaa0001", "bbbb0002").replace("2026-03-10", "2026-04-01")
NEW = "- Keep **wax** off the foot,\n  always. [^bbbb0002-3] ^c-55556666\n"
MORE = THEIRS.replace("\n## Superseded", f"{NEW}\n## Superseded")
OLD = MORE.replace("## Superseded\n", "## Superseded\n- ~~Use lead.~~ until 2020-01-01 ^c-77778888\n")
ALL = {"c-11112222", "c-33334444", "c-55556666", "c-77778888"}


def claims(text: str) -> dict[str, tuple[str, tuple[str, ...], bool]]:
    return {line.id: (line.text, line.sources, line.superseded) for line in claim_lines(parse(text)[1])}


def test_a_claim_both_know_gains_the_sources_of_the_other() -> None:
    both = joined(GLAZES, THEIRS, ALL)
    assert claims(both)["c-11112222"] == ("Use *ash* glaze on stoneware.", ("aaaa0001-3", "bbbb0002-3"), False)
    assert [entry["id"] for entry in parse(both)[0]["sources"]] == ["aaaa0001-3", "bbbb0002-3"]
    assert "[^bbbb0002-3]: [2026-03-09](../sessions/2026/2026-03-09-glazes-bbbb0002.md), turn 3\n" in both
    assert parse(both)[0]["generated"]["at"] == "2026-04-01T08:41:30Z"
    assert check("a.md", both) == []


def test_a_new_claim_comes_in_word_for_word_and_a_retired_one_stays_retired() -> None:
    both = joined(GLAZES, OLD, ALL)
    assert NEW in both
    assert claims(both).keys() == ALL
    assert claims(both)["c-77778888"][2]


def test_only_what_is_wanted_comes_in() -> None:
    assert joined(GLAZES, MORE, {"c-99990000"}) == GLAZES
    assert claims(joined(GLAZES, MORE, {"c-55556666"})).keys() == ALL - {"c-77778888"}


def test_twice_is_once() -> None:
    both = joined(GLAZES, OLD, ALL)
    assert joined(both, OLD, ALL) == both
    assert joined(both, GLAZES, ALL) == both
    assert claims(joined(OLD, GLAZES, ALL)).keys() == ALL


def test_a_page_without_claims_takes_them_below_its_words() -> None:
    empty = "---\ntype: Decision\n---\n# Glazes\n\nMind the shelf.\n"
    both = joined(empty, OLD, ALL)
    assert both.index("Mind the shelf.") < both.index("Use *ash*") < both.index("## Superseded") < both.index("lead")
