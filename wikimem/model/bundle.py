"""What travels between wikis: pages on their way out, and what a folder brings in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from wikimem.model.claim import ClaimKind
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.passage import Level, Passage

Files = Mapping[str, bytes]
"""The files of a folder: POSIX path from its root to content."""


class BundleFormat(StrEnum):
    """The shapes a bundle is read and written in."""

    WIKIMEM = "wikimem"
    OKF = "okf"
    LOOP_MEMORY = "loop-memory"
    CLAUDE = "claude"
    AGENTS_MD = "agents-md"
    AI_MEMORY = "ai-memory"
    BASIC_MEMORY = "basic-memory"
    MARKDOWN = "markdown"


EXPORTED = (
    BundleFormat.WIKIMEM,
    BundleFormat.OKF,
    BundleFormat.LOOP_MEMORY,
    BundleFormat.CLAUDE,
    BundleFormat.AGENTS_MD,
)
"""Formats a bundle can be written in."""
IMPORTED = tuple(one for one in BundleFormat if one is not BundleFormat.AGENTS_MD)
"""Formats a bundle can be read in."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """One page on its way out of a wiki."""

    path: str
    """Vault-relative, POSIX."""
    text: str
    meta: Mapping[str, Any]
    """Empty for a page whose frontmatter cannot be understood."""
    body: str
    scope: str
    passages: tuple[Passage, ...] = ()
    """None for a page whose frontmatter cannot be understood; else the first one leads."""

    @property
    def type(self) -> str:
        """Return the OKF type, `Note` for a page that names none."""
        return str(self.meta.get("type") or "Note")

    @property
    def title(self) -> str:
        """Return the title in the frontmatter, or the file's name."""
        return str(self.meta.get("title") or self.path.rpartition("/")[2].removesuffix(".md"))

    @property
    def claims(self) -> tuple[Passage, ...]:
        """Return the claims that hold, in their order on the page."""
        return tuple(one for one in self.passages if one.level is Level.CLAIM and one.status == "stable")

    @property
    def importance(self) -> float:
        """Return that of the most important claim, 0 for a page that holds none."""
        return max((claim.importance for claim in self.claims), default=0.0)

    @property
    def at(self) -> str:
        """Return the instant or day the page speaks of, "" when it does not say."""
        return self.passages[0].at if self.passages else ""


@dataclass(frozen=True, slots=True)
class Parcel:
    """What leaves a wiki."""

    leaves: tuple[Leaf, ...]
    """Sorted by path."""
    attachments: Files = field(default_factory=dict)

    @property
    def projects(self) -> tuple[str, ...]:
        """Return the slugs of the projects the pages belong to, sorted."""
        scopes = {leaf.scope for leaf in self.leaves}
        return tuple(sorted(scope.removeprefix("project:") for scope in scopes if scope.startswith("project:")))


@dataclass(frozen=True, slots=True)
class Brought:
    """A page somebody else's tool wrote."""

    path: str
    """From the root of the folder it came in."""
    text: str
    at: str = ""
    """Instant or day its content is from, "" when it does not say."""
    author: str = ""
    """Who wrote it, as its tool says, "" when it does not."""
    cites: tuple[Mapping[str, str], ...] = ()
    """Sources it names in its text, as entries of OKF's `sources`."""


@dataclass(frozen=True, slots=True)
class Row:
    """A statement somebody else's tool keeps by itself."""

    text: str
    kind: ClaimKind
    external: str
    """What it is called there: the same in every export of that tool."""
    at: str = ""
    by: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Delivery:
    """What a folder brings."""

    format: BundleFormat
    origin: str = ""
    """Tells the folder it came in from others; "" where that does not matter."""
    pages: Mapping[str, str] = field(default_factory=dict)
    """Pages of a wiki like ours, by the path they have there."""
    brought: tuple[Brought, ...] = ()
    rows: tuple[Row, ...] = ()
    attachments: Files = field(default_factory=dict)
    """For pages of ours by vault-relative path, else by path from the root of the folder."""
    remotes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Remotes of the repositories that are a project, by its slug."""
    findings: tuple[Diagnostic, ...] = ()
