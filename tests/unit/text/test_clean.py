from hypothesis import given, settings
from hypothesis import strategies as st

from wikimem.text.clean import clean, clip, one_line


def test_a_lone_surrogate_becomes_the_replacement_mark_and_a_pair_its_character():
    assert clean("a\udc88b \ud83e\udde9") == "a\ufffdb 🧩"


def test_controls_and_colours_go_and_line_ends_are_one():
    assert clean("a\r\nb\rc\x00\x07\td\x1b[31mred\x1b[0m\x1b]0;title\x07") == "a\nb\nc\tdred"


def test_nothing_invisible_misleads():
    assert clean("pay\u202eload\u2066x\u2069 zero\u200bwidth\ufeff \U000e0041tag") == "payloadx zerowidth tag"


def test_joiners_stay_where_they_mean_something():
    assert clean("👩\u200d💻 می\u200cخواهم a\u200db") == "👩\u200d💻 می\u200cخواهم ab"


def test_one_line_and_clip():
    assert one_line("  a\n\n b\tc ") == "a b c"
    assert clip("short", 10) == "short"
    assert clip("one two three four", 12) == "one two…"
    assert clip("abcdefghijkl", 5) == "abcd…"
    assert clip("one two three", 8) == "one two…"


@settings(deadline=None)
@given(st.text(alphabet=st.characters(), max_size=60))
def test_cleaning_twice_is_cleaning_once_and_gives_valid_utf_8(text):
    once = clean(text)
    assert clean(once) == once
    once.encode("utf-8")


@settings(deadline=None)
@given(st.text(max_size=60), st.integers(1, 40))
def test_a_clip_keeps_its_limit(text, limit):
    assert len(clip(text, limit)) <= limit
