"""What the index sees of a text, and what a question asks for."""

import pytest

from wikimem.text.tokens import DATA_RUN, ELIDED, STOP_WORDS, elided, searchable, words


def test_names_are_kept_whole_and_in_parts() -> None:
    assert searchable("call getUserName now") == "call getUserName get User Name now"
    assert words("HTTPServer") == ["httpserver", "http", "server"]
    assert words("parseV2Header") == ["parsev2header", "parse", "v", "2", "header"]


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("user_name", ["user", "name"]),
        ("src/app.py", ["src", "app", "py"]),
        ("--dry-run", ["dry", "run"]),
        ("a.b.c", ["a", "b", "c"]),
        ("std::vec", ["std", "vec"]),
        ("E1234", ["e1234", "e", "1234"]),
        ("SHA256SUM b6b20c21 V2", ["sha256sum", "sha", "256", "sum", "b6b20c21", "v2"]),
        ("it's", ["it", "s"]),
    ],
)
def test_names_with_punctuation_are_their_parts_side_by_side(name: str, parts: list[str]) -> None:
    assert words(name) == parts


def test_cjk_text_is_indexed_by_characters_and_pairs() -> None:
    assert searchable("用部署。").split() == ["用", "用部", "部", "部署", "署", "。"]
    assert searchable("案").split() == ["案"]


def test_cjk_question_asks_for_pairs_and_for_a_lone_character() -> None:
    assert words("部署方案") == ["部署", "署方", "方案"]
    assert words("案") == ["案"]
    assert words("deploy 方案 now") == ["deploy", "方案", "now"]


def test_width_and_ligatures_are_normalised() -> None:
    assert words("ＡＢＣ ﬁle") == ["abc", "file"]
    assert words("cafe\u0301") == words("café")


def test_encoded_data_is_left_out_and_its_neighbours_stay() -> None:
    assert elided("before\n" + "QUJD" * 1_000_000 + "\nafter") == f"before\n{ELIDED}\nafter"
    assert words("before\n" + "QUJD" * 1_000_000 + "\nafter") == ["before", "after"]
    path = "src/" + "x" * (DATA_RUN - 5)
    assert elided(path) == path


def test_lone_surrogates_and_nul_are_replaced() -> None:
    assert elided("a\ud800b\0c") == "a\ufffdb c"
    searchable("\udfff部").encode()


def test_stop_words_are_words() -> None:
    assert all(words(word) == [word] for word in STOP_WORDS)
