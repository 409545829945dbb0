"""Whatever claims come in whatever order and pieces: the same ones live, the same ones are retired, the same days."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.passes.test_supersession import lines, put, said
from tests.unit.passes.wiki import Pages
from wikimem.model.claim import Claim

TEXTS = (
    "The scan queue lives in SQLite.",
    "The scan queue lives in Postgres instead of SQLite.",
    "The scan queue lives in SQLite instead of Postgres.",
    "The scan queue lives in Redis instead of Postgres.",
    "Retry 3 times before giving up.",
    "Retry 5 times before giving up.",
    "Retry 9 times before giving up.",
    "`save` takes the lock.",
    "`save` no longer takes the lock.",
    "Renamed `tea_mug` to `tea_pot`.",
    "Renamed `tea_pot` to `tea_can`.",
    "Renamed `tea_can` to `tea_mug`.",
    "`tea_can` holds the water.",
    "Removed the `tea_can` setting.",
    "Nothing contradicts this one.",
)
DAY = st.integers(1, 6)
CLAIM = st.builds(
    said, st.sampled_from(TEXTS), DAY, turn=st.integers(1, 5), by=st.sampled_from(("human:user", "")), session=st.none()
)
PIECES = st.lists(st.integers(1, 3), max_size=6)


def fates(claims: list[Claim], pieces: list[int]) -> dict[str, tuple[bool, str]]:
    view = Pages()
    waiting = list(claims)
    for size in [*pieces, len(claims)]:
        if waiting:
            put(view, *waiting[:size])
            waiting = waiting[size:]
    return {text: (line.superseded, line.until) for text, line in lines(view).items()}


@settings(deadline=None)
@given(st.lists(CLAIM, min_size=1, max_size=9), st.randoms(use_true_random=False), PIECES, PIECES)
def test_any_order_of_arrival_gives_the_same(claims: list[Claim], random, pieces: list[int], others: list[int]) -> None:
    shuffled = list(claims)
    random.shuffle(shuffled)
    assert fates(claims, pieces) == fates(shuffled, others)
