import pytest

from wikimem.frontends.fence import cut_blocks, cut_context


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("no tag", "no tag"),
        ("a <wikimem-context>x</wikimem-context> b", "a  b"),
        ('<wikimem-context id="1">\nx\n</wikimem-context>\n<wikimem-context>y</wikimem-context>z', "\nz"),
        ("shown\n<wikimem-context>\ncut short", "shown"),
        ("why is <wikimem-context> here?", "why is <wikimem-context> here?"),
        ("<wikimem-contexts>x</wikimem-context>", "<wikimem-contexts>x</wikimem-context>"),
    ],
)
def test_what_wikimem_injected_is_cut(text: str, left: str) -> None:
    assert cut_context(text) == left


def test_a_tag_inside_a_line_can_be_spared() -> None:
    assert cut_blocks("a <t>x</t>\n<t>y</t>", "t", at_line_start=True) == "a <t>x</t>\n"


def test_many_openings_cost_one_scan() -> None:
    text = "<t " * 200_000 + "<tx>" * 200_000 + "</t>"
    assert cut_blocks(text, "t") == ""
    assert cut_blocks("<tx>" * 200_000 + "</t>", "t").startswith("<tx>")
