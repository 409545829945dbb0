"""Prove what a vault promises: nothing in a raw log has changed since it was compiled, and every line has a source.

every raw log      its seals and lines match
every commit       the prefix its `Raw:` trailer names is there, in the file and on the branch wikimem/raw
every page         keeps the format, its links lead somewhere, its sources resolve, no merge was left unfinished in it
every claim        stands once, and not where it was forgotten

In a wiki that syncs, a raw log that was never here lies on the machine that captured it, and is proved there.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Set
from glob import escape
from typing import Any

from wikimem.errors import NotFound, PageError, RawLogDamaged, StoreError
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.store import rawlog, tombstones
from wikimem.store.layout import Layout
from wikimem.store.refs import locate
from wikimem.store.witness import Prefixes, Witness, testimony
from wikimem.store.worktree import file_blob_id
from wikimem.text import okf
from wikimem.text.frontmatter import parse
from wikimem.text.links import check_links
from wikimem.text.markers import has_conflict_markers
from wikimem.text.paths import scope_of
from wikimem.verbs.pages import texts

_CLAIM = re.compile(r"^(?!.*~~).*\^(c-[0-9a-f]{8})[ \t]*$", re.MULTILINE)
"""A line that holds a claim; one that is struck through may have come back in another."""
_RESOURCE = re.compile(r"/(raw/[^#]+\.jsonl)(?:#(\d+))?")


def verify(vault: Layout, *, track_raw: bool = True) -> list[Diagnostic]:
    """Return whatever a vault cannot prove; an empty list means that every promise above holds."""
    logs = rawlog.raw_logs(vault)
    findings = [finding for path in logs for finding in rawlog.verify(vault, path)]
    with testimony(vault.root) as witness:
        stones = tombstones.read(vault.read(tombstones.PATH))
        sealed = witness.prefixes()
        elsewhere = _elsewhere(vault, witness, sealed)
        for path, prefixes in sealed.items():
            if path in elsewhere or stones.get(tombstones.digest(path), False):
                continue
            if left := _unproved(vault, path, prefixes):
                findings += _prefixes(vault, path, left)
                findings += _branch(vault, witness, path, max(left)) if track_raw else ()
    pages = texts(vault)
    for path, text in pages.items():
        findings += okf.check(path, text)
    findings += check_links(pages)
    findings += _sources(vault, pages, sealed.keys() - elsewhere)
    findings += _claims(vault, pages)
    findings += _conflicts(pages)
    return [finding for finding in findings if finding.severity is not Severity.INFO]


def _elsewhere(vault: Layout, witness: Witness, paths: Iterable[str]) -> set[str]:
    """Return the raw logs that were never here, in a wiki that syncs."""
    if not locate(vault.root).has_synced():
        return set()
    return {path for path in paths if not vault.path(path).exists() and witness.held(path) is None}


def _unproved(vault: Layout, path: str, seals: Prefixes) -> Prefixes:
    """Return the prefixes that no second version of a raw log proves, such as a sync lays beside it."""
    file = vault.path(path)
    others = list(file.parent.glob(f"{escape(file.stem)}.????????.jsonl"))
    contents = [other.read_bytes() for other in others]
    return {
        length: seal
        for length, seal in seals.items()
        if not any(hashlib.sha256(content[:length]).hexdigest() == seal[0] for content in contents)
    }


def _prefixes(vault: Layout, path: str, seals: Prefixes) -> Iterator[Diagnostic]:
    """Compare the prefixes of one raw log with their digests in one pass over the file."""
    digest = hashlib.sha256()
    read = 0
    try:
        with vault.path(path).open("rb") as file:
            for length in sorted(seals):
                wanted, commit = seals[length]
                while read < length and (piece := file.read(min(length - read, 1 << 20))):
                    digest.update(piece)
                    read += len(piece)
                if read < length:
                    yield _lost(
                        path, f"the raw log has {read:,} of the {length:,} bytes that commit {commit[:10]} names"
                    )
                    return
                if digest.hexdigest() != wanted:
                    yield _lost(
                        path, f"the first {length:,} bytes are not those that commit {commit[:10]} was made from"
                    )
                    return
    except OSError as error:
        yield _lost(path, f"commit {seals[min(seals)][1][:10]} was made from it, but {error.strerror or error}")


def _branch(vault: Layout, witness: Witness, path: str, length: int) -> Iterator[Diagnostic]:
    """Compare a raw log with what the branch wikimem/raw holds of it."""
    found = witness.held(path)
    if found is None or found[1] < length:
        yield _lost(path, "the branch wikimem/raw does not hold what was compiled", "run `wikimem compile` again")
        return
    blob, size = found
    try:
        if file_blob_id(vault.path(path), size, blob) != blob:
            yield _lost(path, "the file and the branch wikimem/raw differ")
    except (OSError, StoreError):
        yield _lost(path, "the file holds less than the branch wikimem/raw")


def _claims(vault: Layout, pages: Mapping[str, str]) -> Iterator[Diagnostic]:
    """Look whether a claim stands twice in its scope, or though it was forgotten."""
    try:
        stones = tombstones.read(vault.path(tombstones.PATH).read_text("utf-8", "replace"))
    except OSError:
        stones = {}
    places: dict[tuple[str, str], str] = {}
    for path, text in pages.items():
        for found in _CLAIM.finditer(text) if "^c-" in text else ():
            claim, line = found[1], text.count("\n", 0, found.start()) + 1
            first = places.setdefault((scope_of(path), claim), f"{path}:{line}")
            if first != f"{path}:{line}":
                hint = "delete one of the two lines"
                yield Diagnostic("claim-twice", f"{claim} stands at {first} too", path=path, line=line, hint=hint)
            if stones.get(tombstones.digest(claim), False):
                hint = f"`wikimem forget {claim}`, or remember it to let it in again"
                yield Diagnostic(
                    "claim-forgotten", f"{claim} was forgotten and stands here", path=path, line=line, hint=hint
                )


def _conflicts(pages: Mapping[str, str]) -> Iterator[Diagnostic]:
    for path, text in pages.items():
        if has_conflict_markers(text):
            line = text.count("\n", 0, text.index("<<<<<<<")) + 1
            message = "the marks of an unfinished merge stand here"
            hint = "keep what you want of both sides and delete the marks"
            yield Diagnostic("conflict-marks", message, Severity.ERROR, path, line, hint)


def _sources(vault: Layout, pages: Mapping[str, str], compiled: Set[str]) -> Iterator[Diagnostic]:
    """Look whether every turn that a page cites is in a raw log.

    What a bundle brought cites logs that were never compiled here and stayed in the wiki it came from.
    """
    last_turns: dict[str, int] = {}
    for path, text in pages.items():
        try:
            meta, _ = parse(text, path)
        except PageError:
            continue
        for raw_path, turn in _cited(meta):
            if raw_path not in last_turns:
                last_turns[raw_path] = _last_turn(vault, raw_path)
            if last_turns[raw_path] < turn and (raw_path in compiled or last_turns[raw_path] >= 0):
                what = "is not there" if last_turns[raw_path] < 0 else f"has no turn {turn}"
                yield Diagnostic(
                    "source-lost", f"a source, {raw_path}, {what}", Severity.ERROR, path, hint=rawlog.RESTORE
                )


def _cited(meta: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    sources = meta.get("sources")
    for entry in sources if isinstance(sources, list) else ():
        if isinstance(entry, Mapping) and (named := _RESOURCE.fullmatch(str(entry.get("resource", "")))):
            yield named[1], int(named[2] or 0)


def _last_turn(vault: Layout, raw_path: str) -> int:
    """Return the last turn of a raw log, -1 when there is no readable log."""
    try:
        return max((row["turn"] for row in rawlog.read_log(vault, raw_path).rows), default=0)
    except (NotFound, RawLogDamaged, StoreError):
        return -1


def _lost(path: str, what: str, hint: str = rawlog.RESTORE) -> Diagnostic:
    return Diagnostic("raw-log-unproved", what, Severity.ERROR, path, hint=hint)
