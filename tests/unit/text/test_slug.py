import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wikimem.text.slug import slug, unique


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Deploy: staging?", "deploy-staging"),
        ("Deploy: prod #1 | v2 [x]^", "deploy-prod-1-v2-x"),
        ("Don't use snake_case in C:\\paths", "dont-use-snake-case-in-c-paths"),
        ("部署方案 review", "部署方案-review"),
        ("Ünïcode Straße", "ünïcode-straße"),
        ("हिन्दी में", "हिन्दी-में"),
        ("con", "con-page"),
        ("LPT1", "lpt1-page"),
        ("...", "untitled"),
        ("🧩", "untitled"),
        ("  .hidden. ", "hidden"),
    ],
)
def test_slug(title, name):
    assert slug(title) == name


def test_a_long_title_is_cut_at_a_word():
    assert slug("one two three four", 12) == "one-two"
    assert slug("one two three", 7) == "one-two"
    assert len(slug("部署" * 100).encode()) <= 80


def test_a_taken_name_gets_a_stable_hash_of_its_key():
    first = unique("deploy", {"Deploy"}, "Deploy!")
    assert re.fullmatch("deploy-[0-9a-f]{6}", first)
    assert unique("deploy", lambda name: name == "deploy", "Deploy!") == first
    assert unique("deploy", {"Deploy"}, "Deploy?") != first
    assert unique("deploy", {"deploy", first}, "Deploy!") not in {"deploy", first}
    assert unique("deploy", [], "Deploy!") == "deploy"


@settings(deadline=None)
@given(st.text(), st.integers(8, 80))
def test_every_slug_is_portable(title, limit):
    name = slug(title, limit)
    assert name
    assert len(name.encode()) <= max(limit, 12)
    assert not set(name) & set('\\/:*?"<>|#^[]. ')
    assert unicodedata.is_normalized("NFC", name)
    assert slug(name, 80) == name
