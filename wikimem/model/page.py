"""A page of the wiki: frontmatter, markdown, and the claims its bullets hold."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class ClaimLine:
    """One claim as it stands on a subject page."""

    id: str
    """Block id without its `^`, such as `c-9be1f042`."""
    text: str
    """Markdown of the bullet, without strike-through, footnotes and block id."""
    sources: tuple[str, ...] = ()
    """Footnote labels, in the order they are cited."""
    superseded: bool = False
    until: str = ""
    """Day from which the claim no longer held, or empty."""


@dataclass(frozen=True, slots=True)
class Page:
    """One markdown file of the vault."""

    path: str
    """Vault-relative, POSIX."""
    meta: Mapping[str, Any]
    body: str
    claims: tuple[ClaimLine, ...] = ()

    @property
    def title(self) -> str:
        """Return the title in the frontmatter, or the file's name."""
        return str(self.meta.get("title") or self.path.rpartition("/")[2].removesuffix(".md"))
