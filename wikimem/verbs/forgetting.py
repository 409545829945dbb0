"""Take single claims and pages out of the wiki for good.

What is forgotten leaves a tombstone, which every later compile honours, here and in every clone. What was said stays in
the raw logs and in the history of the wiki.
"""

from collections.abc import Callable
from dataclasses import dataclass

from wikimem.errors import NotFound, UsageError
from wikimem.follow import in_other_words
from wikimem.model.audience import EVERYBODY, Audience
from wikimem.model.change import Change, Changeset, Remove, Write
from wikimem.model.passage import Level, Passage
from wikimem.passes.forgotten import pages_without, unlinked
from wikimem.passes.subject_pages import kept_in
from wikimem.recall.mirror import is_page
from wikimem.store import tombstones
from wikimem.store.index import Index
from wikimem.store.layout import Layout
from wikimem.store.view import View
from wikimem.text.claims import drop_session
from wikimem.text.clean import one_line
from wikimem.text.paths import page_key
from wikimem.text.redact import Redactor
from wikimem.verbs.memory import PERSON
from wikimem.verbs.naming import claim_said_as
from wikimem.verbs.pages import find_page, normal_path
from wikimem.verbs.trace import claim_named, find_claim
from wikimem.verbs.writing import Pen, Written, now, safe


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What `forget` took out."""

    subject: str
    """Id of the claim, or path of the page."""
    claims: tuple[str, ...]
    """Ids of the claims that are kept out from now on."""
    pages: tuple[str, ...]
    """What changed or went; empty when it was forgotten already."""
    written: Written


@dataclass(frozen=True, slots=True)
class Gone:
    """What is to be forgotten: the new text of pages ("" for one that goes), claims, and keys of tombstones."""

    texts: dict[str, str]
    claims: tuple[Passage, ...] = ()
    keys: tuple[str, ...] = ()


def forget(
    pen: Pen,
    index: Callable[[], Index],
    name: str = "",
    by: str = "",
    *,
    external_id: str = "",
    scope: str = "",
    whose: Audience = EVERYBODY,
    dry_run: bool = False,
) -> Forgotten:
    """Take out a claim, by its id (`c-1f0c77aa`, `page#c-1f0c77aa`) or external id, or a page; twice is once.

    A page goes with the claims on it, that of a session with those only it says and its handoff. `UsageError` for what
    cannot be forgotten, or is not theirs to forget; `NotFound` for what never was.
    """
    at = now()
    speaker = safe(Redactor(), one_line(by)) or whose.agent or (f"human:{whose.user}" if whose.user else PERSON)
    claims: list[str] = []
    pages: list[str] = []
    subject = ""

    def plan(view: View) -> Changeset:
        nonlocal subject
        subject, gone = _meant(pen.vault, index, view, name, external_id, scope, whose, at)
        message = f"Forget {subject}"
        if gone is None:
            return Changeset(message, (), at)
        pages[:] = gone.texts
        claims[:] = [passage.id for passage in gone.claims]
        changes: list[Change] = [
            Write(path, text.encode()) if text else Remove(path) for path, text in gone.texts.items()
        ]
        others = (other for passage in gone.claims for other in in_other_words(pen.vault, passage))
        stones = view.read(tombstones.PATH) or ""
        for key in dict.fromkeys((*gone.keys, *claims, *others)):
            stones = tombstones.appended(stones, key, at, out=True)
        changes.append(Write(tombstones.PATH, stones.encode()))
        trailers = (("Agent", speaker), *(("Claim", claim) for claim in claims))
        return Changeset(message, tuple(changes), at, trailers=trailers)

    written = pen.write(plan, dry_run=dry_run)
    return Forgotten(subject, tuple(claims), tuple(pages), written)


def _meant(
    vault: Layout,
    index: Callable[[], Index],
    view: View,
    name: str,
    external: str,
    scope: str,
    whose: Audience,
    at: str,
) -> tuple[str, Gone | None]:
    """Return what is to be forgotten by its id or path, and what that takes; None when that was done already."""
    if bool(name) == bool(external):
        raise UsageError("name one claim or page", hint="give the id of a claim, the path of a page, or an external id")
    if external:
        passage = claim_said_as(vault, index(), external, scope, whose)
        return passage.id, _claim_gone(passage, view, at)
    if claim := claim_named(name):
        found = _known_claim(vault, index, view, name, claim)
        if found and not _is_theirs(whose, found.scope):
            raise NotFound(f"there is no claim {claim} in the memory of {whose.scope}")
        return claim, _claim_gone(found, view, at) if found else None
    if whose.own:
        raise UsageError(f"{name!r} names no claim", hint="pages are forgotten by the wiki, not by one memory of it")
    return _page_meant(vault, index, view, name)


def _is_theirs(whose: Audience, scope: str) -> bool:
    return not whose.own or scope in whose.own


def _known_claim(vault: Layout, index: Callable[[], Index], view: View, name: str, claim: str) -> Passage | None:
    """Return the claim a name means, None when there is none and that is known to have been forgotten."""
    try:
        return find_claim(vault, index, name)
    except NotFound:
        if view.is_forgotten(claim):
            return None
        raise


def _claim_gone(passage: Passage, view: View, at: str) -> Gone | None:
    path = view.page_of_claim(passage.scope, passage.id)
    return Gone(pages_without(passage.id, path, view, at), (passage,)) if path else None


def _page_meant(vault: Layout, index: Callable[[], Index], view: View, name: str) -> tuple[str, Gone | None]:
    try:
        path = find_page(vault, name)
    except NotFound:
        path = normal_path(vault, name)
        if view.is_forgotten(page_key(path)):
            return path, None
        raise
    if not is_page(path):
        raise UsageError(f"{path} is derived or no page", hint="name a claim by its id, or a page that holds some")
    on_it = tuple(passage for passage in index().find(path=path) if passage.level is Level.CLAIM)
    return path, _session_gone(vault, index, view, path) if "/sessions/" in path else _page_gone(view, path, on_it)


def _page_gone(view: View, path: str, claims: tuple[Passage, ...]) -> Gone:
    return Gone({path: "", **dict(unlinked(path, view))}, claims, (page_key(path),))


def _session_gone(vault: Layout, index: Callable[[], Index], view: View, path: str) -> Gone:
    """Return what goes with the page of a session: its handoff, and of the claims what only it says."""
    short = path.removesuffix(".md").rpartition("-")[2]
    folder = path.partition("/sessions/")[0]
    texts = {path: ""}
    for page in kept_in(path, view.read(path) or ""):
        text = view.read(page) or ""
        if text and (after := drop_session(text, short)) != text:
            texts[page] = after
    texts.update((vault.relative(file), "") for file in vault.path(folder).glob(f"handoffs/*-{short}.md"))
    held = [passage for page in texts for passage in index().find(path=page) if passage.level is Level.CLAIM]
    lost = tuple(passage for passage in held if f"^{passage.id}" not in texts[passage.path])
    return Gone(texts, lost, tuple(page_key(page) for page, text in texts.items() if not text))
