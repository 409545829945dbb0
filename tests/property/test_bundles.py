"""The union of two pages of claims holds what both hold, whatever they are and whoever comes first."""

from hypothesis import given
from hypothesis import strategies as st

from wikimem.model.claim import Claim, ClaimKind, Source
from wikimem.text.claims import add_claims, claim_lines, new_page, supersede
from wikimem.text.frontmatter import parse
from wikimem.text.joined import joined
from wikimem.text.okf import check

SCOPE = "project:kiln"
AT = "2026-03-10T08:41:30Z"
words = st.sampled_from(
    ["ash", "*glaze*", "[^x]", "釉薬", "cone_six", "`a | b`", "~~tin~~", "- dash", "^c-1", "# head"]
)
texts = st.lists(words, min_size=1, max_size=4).map(lambda parts: "Use " + " ".join(parts))
sources = st.builds(
    lambda session, turn: Source(f"sess{session}", turn, f"raw/codex/2026/sess{session}.jsonl", "human:user", AT),
    st.integers(1, 4),
    st.integers(1, 9),
)
claims = st.builds(
    lambda text, cited: Claim(ClaimKind.DECISION, text, "Glazes", tuple(cited), SCOPE),
    texts,
    st.lists(sources, min_size=1, max_size=3, unique=True),
)


@st.composite
def pages(draw: st.DrawFn) -> str:
    """A page of claims, some of them retired."""
    found = draw(st.lists(claims, max_size=5))
    text = add_claims(new_page("Glazes", "Decision", SCOPE, "Which", (), AT), found, {}, AT)
    retired = {claim.id: "2026-04-01" for claim in found if draw(st.booleans())}
    return supersede(text, retired, AT)


def held(text: str) -> dict[str, set[str]]:
    return {line.id: set(line.sources) for line in claim_lines(parse(text)[1])}


@given(pages(), pages())
def test_both_are_in_it_whoever_comes_first(one: str, other: str) -> None:
    ids = held(one).keys() | held(other).keys()
    both = joined(one, other, ids)
    expected = {claim: held(one).get(claim, set()) | held(other).get(claim, set()) for claim in ids}
    assert held(both) == expected == held(joined(other, one, ids))
    assert joined(both, other, ids) == both
    assert joined(both, one, ids) == both
    assert {entry["id"] for entry in parse(both)[0]["sources"]} >= set().union(*expected.values())
    assert check("a.md", both) == []
