"""A changeset: the only thing that is ever written to a wiki."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Write:
    """Put `content` at `path` (vault-relative, POSIX)."""

    path: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Remove:
    """Take `path` out of the wiki; git history keeps it."""

    path: str


Change = Write | Remove


@dataclass(frozen=True, slots=True)
class Changeset:
    """What one commit does."""

    subject: str
    """First line of the commit message, as a person would write it."""
    changes: tuple[Change, ...]
    at: str
    """UTC instant that becomes the author date."""
    body: str = ""
    trailers: tuple[tuple[str, str], ...] = ()
    raw: tuple[str, ...] = ()
    """Vault-relative paths of raw logs that go to the branch `wikimem/raw` with this commit."""
    raw_gone: tuple[str, ...] = ()
    """Those that leave the disk and that branch; its history keeps them."""
    signals: tuple[str, ...] = ()
    """Vault-relative paths of signal files, ours though nobody planned them: committed as they lie on disk."""
    by_person: bool = False
    """Whether the words are a person's, so that the commit is theirs."""
    merges: str = ""
    """Id of a commit that this one joins to the wiki's branch, as its second parent."""
    merges_raw: str = ""
    """Id of a commit that this one joins to the branch `wikimem/raw`."""
    is_forward: bool = False
    """Whether no commit is made: the branch moves to the commit it merges, from which the changes are taken."""


def pages_left(changesets: Iterable[Changeset]) -> dict[str, bytes]:
    """Return the pages that changesets write one after the other, as the last of them leaves each."""
    pages: dict[str, bytes] = {}
    for changeset in changesets:
        for change in changeset.changes:
            pages.pop(change.path, None)
            if isinstance(change, Write) and change.path.endswith(".md"):
                pages[change.path] = change.content
    return pages


@dataclass(frozen=True, slots=True)
class Revision:
    """A commit seen as history."""

    id: str
    at: str
    """Author date, UTC instant."""
    author: str
    subject: str
    body: str
    trailers: tuple[tuple[str, str], ...]
    paths: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """What a commit of the wiki's branch made of the one before."""

    id: str
    before: str
    """Id of its first parent, "" for the first commit."""
    at: str
    """UTC instant."""
    trailers: tuple[tuple[str, str], ...]
    changes: tuple[tuple[str, str], ...]
    """Path and blob id of each file it changed, "" for one that is gone."""
