"""Findings in the pages a person would want to mend: what is broken, doubled, too large or empty."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from wikimem.errors import PageError
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.store.layout import Layout
from wikimem.text.claims import claim_lines
from wikimem.text.frontmatter import parse, split
from wikimem.text.links import check_links
from wikimem.text.paths import DERIVED, MOST_BYTES, MOST_CLAIMS, scope_of
from wikimem.verbs.pages import texts

MOST_WORDS = 1_500
"""Words of a session page."""

_OWN_TITLES = ("Session", "Handoff")
"""Types whose pages may share a title: their names carry a date and an id."""


def lint(vault: Layout) -> list[Diagnostic]:
    """Return the findings of all pages, sorted by path and line."""
    pages = texts(vault)
    findings = [*check_links(pages), *_doubles(pages)]
    for path, text in pages.items():
        findings += _page(path, text)
    return sorted(findings, key=lambda finding: (finding.path, finding.line, finding.code))


def _page(path: str, text: str) -> Iterator[Diagnostic]:
    if path.rpartition("/")[2] in DERIVED:
        return
    try:
        meta, body = parse(text, path)
    except PageError as error:
        hint = error.hint or "correct the line by hand"
        yield Diagnostic("frontmatter-unreadable", error.message, Severity.ERROR, path, error.line, hint)
        return
    if "\ufffd" in text:
        yield Diagnostic("page-not-utf8", "the page holds bytes that are no UTF-8", path=path, hint="save it as UTF-8")
    if not split(text)[0]:
        hint = "begin it with a YAML block that names a type, such as `type: Note`"
        yield Diagnostic("no-frontmatter", "the page has no frontmatter", path=path, line=1, hint=hint)
    if not re.sub(r"^#{1,6} .*$", "", body, flags=re.MULTILINE).strip():
        yield Diagnostic("empty-page", "the page holds nothing but headings", path=path, hint="fill or delete it")
    yield from _oversized(path, text, body, str(meta.get("type", "")))


def _oversized(path: str, text: str, body: str, kind: str) -> Iterator[Diagnostic]:
    words, size, claims = len(body.split()), len(text.encode()), len(claim_lines(body))
    too_much = ""
    if kind == "Session" and words > MOST_WORDS:
        too_much = f"{words:,} words, {MOST_WORDS:,} are enough"
    elif size > MOST_BYTES:
        too_much = f"{size:,} bytes, {MOST_BYTES:,} are enough"
    elif claims > MOST_CLAIMS:
        too_much = f"{claims} claims, {MOST_CLAIMS} are enough"
    if too_much:
        yield Diagnostic("page-too-large", f"the page has {too_much}", path=path, hint="split it by its headings")


def _doubles(pages: Mapping[str, str]) -> Iterator[Diagnostic]:
    """Yield pages of one scope and type that share a title."""
    titled: defaultdict[tuple[str, str, str], list[str]] = defaultdict(list)
    for path, text in pages.items():
        try:
            meta, _ = parse(text, path)
        except PageError:
            continue
        kind, title = str(meta.get("type", "")), str(meta.get("title", "")).casefold().strip()
        if title and kind not in _OWN_TITLES:
            titled[scope_of(path), kind, title].append(path)
    for first, *others in titled.values():
        for path in others:
            hint = "merge them, or give one another title"
            yield Diagnostic("title-twice", f"{first} has the same title", path=path, hint=hint)
