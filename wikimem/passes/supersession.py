"""Retire claims that newer ones replaced, and bring back what holds again: page texts + view -> page texts.

    decisions/queue.md   "The queue lives in SQLite." (3 March)      goes below `## Superseded`, until 9 March
    decisions/queue.md   "The queue lives in Postgres instead of SQLite." (9 March)      stays

Whether a claim holds is a function of the claims there are, never of the order in which they came: it is retired by
the first newer claim that replaces it (`text.supersession`), for as long as there is one. So a claim said again later
lives again, and one whose successor is forgotten, too. What a person wrote over is theirs and is never moved.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from wikimem.errors import PageError
from wikimem.model.ports import WikiView
from wikimem.text.claims import claim_lines, supersede
from wikimem.text.compiled import is_compiled
from wikimem.text.frontmatter import parse
from wikimem.text.inline import unescaped
from wikimem.text.paths import is_subject_page, scope_of
from wikimem.text.supersession import Relation, about, ends, relation

_PREFERENCE = "Preference"


@dataclass(frozen=True, slots=True)
class Stated:
    """A claim as a page states it, with what decides whether it holds."""

    id: str
    text: str
    page: str
    kind: str
    days: tuple[str, ...]
    """When it was said, sorted, "" for what nobody dated."""
    session: str
    """Short id of the session that said it last."""
    turn: int
    by_person: bool
    is_edited: bool
    """Whether a person changed its words: it is theirs then."""
    superseded: bool
    until: str

    @property
    def day(self) -> str:
        """Return the last day it was said, "" when nobody knows."""
        return self.days[-1] if self.days else ""


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of the claims."""

    texts: Mapping[str, str]
    """New text of every page that changes."""
    pairs: tuple[tuple[str, str], ...]
    """Ids of each claim that was retired just now and of the one that replaced it."""


def settled(texts: Mapping[str, str], view: WikiView, at: str) -> Settled:
    """Return page texts with every claim that the change of pages touches where it belongs.

    `texts` are the pages that change, an empty text for one that goes; `at` is the UTC instant of the change.
    """
    wiki = _Wiki(view, texts)
    before = {claim for path in texts for claim in stated(path, view.read(path) or "", view.scopes())}
    after = {claim for path in texts for claim in stated(path, texts[path], view.scopes())}
    moved = (before - after) | (after - before)
    suspects = {claim.page: set[str]() for claim in moved}
    for claim in moved:
        for one in (claim, *wiki.ended_by(claim)):
            suspects.setdefault(one.page, set()).add(one.id)
    result = dict(texts)
    pairs = []
    for path in sorted(suspects):
        fates = {}
        for claim in wiki.claims(path):
            if claim.id in suspects[path] and not claim.is_edited:
                deniers = wiki.deniers(claim)
                newer = [(_end(claim, one), one.id) for one in deniers if replaces(one, claim)]
                until, successor = min(newer, default=("", ""))
                if until != claim.until and (not claim.superseded or _is_ours(claim, {*deniers, *before})):
                    fates[claim.id] = until
                    pairs += [(claim.id, successor)] if successor else []
        if fates:
            result[path] = supersede(wiki.read(path), fates, at)
    return Settled(result, tuple(pairs))


def contradictions(claims: Iterable[Stated], view: WikiView) -> Iterator[tuple[Stated, Stated]]:
    """Yield pairs of claims that cannot both hold and that nothing decides: both live, the older first, each once."""
    wiki = _Wiki(view, {})
    seen = set()
    for claim in claims:
        for other in wiki.denied_by(claim):
            pair = min(claim, other, key=_age), max(claim, other, key=_age)
            if not (claim.superseded or other.superseded or pair in seen):
                seen.add(pair)
                yield pair


@lru_cache(maxsize=512)
def stated(path: str, text: str, scopes: tuple[str, ...] = ()) -> tuple[Stated, ...]:
    """Return the claims that a subject page states; none for another page, or one that cannot be understood.

    `scopes` are those that the page may have come from.
    """
    if not text or not is_subject_page(path):
        return ()
    try:
        meta, body = parse(text, path)
    except PageError:
        return ()
    entries = meta.get("sources")
    known = {
        str(entry.get("id", "")): (str(entry.get("last_modified") or ""), str(entry.get("author") or ""))
        for entry in (entries if isinstance(entries, list) else ())
        if isinstance(entry, Mapping)
    }
    scope, kind = scope_of(path), str(meta.get("type") or "")
    found = []
    for line in claim_lines(body):
        if line.id:
            dated = [(known.get(label, ("", ""))[0], *_place(label), label) for label in line.sources]
            _, turn, session, label = max(dated, default=("", 0, "", ""))
            days = tuple(sorted({day for day, *_ in dated}))
            words = unescaped(line.text)
            found.append(
                Stated(
                    line.id, words, path, kind, days, session, turn, known.get(label, ("", ""))[1].startswith("human:"),
                    not is_compiled(line.id, line.text, (scope, *scopes)), line.superseded, line.until,
                )
            )  # fmt: skip
    return tuple(found)


class _Wiki:
    """The claims of the wiki as the pages about to be written leave them."""

    def __init__(self, view: WikiView, texts: Mapping[str, str]) -> None:
        self._view = view
        self._texts = texts

    def read(self, path: str) -> str:
        return self._texts[path] if path in self._texts else self._view.read(path) or ""

    def claims(self, path: str) -> tuple[Stated, ...]:
        return stated(path, self.read(path), self._view.scopes())

    def ended_by(self, claim: Stated) -> list[Stated]:
        """Return the claims that this one may put an end to."""
        return [one for one in self.denied_by(claim) if may_overrule(claim, one)]

    def denied_by(self, claim: Stated) -> list[Stated]:
        """Return the claims that cannot hold if this one does, by their words."""
        keys = ends(claim.text)
        near = self._near(claim, keys, ()) if keys else ()
        return [one for one in near if keys & about(one.text) and relation(claim.text, one.text)]

    def deniers(self, claim: Stated) -> list[Stated]:
        """Return the claims that cannot hold if this one does, by their own words."""
        keys = about(claim.text)
        near = self._near(claim, (), keys)
        return [one for one in near if keys & ends(one.text) and relation(one.text, claim.text)]

    def _near(self, claim: Stated, of: Iterable[str], ending: Iterable[str]) -> Iterator[Stated]:
        scope = scope_of(claim.page)
        pages = set(self._view.pages_with(scope, of, ending))
        pages.update(path for path in self._texts if scope_of(path) == scope)
        for path in sorted(pages):
            yield from (one for one in self.claims(path) if one.id != claim.id)


def may_overrule(new: Stated, old: Stated) -> bool:
    """Tell whether who said a claim may put an end to another: what a person prefers, only a person takes back."""
    return new.by_person or not (old.by_person and old.kind == _PREFERENCE)


def replaces(new: Stated, old: Stated) -> bool:
    """Tell whether a claim put an end to another: it says so, or differs, and is newer."""
    if not may_overrule(new, old) or not relation(new.text, old.text):
        return False
    if (new.session, new.day) == (old.session, old.day) and new.turn != old.turn:
        return new.turn > old.turn
    if new.day == old.day:
        says_so = relation(new.text, old.text) is Relation.REPLACES
        return says_so and relation(old.text, new.text) is not Relation.REPLACES
    return bool(old.day) and new.day > old.day


def _is_ours(claim: Stated, others: Iterable[Stated]) -> bool:
    """Tell whether it is for us to say how long a retired claim held: what a person retired stays, till said again."""
    return claim.day > claim.until or any(claim.until in one.days and relation(one.text, claim.text) for one in others)


def _end(claim: Stated, successor: Stated) -> str:
    """Return the day on which a claim was first replaced after it was said last."""
    return next(day for day in successor.days if day >= claim.day)


def _age(claim: Stated) -> tuple[str, str, int, str, str]:
    return claim.day, claim.session, claim.turn, claim.id, claim.page


def _place(label: str) -> tuple[int, str]:
    session, _, turn = label.rpartition("-")
    return (int(turn), session) if turn.isdecimal() else (0, label)
