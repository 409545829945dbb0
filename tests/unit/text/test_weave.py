"""Two edits of one sequence."""

from wikimem.text.weave import weave


def test_what_either_put_in_is_in_and_what_either_took_out_is_out() -> None:
    assert weave("abcd", "axbcd", "abd").items == list("axbd")


def test_what_both_put_in_one_place_stands_in_one_order() -> None:
    assert weave("ab", "axb", "ayb").items == list("axyb")
    assert weave("ab", "axb", "axb").items == list("axb")


def test_a_clash_is_told_where_both_replaced_the_same() -> None:
    woven = weave("abc", "axc", "ayc")
    assert woven.items == list("axyc")
    assert woven.clashes == [(("x",), ("y",))]
    assert weave("abc", "axbc", "aybc").clashes == []


def test_what_is_to_be_kept_outlives_one_side() -> None:
    assert weave("abc", "ac", "abc", keep="b").items == list("abc")
    assert weave("abc", "ac", "ac", keep="b").items == list("ac")
