"""Merge what another machine wrote: two commits of the wiki -> one changeset that joins them.

Nothing is checked out and nothing is written here: blobs are read from git, merged in memory and given to the one write
path. Cost follows what differs. Whoever calls holds the vault's lock and has committed what people edited.
"""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from wikimem.carried import check, is_marked, marked
from wikimem.errors import GitFailed, StoreError
from wikimem.model.change import Change, Changeset, Remove, Write
from wikimem.model.diagnostic import Diagnostic
from wikimem.passes.merge import Merged, beside_name, merge, nothing_forgotten
from wikimem.store import tombstones
from wikimem.store.delta import Entry, bases, delta, instant, is_ancestor
from wikimem.store.git import Git
from wikimem.store.steps import Contents, reading_blobs
from wikimem.text import ownyaml

PROPOSALS = ".wikimem/proposals"
"""Where what two people changed at once waits for somebody to look at it."""
_POLICY = ".wikimem/config.toml"


@dataclass(frozen=True, slots=True)
class Joined:
    """What it takes to bring another commit in."""

    changeset: Changeset | None
    """None when there is nothing to bring in."""
    findings: tuple[Diagnostic, ...] = ()


def joined(git: Git, ours: str, theirs: str, name: str) -> Joined:
    """Return the changeset that brings `theirs` into `ours`; derived pages are left to whoever commits it.

    `name` says in words where it comes from. `StoreError` when either side holds what must not be merged.
    """
    if not theirs or is_ancestor(git, theirs, ours):
        return Joined(None)
    at = f"{datetime.fromtimestamp(instant(git, theirs, *([ours] if ours else [])), UTC):%Y-%m-%dT%H:%M:%SZ}"
    subject = f"Bring in {name}"
    with reading_blobs(git) as content:
        if is_ancestor(git, ours, theirs):
            fresh = delta(git, ours, theirs)
            check(fresh, content, name)
            changes = tuple(_change(path, content(new.oid) if new else None) for path, (_, new) in fresh.items())
            return Joined(Changeset(subject, changes, at, merges=theirs, is_forward=True))
        join = _Join(git, content, ours, theirs, name)
        changes, findings = join.merged()
        return Joined(Changeset(subject, changes, at, merges=theirs), findings)


def _change(path: str, content: bytes | None) -> Change:
    return Remove(path) if content is None else Write(path, content)


class _Join:
    """One merge of two commits that both went on."""

    def __init__(self, git: Git, content: Contents, ours: str, theirs: str, name: str) -> None:
        self._git = git
        self._content = content
        self._name = name
        self._pairs = delta(git, ours, theirs)
        check(self._pairs, content, name)
        self._bases = bases(git, ours, theirs)
        if not self._bases and self._at(theirs, _POLICY) is None:
            hint = "sync with the remote of a wiki, or with an empty repository"
            raise StoreError(f"{name} is no wiki", hint=hint, path=str(git.root))
        self._since = [delta(git, base, ours) for base in self._bases]
        self._is_forgotten = self._forgotten(ours)

    def merged(self) -> tuple[tuple[Change, ...], tuple[Diagnostic, ...]]:
        """Return what becomes of our files, and what people should look at."""
        changes: dict[str, Change] = {}
        findings: list[Diagnostic] = []
        for path, (our, their) in self._pairs.items():
            mine = self._bytes(our)
            done = self._file(path, our, their)
            if done.content != mine:
                changes[path] = _change(path, done.content)
            if done.beside is not None:
                second = beside_name(path, done.beside)
                changes[second] = Write(second, done.beside)
                findings.append(_finding(path, f"both versions were kept, the second as {second}"))
            if done.clashes:
                mark = proposal(path, done.clashes)
                changes[mark.path] = mark
                findings.append(_finding(path, f"two people changed the same thing; both versions are in {mark.path}"))
        for change in changes.values():
            if isinstance(change, Write) and is_marked(change.content):
                raise marked(change.path, self._name)
        return tuple(changes.values()), tuple(findings)

    def _file(self, path: str, our: Entry | None, their: Entry | None) -> Merged:
        base = self._origin(path, our)
        if base is not None and our and base == our.oid:
            return self._known(path, their)
        if base is not None and their and base == their.oid:
            return self._known(path, our)
        before = None if base is None else self._content(base) if base else self._virtual(path)
        return merge(path, before, self._bytes(our), self._bytes(their), self._is_forgotten)

    def _known(self, path: str, entry: Entry | None) -> Merged:
        """Return the side that changed, without claims that were forgotten at the other."""
        content = self._bytes(entry)
        return merge(path, content, content, content, self._is_forgotten)

    def _origin(self, path: str, our: Entry | None) -> str | None:
        """Return the id of the file both sides started from, None for no file, "" when there are several."""
        found = set()
        for since in self._since:
            old = since[path][0] if path in since else our
            found.add(old.oid if old else None)
        return found.pop() if len(found) == 1 else "" if found else None

    def _virtual(self, path: str) -> bytes | None:
        """Return what several common ancestors come to: theirs is merged first, as ours will be."""
        first, *others = self._bases
        merged = self._at(first, path)
        for other in others:
            roots = bases(self._git, first, other)
            merged = merge(path, self._at(roots[0], path) if roots else None, merged, self._at(other, path)).content
        return merged

    def _at(self, commit: str, path: str) -> bytes | None:
        try:
            return self._git.run("cat-file", "blob", f"{commit}:{path}")
        except GitFailed:
            return None

    def _bytes(self, entry: Entry | None) -> bytes | None:
        return self._content(entry.oid) if entry else None

    def _forgotten(self, ours: str) -> Callable[[str], bool]:
        """Return what tells whether a claim was forgotten at either side."""
        our, their = self._pairs.get(tombstones.PATH, (None, None))
        if our or their:
            text = (self._file_of_tombstones(our, their) or b"").decode("utf-8", "replace")
        else:
            text = (self._at(ours, tombstones.PATH) or b"").decode("utf-8", "replace")
        table = tombstones.read(text)
        return (lambda claim: table.get(tombstones.digest(claim), False)) if table else nothing_forgotten

    def _file_of_tombstones(self, our: Entry | None, their: Entry | None) -> bytes | None:
        return merge(tombstones.PATH, None, self._bytes(our), self._bytes(their)).content


def proposal(path: str, clashes: Iterable[tuple[str, str]]) -> Write:
    """Return the file that asks people to look at what two of them changed at once in a page."""
    meta = {"kind": "two-edits", "page": path}
    words = "".join(f"\n```\n{low}\n```\n\n```\n{high}\n```\n" for low, high in clashes)
    content = f"---\n{ownyaml.write(meta)}---\nTwo people changed this; the page holds both.\n{words}".encode()
    return Write(f"{PROPOSALS}/{hashlib.sha256(content).hexdigest()[:12]}.md", content)


def _finding(path: str, message: str) -> Diagnostic:
    return Diagnostic("two-edits", message, path=path, hint="settle it in the page")
