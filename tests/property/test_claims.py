"""Laws of subject pages."""

from hypothesis import given, settings
from hypothesis import strategies as st

from wikimem.model.claim import Claim, ClaimKind, Source
from wikimem.text import frontmatter
from wikimem.text.claims import add_claims, claim_lines, drop_session, new_page
from wikimem.text.links import check_links
from wikimem.text.okf import check

AT = "2026-02-04T10:51:07Z"

_REST = "0000-4000-8000-000000000000"


@st.composite
def sources(draw):
    session = draw(st.sampled_from(["aaaaaaaa", "bbbbbbbb", "cccccccc", "1234e567"]))
    day = {"a": 1, "b": 2, "c": 3, "1": 4}[session[0]]
    turn = draw(st.integers(1, 30))
    return Source(
        f"{session}-{_REST}", turn, f"raw/a/2026/{session}-{_REST}.jsonl", "a/b", f"2026-02-{day:02d}T00:00:00Z"
    )


words = st.text(alphabet="ab #`[]^~%<>|-*_\\", min_size=1, max_size=12).map(lambda text: f"w{text}")
claims = st.lists(
    st.builds(
        Claim,
        st.just(ClaimKind.FACT),
        words,
        st.just("S"),
        st.lists(sources(), min_size=1, max_size=3).map(tuple),
        st.just("global"),
    ),
    max_size=6,
)


def page():
    return new_page("S", "Fact", "global", "", [], AT)


def added(text, some):
    return add_claims(text, some, {}, AT)


def state(text):
    meta, body = frontmatter.parse(text)
    return {line.id: frozenset(line.sources) for line in claim_lines(body)}, {entry["id"] for entry in meta["sources"]}


@settings(deadline=None)
@given(claims, claims)
def test_adding_twice_is_once_and_order_does_not_matter(some, others):
    text = added(added(page(), some), others)
    assert added(text, some) == text
    assert added(text, others) == text
    assert state(added(added(page(), others), some)) == state(text)
    assert {line.id for line in claim_lines(frontmatter.parse(text)[1])} == {claim.id for claim in (*some, *others)}


@settings(deadline=None)
@given(claims)
def test_every_page_is_conformant_and_its_links_resolve(some):
    text = added(page(), some)
    assert check("a.md", text) == []
    assert check_links({"a.md": text}) == []


@settings(deadline=None)
@given(claims, claims)
def test_dropping_a_session_is_as_if_it_had_not_spoken(some, others):
    mine = [claim for claim in some if all(source.session.startswith("a") for source in claim.sources)]
    rest = [claim for claim in others if not any(source.session.startswith("a") for source in claim.sources)]
    text = drop_session(added(added(page(), rest), mine), "aaaaaaaa")
    assert (state(text) if text else ({}, set())) == state(added(page(), rest))


@settings(deadline=None)
@given(st.text(alphabet="ab\n-#[]^~` :|c0", max_size=80), claims)
def test_a_persons_lines_are_never_lost(body, some):
    text = frontmatter.format({"type": "Fact", "scope": "global"}, body)
    grown = added(text, some)
    remaining = iter(frontmatter.parse(grown)[1].split("\n"))
    for line in body.split("\n"):
        assert any(line == other or other.startswith(line.rstrip()) for other in remaining)
