"""Hand work over: begin a handoff, see which one waits, accept or cancel it.

A handoff is a page of its project. It waits, and is shown to every session that starts, until it is accepted or a newer
one takes its place. Who accepts first has it: two sessions that try get one page and one refusal.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wikimem import templating
from wikimem.errors import NotFound, UsageError
from wikimem.model.change import Changeset, Write
from wikimem.model.handoff import Begun, Handoff, HandoffStatus
from wikimem.model.passage import Level
from wikimem.passes.handoff_page import accepted, begun_page, expired, read_handoff
from wikimem.store.index import Index
from wikimem.store.layout import Layout
from wikimem.store.message import SUBJECT_WIDTH
from wikimem.store.passages import Filter
from wikimem.store.view import View
from wikimem.text.clean import clip, one_line
from wikimem.text.paths import begun_handoff_page
from wikimem.text.redact import Redactor
from wikimem.text.time import local_day
from wikimem.verbs.pages import find_page
from wikimem.verbs.projects import assigned, known
from wikimem.verbs.writing import Pen, Written, now, safe

MOST_SUMMARY = 3_000
"""Characters of a summary. These limits are those of ai-memory, so that a handoff fits what an agent is shown."""
MOST_ITEM, MOST_FILE = 1_500, 512
MOST_ITEMS = 20
MOST_OF_LIST, MOST_OF_FILES = 6_000, 4_096
"""Characters of a list's items together."""


Closing = Callable[[Handoff, View], list[Handoff]]
"""Returns a handoff as it is when it is closed, and then whatever is closed with it."""


@dataclass(frozen=True, slots=True)
class HandedOver:
    """A handoff after a verb."""

    handoff: Handoff
    written: Written


@dataclass(frozen=True, slots=True)
class Handoffs:
    """Where sessions of a vault left off."""

    pen: Pen
    index: Callable[[], Index]

    def listed(self, project: str = "", *, closed: bool = False, limit: int = 50) -> list[Handoff]:
        """Return the open handoffs of a project or of all, the one that is offered first; `NotFound` for no project.

        With `closed`, all there ever were, the newest first.
        """
        vault = self.pen.vault
        scopes = (f"project:{known(vault, project)}",) if project else ()
        wanted = Filter(scopes=scopes, levels=(Level.PAGE,), types=("Handoff",), superseded=closed)
        paths = [passage.path for passage in self.index().top(wanted, limit, by="at")]
        found = [handoff for path in paths if (handoff := _read(vault, path))]
        return found if closed else _offered_first(found)

    def find(self, name: str = "", project: str = "") -> Handoff:
        """Return a handoff by any name of its page, without a name the one that is offered in a project; `NotFound`."""
        if name:
            path = find_page(self.pen.vault, name)
            handoff = _read(self.pen.vault, path)
            if handoff is None:
                raise NotFound(f"{path} is no handoff", hint="see `wikimem handoff list`")
            return handoff
        waiting = self.listed(project)
        if not waiting:
            place = f" in {project}" if project else ""
            raise NotFound(f"no handoff waits{place}", hint="see `wikimem handoff list --all`")
        return waiting[0]

    def begin(self, begun: Begun, cwd: Path | None = None, *, dry_run: bool = False) -> HandedOver:
        """Write a handoff for its project, else for that of a folder; those still open there expire.

        Beginning the same one again on the same day changes nothing while it is open. `UsageError` when it is empty or
        too long.
        """
        assignment = assigned(self.pen.vault, begun.project, cwd)
        begun = _safe(replace(begun, project=assignment.slug, at=begun.at or now()))
        path = begun_handoff_page(begun.project, local_day(begun.at, self.pen.config.timezone), _short(begun))
        text = begun_page(begun, templating.render)

        def plan(view: View) -> Changeset:
            subject = clip(f"Hand over: {one_line(begun.summary)}", SUBJECT_WIDTH)
            before = read_handoff(path, view.read(path) or "")
            if before and before.status is HandoffStatus.OPEN:
                return Changeset(subject, (), begun.at)
            founding = [assignment.change] if assignment.change else []
            over = [Write(other.path, expired(other.text).encode()) for other in _open(begun.project, view)]
            changes = (*founding, *over, Write(path, text.encode()))
            return Changeset(subject, changes, begun.at, trailers=(("Agent", begun.by), ("Project", begun.project)))

        written = self.pen.write(plan, dry_run=dry_run)
        handoff = read_handoff(path, text)
        assert handoff is not None
        return HandedOver(handoff, written)

    def accept(self, handoff: Handoff, by: str, *, dry_run: bool = False) -> HandedOver:
        """Mark a handoff as taken over, and with it what sessions left open so far.

        `UsageError` when it is not open any more.
        """
        at, by = now(), one_line(by)

        def change(current: Handoff, view: View) -> list[Handoff]:
            left = [
                other for other in _open(current.project, view) if not other.is_begun and other.path != current.path
            ]
            taken = replace(current, text=accepted(current.text, by, at))
            return [taken, *(replace(other, text=expired(other.text)) for other in left)]

        return _close(self.pen, handoff, ("Accept", by, at), change, dry_run=dry_run)

    def cancel(self, handoff: Handoff, by: str, *, dry_run: bool = False) -> HandedOver:
        """Mark a handoff as expired, so that nobody is offered it; `UsageError` when it is not open any more."""

        def change(current: Handoff, _: View) -> list[Handoff]:
            return [replace(current, text=expired(current.text))]

        return _close(self.pen, handoff, ("Cancel", one_line(by), now()), change, dry_run=dry_run)


def _read(vault: Layout, path: str) -> Handoff | None:
    """Return the handoff at a path, None when there is none or nobody can read it."""
    file = vault.path(path)
    return read_handoff(path, file.read_bytes().decode("utf-8", "replace")) if file.is_file() else None


def _close(pen: Pen, handoff: Handoff, act: tuple[str, str, str], change: Closing, *, dry_run: bool) -> HandedOver:
    """Change a handoff that is open, and what goes with it; `act` says what is done, by whom and when."""
    verb, by, at = act
    closed: list[Handoff] = []

    def plan(view: View) -> Changeset:
        current = read_handoff(handoff.path, view.read(handoff.path) or "")
        if current is None or current.status is not HandoffStatus.OPEN:
            raise UsageError(_taken(current), hint="see `wikimem handoff list`", path=handoff.path)
        closed.extend(change(current, view))
        subject = clip(f"{verb} a handoff: {current.title}", SUBJECT_WIDTH)
        changes = tuple(Write(each.path, each.text.encode()) for each in closed)
        return Changeset(subject, changes, at, trailers=(("Agent", by), ("Project", current.project)))

    written = pen.write(plan, dry_run=dry_run)
    return HandedOver(read_handoff(handoff.path, closed[0].text) or handoff, written)


def _taken(current: Handoff | None) -> str:
    if current and current.status is HandoffStatus.ACCEPTED:
        return f"the handoff was accepted already, by {current.accepted_by} at {current.accepted_at}"
    return "the handoff is not open any more: a newer one took its place, or it was cancelled"


def _open(project: str, view: View) -> list[Handoff]:
    found = (read_handoff(path, view.read(path) or "") for path in view.open_handoffs(project))
    return [handoff for handoff in found if handoff and handoff.status is HandoffStatus.OPEN]


def _offered_first(handoffs: Sequence[Handoff]) -> list[Handoff]:
    waiting = [handoff for handoff in handoffs if handoff.status is HandoffStatus.OPEN]
    return sorted(waiting, key=lambda handoff: (handoff.is_begun, handoff.at), reverse=True)


def _short(begun: Begun) -> str:
    """Return what the page's name ends in: the same for the same words."""
    words = (begun.by, begun.summary, *begun.next_steps, *begun.open_questions, *begun.files)
    return hashlib.blake2b("\n".join(words).encode(), digest_size=4).hexdigest()


def _safe(begun: Begun) -> Begun:
    """Return a handoff without secrets and within the limits."""
    redactor = Redactor()
    summary = safe(redactor, begun.summary)
    if not summary:
        raise UsageError("a handoff needs a summary", hint="say what was done, what is open and what comes next")
    if len(summary) > MOST_SUMMARY:
        raise UsageError(
            f"the summary has {len(summary):,} characters, {MOST_SUMMARY:,} are allowed", hint="shorten it"
        )
    return replace(
        begun,
        by=one_line(begun.by),
        summary=summary,
        next_steps=_items(redactor, "next step", begun.next_steps, MOST_ITEM, MOST_OF_LIST),
        open_questions=_items(redactor, "open question", begun.open_questions, MOST_ITEM, MOST_OF_LIST),
        files=_items(redactor, "file", begun.files, MOST_FILE, MOST_OF_FILES),
    )


def _items(redactor: Redactor, what: str, items: Sequence[str], longest: int, most: int) -> tuple[str, ...]:
    kept = tuple(item for item in (one_line(safe(redactor, item)) for item in items) if item)
    wrong = ""
    if len(kept) > MOST_ITEMS:
        wrong = f"{len(kept)} {what}s are given, {MOST_ITEMS} are allowed"
    elif any(len(item) > longest for item in kept):
        wrong = f"a {what} is longer than {longest:,} characters"
    elif sum(map(len, kept)) > most:
        wrong = f"the {what}s are longer than {most:,} characters together"
    if wrong:
        raise UsageError(wrong, hint="keep what the next session needs")
    return kept
