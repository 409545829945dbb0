"""Measure what bundles cost: out, again, and into an empty vault, against copying the files.

Run it from the checkout: `python tests/bench/bundle_bench.py [pages]`. It prints ratios of one run, which nothing
asserts.
"""

import os
import random
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.bench.floor import seconds
from wikimem.model.bundle import EXPORTED, BundleFormat
from wikimem.model.change import Changeset, Write
from wikimem.model.claim import Claim, ClaimKind, Source
from wikimem.text.claims import add_claims, new_page
from wikimem.verbs.bundling import Choice
from wikimem.verbs.importing import Target
from wikimem.wiki import Wiki

WHEN = "2026-03-01T10:00:00Z"
WORDS = ("queue", "kiln", "glaze", "firing", "lock", "worker", "shelf", "table", "cache", "commit", "branch", "merge")
SCOPE = "project:kiln"
CLAIMS = 8
"""Of each page."""


def main() -> None:
    """Print a line a measurement."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ.update(XDG_CACHE_HOME=f"{name}/cache", XDG_STATE_HOME=f"{name}/state")
        wiki, other = Wiki.init(folder / "vault"), Wiki.init(folder / "other")
        wiki.commits.commit([Changeset("Fill the wiki", tuple(page(number) for number in range(count)), WHEN)])
        floor = seconds(lambda: shutil.copytree(folder / "vault/projects", folder / "copy"))
        print(f"{count:,} pages; copying them takes {floor:.2f} s\n")
        for format in EXPORTED:
            out = folder / str(format)
            for run in ("out", "again"):
                took = seconds(lambda out=out, format=format: wiki.bundles.export(out, format, Choice()))  # type: ignore[misc]
                print(f"{format:>12} {run:<8} {took:>7.2f} s {took / floor:>6.1f}")
        ours = folder / str(BundleFormat.WIKIMEM)
        for run in ("in", "again"):
            took = seconds(lambda: other.bundles.import_from(ours, Target()))
            print(f"{'import':>12} {run:<8} {took:>7.2f} s {took / floor:>6.1f}")


def page(number: int) -> Write:
    """Return a page of claims, the same on every run."""
    rng = random.Random(number)
    kind = list(ClaimKind)[number % len(ClaimKind)]
    claims = [
        Claim(
            kind,
            f"Shelf {number}-{turn}: {' '.join(rng.choices(WORDS, k=14))}",
            "Shelves",
            (said(number, turn),),
            SCOPE,
        )
        for turn in range(1, CLAIMS + 1)
    ]
    text = new_page(f"Shelf {number}", kind.type, SCOPE, claims[0].text[:80], (), WHEN)
    return Write(f"projects/kiln/{kind.value}/shelf-{number}.md", add_claims(text, claims, {}, WHEN).encode())


def said(number: int, turn: int) -> Source:
    """Return where a claim was said."""
    session = f"sess{number % 500:04}"
    return Source(
        session, turn, f"raw/codex/2026/{session}.jsonl", "codex/gpt-5", f"2026-03-{number % 28 + 1:02}T10:00:00Z"
    )


if __name__ == "__main__":
    main()
