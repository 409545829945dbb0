"""A block in a person's file."""

import pytest

from tests.unit.passes.bundles.leaves import GLAZES, parcel
from wikimem.passes.bundles.agents_md import MOST_BYTES, with_block
from wikimem.text.own_marks import strip


@pytest.mark.parametrize("before", ["", "# Mine\n", "# Mine", "# Mine\r\n\r\nKeep.\r\n"])
def test_what_stood_there_stays(before: str) -> None:
    text = with_block(before, parcel())
    assert text.startswith(before)
    assert "- Use *ash* glaze on stoneware.\n" in text
    assert with_block(text, parcel()) == text
    assert strip(text).rstrip("\n") == before.rstrip("\n")


def test_a_block_in_the_middle_is_replaced_in_its_place() -> None:
    text = with_block("# Mine\n", parcel()) + "\nBelow.\n"
    changed = with_block(text, parcel({"a/decisions/b.md": GLAZES.replace("*ash*", "celadon")}))
    assert changed.startswith("# Mine\n\n<!--")
    assert changed.endswith("-->\n\nBelow.\n")
    assert "celadon" in changed
    assert "*ash*" not in changed


def test_it_costs_an_agent_no_more_than_the_limit() -> None:
    pages = {f"projects/kiln/decisions/{n}.md": GLAZES.replace("*ash*", f"{'very ' * 200} {n}") for n in range(200)}
    assert len(with_block("", parcel(pages)).encode()) <= MOST_BYTES + 100
