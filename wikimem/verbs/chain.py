"""What became of a claim or of the claims of a page: each change with its day, who made it, why, and the session.

Read from git alone: every revision of the page is compared with the one before. What replaced what, the trailers
`Supersedes:` say; so the chain goes on to the claims before and after, on whatever page they stand.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from wikimem.errors import NotFound, PageError
from wikimem.model.change import Revision
from wikimem.model.ids import short_id
from wikimem.model.page import ClaimLine
from wikimem.store.draft import US
from wikimem.store.history import History
from wikimem.store.layout import Layout
from wikimem.text.claims import claim_lines
from wikimem.text.frontmatter import parse
from wikimem.text.inline import unescaped
from wikimem.verbs.pages import ever_page
from wikimem.verbs.successions import successions
from wikimem.verbs.trace import claim_named, find_claim

if TYPE_CHECKING:
    from wikimem.store.index import Index

_EVERY = 1_000_000_000
"""More commits than any history has."""


class Turn(StrEnum):
    """What happened to a claim."""

    SAID = "said"
    AGAIN = "said again"
    REWORDED = "reworded"
    RETIRED = "retired"
    HOLDS_AGAIN = "holds again"
    GONE = "taken out"


@dataclass(frozen=True, slots=True)
class Event:
    """One change of a claim."""

    at: str
    """UTC instant of the commit's author date: the end of the session, or when a person edited."""
    turn: Turn
    claim: str
    text: str
    """Its words after the change; those before it when it was taken out."""
    page: str
    who: str
    """Who said it or wrote it: `human:user`, `<agent>/<model>`, or a person's name in git."""
    session: str
    """The agent's session id, "" for an edit."""
    commit: str
    by: str = ""
    """Id of the claim that replaced it."""
    why: str = ""
    """The words of that claim."""


def chain(vault: Layout, history: History, index: "Callable[[], Index]", name: str) -> tuple[Event, ...]:
    """Return what became of a claim, of those it replaced and that replaced it, or of a page's claims, oldest first.

    A claim is named by its block id (`c-1f0c77aa`), a page as everywhere; `NotFound`.
    """
    pairs = tuple(successions(history))
    if not claim_named(name):
        return tuple(_explained(_events(history, ever_page(vault, history, name)), pairs, {}))
    start = find_claim(vault, index, name)
    pages = {start.id: start.path} if start else {}
    family = _family(claim_named(name), pairs)
    for claim in family:
        if claim not in pages and (found := index().find(claim=claim, limit=1)):
            pages[claim] = found[0].path
    events = [event for claim, path in pages.items() for event in _events(history, path) if event.claim == claim]
    words = {event.claim: event.text for event in events}
    order = {claim: place for place, claim in enumerate(family)}
    return tuple(sorted(_explained(events, pairs, words), key=lambda event: (event.at, order.get(event.claim, 0))))


def _family(claim: str, pairs: Iterable[tuple[str, str, str]]) -> list[str]:
    """Return the claims before and after one in its chain, whatever replaced them, the first first."""
    family = [claim]
    linked = [(old, new) for _, old, new in pairs]
    for one in family:
        family += [old for old, new in linked if new == one and old not in family]
    after = [claim]
    for one in after:
        after += [new for old, new in linked if old == one and new not in after]
    return [*reversed(family), *after[1:]]


def _explained(
    events: Iterable[Event], pairs: Iterable[tuple[str, str, str]], words: dict[str, str]
) -> Iterator[Event]:
    successors = {(commit, old): new for commit, old, new in pairs}
    every = list(events)
    said = {event.claim: event.text for event in every} | words
    for event in every:
        by = successors.get((event.commit, event.claim), "") if event.turn is Turn.RETIRED else ""
        yield replace(event, by=by, why=said.get(by, "")) if by else event


def _events(history: History, path: str) -> Iterator[Event]:
    """Yield what became of the claims of a page, the oldest first; what a page was called before counts, too."""
    revisions = history.log(path, limit=_EVERY)
    before: dict[str, ClaimLine] = {}
    if revisions and (moved := _moved_from(history, path, revisions[-1])):
        yield from _events_until(history, moved, revisions[-1])
        before = _claims(history, moved, f"{revisions[-1].id}^")
    yield from _compared(history, path, reversed(revisions), before)


def _events_until(history: History, path: str, last: Revision) -> Iterator[Event]:
    earlier = [revision for revision in history.log(path, limit=_EVERY) if revision.id != last.id]
    yield from _compared(history, path, reversed(earlier), {})


def _moved_from(history: History, path: str, first: Revision) -> str:
    """Return what a page was called before the commit that made it, "" when that was no move."""
    parent = f"{first.id}^"
    here = _claims(history, path, first.id).keys()
    try:
        gone = [other for status, other in history.changed(parent, first.id) if status == "D"]
    except NotFound:  # the first commit of all
        return ""
    return next((other for other in gone if (were := _claims(history, other, parent).keys()) and were <= here), "")


def _compared(
    history: History, path: str, revisions: Iterable[Revision], before: dict[str, ClaimLine]
) -> Iterator[Event]:
    for revision in revisions:
        after = _claims(history, path, revision.id)
        speaker = partial(_speaker, history, path, revision)
        for claim in {**before, **after}:
            turn = _turn(before.get(claim), after.get(claim))
            if turn:
                line = after.get(claim) or before[claim]
                session = dict(revision.trailers).get("Session", "")
                yield Event(
                    revision.at, turn, claim, unescaped(line.text), path, speaker(line), session, revision.id
                )  # fmt: skip
        before = after


def _turn(before: ClaimLine | None, after: ClaimLine | None) -> Turn | None:
    if before is None or after is None:
        return Turn.GONE if after is None else Turn.RETIRED if after.superseded else Turn.SAID
    if before.superseded != after.superseded:
        return Turn.RETIRED if after.superseded else Turn.HOLDS_AGAIN
    if before.text != after.text:
        return Turn.REWORDED
    return Turn.AGAIN if set(after.sources) - set(before.sources) else None


def _speaker(history: History, path: str, revision: Revision, line: ClaimLine) -> str:
    """Return who said a line in the session of a commit, or who committed it when that was a person."""
    if revision.author != US:
        return revision.author.partition(" <")[0]
    session = short_id(dict(revision.trailers).get("Session", ""))
    authors = _authors(_text(history, path, revision.id))
    theirs = [label for label in line.sources if session and label.startswith(f"{session}-")]
    return next((authors[label] for label in (*theirs, *reversed(line.sources)) if authors.get(label)), "wikimem")


@lru_cache(maxsize=64)
def _authors(text: str) -> dict[str, str]:
    try:
        sources = parse(text)[0].get("sources")
    except PageError:
        return {}
    entries = sources if isinstance(sources, list) else []
    return {str(entry.get("id")): str(entry.get("author") or "") for entry in entries if isinstance(entry, dict)}


def _claims(history: History, path: str, revision: str) -> dict[str, ClaimLine]:
    try:
        body = parse(_text(history, path, revision), path)[1]
    except PageError:
        return {}
    return {line.id: line for line in claim_lines(body) if line.id}


def _text(history: History, path: str, revision: str) -> str:
    try:
        return history.show(path, revision).decode("utf-8", "replace")
    except NotFound:
        return ""
