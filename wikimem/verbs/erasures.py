"""What a purge is to erase: from the name a person gives to texts, files, lines and names.

A text is erased wherever it stands. A claim is its text, in every wording a page ever had. A session is its raw log,
its pages and what only it says. A page is its file.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wikimem.errors import NotFound, PageError, UsageError
from wikimem.formats import front_ends
from wikimem.model.claim import claim_id
from wikimem.model.ids import short_id
from wikimem.model.page import ClaimLine
from wikimem.store import rawlog
from wikimem.store.erasing import Erasure
from wikimem.store.history import History
from wikimem.store.layout import Layout
from wikimem.store.rawlines import file_name
from wikimem.store.rewrite import derived_now, versions
from wikimem.text.claims import claim_lines
from wikimem.text.erasure import LEAST, MARK, Eraser, is_of_format
from wikimem.text.frontmatter import parse
from wikimem.text.paths import DERIVED, scope_of
from wikimem.verbs.pages import ever_page
from wikimem.verbs.trace import claim_named

_DISTINCT = 16
"""Characters from which the id of a session is looked for in texts: a shorter one may be a word of the language."""
_NAME = 8
"""The same for the name of a page's file, its ending included."""
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


@dataclass(frozen=True, slots=True)
class Target:
    """What a person wants erased: a text, or what a name stands for."""

    kind: str
    """`text`, `claim`, `session` or `page`."""
    name: str
    """The text, the claim's id, the raw log of the session, the path of the page."""
    session: str = ""
    agent: str = ""


def target_of(vault: Layout, history: History, name: str, text: str) -> Target:
    """Return what a text or a name means; `UsageError` for a text too short to be told from others, `NotFound`."""
    if text:
        if len(text.strip()) < LEAST or text in MARK:
            raise UsageError(f"a text of fewer than {LEAST} characters stands in half the wiki", hint="give more of it")
        if is_of_format(text, (frontend.name for frontend in front_ends(vault))):
            hint = "give more of the sentence it stands in; nothing was erased"
            raise UsageError(
                f"{text!r} is part of how pages and folders are written, so it would break them", hint=hint
            )
        return Target("text", text)
    if claim := claim_named(name):
        return Target("claim", claim)
    logs = rawlog.raw_logs(vault)
    named = [
        raw for raw in logs if name == raw or Path(raw).stem == file_name(name) or short_id(Path(raw).stem) == name
    ]
    if session := _session(vault, named, name):
        return session
    try:
        path = ever_page(vault, history, name)
        if path.rpartition("/")[2] in DERIVED:
            raise UsageError(
                "it repeats what other pages say", path=path, hint="purge the page, session or claim itself"
            )
        return Target("page", path)
    except NotFound as error:
        if session := _session(vault, logs, name):
            return session
        hint = "give a claim (c-1f0c77aa), a session's id, a page's path, or a text with --text"
        raise NotFound(f"{name!r} is no claim, session or page of this wiki", hint=hint) from error


def _session(vault: Layout, logs: Iterable[str], name: str) -> Target | None:
    """Return the session that is called so among those of raw logs, or None."""
    for raw in logs:
        header = rawlog.read_header(vault, raw)
        if header and name in (raw, header.session, short_id(header.session)):
            return Target("session", raw, header.session, header.agent)
    return None


def erasure_of(vault: Layout, history: History, target: Target) -> Erasure:
    """Return all that belongs to a target, in the files as they are and as they ever were; `NotFound`."""
    root, ever = vault.root, versions(vault.root)
    match target.kind:
        case "text":
            return _of_words(history, (target.name,), ever, Erasure())
        case "claim":
            words = _wordings(history, target.name, ever)
            if not words:
                raise NotFound(f"no page ever held the claim {target.name}", hint="see `wikimem ask` for its words")
            lines = Erasure(claims=(target.name,), names={target.name: MARK}, kept_derived=derived_now(root))
            return _of_words(history, words, ever, lines)
        case "session":
            return _of_session(vault, target, {path for path, _ in ever})
    return Erasure(
        paths=frozenset((target.name,)),
        names=_spelled(target.name, {path for path, _ in ever}),
        kept_derived=derived_now(root),
    )


def eraser_of(erasure: Erasure) -> Eraser:
    """Return what finds and replaces the words and names of an erasure."""
    return Eraser(erasure.words, erasure.names)


def turns_cited(path: str, text: str, claim: str) -> tuple[str, ...]:
    """Return the turns a claim of a page cites, as `raw/...jsonl#12`: a person may want their words erased, too."""
    try:
        meta, body = parse(text, path)
    except PageError:
        return ()
    labels = {label for line in claim_lines(body) if line.id == claim for label in line.sources}
    entries = meta.get("sources")
    entries = [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
    return tuple(str(entry.get("resource", "")).lstrip("/") for entry in entries if entry.get("id") in labels)


def _of_words(history: History, words: tuple[str, ...], ever: set[tuple[str, str]], erasure: Erasure) -> Erasure:
    """Return an erasure of words, with the ids of the claims whose text they change."""
    erasure = replace(erasure, words=words)
    plain = Eraser(words, {})
    names = dict(erasure.names)
    with history.reading_blobs() as content:
        for path, oid in sorted(ever):
            if path.endswith(".md") and (plain.finds(text := content(oid)) or erasure.path(path) != path):
                names |= dict(_renamed_claims(path, text, erasure.path(path), plain))
    return replace(erasure, names=names | dict(erasure.names))


def _renamed_claims(path: str, content: bytes, after: str, plain: Eraser) -> Iterator[tuple[str, str]]:
    """Yield the ids of claims whose text or scope changes, each with the id a compile would give it then."""
    for line in _lines(path, content):
        text = _ESCAPED.sub(r"\1", line.text)
        if line.id and line.id == claim_id(scope_of(path), text):
            new = claim_id(scope_of(after), plain.text(text))
            if new != line.id:
                yield line.id, new


def _wordings(history: History, claim: str, ever: set[tuple[str, str]]) -> tuple[str, ...]:
    """Return every text a claim ever had, the longest first."""
    found: set[str] = set()
    mark = f"^{claim}".encode()
    with history.reading_blobs() as content:
        for path, oid in ever:
            if path.endswith(".md") and mark in (text := content(oid)):
                found |= {_ESCAPED.sub(r"\1", line.text) for line in _lines(path, text) if line.id == claim}
    return tuple(sorted((text for text in found if len(text) >= LEAST), key=lambda text: (-len(text), text)))


def _lines(path: str, content: bytes) -> Sequence[ClaimLine]:
    try:
        return claim_lines(parse(content.decode("utf-8", "replace"), path)[1])
    except PageError:
        return ()


def _of_session(vault: Layout, target: Target, ever: set[str]) -> Erasure:
    short = short_id(target.session)
    here = {vault.relative(path) for path in vault.root.glob(f"projects/*/*/**/*-{short}.md")}
    pages = {path for path in ever | here if path.endswith(f"-{short}.md") and _is_of_session(path)}
    pending = f".wikimem/pending/{target.agent}/{Path(target.name).stem}"
    names = dict.fromkeys((Path(path).stem for path in pages), MARK)  # each ends in the short id
    if len(target.session) >= _DISTINCT:
        names[target.session] = MARK
    return Erasure(
        paths=frozenset({target.name, pending, *pages}),
        sessions=(target.session,),
        shorts=(short,),
        names=names,
        kept_derived=derived_now(vault.root),
    )


def _is_of_session(path: str) -> bool:
    return "/sessions/" in path or "/handoffs/" in path


def _spelled(path: str, ever: set[str]) -> dict[str, str]:
    """Return how texts spell the path of a page, with what becomes of it.

    Its bare file name counts only where no other page was ever called the same: links to that one must stay.
    """
    name = path.rpartition("/")[2]
    names = {path: MARK} if "/" in path else {}
    if len(name) >= _NAME and not any(other != path and other.endswith(name) for other in ever):
        names |= {name: f"{MARK}.md", f"[[{name.removesuffix('.md')}": f"[[{MARK}"}
    return names
