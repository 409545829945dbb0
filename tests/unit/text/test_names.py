"""What a sentence names: code, files, options, acronyms, proper names."""

import pytest

from wikimem.text.names import code_names, first_name


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("the retry of `save` is late", "`save`"),
        ("the retry in store.py is late", "store.py"),
        ("the option --force is late", "--force"),
        ("the tideTable is late", "tideTable"),
        ("the TideTable is late", "TideTable"),
        ("the tide_table is late", "tide_table"),
        ("the API is late", "API"),
        ("the ferry to Posthaven is late", "Posthaven"),
    ],
)
def test_names(text, named):
    found = first_name(text)
    assert found is not None
    assert found[0] == named


def test_plain_words_name_nothing():
    assert first_name("The lock is taken twice. It fails") is None


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("the lock is taken. Twice.", 0),
        ("tide_table and ferry/paths and tideTable and save() and a.py", 5),
        ("snake_case_name", 2),
        ("e.g. this", 0),
    ],
)
def test_code_is_counted(text, count):
    assert code_names(text) == count
