"""From a line of the wiki back to the words that were said: line -> commit -> turn -> raw log."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wikimem.errors import NotFound
from wikimem.model.change import Revision
from wikimem.model.claim import Source
from wikimem.model.ids import short_id
from wikimem.model.passage import Level, Passage
from wikimem.model.record import Act
from wikimem.model.session import Turn
from wikimem.store import rawlog
from wikimem.store.history import History
from wikimem.store.layout import Layout
from wikimem.verbs.pages import find_page
from wikimem.verbs.successions import replaced_by

if TYPE_CHECKING:
    from wikimem.store.index import Index

_EVERY = 1_000_000_000
"""More commits than any history has."""
_CLAIM = re.compile(r"\^?(c-[0-9a-f]{4,16})")
_LABEL = re.compile(r"\[?\^?([0-9A-Za-z]{1,8})-(\d+)\]?")


@dataclass(frozen=True, slots=True)
class Said:
    """A turn that a claim comes from."""

    source: Source
    words: str
    """What the raw log holds of the turn: its text and what its tools were asked."""


@dataclass(frozen=True, slots=True)
class Trace:
    """Where a line comes from."""

    name: str
    """Id of the claim, or the label of the source that was asked for."""
    text: str
    """The line, empty when a source was asked for."""
    page: str
    superseded: bool
    revision: Revision | None
    """The commit that brought the line; None when a source was asked for."""
    said: tuple[Said, ...]
    successor: str = ""
    """Id of the claim that replaced it, "" when none did."""
    successor_text: str = ""


def why(vault: Layout, history: History, index: "Index", name: str) -> Trace:
    """Return where a claim (`c-1f0c77aa`, `page#c-1f0c77aa`) or a source (`b17a94e0-1`) comes from; `NotFound`."""
    if passage := find_claim(vault, lambda: index, name):
        said = tuple(Said(source, words_of(vault, source)) for source in passage.sources)
        revision = _brought(history, passage.path, passage.id)
        trace = Trace(passage.id, passage.text, passage.path, passage.status == "superseded", revision, said)
        return _with_successor(trace, history, index) if trace.superseded else trace
    if named := _LABEL.fullmatch(name):
        told = next((found for found in index.find(claim=named[1]) if found.type == "Session"), None)
        logs = [told.sources[0].raw] if told and told.sources else rawlog.raw_logs(vault)
        source = _source(vault, logs, named[1], int(named[2]))
        page = told.path if told else ""
        return Trace(source.id, "", page, False, None, (Said(source, words_of(vault, source)),))
    hint = "name a claim by its block id (c-1f0c77aa), or a source by its footnote (b17a94e0-1)"
    raise NotFound(f"{name!r} names neither a claim nor a source", hint=hint)


def _with_successor(trace: Trace, history: History, index: "Index") -> Trace:
    new = replaced_by(history, trace.name)
    found = index.find(claim=new, limit=1) if new else ()
    return replace(trace, successor=new, successor_text=found[0].text if found else "")


def find_claim(vault: Layout, index: "Callable[[], Index]", name: str) -> Passage | None:
    """Return the claim a block id names (`c-1f0c77aa`, `page#c-1f0c77aa`), None for another name; `NotFound`."""
    page = name.rpartition("#")[0]
    claim = claim_named(name)
    return _claim(index(), claim, find_page(vault, page) if page else "") if claim else None


def claim_named(name: str) -> str:
    """Return the id in the name of a claim (`c-1f0c77aa`, `page#c-1f0c77aa`), "" for another name."""
    named = _CLAIM.fullmatch(name.rpartition("#")[2])
    return named[1] if named else ""


def words_of(vault: Layout, source: Source) -> str:
    """Return the words of a turn as the raw log holds them, empty when no log can say: nobody said it in a session."""
    if not source.raw.startswith("raw/"):
        return ""
    try:
        turns = rawlog.read(vault, source.raw).turns
    except NotFound:
        return ""
    return "\n\n".join(words for turn in turns if turn.number == source.turn and (words := _words(turn)))


def _words(turn: Turn) -> str:
    asked = (f"$ {call.asked}" if call.act is Act.RUN else f"{call.name}: {call.asked}" for call in turn.calls)
    return "\n".join(part for part in (turn.text, *asked) if part.strip())


def _claim(index: "Index", claim: str, page: str) -> Passage:
    found = [passage for passage in index.find(claim=claim, path=page) if passage.level is Level.CLAIM]
    if not found:
        place = f"on {page}" if page else "in the wiki"
        raise NotFound(f"there is no claim {claim} {place}", hint="a claim's id stands at the end of its line, after ^")
    return found[0]


def _source(vault: Layout, logs: Iterable[str], short: str, turn: int) -> Source:
    """Return the citation of a turn of the session called `short`, whose raw log is one of `logs`."""
    for raw_path in logs:
        header = rawlog.read_header(vault, raw_path)
        if header is None or short_id(header.session) != short:
            continue
        session = rawlog.read(vault, raw_path)
        said = next((found for found in session.turns if found.number == turn), None)
        if said is None:
            raise NotFound(f"session {session.id} has no turn {turn}", path=raw_path)
        return session.source(turn, said.role, said.at)
    raise NotFound(f"no session is called {short}", hint="see `wikimem page list --type Session`")


def _brought(history: History, path: str, claim: str) -> Revision | None:
    """Return the oldest commit from which on the page has held the claim without a break.

    Revisions are halved rather than walked: a page's claims come and, superseded or not, stay.
    """
    revisions = history.log(path, limit=_EVERY)
    first, last = 0, len(revisions)
    while first < last:
        middle = (first + last) // 2
        if _holds(history, path, revisions[middle].id, claim):
            first = middle + 1
        else:
            last = middle
    return revisions[first - 1] if first else None


def _holds(history: History, path: str, revision: str, claim: str) -> bool:
    try:
        return f"^{claim}".encode() in history.show(path, revision)
    except NotFound:
        return False
