"""Measure what an answer costs in wikis of growing size, and what an update of one page costs.

Run it from the checkout: `python tests/bench/ask_bench.py [pages ...]`. Text is invented: words drawn by Zipf's law, in
passages of the length real ones have, one page and its turns a session. It prints times and their ratio to the
smallest wiki, which nothing asserts.
"""

import itertools
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from floor import seconds

from wikimem.model.claim import Source
from wikimem.model.passage import Level, Passage
from wikimem.recall.ask import Means, ask
from wikimem.store.index import Index
from wikimem.store.passages import entry_of

SIZES = (100, 10_000)
TURNS, CLAIMS = 2, 3
"""Passages of each page besides its own."""
QUESTIONS = 200
VOCABULARY = 30_000
LENGTHS = {Level.PAGE: 160, Level.CLAIM: 22, Level.TURN: 90}
"""Words of a passage, on average."""


def main() -> None:
    """Print the table."""
    sizes = [int(argument) for argument in sys.argv[1:]] or SIZES
    print(f"{'pages':>8} {'passages':>9} {'build s':>8} {'ask ms':>7} {'p95':>6} {'update ms':>10} {'ratio':>6}")
    first = 0.0
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            built, asked, updated = measured(size, Path(folder) / "index")
        median, slowest = statistics.median(asked), sorted(asked)[int(0.95 * len(asked))]
        first = first or median
        print(
            f"{size:8} {size * (1 + TURNS + CLAIMS):9} {built:8.1f} {median * 1000:7.2f} {slowest * 1000:6.2f} "
            f"{updated * 1000:10.1f} {median / first:6.2f}"
        )


def measured(size: int, root: Path) -> tuple[float, list[float], float]:
    """Return the seconds a build takes, those of each answer, and those of one page's update."""
    invented = Invented(random.Random(size))
    passages = list(invented.passages(size))
    begin = time.perf_counter()
    index = Index.rebuild(root, map(entry_of, passages), head="h", raw_head="r")
    built = time.perf_counter() - begin
    fresh = list(invented.passages(1))
    asked = [seconds(lambda: ask(Means(index), invented.question())) for _ in range(QUESTIONS)]
    return (
        built,
        asked,
        statistics.median(seconds(lambda: index.update([], map(entry_of, fresh), "h", "r")) for _ in range(11)),
    )


class Invented:
    """Text nobody wrote."""

    def __init__(self, chance: random.Random) -> None:
        """Make up a vocabulary."""
        self._chance = chance
        syllables = ["".join(pair) for pair in itertools.product("bdfgklmnprstvz", "aeiou")]
        self._words = ["".join(chance.choices(syllables, k=chance.randint(1, 4))) for _ in range(VOCABULARY)]
        self._heights = list(itertools.accumulate(1 / (rank + 2) for rank in range(VOCABULARY)))

    def question(self) -> str:
        """Return a question of a person's length: some common words, some rare ones."""
        return f"How does {self._text(6)} work in {self._text(3)}?"

    def passages(self, pages: int) -> Iterator[Passage]:
        """Yield the passages of that many pages and of the sessions they come from."""
        for number in range(pages):
            at = f"2026-{1 + number % 12:02}-{1 + number % 28:02}T10:00:00Z"
            title = self._text(5)
            for level, count in ((Level.PAGE, 1), (Level.CLAIM, CLAIMS), (Level.TURN, TURNS)):
                for turn in range(count):
                    yield Passage(
                        path=f"raw/x/{number}.jsonl" if level is Level.TURN else f"projects/p/sessions/{number}.md",
                        level=level,
                        type="Turn" if level is Level.TURN else "Session",
                        title=title,
                        text=self._text(round(self._chance.gauss(1, 0.3) * LENGTHS[level])),
                        heading=self._text(12),
                        sources=(Source(str(number), turn + 1, f"raw/x/{number}.jsonl", "x", at),),
                        scope=f"project:{number % 40}",
                        at=at,
                    )

    def _text(self, length: int) -> str:
        return " ".join(self._chance.choices(self._words, cum_weights=self._heights, k=max(length, 1)))


if __name__ == "__main__":
    main()
