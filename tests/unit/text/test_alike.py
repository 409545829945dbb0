"""Two sentences say the same when they share most of their words and are of one size."""

from wikimem.text.alike import alike, words_of

LOCK = "`save` takes the lock before it writes the index"


def same(first, second):
    return alike(words_of(first), words_of(second))


def test_order_case_and_small_words_do_not_matter():
    assert same(LOCK, "Before it writes the INDEX, `save` takes a lock.")


def test_one_word_more_or_less_is_the_same():
    assert same(LOCK, f"{LOCK} again")
    assert same(f"{LOCK} again", LOCK)


def test_other_words_are_not():
    assert not same(LOCK, "`flush` drops the lock after it reads the berths")


def test_a_sentence_is_not_the_paragraph_around_it():
    assert not same("takes the lock", LOCK)


def test_nothing_is_like_nothing():
    assert not same("", "")
    assert not same("a b", "a b")
