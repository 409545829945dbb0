"""Measure capture against floors taken in the same run; prints ratios and asserts nothing.

    python tests/bench/capture_bench.py FOLDER    transcripts to capture, such as an agent's own folder
    python tests/bench/capture_bench.py           invented transcripts

The floor of the first three is decoding the same bytes with orjson, line by line, of the import the bare interpreter.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from floor import decode, seconds

from wikimem.capture import capture
from wikimem.store import rawlog
from wikimem.store.layout import Layout
from wikimem.store.sources import discover

ROOT = Path(__file__).parents[2]
BIG = 300_000_000


def main() -> None:
    """Run all measurements."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path)
    folder = parser.parse_args().folder
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        if folder is None:
            folder = root / "invented"
            folder.mkdir()
            for number in range(20):
                invent(folder / f"{number:08d}-0b7d-4c58-9e21-3d5b8f7a4c10.jsonl", 1_000_000)
        measure_corpus(folder, Layout(root / "vault", root / "cache", root / "state"))
        measure_import()
        measure_memory(root)


def measure_corpus(folder: Path, vault: Layout) -> None:
    """Capture a folder, capture it again, read the raw logs."""
    sources, _ = discover([folder])
    total = sum(source.stat().st_size for source in sources)
    decode(sources)
    floor = seconds(lambda: decode(sources))
    print(f"{len(sources)} transcripts, {total / 1e6:.0f} MB; decoding takes {floor:.2f} s")
    first = seconds(lambda: [capture(vault, source) for source in sources])
    again = seconds(lambda: [capture(vault, source) for source in sources])
    raws = rawlog.raw_logs(vault)
    reading = seconds(lambda: [rawlog.read(vault, raw) for raw in raws])
    size = sum(vault.path(raw).stat().st_size for raw in raws)
    print(f"capture          {first / floor:6.2f} x   ({first:.2f} s)")
    print(f"capture again    {again / floor:6.2f} x   ({again:.2f} s, without the cache of unchanged transcripts)")
    print(f"read {len(raws)} raw logs {reading / floor:6.2f} x   ({reading:.2f} s, {size / 1e6:.0f} MB)")


def measure_import() -> None:
    """Compare a process that imports capture with one that does nothing; the best of many runs each."""
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}

    def best(program: str) -> float:
        run = [sys.executable, "-c", program]
        return min(seconds(lambda: subprocess.run(run, env=environ, check=True)) for _ in range(40))

    bare, importing = best("pass"), best("import wikimem.capture")
    print(f"import           {importing / bare:6.2f} x   ({importing * 1000:.1f} ms)")


def measure_memory(root: Path) -> None:
    """Capture one invented transcript of 300 MB in a process of its own and print that process's peak."""
    source = root / "99999999-0b7d-4c58-9e21-3d5b8f7a4c10.jsonl"
    invent(source, BIG)
    program = (
        "import resource; from pathlib import Path\n"
        "from wikimem.capture import capture; from wikimem.store.layout import Layout\n"
        f"taken = capture(Layout(Path({str(root / 'big')!r})), Path({str(source)!r}))\n"
        "print(taken.appended, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)"
    )
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    began = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", program], env=environ, check=True, capture_output=True, text=True)
    records, peak = done.stdout.split()
    print(f"{BIG // 1_000_000} MB in one file: {records} records, peak {peak} MB, {time.perf_counter() - began:.1f} s")


def invent(path: Path, size: int) -> None:
    """Write a transcript of about `size` bytes in which results make up most of it, as they do in real ones."""
    written = number = 0
    with path.open("wb") as file:
        while written < size:
            line = json.dumps(_entry(path.stem, number)).encode() + b"\n"
            written += file.write(line)
            number += 1


def _entry(session: str, number: int) -> dict[str, object]:
    words = f"step {number}: the basket keeps its items because the session is saved before the redirect. "
    block: dict[str, object] = {"type": "text", "text": words * 4}
    role = "user" if number % 3 in (0, 2) else "assistant"
    if number % 3 == 1:
        block = {"type": "tool_use", "id": f"t{number}", "name": "Bash", "input": {"command": f"make test-{number}"}}
    elif number % 3 == 2:
        block = {"type": "tool_result", "tool_use_id": f"t{number - 1}", "content": words * 60}
    minute, second = divmod(number // 10 % 3600, 60)
    return {
        "type": role,
        "uuid": f"00000000-0000-4000-8000-{number:012d}",
        "sessionId": session,
        "timestamp": f"2026-03-01T10:{minute:02d}:{second:02d}.000Z",
        "cwd": "/invented/shop",
        "message": {"role": role, "id": f"m{number}", "content": [block]},
    }


if __name__ == "__main__":
    main()
