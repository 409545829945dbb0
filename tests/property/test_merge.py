"""Laws of the three-way merge: the sides are equals, twice is once, and no word of a person is lost."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wikimem.model.claim import Claim, ClaimKind, Source
from wikimem.passes.merge import merge
from wikimem.text import frontmatter
from wikimem.text.claims import add_claims, claim_lines, drop_claim, new_page, supersede
from wikimem.text.markers import has_conflict_markers
from wikimem.text.weave import weave

PATH = "global/facts/kiln.md"
AT = "2026-02-04T10:51:07Z"
WORD = re.compile(r"zq\w+")

short = st.lists(st.sampled_from("abcdef"), max_size=6)


def claim(number: int, session: int) -> Claim:
    at = f"2026-02-{1 + session:02}T00:00:00Z"
    source = Source(f"{session:08x}-s", number + 1, f"raw/a/2026/{session:08x}-s.jsonl", "a/b", at)
    return Claim(ClaimKind.FACT, f"Fact number {number} holds.", "Kiln", (source,), "global")


BASE = add_claims(new_page("Kiln", "Fact", "global", "About it.", ["a"], AT), [claim(n, 0) for n in range(4)], {}, AT)
BASE += "\nWhat Ann wrote.\n\nAnd what Bob wrote.\n"


@st.composite
def edits(draw, name):
    """Return what a machine and its person make of the page, and the words the person put in."""
    text, words = BASE, []
    for step in range(draw(st.integers(0, 4))):
        kind = draw(st.sampled_from(["compile", "reword", "drop", "retire", "line", "tag"]))
        number = draw(st.integers(0, 6))
        key = claim(number, 0).id
        word = f"zq{name}{step}"
        if kind == "compile":
            text = add_claims(text, [claim(number, draw(st.integers(1, 3)))], {}, AT)
        elif kind == "drop":
            text = drop_claim(text, key, AT) or text
            words = [kept for kept in words if kept in text]
        elif kind == "retire":
            text = supersede(text, {key: "2026-02-05"}, AT)
        elif kind == "tag":
            known = frontmatter.parse(text)[0]["tags"]
            text = frontmatter.patch(text, {"tags": [*known, word]})
            words.append(word)
        elif kind == "line":
            lines = text.split("\n")
            first = lines.index("# Kiln") + 1
            lines.insert(draw(st.integers(first, len(lines))), f"A word: {word}")
            text = "\n".join(lines)
            words.append(word)
        elif found := re.search(rf"^- .*(?= \[\^.*\^{key}$)", text, re.MULTILINE):
            text = text.replace(found[0], f"- It is {word}")
            words = [kept for kept in words if kept in text] + [word]
    return text, words


def merged(base, one, other, **more):
    return merge(PATH, base.encode(), one.encode(), other.encode(), **more).content.decode()


def live(text):
    return {line.id: line.superseded for line in claim_lines(frontmatter.parse(text)[1]) if line.id}


@settings(deadline=None)
@given(short, short, short)
def test_weaving_treats_both_sides_alike_and_trusts_the_one_that_changed(base, one, other):
    assert weave(base, one, other).items == weave(base, other, one).items
    assert weave(base, base, other).items == other
    assert weave(base, one, one).items == one


@settings(deadline=None, max_examples=300)
@given(edits("a"), edits("b"))
def test_pages_merge_alike_from_both_sides_and_lose_no_word(left, right):
    (one, words), (other, others) = left, right
    text = merged(BASE, one, other)
    assert text == merged(BASE, other, one)
    assert {*words, *others} <= set(WORD.findall(text))
    assert not has_conflict_markers(text)
    assert merged(BASE, one, BASE) == one
    assert merged(one, text, one) == text
    keys = [line.id for line in claim_lines(frontmatter.parse(text)[1]) if line.id]
    assert len(keys) == len(set(keys))


@settings(deadline=None, max_examples=300)
@given(edits("a"), edits("b"))
def test_merging_again_changes_nothing(left, right):
    text = merged(BASE, left[0], right[0])
    again = merged(BASE, text, right[0])
    assert live(again) == live(text)
    assert set(WORD.findall(again)) == set(WORD.findall(text))


@settings(deadline=None, max_examples=200)
@given(edits("a"), edits("b"), edits("c"))
def test_in_whatever_order_three_machines_merge_the_same_claims_live(left, middle, right):
    one, two, three = left[0], middle[0], right[0]
    first = merged(BASE, merged(BASE, one, two), three)
    second = merged(BASE, one, merged(BASE, two, three))
    assert live(first) == live(second)


@settings(deadline=None)
@given(edits("a"), st.sets(st.integers(0, 6)))
def test_what_was_forgotten_stays_away(left, numbers):
    out = {claim(number, 0).id for number in numbers}
    content = merge(PATH, BASE.encode(), left[0].encode(), BASE.encode(), lambda key: key in out).content
    assert not live((content or b"").decode()).keys() & out


@pytest.mark.parametrize(
    "path", ["a.md", ".wikimem/tombstones.jsonl", ".wikimem/projects/p.toml", "x/y.bin", ".gitignore", "MEMORY.md"]
)
@given(st.text(max_size=40), st.text(max_size=40), st.text(max_size=40))
def test_any_file_merges_alike_from_both_sides(path, base, one, other):
    contents = [text.encode("utf-8", "replace") for text in (base, one, other)]
    assert merge(path, *contents) == merge(path, contents[0], contents[2], contents[1])
