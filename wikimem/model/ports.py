"""What the pure rooms need from outside, as protocols."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from wikimem.model.passage import Passage


class Ranking(Protocol):
    """What is best and newest among pages."""

    def best(self, scope: str, types: tuple[str, ...], most: int) -> tuple[Passage, ...]:
        """Return the best claims of a scope that still hold: those that are pinned, then by their score."""

    def pinned(self, scope: str, most: int) -> tuple[Passage, ...]:
        """Return the claims and the pages without claims that are pinned in a scope and still hold, newest first."""

    def newest(self, scope: str, type: str, most: int) -> tuple[Passage, ...]:
        """Return the pages of a type in a scope, newest first."""


class WikiView(Ranking, Protocol):
    """The wiki as it stands, including changes of this run that are not committed yet."""

    def read(self, path: str) -> str | None:
        """Return the text of a page, or None when there is none at `path`."""

    def is_left(self, path: str) -> bool:
        """Tell whether nothing may be written at a path: a person's changes there cannot be committed yet."""

    def page_of_session(self, project: str, short: str) -> str | None:
        """Return the path of the session page whose name ends in `-<short>.md`, or None."""

    def page_of_claim(self, scope: str, claim: str) -> str | None:
        """Return the path of the page that holds a claim id, one of the scope first, or None."""

    def scopes(self) -> tuple[str, ...]:
        """Return the scopes that claims of sessions are made in: everybody's, and projects by their first names."""

    def moved(self, path: str) -> str:
        """Return where lies now the page that would be called `path`."""

    def pages_with(self, scope: str, about: Iterable[str], ends: Iterable[str]) -> tuple[str, ...]:
        """Return the pages that hold a claim about, or ending, one of these keys (`text.supersession`), retired too."""

    def open_handoffs(self, project: str) -> tuple[str, ...]:
        """Return the paths of the project's handoffs that nobody accepted and none replaced, the newest first."""

    def is_forgotten(self, claim: str) -> bool:
        """Tell whether the claim with this id, or the page with this key, must not be written again."""


class Renderer(Protocol):
    """Templates by name."""

    def __call__(self, name: str, values: dict[str, object]) -> str:
        """Return the template filled with `values`."""


class Embedder(Protocol):
    """A model that tells how close two texts are in meaning."""

    def likeness(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """Return for each text the cosine between it and the question, in [-1, 1]; 0 for a text without words."""
