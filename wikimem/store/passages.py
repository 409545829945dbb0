"""How passages lie in the index, and how the index is asked for them: records and their codec, no tantivy.

`store.index` keeps each passage as one compact blob beside its searchable fields; `recall` says what it looks for with
a `Lookup` and a `Filter`.
"""

import hashlib
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import lru_cache

import orjson

from wikimem.model.claim import Source
from wikimem.model.passage import Level, Passage
from wikimem.text.clean import clean
from wikimem.text.inline import unescaped
from wikimem.text.paths import agent_of
from wikimem.text.replacements import replacements
from wikimem.text.supersession import about, ends
from wikimem.text.time import first_instant, last_instant
from wikimem.text.tokens import searchable

_DAY = len("2026-02-04")
_DAYS = 10**14
"""More than any stamp."""
HALF_LIFE = 120
"""Days after which a passage must be twice as important to be shown unasked before a new one."""


@dataclass(frozen=True, slots=True)
class Lookup:
    """The words to look for. Any of them matches; how much each counts is the caller's table of weights."""

    words: tuple[str, ...]
    """In the order of the question, lower-cased, not stemmed (`text.tokens.words`)."""
    phrases: tuple[str, ...] = ()
    """Quoted text and whole identifiers: their words must stand side by side to count."""
    fields: Mapping[str, float] = field(default_factory=lambda: {"body": 1.0})
    """Weight of each searchable field: body, title, heading, around."""
    pair: float = 0.0
    """Weight of two neighbouring words of the question that stand side by side in the text."""
    phrase: float = 0.0
    """Weight of each of `phrases`."""


@dataclass(frozen=True, slots=True)
class Filter:
    """Which passages may answer. An empty tuple or string means: any."""

    scopes: tuple[str, ...] = ()
    levels: tuple[Level, ...] = ()
    types: tuple[str, ...] = ()
    agents: tuple[str, ...] = ()
    """Names of front-ends: what their sessions said, and pages that cite it."""
    since: str = ""
    """First day of `zone`, `2026-02-04`. What nobody dated answers only without bounds."""
    until: str = ""
    """Last day, included."""
    zone: str = "UTC"
    superseded: bool = False
    """Let what no longer holds answer, too: superseded, deprecated and stale text."""
    now: str = ""
    """UTC instant from which it is seen what is stale; empty when nothing is."""
    pinned: bool = False
    """Let only what is pinned answer."""
    tool_output: bool = False
    """Let text that no person or agent wrote answer, too."""

    def dated(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the first and last `dated_at` of the wanted time, for instants and for days, which are local."""
        first, last = self.since or str(date.min), self.until or str(date.max)
        begins, ends = first_instant(first, self.zone), last_instant(last, self.zone)
        return (dated_at(begins), dated_at(ends)), (dated_at(first), dated_at(last))


ANY = Filter()
"""The usual filter: everything that people and agents wrote and that still holds."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A passage made ready for the index, all but the inverting: workers make them side by side."""

    path: str
    id: str
    exact: tuple[tuple[str, str], ...]
    """Fields that are matched whole, with their values."""
    searchable: tuple[tuple[str, str], ...]
    """Fields that are searched by words, with the text the analyser sees."""
    at: int
    dated: int
    """`dated_at` of the passage."""
    worth: float
    blob: bytes
    stale: int | None = None
    """Stamp from which on the passage counts no longer; None for never."""
    born: int | None = None
    """In an index of versions: number of the first commit that holds the passage."""
    died: int | None = None
    """In an index of versions: number of the first commit after `born` that does not; None when none is known."""


def entry_of(passage: Passage) -> Entry:
    """Return what the index keeps of a passage."""
    exact = (
        ("path", passage.path), ("level", passage.level.value), ("type", passage.type),
        ("scope", passage.scope), ("status", passage.status), ("claim", passage.id),
        *_keys(passage),
        *(("agent", agent) for agent in agents_of(passage)),
        *(("external", said.external_id) for said in passage.sources if passage.level is Level.CLAIM),
        ("pinned", "yes" if passage.pinned else ""),
    )  # fmt: skip
    fields: tuple[tuple[str, str], ...]
    if passage.prose:
        fields = (
            ("body", searchable(passage.text)),
            ("title", _searchable_again(passage.title)),
            ("heading", _searchable_again(passage.heading)),
            ("around", searchable(passage.around)),
        )
    else:
        fields = (("output", searchable(passage.text)),)
    return Entry(
        passage.path,
        passage.id,
        exact,
        fields,
        stamp(passage.at),
        dated_at(passage.at),
        worth(passage),
        encode(passage),
        stamp(passage.stale_after) if passage.stale_after else None,
    )


def _keys(passage: Passage) -> Iterator[tuple[str, str]]:
    """Yield what a passage puts an end to and, for a claim, what it is about: how claims find each other."""
    if passage.level is not Level.CLAIM:
        yield from (("ends", key) for one in replacements(passage.text) for key in one.keys)
        return
    said = unescaped(passage.text.removeprefix("~~").partition("~~")[0])
    yield from (("about", key) for key in sorted(about(said)))
    yield from (("ends", key) for key in sorted(ends(said)))


def agents_of(passage: Passage) -> tuple[str, ...]:
    """Return the agents whose sessions a passage comes from, sorted; `text.paths` says how raw logs are filed."""
    raws = {source.raw for source in passage.sources}.union([passage.path] if passage.level is Level.TURN else ())
    return tuple(sorted({agent for raw in raws if (agent := agent_of(raw))}))


def entry_of_commit(commit: str, number: int, at: str) -> Entry:
    """Return what an index of versions keeps of a commit, to tell its number by its id or date."""
    return Entry(commit, "", (("path", commit),), (), stamp(at), dated_at(at), 0.0, b"", born=number)


def lifetimes(standing: Iterable[Entry], versions: Iterable[tuple[int, Iterable[Entry]]]) -> Iterator[Entry]:
    """Yield the entries of one path, each with the commits it was born and died with.

    `standing` are those that no commit so far has ended; `versions` what newer commits made of the path, by their
    numbers, in order. An entry that is the same in the next version lives on. One that died is no longer found by its
    path, so that the next update of the path leaves it alone.
    """
    held = _told_apart(standing)
    for number, entries in versions:
        now = _told_apart(entries)
        for key in held.keys() - now.keys():
            exact = tuple(pair for pair in held[key].exact if pair[0] != "path")
            yield replace(held[key], exact=exact, died=number)
        held = {key: held.get(key) or replace(entry, born=number) for key, entry in now.items()}
    yield from held.values()


def _told_apart(entries: Iterable[Entry]) -> dict[tuple[bytes, int], Entry]:
    """Return entries by what they hold; of those that hold the same, the second has a key of its own."""
    seen: Counter[bytes] = Counter()
    found = {}
    for entry in entries:
        found[entry.blob, seen[entry.blob]] = entry
        seen[entry.blob] += 1
    return found


@lru_cache(maxsize=64)
def _searchable_again(text: str) -> str:
    """Return the searchable form of a title or heading, which many passages in a row share."""
    return searchable(text)


def encode(passage: Passage) -> bytes:
    """Return the passage as compact JSON: values in the order of the fields, sources with their shared parts once."""
    path, at = passage.path, passage.at
    sources = [
        (said.session, said.turn, "" if said.raw == path else said.raw, said.said_by, "" if said.at == at else said.at)
        + ((said.external_id,) if said.external_id else ())
        for said in passage.sources
    ]
    values = [
        path, passage.level, passage.type, passage.title, passage.text, passage.heading, sources,
        passage.scope, passage.project, passage.status, at, passage.importance, passage.tags, passage.prose,
        passage.around, passage.pinned, passage.stale_after, passage.id,
    ]  # fmt: skip
    try:
        return orjson.dumps(values)
    except TypeError:
        return orjson.dumps(_valid(values))


def decode(blob: bytes) -> Passage:
    """Return the passage `encode` was given."""
    (
        path,
        level,
        kind,
        title,
        text,
        heading,
        said,
        scope,
        project,
        status,
        at,
        importance,
        tags,
        prose,
        around,
        pinned,
        stale_after,
        ident,
    ) = orjson.loads(blob)
    sources = tuple(
        Source(session, turn, raw or path, by, when or at, *external)
        for session, turn, raw, by, when, *external in said
    )
    return Passage(
        path, Level(level), kind, title, text, heading, sources, scope,
        project, status, at, importance, tuple(tags), prose, around, pinned, stale_after, ident,
    )  # fmt: skip


def stamp(at: str) -> int:
    """Return a UTC instant or day as a number that sorts alike; digits it lacks are 0."""
    return int("".join(filter(str.isdecimal, at[:19])).ljust(14, "0")[:14])


def dated_at(at: str) -> int:
    """Return the stamp of an instant, or that of a day in a range of its own: which instants it has, a zone decides."""
    return stamp(at) + (_DAYS if len(at) == _DAY else 0)


def day_number(at: str) -> int:
    """Return the day of an instant counted from some day long ago, 0 for no instant."""
    try:
        return date.fromisoformat(at[:10]).toordinal()
    except ValueError:
        return 0


def worth(passage: Passage) -> float:
    """Return a number that sorts by importance and date, differs between passages, and needs no clock."""
    identity = f"{passage.path}\n{passage.id}\n{passage.text}".encode("utf-8", "replace")
    tie = int.from_bytes(hashlib.blake2b(identity, digest_size=4).digest()) / 2**32
    return math.log2(max(passage.importance, 0.01)) + day_number(passage.at) / HALF_LIFE + tie * 1e-6


def _valid(value: object) -> object:
    """Return `value` with every lone surrogate in its strings replaced: JSON cannot hold one."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list | tuple):
        return [_valid(item) for item in value]
    return value
