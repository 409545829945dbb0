"""The search index: `recall` asks it; `compiler` and `wiki` open, update and rebuild it.

It promises: nothing in it is the truth, so anything wrong with it is `IndexUnusable` and cured by `Index.rebuild`;
every update is one commit by one writer; a reader never waits for a writer and never holds one up; every
query sees the last commit, also one by another process; costs follow the change and the answer, not the wiki.
Queries are built here from words, never parsed from text. With `store.schema`, `store.batch`, which writes, and
`store.versions`, which looks back, it is the only door to tantivy.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Self

import tantivy
from tantivy import Occur, Query

from wikimem.errors import IndexUnusable
from wikimem.model.passage import Hit, Level, Passage
from wikimem.store import generations
from wikimem.store.batch import Batch, batched, door
from wikimem.store.generations import Note
from wikimem.store.passages import ANY, Entry, Filter, Lookup, decode, stamp
from wikimem.store.schema import ANALYSE, SCHEMA, exactly, fitted
from wikimem.text.tokens import searchable

FORMAT = 5
"""Raised when fields, analyser or blobs change: an index of another format is rebuilt."""

_UPDATE_HEAP = 15_000_000
"""Bytes; the least tantivy takes."""
_BUILD_HEAP = 50_000_000
_MANY = 50
"""Paths from which on an update is given the memory of a build: fewer segments to merge."""
_MOST_CLAIMS = 10_000
"""More claims of one scope than share a key that says anything."""
_MOST_WORDS = 48
"""A longer question is asked by its rarest words."""
_SELDOM = 0.02
"""Share of the passages: of two words that are both in more, it says little that they stand side by side, and finding
out costs more than all the rest of a query."""
_RETIRED = ("superseded", "deprecated")


class Index:
    """A search index, opened. Keep it as long as you like: it follows what other processes write."""

    def __init__(self, root: Path, fingerprint: str) -> None:
        """Use `Index.open` or `Index.rebuild`."""
        self._root = root
        self._fingerprint = fingerprint
        self._open_current()

    @classmethod
    def open(cls, root: Path, fingerprint: str = "") -> Self:
        """Open the index at `root`; `IndexUnusable` when it is missing, damaged or made otherwise than we would.

        `fingerprint` names whatever else the passages depend on, such as the version of the rules that cut them.
        """
        return cls(root, fingerprint)

    @classmethod
    def rebuild(
        cls, root: Path, entries: Iterable[Entry], *, fingerprint: str = "", head: str = "", raw_head: str = ""
    ) -> Self:
        """Build an index of `entries` aside, put it in the place of the current one in one step, and open it."""
        generation = generations.begin(root)
        try:
            with door(root):
                fresh = fitted(tantivy.Index(SCHEMA, str(root / generation)))
            with batched(fresh, root, _BUILD_HEAP) as batch:
                batch.add(entries)
            generations.write_note(root, generation, Note(_made_with(fingerprint), head, raw_head))
        except BaseException:
            generations.drop(root, generation)
            raise
        generations.switch(root, generation)
        return cls(root, fingerprint)

    @property
    def head(self) -> str:
        """Return the commit of the wiki's branch this index mirrors."""
        return self._note.head

    def mirrors(self, head: str, raw_head: str) -> bool:
        """Tell whether the index mirrors these commits by now, whoever brought it there."""
        note = generations.read_note(self._root, generations.current(self._root))
        return (note.head, note.raw_head) == (head, raw_head)

    @property
    def raw_head(self) -> str:
        """Return the commit of the raw logs' branch this index mirrors."""
        return self._note.raw_head

    def update(self, removed: Iterable[str], entries: Iterable[Entry], head: str = "", raw_head: str = "") -> None:
        """Forget what lies at the paths `removed`, replace what lies at the paths of `entries`, and note the heads."""
        gone = list(removed)
        with self.updating(len(gone)) as batch:
            batch.forget(gone)
            batch.add(entries)
        if head or raw_head:
            self.mark(head, raw_head)

    @contextmanager
    def updating(self, paths: int) -> Iterator[Batch]:
        """Lend a batch of changes to about so many paths; they are committed when the block ends, if it ends well.

        Until `mark` says otherwise, and when killed half-way, the index mirrors no commit.
        """
        root, generation = self._root, generations.current(self._root)
        with door(root):
            fresh = fitted(tantivy.Index.open(str(root / generation)))
        with batched(fresh, root, _BUILD_HEAP if paths > _MANY else _UPDATE_HEAP) as batch:
            yield batch
            self.mark("", "")

    def mark(self, head: str, raw_head: str) -> None:
        """Note which commits the index mirrors."""
        self._note = Note(_made_with(self._fingerprint), head, raw_head)
        generations.write_note(self._root, self._generation, self._note)

    def search(self, lookup: Lookup, wanted: Filter = ANY, limit: int = 20) -> tuple[Hit, ...]:
        """Return the passages that match best, best first, with their BM25 scores."""
        with door(self._root):
            searcher = self._searcher()
            clauses = [(Occur.Should, query) for query in _asked(searcher, lookup, wanted.tool_output)]
            if not clauses or limit < 1:
                return ()
            query = Query.boolean_query([(Occur.Must, Query.boolean_query(clauses)), *_limits(wanted), *self._then()])
            found = searcher.search(query, limit, count=False).hits
            found.sort(key=lambda hit: (hit[1].segment_ord, hit[1].doc))  # neighbours on disk are unpacked once
            hits = [Hit(_passage(searcher, address), float(score)) for score, address in found]
        return tuple(sorted(hits, key=lambda hit: (-hit.score, hit.passage.path)))

    def top(self, wanted: Filter, limit: int, *, by: str = "worth") -> tuple[Passage, ...]:
        """Return the first passages by `worth` (importance and date) or by `at` (newest first), whatever they say.

        Only claims and the first passages of pages, those with an `id`, are looked at.
        """
        with door(self._root):
            searcher = self._searcher()
            query = Query.boolean_query([(Occur.Must, exactly("leads", "yes")), *_limits(wanted), *self._then()])
            found = searcher.search(query, limit, count=False, order_by_field=by).hits if limit > 0 else []
            return tuple(_passage(searcher, address) for _, address in found)

    def find(
        self, *, path: str = "", scope: str = "", claim: str = "", external: str = "", limit: int = 1_000
    ) -> tuple[Passage, ...]:
        """Return the passages at exactly this path, in this scope, with this claim id and external id, where given."""
        given = (("path", path), ("scope", scope), ("claim", claim), ("external", external))
        exact = [(Occur.Must, exactly(name, value)) for name, value in given if value]
        if not exact:
            return ()
        with door(self._root):
            searcher = self._searcher()
            found = searcher.search(Query.boolean_query([*exact, *self._then()]), limit, count=False).hits
            return tuple(_passage(searcher, address) for _, address in found)

    def reporting(self, keys: Iterable[str], scopes: Iterable[str], limit: int = 300) -> tuple[Passage, ...]:
        """Return the passages of scopes that report that the value of one of these keys was replaced, newest first."""
        wanted = sorted(keys)
        if not wanted:
            return ()
        with door(self._root):
            searcher = self._searcher()
            named = Query.const_score_query(Query.term_set_query(SCHEMA, "ends", wanted), 0.0)
            within = _limits(Filter(scopes=tuple(scopes), superseded=True))
            query = Query.boolean_query([(Occur.Must, named), *within, *self._then()])
            found = searcher.search(query, limit, count=False, order_by_field="at").hits
            return tuple(_passage(searcher, address) for _, address in found)

    def sharing(self, scope: str, about: Iterable[str], ends: Iterable[str]) -> frozenset[str]:
        """Return the paths of pages in a scope with a claim about, or ending, one of these keys."""
        given = [(name, sorted(keys)) for name, keys in (("about", set(about)), ("ends", set(ends))) if keys]
        if not given:
            return frozenset()
        with door(self._root):
            searcher = self._searcher()
            either = [(Occur.Should, Query.term_set_query(SCHEMA, name, keys)) for name, keys in given]
            exact = [(Occur.Must, exactly("scope", scope)), (Occur.Must, exactly("level", Level.CLAIM.value))]
            query = Query.boolean_query([(Occur.Must, Query.boolean_query(either)), *exact, *self._then()])
            found = searcher.search(query, _MOST_CLAIMS, count=False, order_by_field="at").hits
            return frozenset(_passage(searcher, address).path for _, address in found)

    def sizes(self, paths: Iterable[str]) -> dict[str, int]:
        """Return for each file how many passages it has, give or take what an update has just replaced."""
        with door(self._root):
            searcher = self._searcher()
            return {path: searcher.doc_freq("path", path) for path in paths}

    def counts(self, words: Sequence[str]) -> tuple[int, ...]:
        """Return for each word how many passages hold it (the rarest of its parts when it has several)."""
        with door(self._root):
            searcher = self._searcher()
            parts = (ANALYSE.analyze(searchable(word)) for word in words)
            return tuple(min((self._holding(searcher, stem) for stem in stems), default=0) for stems in parts)

    def _then(self) -> Sequence[tuple[Occur, Query]]:
        """Return the clauses that keep passages of other times out: none, for all are of now."""
        return ()

    def _holding(self, searcher: tantivy.Searcher, stem: str) -> int:
        """Return how many passages hold a stem; the library keeps count."""
        return searcher.doc_freq("body", stem)

    def _open_current(self) -> None:
        generation = generations.current(self._root)
        note = generations.read_note(self._root, generation)
        if note.fingerprint != _made_with(self._fingerprint):
            raise IndexUnusable("the search index was made by other rules", path=str(self._root))
        with door(self._root):
            fresh = fitted(tantivy.Index.open(str(self._root / generation)))
            fresh.config_reader("manual")
        # The generation comes last: a thread that sees it finds the index of it, one that does not opens it once more.
        self._index, self._note, self._generation = fresh, note, generation

    def _searcher(self) -> tantivy.Searcher:
        if generations.current(self._root) != self._generation:
            self._open_current()
        index = self._index
        index.reload()
        return index.searcher()


def _asked(searcher: tantivy.Searcher, lookup: Lookup, tool_output: bool) -> Iterator[Query]:
    """Yield one query a word and field, then the pairs and phrases."""
    bodies = ("body", "output") if tool_output else ("body",)
    stems = [stem for word in lookup.words for stem in ANALYSE.analyze(word)]
    kept = dict.fromkeys(stems)
    if len(kept) > _MOST_WORDS:
        rarity = {stem: (searcher.doc_freq("body", stem) or math.inf, stem) for stem in kept}
        kept = dict.fromkeys(sorted(kept, key=rarity.__getitem__)[:_MOST_WORDS])
    for name, weight in lookup.fields.items():
        for body in bodies if name == "body" else (name,):
            for stem in kept if weight else ():
                query = Query.term_query(SCHEMA, body, stem)
                yield query if weight == 1 else Query.boost_query(query, weight)
    if lookup.pair:
        seldom = searcher.num_docs * _SELDOM
        for left, right in dict.fromkeys(pairwise(stems)):
            if left == right or left not in kept or right not in kept:
                continue
            if min(searcher.doc_freq("body", left), searcher.doc_freq("body", right)) <= seldom:
                yield Query.boost_query(Query.phrase_query(SCHEMA, "body", [left, right], slop=1), lookup.pair)
    for phrase in lookup.phrases if lookup.phrase else ():
        side_by_side = [*ANALYSE.analyze(searchable(phrase))][:_MOST_WORDS]
        if len(side_by_side) > 1:
            yield Query.boost_query(Query.phrase_query(SCHEMA, "body", [*side_by_side]), lookup.phrase)


def _limits(wanted: Filter) -> Iterator[tuple[Occur, Query]]:
    """Yield the clauses that keep passages out; none of them changes a score."""
    narrowed = ("scope", wanted.scopes), ("level", wanted.levels), ("type", wanted.types), ("agent", wanted.agents)
    for name, values in narrowed:
        if values:
            yield Occur.Must, Query.const_score_query(Query.term_set_query(SCHEMA, name, list(values)), 0.0)
    if wanted.since or wanted.until:
        integer = tantivy.FieldType.Integer
        within = [Query.range_query(SCHEMA, "dated", integer, *bounds) for bounds in wanted.dated()]
        yield Occur.Must, Query.const_score_query(Query.boolean_query([(Occur.Should, query) for query in within]), 0.0)
    if wanted.pinned:
        yield Occur.Must, exactly("pinned", "yes")
    if not wanted.superseded:
        yield Occur.MustNot, Query.term_set_query(SCHEMA, "status", list(_RETIRED))
        if wanted.now:
            passed = Query.range_query(SCHEMA, "stale", tantivy.FieldType.Integer, None, stamp(wanted.now))
            yield Occur.MustNot, passed


def _passage(searcher: tantivy.Searcher, address: tantivy.DocAddress) -> Passage:
    return decode(bytes(searcher.doc(address)["blob"][0]))


def _made_with(fingerprint: str) -> str:
    return f"{FORMAT} {tantivy.tantivy.__version__} {fingerprint}"
