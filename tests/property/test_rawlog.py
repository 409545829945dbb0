"""What holds for every transcript, cut, order and byte."""

import json
import random
import secrets
import string
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from wikimem.capture import capture, group_key
from wikimem.store import rawlog
from wikimem.store.layout import Layout

AGENTS = ("", "claude-code", "codex", "generic-jsonl")
SESSION = "6a1f2c9e-0b7d-4c58-9e21-3d5b8f7a4c10"

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
words = st.text(st.characters(codec="utf-8"), min_size=1, max_size=40)
turns = st.lists(st.tuples(st.sampled_from(["say", "answer", "call", "result"]), words), min_size=1, max_size=12)


def transcript(said: list[tuple[str, str]]) -> bytes:
    return b"".join(json.dumps(_entry(number, what, text)).encode() + b"\n" for number, (what, text) in enumerate(said))


def _entry(number: int, what: str, text: str) -> dict[str, Any]:
    role, block = {
        "say": ("user", {"type": "text", "text": text}),
        "answer": ("assistant", {"type": "text", "text": text}),
        "call": ("assistant", {"type": "tool_use", "id": f"t{number}", "name": "Bash", "input": {"command": text}}),
        "result": ("user", {"type": "tool_result", "tool_use_id": f"t{number - 1}", "content": text}),
    }[what]
    return {
        "type": role,
        "uuid": f"00000000-0000-4000-8000-{number:012d}",
        "sessionId": SESSION,
        "timestamp": f"2026-03-01T10:00:{number:02d}.000Z",
        "cwd": "/invented/shop",
        "message": {"role": role, "id": f"m{number}", "content": [block]},
    }


class Bench:
    """A vault and a transcript in a folder that goes away."""

    def __init__(self, folder: str) -> None:
        self.root = Path(folder)
        self.vault = Layout(self.root / "vault", self.root / "cache", self.root / "state")
        self.source = self.root / f"{SESSION}.jsonl"

    def bring(self, content: bytes, agent: str = "claude-code") -> str:
        self.source.write_bytes(content)
        return capture(self.vault, self.source, agent=agent).raw_path

    def records(self, raw_path: str) -> list[str]:
        return [repr(record) for _, record in rawlog.read_log(self.vault, raw_path).records()] if raw_path else []


@settings(max_examples=60, deadline=None)
@given(
    st.binary(max_size=400)
    | st.lists(json_values, max_size=5).map(lambda values: "\n".join(map(json.dumps, values)).encode()),
    st.sampled_from(AGENTS),
)
def test_any_bytes_are_a_transcript_or_a_finding(content: bytes, agent: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(folder)
        raw_path = bench.bring(content, agent)
        group_key(bench.vault, bench.source)
        if raw_path:
            assert rawlog.verify(bench.vault, raw_path) == []
            rawlog.read(bench.vault, raw_path)


@settings(max_examples=60, deadline=None)
@given(turns, st.data())
def test_bytes_lost_or_changed_anywhere_never_stop_the_capture(
    said: list[tuple[str, str]], data: st.DataObject
) -> None:
    content = bytearray(transcript(said))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at : at + data.draw(st.integers(0, 30))] = data.draw(st.binary(max_size=6))
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(folder)
        raw_path = bench.bring(bytes(content))
        assert not raw_path or rawlog.verify(bench.vault, raw_path) == []


@settings(max_examples=40, deadline=None)
@given(turns, st.data())
def test_captured_in_pieces_is_captured_whole(said: list[tuple[str, str]], data: st.DataObject) -> None:
    content = transcript(said)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(content)), max_size=4)))
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        pieces, whole = Bench(one), Bench(other)
        for cut in cuts:
            pieces.bring(content[:cut])
        assert pieces.records(pieces.bring(content)) == whole.records(whole.bring(content))


@settings(max_examples=30, deadline=None)
@given(turns)
def test_twice_is_once(said: list[tuple[str, str]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(folder)
        raw_path = bench.bring(transcript(said))
        before = bench.vault.path(raw_path).read_bytes() if raw_path else b""
        assert bench.bring(transcript(said)) == raw_path
        assert not raw_path or bench.vault.path(raw_path).read_bytes() == before


@settings(max_examples=30, deadline=None)
@given(turns, st.randoms(use_true_random=False))
def test_snapshots_in_any_order_hold_the_same_records(said: list[tuple[str, str]], order: random.Random) -> None:
    snapshots = [transcript(said[: length + 1]) for length in range(len(said))]
    shuffled = order.sample(snapshots, len(snapshots))
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        sorted_bench, shuffled_bench = Bench(one), Bench(other)
        in_order = [sorted_bench.bring(snapshot) for snapshot in snapshots][-1]
        out_of_order = [path for snapshot in shuffled if (path := shuffled_bench.bring(snapshot))]
        expected = sorted(sorted_bench.records(in_order))
        assert sorted(shuffled_bench.records(out_of_order[-1] if out_of_order else "")) == expected


@settings(max_examples=40, deadline=None)
@given(st.lists(words, min_size=3, max_size=6), st.integers(0, 5), st.integers(0, 40_000))
def test_no_planted_secret_is_in_any_byte_written(texts: list[str], where: int, padding: int) -> None:
    secret = "".join(secrets.choice(string.ascii_letters + string.digits) for _ in range(17)) + "9aZ"
    planted = "\nexport ACME_DB_" + f"PASSWORD={secret}\n"
    at = where % len(texts)
    texts[at] = texts[at] + " " * padding + planted + " " * padding
    said = [(("say", "answer", "call", "result")[number % 4], text) for number, text in enumerate(texts)]
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(folder)
        bench.bring(transcript(said))
        bench.source.unlink()
        assert not [path for path in bench.root.rglob("*") if path.is_file() and secret.encode() in path.read_bytes()]
