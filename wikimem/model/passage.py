"""What the index holds and what recall gives back."""

from dataclasses import dataclass
from enum import StrEnum

from wikimem.model.claim import Source
from wikimem.model.score import Score


class Level(StrEnum):
    """How deep in the wiki a passage lies."""

    PAGE = "page"
    CLAIM = "claim"
    TURN = "turn"


@dataclass(frozen=True, slots=True)
class Passage:
    """One searchable piece of a page or a raw log."""

    path: str
    """Vault-relative path of the file it comes from: the unit of incremental indexing."""
    level: Level
    type: str
    """OKF type of the page (`Decision`, `Session`, ...); `Turn` for raw turns."""
    title: str
    text: str
    """Markdown as shown to the reader."""
    heading: str = ""
    sources: tuple[Source, ...] = ()
    scope: str = ""
    project: str = ""
    status: str = "stable"
    """`stable`, `draft`, `deprecated` or `superseded`."""
    at: str = ""
    """UTC instant the passage speaks of."""
    importance: float = 0.5
    tags: tuple[str, ...] = ()
    prose: bool = True
    """False for what only an explicit request should find (tool output)."""
    around: str = ""
    """What was said just before and after a short turn: "yes, delete it" is found by what it answers."""
    pinned: bool = False
    """Whether a person or caller wants it shown before all else."""
    stale_after: str = ""
    """UTC instant from which on it counts no longer, empty for never."""
    id: str = ""
    """Block id (`c-…`) of a claim; what the page's name ends in for its first passage; else empty."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that answers a query, with its score (higher is better)."""

    passage: Passage
    score: float
    factors: tuple[tuple[str, float], ...] = ()
    """What the score is the product of, by name; empty for a hit that is not ranked yet."""
    merit: Score | None = None
    """What the passage is worth whatever is asked, for a hit that is ranked."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What `ask` gives back."""

    question: str
    context: str
    """Markdown block with citations, within the budget."""
    tokens: int
    budget: int
    answered: bool
    hits: tuple[Hit, ...]
    used: tuple[str, ...] = ()
    """Claims by their ids and pages by their paths that the block makes use of."""
