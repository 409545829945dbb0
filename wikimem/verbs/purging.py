"""Erase what must not stay: out of the wiki as it is, then out of everything it ever was.

    1  what is named is taken out as `forget` does it, with a tombstone, by an ordinary commit
    2  both branches and all tags are written anew without it, aside
    3  history, files and index are swapped; caches go; nothing old is kept
    4  every object and every file is searched for it

Killed before the third step nothing has changed; after that, the next command that writes finishes it.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from wikimem.errors import PageError, StoreError
from wikimem.model.change import Change, Changeset, Remove, Write
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.model.ids import short_id
from wikimem.recall import mirror
from wikimem.store import sessions, tombstones
from wikimem.store.erasing import Erasure, erased_content, renamed_ref
from wikimem.store.index import Index
from wikimem.store.layout import Layout
from wikimem.store.lock import vault_lock
from wikimem.store.rawerase import erased_json
from wikimem.store.remains import Remains, Remote, remotes, search
from wikimem.store.rewrite import Tally, rewrite
from wikimem.store.sources import SourceCache
from wikimem.store.swap import Swap, check_fit
from wikimem.store.view import View
from wikimem.text.claims import claim_lines, drop_session
from wikimem.text.erasure import Eraser, without_quote
from wikimem.text.frontmatter import parse
from wikimem.text.paths import DERIVED
from wikimem.transcripts import stamp_of
from wikimem.verbs import sweeping
from wikimem.verbs.contexts import prepare
from wikimem.verbs.erasures import Target, eraser_of, erasure_of, target_of, turns_cited
from wikimem.verbs.forgetting import forget
from wikimem.verbs.pages import texts
from wikimem.verbs.writing import Pen, now


@dataclass(frozen=True, slots=True)
class Purged:
    """What a purge did, or would do."""

    kind: str
    """What was named: `text`, `claim`, `session` or `page`."""
    tally: Tally
    """What of the history changes."""
    files: tuple[tuple[str, str], ...] = ()
    """`M` or `D` and the path of each file that changes, vault-relative or absolute."""
    remotes: tuple[Remote, ...] = ()
    """Where the old history may be still, out of our reach."""
    transcripts: tuple[str, ...] = ()
    """Agents' own files that hold it still."""
    said: tuple[str, ...] = ()
    """Turns a claim cites, which may say it in words of their own: `raw/...jsonl#12`."""
    remains: Remains | None = None
    """What the search for it came to; None for a dry run."""


@dataclass(frozen=True, slots=True)
class _Change:
    """A file on disk that changes or goes."""

    name: str
    """Vault-relative, or absolute for one outside the vault."""
    path: Path
    to: Path
    before: bytes
    after: bytes | None

    @property
    def told(self) -> tuple[str, str]:
        """Return what is said of it."""
        return "D" if self.after is None else "M", self.name


def purge(pen: Pen, index: Callable[[], Index], name: str, text: str = "", *, dry_run: bool = True) -> Purged:
    """Erase a text, or the claim, session or page of a name, from all there is and ever was.

    `UsageError` for a text that is too short, `NotFound` for a name that is none, `GitFailed` for a repository that
    cannot be written anew; nothing has changed then. With `dry_run` it is only said what would change.
    """
    root = pen.vault.root.resolve()
    check_fit(root)
    target = target_of(pen.vault, pen.history, name, text)
    beyond, said = remotes(root), _said(pen.vault, target)
    if dry_run:
        erasure = erasure_of(pen.vault, pen.history, target)
        eraser = eraser_of(erasure)
        tally = rewrite(root, erasure, eraser, None)
        files = tuple(change.told for change in _changes(pen.vault, erasure, eraser))
        return Purged(target.kind, tally, files, beyond, _transcripts(pen.vault, eraser), said)
    with vault_lock(root):
        pen.history.recover()
        erasure_of(pen.vault, pen.history, target)  # before anything is written: it may be nothing that ever was
        taken = _take_out(pen, index, target)
        erasure = erasure_of(pen.vault, pen.history, target)
        eraser = eraser_of(erasure)
        holding = _transcripts(pen.vault, eraser)
        tally, changed = _swapped(pen, root, erasure, eraser)
        mirror.rebuilt(pen.vault, pen.history, pen.report)
        places = pen.vault.root, pen.vault.cache_dir, pen.vault.contexts_dir, pen.vault.state_dir
        remains = search(root, places, eraser.finds)
    try:
        prepare(pen.vault, pen.config)
    except StoreError as error:
        pen.report(Diagnostic.of("state-unwritable", error, Severity.WARNING))
    return Purged(target.kind, tally, (*taken, *changed), beyond, holding, said, remains)


def _swapped(pen: Pen, root: Path, erasure: Erasure, eraser: Eraser) -> tuple[Tally, list[tuple[str, str]]]:
    """Write history and files anew aside, put them in place, and return what changed."""
    swap, files = Swap(root, pen.report), []
    try:
        swap.begin()
        tally = rewrite(root, erasure, eraser, swap.aside)
        for change in _changes(pen.vault, erasure, eraser):
            swap.stage(change.path, change.to, change.before, change.after)
            files.append(change.told)
        swap.commit(partial(renamed_ref, eraser=eraser), _disposable(pen.vault, eraser))
    except BaseException:
        swap.break_off()
        raise
    return tally, files


def _changes(vault: Layout, erasure: Erasure, eraser: Eraser) -> Iterator[_Change]:
    """Yield the files on disk that change: the vault's, and what hooks and captures noted."""
    root = vault.root.resolve()
    for path in _files(root):
        relative = path.relative_to(root).as_posix()
        before, to = _content(path), erasure.path(relative)
        after = erased_content(before, relative, "", erasure, eraser) if to else None
        if to != relative or after != before:
            yield _Change(relative, path, root / (to or relative), before, after)
    for path in _files(vault.state_dir):
        before = _content(path)
        if path.parent == vault.given_dir and eraser.finds(os.fsencode(path.name)):
            yield _Change(str(path), path, path, before, None)
        elif eraser.finds(before):
            if path.parent == vault.spool_dir:  # how far it was read is kept in bytes
                after = eraser.blotted(before)
            else:
                after = erased_json(before, eraser) if path.suffix == ".json" else eraser.content(before)
            yield _Change(str(path), path, path, before, after)


def _files(folder: Path) -> Iterator[Path]:
    """Yield the files below a folder, git's own and links left out."""
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != ".git")
        yield from (path for name in sorted(names) if not (path := Path(parent, name)).is_symlink() and path.is_file())


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        hint = "make it readable, then run the same command again; nothing was erased"
        raise StoreError(f"cannot be searched: {error.strerror}", hint=hint, path=str(path)) from error


def _transcripts(vault: Layout, eraser: Eraser) -> tuple[str, ...]:
    """Return the agents' own files that were captured or would be and hold it: they are not ours to change."""
    found = []
    captured = SourceCache(vault, stamp_of).known()
    swept = sweeping.transcripts(os.environ, "", sessions.read(vault).of(vault))
    for source in dict.fromkeys((*captured, *swept)):
        file = source if source.is_file() else source.parent  # a session in a database has a path below it
        with suppress(OSError):
            if eraser.finds(file.read_bytes()):
                found.append(str(file))
    return tuple(sorted(set(found)))


def _said(vault: Layout, target: Target) -> tuple[str, ...]:
    if target.kind != "claim":
        return ()
    pages = ((path, text) for path, text in texts(vault).items() if f"^{target.name}" in text)
    return tuple(dict.fromkeys(turn for page in pages for turn in turns_cited(*page, target.name)))


def _disposable(vault: Layout, eraser: Eraser) -> list[Path]:
    """Return what is made anew: the vault's cache, but the note of which transcripts were read where it may stay."""
    cached = vault.cache_dir.iterdir() if vault.cache_dir.is_dir() else ()
    noted = vault.sources_cache
    may_stay = noted.is_file() and not eraser.finds(noted.read_bytes())
    return [vault.contexts_dir, *(path for path in cached if path != noted or not may_stay)]


def _take_out(pen: Pen, index: Callable[[], Index], target: Target) -> tuple[tuple[str, str], ...]:
    """Take the target out of the wiki as it stands, keep it out, and return what that wrote.

    A text is not taken out but changed where it stands.
    """
    match target.kind:
        case "claim":
            return _forget(pen, index, target.name)
        case "session":
            return pen.write(lambda view: _without_session(pen.vault, view, target)).files
        case "page":
            claims = _claims_on(pen.vault, target.name)
            files = [file for claim in claims for file in _forget(pen, index, claim)]
            if pen.vault.path(target.name).exists():
                files += pen.write(lambda _: Changeset("Remove a page", (Remove(target.name),), now())).files
            return tuple({path: (status, path) for status, path in files}.values())
    return ()


def _forget(pen: Pen, index: Callable[[], Index], claim: str) -> tuple[tuple[str, str], ...]:
    """Forget a claim that stands on a page; one that is long gone only has a past."""
    stands = any(f"^{claim}" in text for text in texts(pen.vault).values())
    return forget(pen, index, claim).written.files if stands else ()


def _claims_on(vault: Layout, path: str) -> list[str]:
    try:
        text = vault.path(path).read_bytes().decode("utf-8", "replace")
        return [line.id for line in claim_lines(parse(text, path)[1]) if line.id]
    except (FileNotFoundError, PageError):
        return []


def _without_session(vault: Layout, view: View, target: Target) -> Changeset:
    """Return what takes a session out: its pages and what only it says; a tombstone keeps its transcript out."""
    at, short = now(), short_id(target.session)
    changes: dict[str, Change] = {}
    for path, text in texts(vault).items():
        if path.rpartition("/")[2] in DERIVED or "/notes/" in path:
            continue
        if path.endswith(f"-{short}.md") and ("/sessions/" in path or "/handoffs/" in path):
            changes[path] = Remove(path)
        elif f"{short}-" in text:
            left = _dropped(text, short)
            if left != text:
                changes[path] = Write(path, left.encode()) if left else Remove(path)
    name = tombstones.session_name(target.agent, target.session)
    stones = tombstones.appended(view.read(tombstones.PATH) or "", name, at, out=True)
    changes[tombstones.PATH] = Write(tombstones.PATH, stones.encode())
    return Changeset("Take out a session", tuple(changes.values()), at)


def _dropped(text: str, short: str) -> str:
    try:
        return without_quote(drop_session(text, short), text)
    except PageError:
        return text
