"""Logs of lines and settings, merged."""

import tomllib

from wikimem.text.line_merge import merge_toml, union

PROJECT = '# The places that are this project.\npaths = ["/home/ann/kiln"]\nremotes = []\n'


def test_a_log_that_only_grew_stays_as_it_is() -> None:
    assert union("b\na\n", "b\na\nc\n") == "b\na\nc\n"
    assert union("", "b\na\n") == "b\na\n"


def test_two_logs_are_all_their_lines_in_one_order() -> None:
    assert union("a\nb\nb\n", "a\nc\n") == "a\nb\nb\nc\n"


def test_lists_of_both_are_one_list_and_comments_stay() -> None:
    one = PROJECT.replace('"]', '", "/srv/kiln"]')
    other = PROJECT.replace("# The", "# Ann: the").replace('"]', '", "/home/bob/kiln"]')
    merged, clashes = merge_toml(PROJECT, one, other)
    assert tomllib.loads(merged)["paths"] == ["/home/ann/kiln", "/home/bob/kiln", "/srv/kiln"]
    assert merged.startswith("# Ann: the places")
    assert clashes == ()


def test_a_list_over_several_lines_is_one_setting() -> None:
    base = 'paths = [\n  "/a",\n]\nname = "x"\n'
    merged, _ = merge_toml(base, base.replace('"/a",', '"/a",\n  "/b",'), base.replace('"x"', '"y"'))
    assert tomllib.loads(merged) == {"paths": ["/a", "/b"], "name": "y"}


def test_a_setting_that_both_changed_is_told() -> None:
    merged, clashes = merge_toml("n = 1\n", "n = 2\n", "n = 3\n")
    assert merged == "n = 3\n"
    assert clashes == (("n = 2", "n = 3"),)


def test_settings_of_one_name_in_two_tables_are_two() -> None:
    base = "[a]\nn = 1\n\n[b]\nn = 1\n"
    merged, _ = merge_toml(base, base.replace("[a]\nn = 1", "[a]\nn = 2"), base.replace("[b]\nn = 1", "[b]\nn = 3"))
    assert tomllib.loads(merged) == {"a": {"n": 2}, "b": {"n": 3}}
