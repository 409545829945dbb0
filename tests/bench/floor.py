"""What the benchmarks measure with and against: wall time, and decoding the JSON with nothing else done."""

import time
from collections.abc import Callable
from pathlib import Path

import orjson


def decode(sources: list[Path]) -> None:
    """Decode every line and throw it away."""
    for source in sources:
        with source.open("rb") as file:
            for line in file:
                try:
                    orjson.loads(line)
                except orjson.JSONDecodeError:
                    continue


def seconds(work: Callable[[], object]) -> float:
    """Return the wall time of some work."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
