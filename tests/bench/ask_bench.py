"""Measure what an answer costs in wikis of growing size, beside the index's own search for the same words.

    python tests/bench/ask_bench.py                      100 and 10,000 pages
    python tests/bench/ask_bench.py --sizes 100,100000   100,000 pages take some minutes and 1 GB of disk
    python tests/bench/ask_bench.py --process            a whole `wikimem ask` against a bare interpreter, too

Text is invented: words drawn by Zipf's law, in passages of the length real ones have, one page and its turns a session;
it is made while it is indexed, so memory hardly grows with the wiki. The floor of an answer is tantivy's search for
the best passages by the same words, in the same index and turn about, with nothing read or ranked. Nothing is asserted.
"""

import argparse
import itertools
import os
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import tantivy
from floor import seconds

sys.path.insert(0, str(Path(__file__).parents[2]))

from wikimem import __version__
from wikimem.model.claim import Source
from wikimem.model.passage import Level, Passage
from wikimem.recall.ask import Means, ask
from wikimem.recall.query import parse_question
from wikimem.recall.rank import WEIGHTS
from wikimem.store import generations
from wikimem.store.index import Index
from wikimem.store.passages import entry_of
from wikimem.wiki import Wiki

ROOT = Path(__file__).parents[2]
TURNS, CLAIMS = 2, 3
"""Passages of each page besides its own."""
QUESTIONS = 300
ROUNDS = 11
VOCABULARY = 200_000
COMMON = 300
"""Words frequent enough that a person would not ask for them by themselves."""
LENGTHS = {Level.PAGE: 160, Level.CLAIM: 22, Level.TURN: 90}
"""Words of a passage, on average."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What one wiki costs, in seconds."""

    build: float
    opening: float
    asked: list[float]
    floor: list[float]
    update: float
    seen: bool
    """Whether the question after each update found what the update brought."""


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sizes", default="100,10000", help="pages of the wikis, separated by commas")
    parser.add_argument("--process", action="store_true", help="measure the whole command as well")
    parser.add_argument("--scratch", type=Path, help="where to work")
    options = parser.parse_args()
    heads = ("pages", "passages", "build s", "open ms", "ask ms", "p95", "p95/med", "floor ms", "ask/floor", "to first")
    print(" ".join(f"{head:>9}" for head in (*heads, "update ms", "seen")))
    first = 0.0
    for size in map(int, filter(None, options.sizes.split(","))):
        with tempfile.TemporaryDirectory(dir=options.scratch) as folder:
            cost = measured(size, Path(folder) / "index")
        median, floor = statistics.median(cost.asked), statistics.median(cost.floor)
        slow = statistics.quantiles(cost.asked, n=20)[-1]
        first = first or median
        times = f"{cost.build:9.1f} {cost.opening * 1000:9.2f} {median * 1000:9.2f} {slow * 1000:9.2f}"
        ratios = f"{slow / median:9.2f} {floor * 1000:9.2f} {median / floor:9.2f} {median / first:9.2f}"
        passages = size * (1 + TURNS + CLAIMS)
        print(
            f"{size:9} {passages:9} {times} {ratios} {cost.update * 1000:9.1f} {'yes' if cost.seen else 'NO':>9}",
            flush=True,
        )
    if options.process:
        with tempfile.TemporaryDirectory(dir=options.scratch) as folder:
            measure_process(Path(folder))


def measured(size: int, root: Path) -> Measured:
    """Build an index of that many pages, ask it, and change it."""
    invented = Invented(random.Random(size))
    entries = map(entry_of, invented.passages(size))
    build = seconds(lambda: Index.rebuild(root, entries, head="h", raw_head="r"))
    opening = statistics.median(seconds(lambda: Index.open(root)) for _ in range(ROUNDS))
    index, plain = Index.open(root), Plain(root)
    asked, floor = [], []
    for _ in range(QUESTIONS):
        question = invented.question()
        floor.append(seconds(partial(plain.search, question)))
        asked.append(seconds(partial(ask, Means(index), question)))
    updates, seen = [], True
    for number in range(ROUNDS):
        marker = f"newcomer{number}"
        fresh = list(invented.passages(1, f"about the {marker}"))
        updates.append(seconds(partial(index.update, [], map(entry_of, fresh), "h", "r")))
        seen = seen and marker in ask(Means(index), f"What about the {marker}?").context
    return Measured(build, opening, asked, floor, statistics.median(updates), seen)


class Plain:
    """Tantivy's own search for the words of a question: any of them, in the text, best passages first."""

    def __init__(self, root: Path) -> None:
        """Open the current generation of an index."""
        index = tantivy.Index.open(str(root / generations.current(root)))
        self._schema = index.schema
        self._searcher = index.searcher()

    def search(self, question: str) -> object:
        """Return where the best passages lie."""
        words = dict.fromkeys(stem for word in parse_question(question).words for stem in STEMS.analyze(word))
        clauses = [(tantivy.Occur.Should, tantivy.Query.term_query(self._schema, "body", word)) for word in words]
        return self._searcher.search(tantivy.Query.boolean_query(clauses), WEIGHTS.candidates, count=False).hits


STEMS = (
    tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
    .filter(tantivy.Filter.lowercase())
    .filter(tantivy.Filter.stemmer("english"))
    .build()
)
"""The index's analyser, as far as invented words need it."""


class Invented:
    """Text nobody wrote."""

    def __init__(self, chance: random.Random) -> None:
        """Make up a vocabulary."""
        self._chance = chance
        syllables = ["".join(pair) for pair in itertools.product("bdfgklmnprstvz", "aeiou")]
        made = ("".join(chance.choices(syllables, k=1 + place.bit_length() // 4)) for place in itertools.count())
        self._words = list(itertools.islice(made, VOCABULARY))
        self._heights = list(itertools.accumulate(1 / (rank + 2) for rank in range(VOCABULARY)))

    def question(self) -> str:
        """Return a question of a person's length: three words everybody uses, three known ones and two rare ones."""
        common, known = self._words[:COMMON], self._words[COMMON : 40 * COMMON]
        asked = [*self._chance.choices(common, k=3), *self._chance.choices(known, k=3)]
        asked += self._chance.choices(self._words[40 * COMMON :], k=2)
        self._chance.shuffle(asked)
        return f"How does the {' '.join(asked[:5])} work in {' '.join(asked[5:])}?"

    def passages(self, pages: int, marker: str = "") -> Iterator[Passage]:
        """Yield the passages of that many pages and of the sessions they come from; `marker` ends each text."""
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
                        text=f"{self._text(round(self._chance.gauss(1, 0.3) * LENGTHS[level]))} {marker}",
                        heading=self._text(12),
                        sources=(Source(str(number), turn + 1, f"raw/x/{number}.jsonl", "x", at),),
                        scope=f"project:{number % 40}",
                        at=at,
                    )

    def _text(self, length: int) -> str:
        return " ".join(self._chance.choices(self._words, cum_weights=self._heights, k=max(length, 1)))


def measure_process(scratch: Path) -> None:
    """Print what a whole `wikimem ask` takes against an interpreter that does nothing, turn about."""
    os.environ.update(HOME=str(scratch), XDG_CACHE_HOME=f"{scratch}/cache", XDG_STATE_HOME=f"{scratch}/state")
    wiki = Wiki.init(scratch / "vault", timezone="UTC")
    invented = Invented(random.Random(0))
    heads = {"head": wiki.commits.head(), "raw_head": wiki.commits.raw_head()}
    Index.rebuild(wiki.vault.index_dir, map(entry_of, invented.passages(1_000)), fingerprint=__version__, **heads)
    commands = {
        "a bare interpreter": lambda: ("-c", "pass"),
        "wikimem ask": lambda: ("-m", "wikimem", "--vault", str(wiki.vault.root), "ask", invented.question()),
    }
    taken: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(2 * ROUNDS):
        for name, arguments in commands.items():
            taken[name].append(seconds(partial(run, *arguments())))
    bare = statistics.median(taken["a bare interpreter"])
    for name, times in taken.items():
        print(f"{name:20} {statistics.median(times) * 1000:7.1f} ms {statistics.median(times) / bare:6.2f} x")


def run(*arguments: str) -> None:
    """Run the interpreter; 3 is how `wikimem` says that there is no answer."""
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
    if done.returncode not in (0, 3):
        done.check_returncode()


if __name__ == "__main__":
    main()
