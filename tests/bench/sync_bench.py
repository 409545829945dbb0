"""Measure a sync of a one-session change in a large wiki against `git pull --rebase && git push` by hand.

Run it from the checkout: `python tests/bench/sync_bench.py [folder]`. It prints ratios of one run, which nothing
asserts. Both sides carry the same session; what git does by hand never conflicts here, as two sessions would in life.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from wikimem.compiler import Order
from wikimem.config import Config
from wikimem.store.history import History
from wikimem.store.layout import Layout
from wikimem.wiki import Wiki

PAGES = 10_000
ROUNDS = 7
WHEN = "2026-01-01T00:00:00Z"
PAGE = """---
type: Fact
title: Fact {n}
scope: project:p{p}
status: stable
generated: {{by: wikimem/0.1.0, at: 2026-02-03T12:00:00Z}}
---
# Fact {n}

- Oven number {n} is fired with gas and cooled over night. ^c-{n:08x}
"""


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as name:
        folder = Path(name)
        ours, mate = fleet(folder / "ours")
        plain, friend = fleet(folder / "plain")
        print(f"{PAGES:,} pages, one session, medians of {ROUNDS}")
        print(f"{'':34} {'sync':>9} {'by hand':>9} {'ratio':>6}   one process: {'sync':>9} {'ratio':>6}")
        for what, is_two in (("pushed", False), ("pushed, another's session merged", True)):
            times: dict[str, list[float]] = {"sync": [], "hand": [], "process": []}
            for n in range(ROUNDS):
                for kind in ("sync", "process"):
                    if is_two:
                        said(mate, f"{what}{n}{kind}mate")
                        mate.sync()
                    said(ours, f"{what}{n}{kind}")
                    times[kind].append(taken(ours.sync if kind == "sync" else lambda: process(ours)))
                    mate.sync()
                if is_two:
                    change(friend.vault.root, f"friend-{what}{n}")
                    by_hand(friend.vault.root)
                change(plain.vault.root, f"plain-{what}{n}")
                times["hand"].append(taken(lambda: by_hand(plain.vault.root)))
                by_hand(friend.vault.root)
            sync, hand, whole = (statistics.median(times[kind]) * 1000 for kind in ("sync", "hand", "process"))
            print(
                f"{what:34} {sync:>6.0f} ms {hand:>6.0f} ms {sync / hand:>6.2f}{whole:>23.0f} ms {whole / hand:>6.2f}"
            )


def fleet(folder: Path) -> tuple[Wiki, Wiki]:
    """Make a bare repository with a large wiki and two clones of it, each with its index."""
    seed = folder / "seed"
    History.init(seed, at=WHEN)
    (seed / ".wikimem").mkdir()
    (seed / ".wikimem/config.toml").write_text('timezone = "UTC"\n')
    for n in range(PAGES):
        page = seed / f"projects/p{n // 250}/facts/fact-{n:06}.md"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(PAGE.format(n=n, p=n // 250))
    git(seed, "add", "-A")
    git(seed, "commit", "-qm", "Pages")
    subprocess.run(["git", "clone", "-q", "--bare", seed, folder / "hub.git"], check=True)
    wikis = []
    for name in ("one", "other"):
        subprocess.run(["git", "clone", "-q", folder / "hub.git", folder / name], check=True)
        git(folder / name, "config", "user.name", "a")
        git(folder / name, "config", "user.email", "a@b")
        wikis.append(Wiki(Layout(folder / name, folder / f"{name}-cache", folder / f"{name}-state"), Config()))
        wikis[-1].search("oven")
        wikis[-1].sync()
    return wikis[0], wikis[1]


def said(wiki: Wiki, what: str) -> None:
    """Compile a session."""
    source = wiki.vault.state_home.parent / f"{what.replace(' ', '-')}.jsonl"
    text = f"From now on, always note the pressure of {what} before the shift ends."
    turns = (("user", text), ("assistant", "Noted."))
    row = {"session": f"{abs(hash(what)):016x}", "time": "2026-03-02T10:00:00Z"}
    source.write_text("".join(json.dumps({**row, "role": role, "text": words}) + "\n" for role, words in turns))
    wiki.compile(Order((source,), project="p3", jobs=1))


def change(root: Path, what: str) -> None:
    """Commit what a session would: a page of its own, a subject page, a handoff, in files nobody else touches."""
    name = what.replace(" ", "-").replace("'", "")
    for place in ("sessions/2026", "preferences", "handoffs"):
        page = root / f"projects/p3/{place}/{name}.md"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(PAGE.format(n=1, p=3))
    git(root, "add", "projects/p3")
    git(root, "commit", "-qm", what)


def by_hand(root: Path) -> None:
    """Do what a person would."""
    git(root, "pull", "-q", "--rebase")
    git(root, "push", "-q")


def process(wiki: Wiki) -> None:
    """Sync in a process of its own."""
    vault = wiki.vault
    env = {**os.environ, "XDG_CACHE_HOME": str(vault.cache_home), "XDG_STATE_HOME": str(vault.state_home)}
    command = [sys.executable, "-m", "wikimem", "--vault", vault.root, "sync", "--quiet"]
    subprocess.run(command, env=env, cwd=Path(__file__).parents[2], check=True, capture_output=True)


def git(root: Path, *arguments: str) -> None:
    """Run git as a person."""
    subprocess.run(
        ["git", "-C", root, "-c", "user.name=a", "-c", "user.email=a@b", "-c", "gc.auto=0", *arguments],
        check=True,
        capture_output=True,
    )


def taken(work: Callable[[], object]) -> float:
    """Return the seconds some work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
