"""Measure compiling: a folder of transcripts at once, and one more session in small and large wikis.

    python tests/bench/compile_bench.py FOLDER               transcripts to compile, such as an agent's own folder
    python tests/bench/compile_bench.py --sizes 100,10000    wikis to add a session to

It prints ratios of one run, which nothing asserts: to decoding the same bytes with orjson line by line, and to the
smallest wiki.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import orjson
from floor import decode, seconds

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from wikimem import config  # noqa: E402
from wikimem.compiler import Order  # noqa: E402
from wikimem.model.change import Changeset, Write  # noqa: E402
from wikimem.recall import mirror  # noqa: E402
from wikimem.store.history import History  # noqa: E402
from wikimem.store.layout import Layout  # noqa: E402
from wikimem.store.sources import discover  # noqa: E402
from wikimem.wiki import Wiki  # noqa: E402

WHEN = "2026-02-03T12:00:00Z"
ROUNDS = 11
AT_ONCE = 5_000
"""Pages a changeset of an invented wiki holds."""
OF_A_PROJECT = 1_000
"""Pages of an invented project, about as many as 400 sessions leave behind."""
YEARS = 4

TEXT = (
    "the firing queue keeps its jobs because every worker writes the commit before it releases the lock and the glaze "
    "table is loaded once for each kiln so that a change of temperature reaches the log in time"
)


def main() -> None:
    """Run both measurements."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, help="transcripts; left out, only the second part runs")
    parser.add_argument("--sizes", default="100,10000,100000", help="pages of the wikis, separated by commas")
    parser.add_argument("--scratch", type=Path, help="where to work; the wikis take 2 GB")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.scratch) as scratch:
        os.environ.update(HOME=scratch, XDG_CACHE_HOME=f"{scratch}/cache", XDG_STATE_HOME=f"{scratch}/state")
        if options.folder:
            measure_import(options.folder, Path(scratch))
        sizes = [int(size) for size in options.sizes.split(",") if size]
        if sizes:
            measure_one_more(sizes, Path(scratch))


def measure_import(folder: Path, scratch: Path) -> None:
    """Compile a folder into a new vault, and again, against decoding it."""
    sources, _ = discover([folder])
    size = sum(source.stat().st_size for source in sources)
    decode(sources)
    floor = min(seconds(lambda: decode(sources)) for _ in range(3))
    print(f"{len(sources)} transcripts, {size / 1e6:.0f} MB; decoding takes {floor:.2f} s")
    print(f"{'':28} {'to decoding':>11} {'wall':>9} {'CPU':>9} {'commits':>8}")
    vault = new_vault(scratch / "import")
    for name in ("compile in process", "again in process"):
        before = cpu()
        began = time.perf_counter()
        report = vault.compile(Order(tuple(sources)))
        row(name, time.perf_counter() - began, floor, cpu() - before, len(report.commits))
    new_vault(scratch / "command")
    for name in ("wikimem compile", "wikimem compile again"):
        before = cpu()
        wall = seconds(lambda: command(scratch / "command", folder))
        row(name, wall, floor, cpu() - before, None)
    print(f"peak memory: {peak(scratch / 'memory', folder)}")


def row(name: str, wall: float, floor: float, used: float, commits: int | None) -> None:
    """Print one line of the first table."""
    print(f"{name:28} {wall / floor:>9.2f} x {wall:>7.2f} s {used:>7.2f} s {'' if commits is None else commits:>8}")


def peak(root: Path, folder: Path) -> str:
    """Compile in a process of its own and return the most memory its processes took, one by one and together."""
    new_vault(root)
    process = subprocess.Popen(
        [sys.executable, "-m", "wikimem", "--vault", root, "--quiet", "compile", folder], cwd=ROOT
    )
    one = together = 0
    while process.poll() is None:
        sizes = resident(process.pid)
        one, together = max(one, sizes[0]), max(together, sum(sizes))
        time.sleep(0.02)
    return f"{one / 1e6:.0f} MB in the compiler, {together / 1e6:.0f} MB in all its processes"


def resident(process: int) -> list[int]:
    """Return the resident bytes of a process and of those below it; shared pages count more than once."""
    found = []
    try:
        found.append(int(Path(f"/proc/{process}/statm").read_text().split()[1]) * resource.getpagesize())
        below = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except (OSError, IndexError):
        return found or [0]
    return found + [size for child in below for size in resident(int(child))]


def measure_one_more(sizes: list[int], scratch: Path) -> None:
    """Compile one more session in wikis of several sizes, turn about."""
    wikis = {}
    for size in sizes:
        began = time.perf_counter()
        wikis[size] = invented_wiki(scratch / str(size), size)
        print(f"made a wiki of {size:,} pages in {time.perf_counter() - began:.0f} s", flush=True)
    calls: dict[str, Callable[[Wiki, Path], object]] = {
        "in process": lambda wiki, source: wiki.compile(Order((source,))),
        "command": lambda wiki, source: command(wiki.vault.root, source),
    }
    taken: dict[tuple[str, int], list[float]] = {(name, size): [] for name in calls for size in sizes}
    for number in range(ROUNDS):
        for (name, size), times in taken.items():
            source = transcript(scratch / f"{size}-{name.replace(' ', '-')}-{number}.jsonl", size)
            times.append(seconds(partial(calls[name], wikis[size], source)) * 1000)
    print(f"{'pages':>8}" + "".join(f" {name:>14} {'ratio':>6}" for name in calls))
    for size in sizes:
        medians = [(statistics.median(taken[name, size]), statistics.median(taken[name, sizes[0]])) for name in calls]
        print(f"{size:>8}" + "".join(f" {now:>11.1f} ms {now / first:>6.2f}" for now, first in medians))


def invented_wiki(root: Path, size: int) -> Wiki:
    """Make a committed and indexed wiki of about `size` pages: half of them sessions, each with a raw log."""
    wiki = new_vault(root)
    pages = invented_pages(size)
    while batch := [page for page, _ in zip(pages, range(AT_ONCE), strict=False)]:
        logs = []
        for path, _ in batch:
            if "/sessions/" in path:
                log = f"raw/claude-code/{path.split('/')[3]}/{path[-39:-3]}.jsonl"
                wiki.vault.path(log).parent.mkdir(parents=True, exist_ok=True)
                wiki.vault.path(log).write_bytes(b'{"wikimem":1}\n')
                logs.append(log)
        changes = tuple(Write(path, text.encode()) for path, text in batch)
        wiki.commits.commit([Changeset("Invented pages", changes, WHEN, raw=tuple(logs))])
    mirror.rebuilt(wiki.vault, wiki.commits, lambda _: None)
    return wiki


def invented_pages(size: int) -> Iterator[tuple[str, str]]:
    """Yield path and text of every page."""
    for number in range(size):
        project = f"project-{number // OF_A_PROJECT}"
        scope = f"project:{project}"
        if number % OF_A_PROJECT == 0:
            yield f".wikimem/projects/{project}.toml", f'paths = ["/invented/{project}"]\nremotes = []\n'
        year = 2026 - number % YEARS
        day = f"{year}-{number % 12 + 1:02}-{number % 28 + 1:02}"
        if number % 2:
            name = f"projects/{project}/sessions/{year}/{day}-a-session-about-kiln-{number}-{uuid(number)}.md"
            yield name, session_text(number, scope, day)
        else:
            kind = ("decisions", "lessons", "preferences", "facts")[number // 2 % 4]
            yield f"projects/{project}/{kind}/what-we-know-of-kiln-{number}.md", subject_text(kind, number, scope, day)


def session_text(number: int, scope: str, day: str) -> str:
    """Return a session page of some 450 words."""
    head = (
        f"---\ntype: Session\ntitle: A session about kiln {number}\ndescription: {words(number, 14)}\nscope: {scope}\n"
    )
    meta = f"{head}status: stable\ngenerated: {{by: wikimem/0.1.0, at: {day}T10:00:00Z}}\n---\n"
    notes = "".join(f"- {words(number + line, 24)} (turn {line})\n" for line in range(14))
    return f"{meta}# A session about kiln {number}\n\n## Asked\n- {words(number, 30)}\n\n## Notes\n{notes}"


def subject_text(kind: str, number: int, scope: str, day: str) -> str:
    """Return a subject page with six claims."""
    labels = [f"{uuid(number + claim)[:8]}-{claim + 1}" for claim in range(6)]
    sources = "".join(
        f"- {{id: {label}, resource: /raw/claude-code/2026/{uuid(number)}.jsonl#{turn}, author: human:user}}\n"
        for turn, label in enumerate(labels, 1)
    )
    head = (
        f"---\ntype: {kind[:-1].capitalize()}\ntitle: What we know of kiln {number}\nscope: {scope}\nstatus: stable\n"
    )
    claims = "".join(
        f"- {words(number * 7 + at, 18)} {number}-{at}. [^{label}] ^c-{number:06x}{at:02x}\n"
        for at, label in enumerate(labels)
    )
    notes = "".join(f"[^{label}]: [{day}](../index.md), turn 1\n" for label in labels)
    body = f"# What we know of kiln {number}\n\n{claims}\n{notes}"
    return (
        f"{head}status: stable\ngenerated: {{by: wikimem/0.1.0, at: {day}T10:00:00Z}}\nsources:\n{sources}---\n{body}"
    )


def words(seed: int, count: int) -> str:
    """Return `count` words that differ from page to page."""
    known = TEXT.split()
    return " ".join(known[(seed * 31 + at * (seed % 7 + 1)) % len(known)] for at in range(count)) + f" {seed}"


def uuid(number: int) -> str:
    """Return the id of an invented session."""
    return f"{number * 2654435761 % (1 << 32):08x}-7c1e-4d2a-9f30-{number:012x}"


def transcript(path: Path, size: int) -> Path:
    """Write a session of forty turns in the middle project of a wiki."""
    project = f"/invented/project-{size // OF_A_PROJECT // 2}"
    session = f"{abs(hash(path.name)) % (1 << 32):08x}-7c1e-4d2a-9f30-{os.urandom(6).hex()}"
    lines = []
    for turn in range(40):
        role = "assistant" if turn % 2 else "user"
        text = f"{words(turn, 60)}. From now on, always check kiln {turn} before the lid of shelf {turn} is opened."
        content = [{"type": "text", "text": text}]
        message = {"role": role, "id": f"m{turn}", "model": "model-a", "content": content}
        entry = {"type": role, "uuid": f"{session[:24]}{turn:012d}", "sessionId": session, "cwd": project}
        stamp = {"isSidechain": False, "timestamp": f"2026-03-01T10:{turn:02}:00.000Z", "message": message}
        lines.append(orjson.dumps({**entry, **stamp}))
    path.write_bytes(b"\n".join(lines) + b"\n")
    return path


def new_vault(root: Path) -> Wiki:
    """Make an empty vault."""
    layout = Layout(root)
    history = History.init(root, at=WHEN)
    history.commit([Changeset("Begin", (Write(".wikimem/config.toml", config.default_text().encode()),), WHEN)])
    return Wiki(layout, config.Config())


def command(vault: Path, source: Path) -> None:
    """Compile with the command line."""
    subprocess.run(compiling(vault, source), cwd=ROOT, check=True)


def compiling(vault: Path, source: Path) -> list[str]:
    """Return the command line that compiles `source`."""
    return [sys.executable, "-m", "wikimem", "--vault", str(vault), "--quiet", "compile", str(source)]


def cpu() -> float:
    """Return the CPU time of this process and of all it has waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


if __name__ == "__main__":
    main()
