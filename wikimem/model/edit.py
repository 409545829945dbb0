"""An edit: what a person made of one page."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edit:
    """One page before and after a commit of a person."""

    path: str
    before: str
    """Its text, "" when there was no such page."""
    after: str
    """Its text, "" for a page that is gone."""
    at: str
    """UTC instant of the commit."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What people did since our last commit."""

    edits: tuple[Edit, ...]
    """Of pages, oldest first; all of them committed."""
    left: frozenset[str]
    """Paths with changes that must not be committed, nor written over."""
    files: tuple[str, ...] = ()
    """Paths whose uncommitted changes were committed just now, as the person's."""
