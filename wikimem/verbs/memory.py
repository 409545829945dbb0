"""Write single claims into the wiki by hand.

What is remembered is said by whoever calls: its source is the page it stands on. A caller may name it by an external
id, unique within its scope: the same text under that name is written once, another text takes its place, and the old
one is superseded. What was forgotten a person can let in again, an agent cannot.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wikimem.errors import PageError, UsageError
from wikimem.model.audience import EVERYBODY, Audience
from wikimem.model.change import Change, Changeset, Remove, Write
from wikimem.model.claim import Claim, ClaimKind, Source, claim_id
from wikimem.passes.subject import subject
from wikimem.passes.subject_pages import page_with
from wikimem.store import tombstones
from wikimem.store.message import SUBJECT_WIDTH
from wikimem.store.view import View
from wikimem.text import kinds, spoken
from wikimem.text.claims import drop_claim
from wikimem.text.clean import clip, one_line
from wikimem.text.frontmatter import patch
from wikimem.text.moment import end_of
from wikimem.text.redact import Redactor
from wikimem.text.remembered import external_id, held_on, line_of, line_said_as, retired, with_terms
from wikimem.text.slug import slug
from wikimem.text.time import local_day, parse_instant
from wikimem.verbs.scopes import scope_to_write
from wikimem.verbs.writing import Pen, Written, now, safe

PERSON = "human:user"
"""Who says what a person types."""
MOST_TEXT = 1_500
"""Characters of one claim: more than that is a page."""
MOST_EXTERNAL = 200
"""Characters of an external id."""
_SUBJECT = "Remembered"
"""What the page of remembered claims is called; preferences are filed by topic, as those of sessions are."""
_DESCRIPTION = "What was remembered by hand."
"""Of a page that begins with such a claim: in its words it would go on saying what ends or is replaced."""
_UNWRITTEN = Written(Changeset("", (), ""))


@dataclass(frozen=True, slots=True)
class Note:
    """What is to be remembered, and on which terms."""

    text: str
    by: str = ""
    """Who says it: `human:NAME` or an agent; "" means the agent or user whose memory it is, else a person."""
    kind: str = ""
    """Type such as `Decision`; "" lets the words decide."""
    scope: str = ""
    """A scope; "" means that of the memory it goes to, else the project of `cwd`."""
    tags: Sequence[str] = ()
    cwd: Path | None = None
    project: str = ""
    """Name of a project, in place of a scope."""
    pin: bool = False
    """Show it before all else."""
    external_id: str = ""
    """The caller's own name for it, unique within its scope."""
    expires: str = ""
    """Until when it holds: a day, an instant, or how long from now (`30d`); "" for ever."""
    at: str = ""
    """When it was said, an ISO 8601 time; "" means now."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """A claim after `remember`."""

    claim: str
    """Its id."""
    page: str
    text: str
    """As it was written: without secrets."""
    is_new: bool
    """False when the wiki held it already; at most the terms it is held on change then."""
    scope: str = ""
    superseded: str = ""
    """Id of the claim that its external id meant before."""
    written: Written = _UNWRITTEN
    """What was committed, shared by all that was remembered in one go."""


Outcome = Remembered | UsageError | PageError
"""What became of a note: the claim, or why it was left out."""


@dataclass(frozen=True, slots=True)
class _Meant:
    """A note understood: the claim, and what it needs around it."""

    claim: Claim
    source: Source
    by: str
    founding: tuple[Change, ...]


def remember(pen: Pen, notes: Sequence[Note], whose: Audience = EVERYBODY, *, dry_run: bool = False) -> list[Outcome]:
    """Write claims on the pages of their subjects, all in one commit; what is there already stays as it is.

    Returns for each note, in order, the claim, or the `UsageError` or `PageError` that says why it is left out: a text
    that is empty or too long, a type, scope or expiry there is not, or an agent that says what was forgotten.
    """
    at = now()
    done: list[Outcome] = []

    def plan(view: View) -> Changeset:
        done.clear()
        changes: dict[str, Change] = {}
        for note in notes:
            try:
                meant = _understood(pen, note, whose, at)
                done.append(_remembered(pen, view, meant, at, changes))
            except (UsageError, PageError) as error:
                done.append(error)
        written = [one for one in done if isinstance(one, Remembered)]
        trailers = [("Agent", by) for by in dict.fromkeys(_by(note, whose) for note in notes)]
        trailers += [("Claim", one.claim) for one in written if one.is_new]
        trailers += [("Supersedes", f"{one.superseded} by {one.claim}") for one in written if one.superseded]
        return Changeset(_told(written), tuple(changes.values()), at, trailers=tuple(trailers))

    written = pen.write(plan, dry_run=dry_run)
    return [replace(one, written=written) if isinstance(one, Remembered) else one for one in done]


def _told(written: Sequence[Remembered]) -> str:
    """Return the subject of the commit."""
    first = clip(f"Remember: {written[0].text}", SUBJECT_WIDTH) if written else "Remember nothing"
    return f"Remember {len(written)} claims" if len(written) > 1 else first


def _understood(pen: Pen, note: Note, whose: Audience, at: str) -> _Meant:
    text = _text(note.text)
    scope, founding = scope_to_write(pen.vault, whose, note.scope, note.project, note.cwd)
    by, said = _by(note, whose), _said_at(note.at, at)
    external = external_id(note.external_id)
    if len(external) > MOST_EXTERNAL:
        raise UsageError(f"the external id has {len(external)} characters, {MOST_EXTERNAL} are allowed")
    until = _until(note.expires, at, pen.config.timezone)
    source = Source(
        f"remember {by} {at} {external} {claim_id(scope, text)}", 1, "", by, said, external, note.pin, until
    )
    tags = tuple(map(slug, note.tags))
    (claim,) = subject([Claim(_kind(note.kind, text), text, _SUBJECT, (source,), scope, tags=tags)])
    return _Meant(claim, source, by, founding)


def _remembered(pen: Pen, view: View, meant: _Meant, at: str, changes: dict[str, Change]) -> Remembered:
    """Put a claim into the wiki as `view` shows it; what changes is applied there and noted in `changes`."""
    claim, source = meant.claim, meant.source

    def put(*fresh: Change) -> None:
        view.apply(fresh)
        changes.update({change.path: change for change in fresh})

    def held(page: str) -> Remembered:
        return Remembered(claim.id, page, claim.text, is_new=False, scope=claim.scope)

    home = view.page_of_external(claim.scope, source.external_id) if source.external_id else None
    before = line_said_as(view.read(home) or "", source.external_id) if home else None
    if home and before and before[1].id == claim.id:
        text = view.read(home) or ""
        if (after := with_terms(text, before[0], source)) != text:
            put(_page(home, after))
        return held(home)
    page = view.page_of_claim(claim.scope, claim.id) or ""
    line = line_of(view.read(page) or "", claim.id) if page else None
    if line and not line.superseded and not before and not _adds(source, *held_on(view.read(page) or "", line)):
        return held(page)
    lifted = _lifted(view, claim.id, meant.by, at)
    put(*meant.founding, *lifted)
    if line and line.superseded:
        put(_page(page, drop_claim(view.read(page) or "", claim.id, at)))
    footnote = f"Remembered on {local_day(source.at, pen.config.timezone)} by {meant.by}"
    page, content = page_with(claim, view, footnote, pen.config.timezone)
    put(_page(page, content if view.read(page) else patch(content, {"description": _DESCRIPTION})))
    replaced = ""
    if home and before:
        label, old = before
        put(
            _page(home, retired(view.read(home) or "", label, old, local_day(at, pen.config.timezone), at, claim.scope))
        )
        replaced = old.id
    is_new = line is None or line.superseded
    return Remembered(claim.id, page, claim.text, is_new, claim.scope, replaced)


def _adds(source: Source, pinned: bool, until: str) -> bool:
    """Tell whether a source says more of a claim than is known: its name, that it is pinned, that it holds longer."""
    lasts = until != "" and (source.stale_after == "" or source.stale_after > until)
    return source.external_id != "" or (source.pinned and not pinned) or lasts


def _page(path: str, text: str) -> Change:
    return Write(path, text.encode()) if text else Remove(path)


def _by(note: Note, whose: Audience) -> str:
    own = whose.agent or (f"human:{whose.user}" if whose.user else PERSON)
    return safe(Redactor(), one_line(note.by)) or own


def _said_at(said: str, at: str) -> str:
    if not said:
        return at
    if instant := parse_instant(said):
        return instant
    raise UsageError(f"{said!r} is no time", hint="give an ISO 8601 time such as 2026-03-10T08:41:30Z")


def _until(expires: str, at: str, zone: str) -> str:
    if not expires:
        return ""
    until = end_of(expires, at, zone)
    if not until:
        raise UsageError(
            f"{expires!r} is no time", hint="give a day such as 2026-12-31, or how long: 12h, 30d, 6 months"
        )
    if until <= at:
        raise UsageError(f"{expires} is past already", hint="give a day or instant to come")
    return until


def _text(text: str) -> str:
    text = one_line(safe(Redactor(), text))
    if claim_id("", text) == claim_id("", ""):
        raise UsageError("there is nothing to remember", hint="give one sentence that stands alone")
    if len(text) > MOST_TEXT:
        hint = "give one sentence that stands alone; a longer text is a note, which belongs under notes/"
        raise UsageError(f"the text has {len(text):,} characters, {MOST_TEXT:,} are allowed", hint=hint)
    return text


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
