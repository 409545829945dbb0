"""Measure what a commit costs: in small and large wikis, and in bulk, against git alone.

Run it from the checkout: `python tests/bench/commit_bench.py [folder]`. It prints ratios of one run,
which nothing asserts. The wikis are spread over projects of 250 pages, as a vault's are.
"""

import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from wikimem.model.change import Changeset, Write
from wikimem.store.history import History

SIZES = (100, 10_000, 100_000)
ROUNDS = 21
BULK_COMMITS = 200
BULK_BYTES = 150_000
"""Of each raw log: 200 of them make 30 MB."""
WHEN = "2026-02-03T12:00:00Z"

Call = Callable[[History, int], None]


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as folder:
        one_page(Path(folder))
        bulk(Path(folder))


def one_page(folder: Path) -> None:
    """Measure one session's commit (a page, MEMORY.md and a raw log) in wikis of three sizes, turn about."""
    wikis = {size: wiki(folder / str(size), size) for size in SIZES}
    calls = (commit_page, plain_stream, plain_commit)
    times: dict[tuple[int, Call], list[float]] = {(size, call): [] for size in SIZES for call in calls}
    for n in range(ROUNDS):
        for (size, call), taken in times.items():
            start = time.perf_counter()
            call(wikis[size], n)
            taken.append((time.perf_counter() - start) * 1000)
    print(f"{'pages':>8} {'commit':>9} {'to 100':>7} {'fast-import alone':>18} {'git add + commit':>17}")
    first = statistics.median(times[SIZES[0], commit_page])
    for size in SIZES:
        ours, stream, porcelain = (statistics.median(times[size, call]) for call in calls)
        print(f"{size:>8} {ours:>6.1f} ms {ours / first:>7.2f} {stream:>15.1f} ms {porcelain:>14.1f} ms")


def bulk(folder: Path) -> None:
    """Measure 200 commits with 30 MB of raw logs in one call, against git reading the same bytes."""
    history = History.init(folder / "bulk", at=WHEN)
    rng = random.Random(7)
    words = [f"{rng.getrandbits(40):x}" for _ in range(5000)]
    sets = []
    for n in range(BULK_COMMITS):
        log = history.root / "raw" / "agent" / "2026" / f"{n}.jsonl"
        log.parent.mkdir(parents=True, exist_ok=True)
        log.write_text(" ".join(rng.choices(words, k=BULK_BYTES // 10))[:BULK_BYTES])
        pages = tuple(Write(f"projects/p/decisions/d{n}-{m}.md", b"line\n" * 200) for m in range(4))
        raw = (log.relative_to(history.root).as_posix(),)
        sets.append(Changeset(f"Session {n}", (*pages, Write("MEMORY.md", b"%d\n" % n)), WHEN, raw=raw))
    start = time.perf_counter()
    history.commit(sets)
    ours = time.perf_counter() - start
    floor = History.init(folder / "floor", at=WHEN)
    stream = b"".join(
        head(b"floor", n, f"{n} ") + put(f"raw/{n}", (history.root / changeset.raw[0]).read_bytes()) + b"\n"
        for n, changeset in enumerate(sets)
    )
    start = time.perf_counter()
    command = ["git", "-C", floor.root, "-c", "pack.compression=1", "fast-import", "--quiet"]
    subprocess.run(command, input=stream, check=True)
    alone = time.perf_counter() - start
    print(f"bulk: {BULK_COMMITS} commits, 30 MB of raw logs: {ours:.2f} s; fast-import of the logs alone {alone:.2f} s")
    assert history.dirty() == []


def wiki(root: Path, size: int) -> History:
    """Make a wiki of `size` pages, checked out."""
    root.mkdir()
    subprocess.run(["git", "init", "-q", "-b", "main", root], check=True)
    stream = [head(b"main", 0, "Pages")]
    for n in range(size):
        stream.append(put(f"projects/p{n // 250}/decisions/a-page-with-a-name-{n:06}.md", b"# Page %d\n" % n * 30))
    subprocess.run(["git", "-C", root, "fast-import", "--quiet"], input=b"".join(stream) + b"\n", check=True)
    subprocess.run(["git", "-C", root, "reset", "-q", "--hard"], check=True)
    return History.init(root, at=WHEN)


def commit_page(history: History, n: int) -> None:
    """Commit one session through History."""
    log = history.root / "raw" / "agent" / "2026" / f"{n}.jsonl"
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_bytes(b"{}\n" * 5000)
    writes = (Write(f"projects/p0/decisions/new-{n}.md", b"%d\n" % n), Write("MEMORY.md", b"%d\n" % n))
    history.commit([Changeset(f"Session {n}", writes, WHEN, raw=(f"raw/agent/2026/{n}.jsonl",))])


def plain_stream(history: History, n: int) -> None:
    """Commit one page with git fast-import, to a branch nobody has checked out."""
    stream = head(b"other", n, "Plain") + put("projects/p0/decisions/plain.md", b"%d\n" % n) + b"\n"
    subprocess.run(["git", "-C", history.root, "fast-import", "--quiet", "--force"], input=stream, check=True)


def plain_commit(history: History, n: int) -> None:
    """Commit one page the usual way."""
    (history.root / "plain.md").write_bytes(b"%d\n" % n)
    git = ("git", "-C", str(history.root), "-c", "user.name=a", "-c", "user.email=a@b", "-c", "gc.auto=0")
    subprocess.run([*git, "add", "plain.md"], check=True)
    subprocess.run([*git, "commit", "-qm", "Plain"], check=True)


def head(branch: bytes, n: int, subject: str) -> bytes:
    """Return the head of a fast-import commit."""
    return b"commit refs/heads/%s\ncommitter a <a@b> %d +0000\ndata %d\n%s\n" % (
        branch,
        1_770_000_000 + n,
        len(subject),
        subject.encode(),
    )


def put(path: str, content: bytes) -> bytes:
    """Return the fast-import command that sets a file."""
    return b"M 100644 inline %s\ndata %d\n%s\n" % (path.encode(), len(content), content)


if __name__ == "__main__":
    main()
