"""What a passage is worth whatever is asked: importance, recency, use and feedback."""

import math
from dataclasses import dataclass

HALF_LIFE = 30
"""Days after which recency has halved, counted back from the newest session and never from today."""

_IMPORTANCE, _RECENCY, _USE, _FEEDBACK = 0.40, 0.25, 0.25, 0.10
_MANY_USES = 100
"""Uses from which on further ones add nothing."""
_FEW_VERDICTS = 3
"""Verdicts that make most of the difference that verdicts can make."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What the signals about a page or a claim add up to."""

    uses: float = 0.0
    """Aged: a use counts 1 at the instant of the newest signal, and less the longer before that it was."""
    ups: int = 0
    downs: int = 0


UNHEARD = Tally()
"""The tally of what nobody used or judged."""


@dataclass(frozen=True, slots=True)
class Score:
    """The four components, each in [0, 1]."""

    importance: float
    recency: float
    use: float
    feedback: float
    """0.5 when nobody judged."""

    @property
    def total(self) -> float:
        """Return the weighted sum of the components, in [0, 1]."""
        return _IMPORTANCE * self.importance + _RECENCY * self.recency + _USE * self.use + _FEEDBACK * self.feedback


def score(importance: float, age: float, tally: Tally) -> Score:
    """Return the score of a passage `age` days older than the newest session."""
    return Score(
        importance=min(1.0, max(0.0, importance)),
        recency=0.5 ** (max(0.0, age) / HALF_LIFE),
        use=min(1.0, math.log1p(tally.uses) / math.log1p(_MANY_USES)),
        feedback=(1 + math.tanh((tally.ups - tally.downs) / _FEW_VERDICTS)) / 2,
    )
