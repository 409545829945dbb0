"""A claim: one durable statement with its evidence."""

import hashlib
import re
from dataclasses import dataclass
from enum import StrEnum

from wikimem.model.ids import short_id


class ClaimKind(StrEnum):
    """What sort of knowledge a claim is; the value names the folder its page lives in."""

    DECISION = "decisions"
    LESSON = "lessons"
    PREFERENCE = "preferences"
    FACT = "facts"
    PLAN = "plans"
    QUESTION = "questions"

    @property
    def type(self) -> str:
        """Return the page type (OKF `type`) of this kind: `Decision`, `Lesson`, ..."""
        return self.value[:-1].capitalize()


@dataclass(frozen=True, slots=True)
class Source:
    """Where a claim was said."""

    session: str
    """The agent's own session id."""
    turn: int
    raw: str
    """Vault-relative path of the raw log."""
    said_by: str
    """`human:user`, `<agent>/<model>`, or `tool:<name>`."""
    at: str
    """UTC instant, or empty when unknown."""
    external_id: str = ""
    """Name a caller gave what it had remembered, unique within its scope."""
    pinned: bool = False
    """Whether it is to be shown before all else."""
    stale_after: str = ""
    """UTC instant from which on it counts no longer, empty for never."""

    @property
    def id(self) -> str:
        """Return the footnote label and OKF source id, such as `b6b20c21-41`."""
        return f"{short_id(self.session)}-{self.turn}"


@dataclass(frozen=True, slots=True)
class Claim:
    """One self-contained sentence worth keeping, with who said it where."""

    kind: ClaimKind
    text: str
    """One line of markdown."""
    subject: str
    """What the claim is about: names the page it goes to."""
    sources: tuple[Source, ...]
    scope: str = ""
    """Who it is for, as `model.audience` spells it; empty until the scope pass."""
    importance: float = 0.5
    """In [0, 1]."""
    tags: tuple[str, ...] = ()
    same_as: str = ""
    """Id of a claim in the wiki that says the same in other words; this one is that claim, said again."""

    @property
    def id(self) -> str:
        """Return the Obsidian block id, `c-` and eight hex digits of scope and normalised text."""
        return self.same_as or claim_id(self.scope, self.text)


def claim_id(scope: str, text: str) -> str:
    """Return the identity of a claim: case, punctuation and spacing do not matter."""
    normal = " ".join(re.findall(r"\w+", text.casefold()))
    return "c-" + hashlib.blake2b(f"{scope}\n{normal}".encode(), digest_size=4).hexdigest()
