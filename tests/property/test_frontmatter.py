"""Laws of the frontmatter door."""

import contextlib

import frontmatter as python_frontmatter
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from wikimem.errors import PageError
from wikimem.text import anyyaml, frontmatter, ownyaml

words = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        [
            "no",
            "Yes",
            "1.10",
            "2026-02-04",
            "12:30:45",
            "007",
            "1e3",
            "[[Page]]",
            "#tag",
            "a: b",
            "a #b",
            "🧩",
            "- x",
            "{a}",
            "~",
            "null",
            "true",
            "=",
            "<<",
            "key:",
            " lead",
            "trail ",
            "it's",
            'say "hi"',
            "C:\\x",
            "x,y",
            "...",
            "---",
        ]
    ),
)
keys = st.one_of(st.from_regex(r"[A-Za-z_][A-Za-z0-9_-]{0,8}", fullmatch=True), words)
scalars = st.one_of(words, st.integers(), st.booleans(), st.none())
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3), max_leaves=8
)
metas = st.dictionaries(keys, values, max_size=6)
blocks = st.text(alphabet="ab:-#\"'[]{},|>&*!? \n\r\t0.é", max_size=60)


@settings(deadline=None)
@given(metas, st.text(max_size=40))
def test_what_is_formatted_parses_to_the_same(meta, body):
    assert frontmatter.parse(frontmatter.format(meta, body)) == (meta, body)


@settings(deadline=None)
@given(st.dictionaries(keys, words | st.lists(words, max_size=3), max_size=5))
def test_strings_survive_a_yaml_1_1_reader(meta):
    assert yaml.safe_load(ownyaml.write(meta)) == (meta or None) or any(key in {"at", "from", "to"} for key in meta)
    text = frontmatter.format(meta, "body\n")
    if meta and not any(key in {"at", "from", "to"} for key in meta):
        assert python_frontmatter.parse(text)[0] == meta


@settings(deadline=None)
@given(metas)
def test_both_readers_agree_on_our_own_form(meta):
    block = ownyaml.write(meta)
    assert (anyyaml.read(block) or {}) == meta
    assert ownyaml.read(block) in (None, meta)


@settings(deadline=None)
@given(blocks)
def test_the_quick_reader_never_disagrees_with_yaml(block):
    quick = ownyaml.read(block)
    if quick is not None:
        assert anyyaml.read(block) == quick


@settings(deadline=None)
@given(st.from_regex(r"([a-z]{1,3}: ?[-a-z0-9:#,\[\]{}\"' ]{0,12}\n|- [a-z0-9{}\[\]:, ]{0,9}\n){1,4}", fullmatch=True))
def test_the_quick_reader_never_disagrees_with_yaml_on_near_misses(block):
    test_the_quick_reader_never_disagrees_with_yaml.hypothesis.inner_test(block)


@settings(deadline=None)
@given(st.text() | blocks.map(lambda block: f"---\n{block}\n---\nbody"), metas)
def test_any_text_raises_nothing_but_page_error(text, changes):
    block, body = frontmatter.split(text)
    assert text.endswith(body)
    assert not block or block in text
    with contextlib.suppress(PageError):
        meta, again = frontmatter.parse(text)
        assert again == body
        assert frontmatter.patch(text, {}) == text
        assert frontmatter.patch(text, dict.fromkeys(changes)) is not None or meta
    with contextlib.suppress(PageError):
        assert frontmatter.parse(frontmatter.patch(text, changes))[1].endswith(body)


@settings(deadline=None)
@given(metas, st.dictionaries(keys, values, max_size=3), st.booleans())
def test_a_patch_changes_its_keys_and_no_other_line(meta, changes, windows):
    text = frontmatter.format(meta, "# Title\n\n- line\n")
    text = text.replace("\n", "\r\n") if windows else text
    patched = frontmatter.patch(text, changes)
    after, body = frontmatter.parse(patched)
    expected = {key: value for key, value in {**meta, **changes}.items() if key not in changes or value is not None}
    assert after == expected
    assert body == frontmatter.parse(text)[1]
    assert ("\n" in patched.replace("\r\n", "")) is not windows
    kept = [line for key in meta if key not in changes for line in ownyaml.entry(key, meta[key])]
    assert all(line in patched.replace("\r\n", "\n").split("\n") for line in kept)


@settings(deadline=None)
@given(metas, metas)
def test_patching_twice_is_patching_once(meta, changes):
    once = frontmatter.patch(frontmatter.format(meta, ""), changes)
    assert frontmatter.patch(once, changes) == once
