"""Plan what pages of a wiki like ours become here: each at its own path, its claims merged.

What was forgotten here stays out. A page that is not here is written byte for byte. Where both wikis have one, claims
that only the other knows come in, and those both know gain its sources. What a person wrote here is never replaced.
"""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping

from wikimem.errors import PageError
from wikimem.model.claim import ClaimKind
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.model.ports import WikiView
from wikimem.text.claims import claim_lines, drop_claim
from wikimem.text.frontmatter import parse
from wikimem.text.joined import joined
from wikimem.text.outline import read_outline
from wikimem.text.paths import scope_of

_OURS_ALONE = ("Session", "Handoff")
"""Types of pages that say what happened: of two, the one that is here is kept."""
_FOLDERS = frozenset(kind.value for kind in ClaimKind)


def arrive(
    pages: Mapping[str, str], view: WikiView, portable: Callable[[str], str]
) -> tuple[dict[str, str], list[Diagnostic]]:
    """Return the text of every page that is new or changes, and findings about what stays out.

    `portable` returns a page as it would leave this wiki: one that says the same then is no other page.
    """
    texts: dict[str, str] = {}
    findings: list[Diagnostic] = []
    for path, text in pages.items():
        before = view.read(path)
        if before is not None and (before == text or portable(before) == text):
            continue
        if _holds_claims(path, text) and (before is None or _holds_claims(path, before)):
            findings += _merge(path, text, view, texts)
        elif before is None:
            texts[path] = text
        elif _type(text) in _OURS_ALONE:
            message = "left out: the wiki has this page with other words"
            findings.append(Diagnostic("bundle-page-kept", message, Severity.INFO, path))
        else:
            findings += _beside(path, text, view, texts)
    return texts, findings


def _merge(path: str, text: str, view: WikiView, texts: dict[str, str]) -> Iterator[Diagnostic]:
    """Bring the claims of one page home: to the page that has them, else to their own."""
    scope = scope_of(path)
    homes: defaultdict[str, set[str]] = defaultdict(set)
    for claim in _ids(text):
        if view.is_forgotten(claim):
            text = drop_claim(text, claim, "")
            yield Diagnostic("bundle-forgotten", f"left out: {claim} was forgotten here", Severity.INFO, path)
            continue
        home = view.page_of_claim(scope, claim)
        homes[home if home and _is_claims_path(home) else path].add(claim)
    for home in sorted(set(homes) - {path}):
        here = texts.get(home) or view.read(home)
        if here is None:
            homes[path] |= homes[home]
            continue
        _keep(home, joined(here, text, homes[home]), view, texts)
        for claim in homes[home]:
            text = drop_claim(text, claim, "")
    here = texts.get(path) or view.read(path)
    if here is None:
        _keep(path, text, view, texts)
        return
    merged = joined(here, text, homes[path])
    _keep(path, merged, view, texts)
    if lost := _prose(text) - set(merged.split("\n")):
        message = f"{len(lost)} lines that are no claims were left out: the wiki has a page of its own here"
        yield Diagnostic("bundle-prose-left-out", message, Severity.WARNING, path)


def _keep(path: str, text: str, view: WikiView, texts: dict[str, str]) -> None:
    if text and text != view.read(path):
        texts[path] = text


def _beside(path: str, text: str, view: WikiView, texts: dict[str, str]) -> Iterator[Diagnostic]:
    """Put a page beside the one of the same name, under a name that tells its content."""
    digest = hashlib.blake2b(text.encode(), digest_size=3).hexdigest()
    other = f"{path.removesuffix('.md')}-{digest}.md"
    if view.read(other) != text:
        texts[other] = text
        yield Diagnostic("bundle-page-beside", f"the wiki has this page with other words; see {other}", path=path)


def _ids(text: str) -> Iterable[str]:
    return dict.fromkeys(line.id for line in claim_lines(parse(text)[1]) if line.id)


def _holds_claims(path: str, text: str) -> bool:
    return _is_claims_path(path) and _type(text) in {kind.type for kind in ClaimKind}


def _is_claims_path(path: str) -> bool:
    parts = path.split("/")
    return len(parts) > 2 and parts[-2] in _FOLDERS and parts[-3] != "notes"


def _type(text: str) -> str:
    try:
        return str(parse(text)[0].get("type") or "")
    except PageError:
        return ""


def _prose(text: str) -> set[str]:
    """Return the lines of a page that are neither claims nor headings nor footnotes."""
    outline = read_outline(parse(text)[1])
    known = {number for bullet in outline.bullets if bullet.claim.id for number in range(bullet.first, bullet.end)}
    known |= {heading.line for heading in outline.headings} | set(outline.footnotes.values())
    return {line for number, line in enumerate(outline.lines) if number not in known and line.strip()}
