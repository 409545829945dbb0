"""Put a single claim into the wiki by hand, or take one out for good.

What is remembered is said by whoever calls: its source is the page it stands on. What is forgotten leaves a tombstone,
which every later compile honours; a person who remembers it again lifts that, an agent cannot.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wikimem.errors import NotFound, RawLogDamaged, UsageError
from wikimem.model.change import Change, Changeset, Remove, Write
from wikimem.model.claim import Claim, ClaimKind, Source, claim_id
from wikimem.model.passage import Passage
from wikimem.passes.forgotten import pages_without
from wikimem.passes.pipeline import distil
from wikimem.passes.subject import subject
from wikimem.passes.subject_pages import page_with
from wikimem.store import rawlog, tombstones
from wikimem.store.index import Index
from wikimem.store.layout import Layout
from wikimem.store.message import SUBJECT_WIDTH
from wikimem.store.project import Projects
from wikimem.store.view import View
from wikimem.text import kinds, spoken
from wikimem.text.alike import alike, words_of
from wikimem.text.clean import clip, one_line
from wikimem.text.redact import Redactor
from wikimem.text.slug import slug
from wikimem.text.time import local_day
from wikimem.verbs.projects import assigned, known
from wikimem.verbs.trace import claim_named, find_claim
from wikimem.verbs.writing import Pen, Written, now, safe

PERSON = "human:user"
"""Who says what a person types."""
MOST_TEXT = 1_500
"""Characters of one claim: more than that is a page."""
_SUBJECT = "Remembered"
"""What the page of remembered claims is called; preferences are filed by topic, as those of sessions are."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """A claim after `remember`."""

    claim: str
    """Its id."""
    page: str
    text: str
    """As it was written: without secrets."""
    is_new: bool
    """False when the wiki held it already; nothing is written then."""
    written: Written


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A claim after `forget`."""

    claim: str
    pages: tuple[str, ...]
    """What changed or went; empty when it was forgotten already."""
    written: Written


@dataclass(frozen=True, slots=True)
class Note:
    """What is to be remembered, and where."""

    text: str
    by: str = PERSON
    kind: str = ""
    """Type such as `Decision`; "" lets the words decide."""
    scope: str = ""
    """`global`, `project:NAME` or `agent:NAME`; "" means the project of `cwd`."""
    tags: Sequence[str] = ()
    cwd: Path | None = None


def remember(pen: Pen, note: Note, *, dry_run: bool = False) -> Remembered:
    """Write a claim on the page of its subject; one that is there already stays as it is.

    `UsageError` for a text that is empty or too long, a type or scope there is not, or for an agent that says what was
    forgotten.
    """
    text = _text(note.text)
    scope, founding = _scope(pen.vault, note)
    kind = _kind(note.kind, text)
    at, by = now(), one_line(note.by)
    source = Source(f"remember {by} {at}", 1, "", by, at)
    (claim,) = subject([Claim(kind, text, _SUBJECT, (source,), scope, tags=tuple(map(slug, note.tags)))])
    page, is_new = "", False

    def plan(view: View) -> Changeset:
        nonlocal page, is_new
        message = clip(f"Remember: {text}", SUBJECT_WIDTH)
        page = view.page_of_claim(scope, claim.id) or ""
        if page:
            return Changeset(message, (), at)
        is_new = True
        lifted = _lifted(view, claim.id, by, at)
        footnote = f"Remembered on {local_day(at, pen.config.timezone)} by {by}"
        page, content = page_with(claim, view, footnote, pen.config.timezone)
        changes = (*founding, *lifted, Write(page, content.encode()))
        return Changeset(message, changes, at, trailers=(("Agent", by), ("Claim", claim.id)))

    written = pen.write(plan, dry_run=dry_run)
    return Remembered(claim.id, page, text, is_new, written)


def forget(pen: Pen, index: Callable[[], Index], name: str, by: str = PERSON, *, dry_run: bool = False) -> Forgotten:
    """Take a claim off its page and keep it out (`c-1f0c77aa`, `page#c-1f0c77aa`); twice is once.

    `UsageError` for a name that is no claim's, `NotFound` for a claim that never was.
    """
    claim = claim_named(name)
    if not claim:
        raise UsageError(f"{name!r} names no claim", hint="give its block id, such as c-1f0c77aa")
    at = now()
    pages: list[str] = []

    def plan(view: View) -> Changeset:
        subject_line = f"Forget {claim}"
        passage = _passage(pen.vault, index, name, is_known=view.is_forgotten(claim))
        path = view.page_of_claim(passage.scope, claim) if passage else None
        if passage is None or path is None:
            return Changeset(subject_line, (), at)
        texts = pages_without(claim, path, view, at)
        pages.extend(texts)
        changes: list[Change] = [Write(path, text.encode()) if text else Remove(path) for path, text in texts.items()]
        stones = view.read(tombstones.PATH) or ""
        for one in (claim, *_in_other_words(pen.vault, passage)):
            stones = tombstones.appended(stones, one, at, out=True)
        changes.append(Write(tombstones.PATH, stones.encode()))
        return Changeset(subject_line, tuple(changes), at, trailers=(("Agent", one_line(by)), ("Claim", claim)))

    written = pen.write(plan, dry_run=dry_run)
    return Forgotten(claim, tuple(pages), written)


def _passage(vault: Layout, index: Callable[[], Index], name: str, *, is_known: bool) -> Passage | None:
    """Return the claim a name means, None when there is none and that is known to have been forgotten."""
    try:
        return find_claim(vault, index, name)
    except NotFound:
        if is_known:
            return None
        raise


def _in_other_words(vault: Layout, forgotten: Passage) -> list[str]:
    """Return the ids under which the turns a claim cites would bring it back: each session says it in its own words."""
    words, turns = words_of(forgotten.text), {source.id for source in forgotten.sources}
    found: dict[str, None] = {}
    projects = Projects.read(vault)
    for raw in dict.fromkeys(source.raw for source in forgotten.sources if source.raw.startswith("raw/")):
        try:
            log = rawlog.read_log(vault, raw)
            of = projects.assign(log.header.place, override=log.header.project)
            session = replace(log.session(), project=of.slug, first_project=of.first)
        except (NotFound, RawLogDamaged):
            continue
        for claim in distil(session).claims:
            if turns.intersection(source.id for source in claim.sources) and alike(words, words_of(claim.text)):
                found[claim.id] = None
    found.pop(forgotten.id, None)
    return list(found)


def _text(text: str) -> str:
    text = one_line(safe(Redactor(), text))
    if claim_id("", text) == claim_id("", ""):
        raise UsageError("there is nothing to remember", hint="give one sentence that stands alone")
    if len(text) > MOST_TEXT:
        hint = "give one sentence that stands alone; a longer text is a note, which belongs under notes/"
        raise UsageError(f"the text has {len(text):,} characters, {MOST_TEXT:,} are allowed", hint=hint)
    return text


def _scope(vault: Layout, note: Note) -> tuple[str, tuple[Change, ...]]:
    """Return the scope that is meant, and what makes its project known to the vault when it is new."""
    kind, _, name = note.scope.partition(":")
    if kind == "agent" and name:
        return f"agent:{slug(name)}", ()
    if note.scope == "global":
        return "global", ()
    if kind == "project" and name:
        return f"project:{Projects.read(vault).first(known(vault, name))}", ()
    if note.scope:
        raise UsageError(f"{note.scope!r} is no scope", hint="give global, project:NAME or agent:NAME")
    assignment = assigned(vault, "", note.cwd)
    return f"project:{assignment.first or assignment.slug}", (assignment.change,) if assignment.change else ()


def _kind(named: str, text: str) -> ClaimKind:
    """Return the kind a person names, else the one the words tell."""
    wanted = named.casefold()
    for kind in ClaimKind:
        if wanted in (kind.type.casefold(), kind.value):
            return kind
    if named:
        hint = "types: " + ", ".join(kind.type for kind in ClaimKind)
        raise UsageError(f"nothing that is remembered is of the type {named!r}", hint=hint)
    lower = text.lower()
    if spoken.prefers(lower):
        return ClaimKind.PREFERENCE
    if kinds.finds_cause(lower):
        return ClaimKind.LESSON
    return ClaimKind.DECISION if kinds.decides(lower) else ClaimKind.FACT


def _lifted(view: View, claim: str, by: str, at: str) -> tuple[Change, ...]:
    """Return what lets a forgotten claim in again, when there is a tombstone; `UsageError` when an agent wants it."""
    if not view.is_forgotten(claim):
        return ()
    if not by.startswith("human:"):
        raise UsageError("this was forgotten on purpose", hint="only a person can let it in again")
    return (
        Write(tombstones.PATH, tombstones.appended(view.read(tombstones.PATH) or "", claim, at, out=False).encode()),
    )
