"""What a purge makes of a raw log: as provable as before, prefix by prefix, and without the words."""

import hashlib
from pathlib import Path
from tempfile import TemporaryDirectory

import orjson
from hypothesis import given, settings
from hypothesis import strategies as st

from wikimem.model.record import Kind, Record, Role
from wikimem.store import rawlines, rawlog
from wikimem.store.layout import Layout
from wikimem.store.rawerase import erased
from wikimem.store.rawlines import Header, Seal
from wikimem.text.erasure import Eraser

WORD = "plumbago"
texts = st.text(max_size=20) | st.sampled_from((WORD, f'"{WORD}\n', f"a {WORD} b"))
records = st.lists(st.tuples(texts, texts, st.booleans()), min_size=1, max_size=12)


def log_of(rows):
    """Return a raw log in which some lines are followed by a seal."""
    content = bytearray(rawlines.header_line(Header("x", "s1")))
    for number, (text, inner, is_sealed) in enumerate(rows, 1):
        record = Record(key=f"k{number}", kind=Kind.TEXT, role=Role.PERSON, text=text)
        content += rawlines.record_line(record, number, text, {"kind": inner, inner or "-": [inner]})
        if is_sealed or number == len(rows):
            log = hashlib.sha256(content).hexdigest()
            content += rawlines.seal_line(Seal(f"{WORD}.jsonl", number, "0" * 64, log))
    return bytes(content)


@settings(deadline=None)
@given(records)
def test_the_log_is_whole_and_without_the_words(rows):
    after = erased(log_of(rows), Eraser((WORD,), {}))
    assert WORD.encode() not in after.content
    assert len(after.content.splitlines()) == len(log_of(rows).splitlines())
    with TemporaryDirectory() as folder:
        path = Path(folder, "raw/x/2026/s1.jsonl")
        path.parent.mkdir(parents=True)
        path.write_bytes(after.content)
        layout = Layout(Path(folder), Path(folder), Path(folder))
        assert rawlog.verify(layout, "raw/x/2026/s1.jsonl") == []


@settings(deadline=None)
@given(records)
def test_a_prefix_becomes_a_prefix(rows):
    content, eraser = log_of(rows), Eraser((WORD,), {})
    whole = erased(content, eraser)
    for length, prefix in whole.prefixes.items():
        assert prefix.before == hashlib.sha256(content[:length]).hexdigest()
        alone = erased(content[:length], eraser).content
        assert alone == whole.content[: prefix.bytes]
        assert prefix.sha256 == hashlib.sha256(alone).hexdigest()


@settings(deadline=None)
@given(records)
def test_twice_is_once_and_without_the_words_nothing_changes(rows):
    content = log_of(rows)
    once = erased(content, Eraser((WORD,), {})).content
    assert erased(once, Eraser((WORD,), {})).content == once
    assert erased(content, Eraser(("never said at all",), {})).content == content


def test_words_of_the_format_stay():
    content = log_of([("said", "text", True)])
    after = erased(content, Eraser(("text",), {})).content
    row = orjson.loads(after.splitlines()[1])
    assert (row["kind"], row["text"]) == ("text", "said")
    assert "PURGED" in row["data"]


def test_a_seal_that_was_broken_stays_broken():
    content = log_of([(WORD, "", True)]).replace(b"k1", b"k2", 1)
    with TemporaryDirectory() as folder:
        path = Path(folder, "raw/x/2026/s1.jsonl")
        path.parent.mkdir(parents=True)
        path.write_bytes(erased(content, Eraser((WORD,), {})).content)
        assert rawlog.verify(Layout(Path(folder), Path(folder), Path(folder)), "raw/x/2026/s1.jsonl")
