"""Write a page by hand, or bring back what one said: a person's own words, committed as theirs.

What they leave out of a page that was compiled is kept out, and what they bring back is let in again, as when they
edit the file.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from wikimem.errors import NotFound, PageError, UsageError
from wikimem.model.change import Change, Changeset, Write
from wikimem.model.claim import ClaimKind
from wikimem.store import moves, tombstones
from wikimem.store.history import History
from wikimem.store.message import SUBJECT_WIDTH
from wikimem.store.view import View
from wikimem.text import frontmatter
from wikimem.text.claims import claim_lines
from wikimem.text.clean import clean, clip, one_line
from wikimem.text.inline import plain_inline
from wikimem.text.markdown import headings
from wikimem.text.mending import Moved, mended
from wikimem.text.paths import scope_of
from wikimem.text.redact import Redactor
from wikimem.text.slug import slug
from wikimem.verbs.pages import ever_page, normal_path
from wikimem.verbs.places import new_place, refuse_folder, refuse_kept
from wikimem.verbs.writing import Pen, Plan, Written, now

MOST_BYTES = 1_000_000
"""Bytes of a page that is written by hand."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What a person wants a page to say."""

    text: str
    """Markdown, with frontmatter or without."""
    title: str = ""
    """"" for what the text says, else its first heading, else the file's name as it was spelled."""
    kind: str = ""
    """Its type; "" for what the text says, else that of its folder."""
    tags: Sequence[str] = ()
    """Added to those the text has."""


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A page after it was written, moved or restored."""

    path: str
    written: Written


def write_page(pen: Pen, path: str, draft: Draft, *, force: bool = False, dry_run: bool = False) -> Rewritten:
    """Put a person's page at `path`, without secrets; `UsageError` for a place or a text that cannot be.

    A page that is there is replaced only with `force`. Text without frontmatter gets what a page needs.
    """
    named = path.rpartition("/")[2].removesuffix(".md")
    path = new_place(pen.vault, path if path.endswith(".md") else f"{path}.md")
    text = _page(path, named, draft)

    def plan(view: View) -> Changeset:
        before = view.read(path)
        if before is not None and not force:
            raise UsageError(f"{path} is there already", hint="edit the file, or replace it with --force", path=path)
        verb = "Write" if before is None else "Rewrite"
        return _decided(view, path, text, clip(f"{verb} {path}", SUBJECT_WIDTH))

    return Rewritten(path, _write(pen, path, plan, dry_run=dry_run))


def restore_page(pen: Pen, name: str, revision: str, *, dry_run: bool = False) -> Rewritten:
    """Bring back the text a page had at a revision or on a day; `NotFound` when it had none then.

    One that was moved since is found by either name and stays where it lies.
    """
    known = moves.read(pen.vault.read(moves.PATH))
    named = moves.now_at(normal_path(pen.vault, name), known)
    path = ever_page(pen.vault, pen.history, named if named != normal_path(pen.vault, name) else name)
    refuse_kept(path)
    refuse_folder(pen.vault, path)
    commit = pen.history.resolve(revision)
    old, text = _as_of(pen.history, path, moves.before(path, known), commit)
    if old != path:
        text = mended(text, old, path, Moved({old: path}))

    def plan(view: View) -> Changeset:
        return _decided(view, path, text, clip(f"Restore {path} from {commit[:10]}", SUBJECT_WIDTH))

    return Rewritten(path, _write(pen, path, plan, dry_run=dry_run))


def _decided(view: View, path: str, text: str, subject: str) -> Changeset:
    """Return what makes a page say `text` from now on, and its claims come and go with it."""
    at = now()
    before = view.read(path)
    if before == text:
        return Changeset(subject, (), at)
    changes: list[Change] = [Write(path, text.encode())]
    had, has = _claims(before or ""), _claims(text)
    stones = known = view.read(tombstones.PATH) or ""
    for claim in had - has:
        stones = tombstones.appended(stones, claim, at, out=True)
    for kept_out in (*sorted(has), path):
        if view.is_forgotten(kept_out):
            stones = tombstones.appended(stones, kept_out, at, out=False)
    if stones != known:
        changes.append(Write(tombstones.PATH, stones.encode()))
    return Changeset(subject, tuple(changes), at, by_person=True)


def _claims(text: str) -> set[str]:
    return {line.id for line in claim_lines(frontmatter.split(text)[1]) if line.id}


def _write(pen: Pen, path: str, plan: Plan, *, dry_run: bool) -> Written:
    try:
        return pen.write(plan, dry_run=dry_run)
    except PageError as error:
        raise UsageError(error.message, hint=error.hint, path=path, line=error.line) from error


def _page(path: str, named: str, draft: Draft) -> str:
    """Return a draft as a page: redacted, with a type, a title and a scope."""
    text = Redactor().text(clean(draft.text))
    if not text.strip():
        raise UsageError("there is nothing to write", hint="give the text with --body, or on standard input", path=path)
    if len(text.encode()) > MOST_BYTES:
        raise UsageError(f"the text is longer than {MOST_BYTES // 1000:,} kB", hint="split it", path=path)
    text = text if text.endswith("\n") else f"{text}\n"
    try:
        meta, body = frontmatter.parse(text, path)
    except PageError as error:
        raise UsageError(error.message, hint=error.hint, path=path, line=error.line) from error
    tags = meta.get("tags")
    known = [str(tag) for tag in tags] if isinstance(tags, list) else []
    fresh = [tag for tag in map(slug, draft.tags) if tag not in known]
    head = {
        "type": one_line(draft.kind) or meta.get("type") or _kind(path),
        "title": Redactor().text(one_line(draft.title)) or meta.get("title") or _title(named, body),
        **({"tags": [*known, *fresh]} if fresh else {}),
        "scope": scope_of(path),
    }
    return frontmatter.patch(text, head) if meta else frontmatter.format(head, body)


def _kind(path: str) -> str:
    folder = path.split("/")[-2]
    return next((kind.type for kind in ClaimKind if kind.value == folder), "Note")


def _title(named: str, body: str) -> str:
    """Return the first heading, else the name of the file as the person spelled it."""
    first = next((found.text for found in headings(body) if found.text), "")
    return plain_inline(first) or Redactor().text(one_line(named))


def _as_of(history: History, path: str, former: Sequence[str], commit: str) -> tuple[str, str]:
    for name in (path, *former):
        try:
            return name, history.show(name, commit).decode("utf-8", "replace")
        except NotFound:
            continue
    raise NotFound(f"{path} is not in revision {commit[:10]}", hint=f"see `wikimem page history {path}`", path=path)
