"""What the pure rooms need from outside, as protocols."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from wikimem.model.passage import Passage


class WikiView(Protocol):
    """The wiki as it stands, including changes of this run that are not committed yet."""

    def read(self, path: str) -> str | None:
        """Return the text of a page, or None when there is none at `path`."""

    def page_of_session(self, project: str, short: str) -> str | None:
        """Return the path of the session page whose name ends in `-<short>.md`, or None."""

    def page_of_claim(self, scope: str, claim: str) -> str | None:
        """Return the path of the page that holds a claim id, or None."""

    def pages_with(self, scope: str, about: Iterable[str], ends: Iterable[str]) -> tuple[str, ...]:
        """Return the pages that hold a claim about, or ending, one of these keys (`text.supersession`), retired too."""

    def open_handoffs(self, project: str) -> tuple[str, ...]:
        """Return the paths of the project's handoffs that nobody accepted and none replaced, the newest first."""

    def is_forgotten(self, claim: str) -> bool:
        """Tell whether the claim with this id was forgotten, so that it must not be written again."""

    def best(self, scope: str, types: tuple[str, ...], most: int) -> tuple[Passage, ...]:
        """Return the best claims of a scope by their score, best first."""

    def newest(self, scope: str, type: str, most: int) -> tuple[Passage, ...]:
        """Return the pages of a type in a scope, newest first."""


class Renderer(Protocol):
    """Templates by name."""

    def __call__(self, name: str, values: dict[str, object]) -> str:
        """Return the template filled with `values`."""


class Embedder(Protocol):
    """A model that tells how close two texts are in meaning."""

    def likeness(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """Return for each text the cosine between it and the question, in [-1, 1]; 0 for a text without words."""
