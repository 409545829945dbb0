"""Group a rollout's records into turns, and notice what Codex tells twice.

For `codex_reader` and `codex_calls` only.
"""

from collections import Counter
from typing import Any

from wikimem.model.record import Kind, Record


class Turns:
    """The turn that is going on. Codex gives messages no id: thoughts, then words, then calls make one turn."""

    def __init__(self, agent: str) -> None:
        """Begin before the first turn; `agent` is the sub-agent all records belong to, or empty."""
        self._agent = agent
        self._turn = ""
        self._thinking = False
        self._told: Counter[tuple[str, str, str]] = Counter()

    def record(self, key: str, kind: Kind, at: str, text: str = "", **more: Any) -> Record:
        """Return a record of this rollout; it is a message of its own unless told otherwise."""
        more.setdefault("message", key)
        return Record(key, kind, at=at, text=text, agent=self._agent, **more)

    def group(self, key: str, *, thought: bool = False) -> str:
        """Return the message that words or a thought belong to: a new one, unless only thoughts came before."""
        if not self._turn or not self._thinking:
            self._turn = key
        self._thinking = thought
        return self._turn

    def group_call(self, key: str) -> str:
        """Return the message that a call belongs to: the one going on."""
        self._turn = self._turn or key
        self._thinking = False
        return self._turn

    def end(self) -> None:
        """End the turn: a person speaks."""
        self._turn = ""

    def told_before(self, teller: str, what: str, text: str) -> bool:
        """Tell whether the other teller (`item` or `event`) said this already; else remember that this one did."""
        other = ("event" if teller == "item" else "item", what, text)
        if self._told[other]:
            self._told[other] -= 1
            return True
        self._told[(teller, what, text)] += 1
        return False
