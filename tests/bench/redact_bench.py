"""Measure redaction on a folder of transcripts: speed against a floor, and everything that gets masked.

    python tests/bench/redact_bench.py FOLDER [--masks N]

Reads every string of every JSON line of `*.jsonl` in FOLDER. The floor is one `str.lower` over the same strings.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from wikimem.text.redact import Redactor

CONTEXT = 40
SPOKEN = {"user", "assistant"}


def strings(value: Any) -> Iterator[str]:
    """Yield every string inside a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)


def session_texts(path: Path) -> list[str]:
    """Return what a transcript says: texts, tool inputs and tool results, without images."""
    texts: list[str] = []
    for line in path.read_bytes().splitlines():
        try:
            record = orjson.loads(line)
        except orjson.JSONDecodeError:
            continue
        if isinstance(record, dict) and record.get("type", "user") in SPOKEN:
            texts += strings(record.get("message", record))
    return [text for text in texts if len(text) < 100_000 or " " in text]


def report_speed(sessions: list[list[str]]) -> None:
    """Print the time of redaction and its ratio to the floor."""
    size = sum(len(text) for texts in sessions for text in texts)
    started = time.process_time()
    for texts in sessions:
        for text in texts:
            text.lower()
    floor = time.process_time() - started
    started = time.process_time()
    counts: Counter[str] = Counter()
    for texts in sessions:
        redactor = Redactor()
        for text in texts:
            redactor.text(text)
        counts += redactor.counts
    spent = time.process_time() - started
    print(
        f"{sum(map(len, sessions))} strings, {size / 1e6:.1f} M characters in {spent:.2f} s: "
        f"{size / 1e6 / spent:.0f} M/s, {spent / floor:.1f} x floor"
    )
    print("masks:", dict(counts.most_common()))


def report_masks(sessions: list[list[str]], limit: int) -> None:
    """Print the first `limit` different masks with what stands around them."""
    seen: set[str] = set()
    for texts in sessions:
        redactor = Redactor()
        for text in texts:
            masked = redactor.text(text)
            if masked == text:
                continue
            for place in _places(masked):
                excerpt = masked[max(0, place - CONTEXT) : place + CONTEXT]
                if excerpt not in seen and len(seen) < limit:
                    seen.add(excerpt)
                    print(f"{len(seen):3} {excerpt!r}")


def _places(masked: str) -> Iterator[int]:
    place = masked.find("[redacted:")
    while place >= 0:
        yield place
        place = masked.find("[redacted:", place + 1)


def main() -> int:
    """Run both reports."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--masks", type=int, default=0)
    options = parser.parse_args()
    sessions = [session_texts(path) for path in sorted(options.folder.glob("*.jsonl"))]
    Redactor().text("password: warm up the automaton")
    report_speed(sessions)
    report_masks(sessions, options.masks)
    return 0


if __name__ == "__main__":
    sys.exit(main())
