"""Words are found however they are spelled, and what takes their place does no harm."""

import json

import orjson
import pytest

from wikimem.text.clean import clip
from wikimem.text.erasure import MARK, Eraser, file_name_of, spellings, without_lines, without_quote
from wikimem.text.frontmatter import format, parse
from wikimem.text.inline import escape_inline

WORDS = 'Say "naïve" it\'s\n#tag of Ada'


def eraser(*words, **names):
    return Eraser(words, names)


@pytest.mark.parametrize(
    "spelled",
    [
        WORDS,
        'Say "naïve" it\'s #tag of Ada',
        json.dumps({"a": WORDS}),
        orjson.dumps({"a": WORDS}).decode(),
        json.dumps({"a": json.dumps([WORDS])}),
        escape_inline(" ".join(WORDS.split())),
    ],
)
def test_every_spelling_is_found(spelled):
    assert eraser(WORDS).finds(spelled.encode())
    assert "Ada" not in eraser(WORDS).text(spelled)


def test_frontmatter_stays_readable():
    for words in ("Ada Lovelace", "key: value", "it's # odd"):
        text = format({"type": "Note", "title": words, "tags": [words, "kept"]}, f"# {words}\n\n[{words}](a.md)\n")
        meta, body = parse(eraser(words).text(text))
        assert meta == {"type": "Note", "title": MARK, "tags": [MARK, "kept"]}
        assert body == f"# {MARK}\n\n[{MARK}](a.md)\n"


def test_binary_content_keeps_its_length():
    content = b"\0\1Ada Lovelace\0rest"
    assert eraser("Ada Lovelace").content(content) == b"\0\1" + b"*" * 12 + b"\0rest"


def test_the_longer_of_two_counts():
    assert eraser("Ada", **{"Ada-Lovelace": "gone"}).text("Ada-Lovelace and Ada") == f"gone and {MARK}"


def test_a_long_word_that_was_cut_is_found():
    word = "k" + "9f3a7c21e8b04d56" * 4
    assert word[:30] not in eraser(word).text(clip(f"Use {word} for it", 60))
    assert not eraser(word).finds(word[:7].encode() + "…".encode())


def test_other_text_stays_as_it_is():
    assert eraser("Ada Lovelace").content(b"Ada of Lovelace") == b"Ada of Lovelace"
    assert Eraser((), {}).content(b"a") == b"a"


def test_a_file_name_is_found_as_a_slug():
    assert (
        file_name_of("2026-03-02-fix-acme-corp-login-b17a94e0", ["Acme Corp."])
        == f"2026-03-02-fix-{MARK}-login-b17a94e0"
    )
    assert file_name_of("acme-corporation", ["Acme Corp."]) == "acme-corporation"
    assert file_name_of("an-odd-page", ["an"]) == f"{MARK}-odd-page"
    assert file_name_of("plan", ["An"]) == "plan"


PAGE = """\
---
type: Fact
title: Queues
description: Jobs are lost when the worker…
sources:
- {id: aaaa1111-1, resource: /raw/x.jsonl#1}
- {id: bbbb2222-7, resource: /raw/y.jsonl#7}
---
# Queues

- Jobs are lost when the worker sleeps. [^aaaa1111-1] ^c-00000001
  It goes on here.
- Two say so. [^aaaa1111-1] [^bbbb2222-7] ^c-00000002
- Mine.

[^aaaa1111-1]: [one](../sessions/one-aaaa1111.md), turn 1
[^bbbb2222-7]: [two](../sessions/two-bbbb2222.md), turn 7
"""


def test_lines_of_a_session_go_and_shared_ones_stay():
    left = without_lines(PAGE, ["aaaa1111"], [])
    assert "aaaa1111" not in left
    assert "- Two say so. [^bbbb2222-7] ^c-00000002\n- Mine.\n" in left
    assert "It goes on" not in left
    assert "description" not in left
    assert without_lines(PAGE, ["aaaa111"], []) == PAGE


def test_lines_of_a_claim_go():
    left = without_lines(PAGE, [], ["c-00000002"])
    assert left == PAGE.replace("- Two say so. [^aaaa1111-1] [^bbbb2222-7] ^c-00000002\n", "")


def test_a_description_that_quotes_what_is_gone_goes():
    without = PAGE.replace("- Jobs are lost when the worker sleeps. [^aaaa1111-1] ^c-00000001\n", "")
    assert "description" not in without_quote(without, PAGE)
    assert without_quote(PAGE, PAGE) == PAGE


def test_spellings_hold_the_text_itself():
    assert spellings("plain")[0] == "plain"
    assert len(spellings("plain")) == 1
