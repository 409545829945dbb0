"""The index of versions: every passage there ever was, with the commits it was born and died with.

Commits count from 1 along the first parents of the wiki's branch; a passage is valid at `born <= number < died`.
`recall.past` keeps it in step.

    <root>/passages/    an index as the live one is, each passage with its `born` and `died`
    <root>/commits/     the number of each commit by id and date; apart, for a passage without words would count in
                        the length of an average passage, and so in every score
"""

import copy
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import tantivy
from tantivy import Occur, Query

from wikimem.errors import IndexUnusable
from wikimem.store.batch import door
from wikimem.store.index import Index
from wikimem.store.passages import Entry, decode, entry_of, stamp
from wikimem.store.schema import SCHEMA, exactly


class Versions:
    """An index of versions, opened."""

    def __init__(self, root: Path, fingerprint: str) -> None:
        """Open the index at `root`; `IndexUnusable` when it is missing, damaged, made otherwise or cut short."""
        self._commits = _Commits.open(root / "commits", fingerprint)
        self._passages = Past.open(root / "passages", fingerprint)
        if not self.number(self.head):
            raise IndexUnusable("an update of the index of versions was cut short", path=str(root))

    @classmethod
    def rebuild(
        cls, root: Path, commits: Iterable[Entry], passages: Iterable[Entry], *, fingerprint: str, head: str
    ) -> Self:
        """Build both parts aside, put them in the place of the current ones, and open them."""
        _Commits.rebuild(root / "commits", commits, fingerprint=fingerprint, head=head)
        Past.rebuild(root / "passages", passages, fingerprint=fingerprint, head=head)
        return cls(root, fingerprint)

    @property
    def head(self) -> str:
        """Return the newest commit whose passages are here."""
        return self._passages.head

    def update(self, commits: Iterable[Entry], passages: Iterable[Entry], head: str) -> None:
        """Take in newer commits, and replace what stands at the paths of `passages`; cut short, it can be repeated."""
        self._commits.update([], commits, head)
        self._passages.update([], passages, head)

    def number(self, commit: str) -> int:
        """Return the number of a commit, 0 when it is not on the wiki's branch."""
        return self._commits.newest(exactly("path", commit))

    def number_at(self, at: str) -> int:
        """Return the number of the newest commit made at a UTC instant or before, 0 when there was none yet."""
        return self._commits.newest(_up_to("at", stamp(at)))

    def standing(self, path: str) -> tuple[Entry, ...]:
        """Return what no commit has ended of the passages at a path."""
        return self._passages.standing(path)

    def as_of(self, number: int) -> "Past":
        """Return the index as it answers for the commit of that number; 0 is before the first, when nothing was."""
        return self._passages.as_of(number)


class Past(Index):
    """The passages of all versions, asked as any index is; it answers with those valid at one commit.

    Its answers are those of a fresh index of that commit, but for one thing: how rare a word is and how long passages
    are on average, which scores depend on, is counted over all versions.
    """

    _number = 0

    def as_of(self, number: int) -> Self:
        """Return this index as it answers for the commit of that number."""
        then = copy.copy(self)
        then._number = number
        return then

    def standing(self, path: str) -> tuple[Entry, ...]:
        """Return what no commit has ended of the passages at a path."""
        with door(self._root):
            searcher = self._searcher()
            query = exactly("path", path)
            addresses = [address for _, address in searcher.search(query, _count(searcher, query) or 1).hits]
            born = searcher.fast_field_values("born", addresses)
            blobs = [bytes(searcher.doc(address)["blob"][0]) for address in addresses]
        return tuple(
            replace(entry_of(decode(blob)), born=int(first or 0)) for blob, first in zip(blobs, born, strict=True)
        )

    def _then(self) -> Sequence[tuple[Occur, Query]]:
        return (Occur.Must, _up_to("born", self._number)), (Occur.MustNot, _up_to("died", self._number))

    def _holding(self, searcher: tantivy.Searcher, stem: str) -> int:
        if not searcher.doc_freq("body", stem):
            return 0
        holding = Query.const_score_query(Query.term_query(SCHEMA, "body", stem), 0.0)
        return _count(searcher, Query.boolean_query([(Occur.Must, holding), *self._then()]))


class _Commits(Index):
    """The commits of the wiki's branch with their numbers."""

    def newest(self, query: Query) -> int:
        """Return the highest number of the commits that match, 0 when none does."""
        with door(self._root):
            found = self._searcher().search(query, 1, count=False, order_by_field="born").hits
            return int(found[0][0]) if found else 0


def _up_to(name: str, last: int) -> Query:
    """Return the query for a number that is there and at most `last`; it adds nothing to a score."""
    return Query.const_score_query(Query.range_query(SCHEMA, name, tantivy.FieldType.Integer, None, last), 0.0)


def _count(searcher: tantivy.Searcher, query: Query) -> int:
    found: Any = searcher.search(query, 1, count=True)  # the library's stub forgets `count`
    return int(found.count)
