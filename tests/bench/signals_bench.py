"""Measure what signals cost a question: noting its uses, looking tallies up, and folding what was appended.

Run it from the checkout: `python tests/bench/signals_bench.py [lines]`. Signals are invented. It prints times and their
ratio to that of noting the uses of one answer, which nothing asserts.
"""

import random
import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from floor import seconds

from wikimem.model.signal import Signal, SignalKind
from wikimem.store import signals
from wikimem.store.layout import Layout
from wikimem.store.tallies import tallies_of

LINES = 100_000
SUBJECTS = 20_000
ASKED = 120
"""Subjects of sixty candidates, each a claim with its page."""
ROUNDS = 101


def main() -> None:
    """Print the table."""
    lines = int(sys.argv[1]) if len(sys.argv) > 1 else LINES
    chance = random.Random(lines)
    with tempfile.TemporaryDirectory() as folder:
        vault = Layout(*(Path(folder, name) for name in ("vault", "cache", "state")))
        signals.append(vault, (invented(chance) for _ in range(lines)))
        asked = [f"c-{number:08x}" for number in range(ASKED)]

        def note() -> None:
            signals.append(vault, [invented(chance)])

        def look_up() -> None:
            tallies_of(vault, asked, print)

        def note_and_look_up() -> None:
            note()
            look_up()

        first = seconds(look_up)
        rows = (
            ("note one use", median(note)),
            (f"fold {lines:,} lines", first),
            (f"look up {ASKED} subjects", median(look_up)),
            ("note one and look up", median(note_and_look_up)),
        )
    for name, took in rows:
        print(f"{name:24} {took * 1000:9.2f} ms {took / rows[0][1]:9.1f}")


def median(work: Callable[[], None]) -> float:
    """Return the median seconds of many rounds."""
    return statistics.median(seconds(work) for _ in range(ROUNDS))


def invented(chance: random.Random) -> Signal:
    """Return a use of some claim on some day."""
    at = f"2026-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}T10:00:00Z"
    return Signal(at, SignalKind.USE, f"c-{chance.randrange(SUBJECTS):08x}")


if __name__ == "__main__":
    main()
