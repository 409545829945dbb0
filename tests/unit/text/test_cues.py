"""Tables of phrases find whole words in lower-case text."""

from wikimem.text.cues import cue, either, opening, whole, words


def test_a_cue_finds_whole_words_anywhere():
    table = cue("chose|opted", "instead of")
    assert table.search("we chose tantivy")
    assert table.search("tantivy instead of sqlite")
    assert not table.search("choses of instead ofs")


def test_an_opening_finds_them_at_the_beginning():
    table = opening("it|this one", "so")
    assert table.match("this one is late")
    assert not table.search("and so it is")
    assert not table.match("its lock")


def test_whole_texts_are_found_whole():
    assert whole("summary", "step .*").match("step 2")
    assert not whole("summary").match("summary of locks")


def test_either_finds_what_any_finds():
    table = either(cue("maybe"), opening("so"))
    assert table.search("so it is")
    assert table.search("it is maybe so")
    assert not table.search("it is so")


def test_words_of_lines():
    assert words("a b", "c") == {"a", "b", "c"}
