"""Take a claim out of the pages: its line, its page when nothing else is left there, and links that lead nowhere then.

    projects/<p>/facts/retry-queue.md     loses the line ^c-1f0c77aa
    projects/<p>/sessions/2026/...md      loses its link to that page, when no claim of the session is left there

The words stay where they were said: in the session's page, the raw log and the history.
"""

from collections.abc import Iterable, Iterator

from wikimem.model.ports import WikiView
from wikimem.text.claims import claim_lines, drop_claim
from wikimem.text.frontmatter import parse
from wikimem.text.markdown import links
from wikimem.text.outline import drop_empty_section, read_outline
from wikimem.text.paths import resolve, scope_of

_KEPT = "Kept"
"""Heading under which the page of a session links the pages that hold its claims."""


def pages_without(claim: str, path: str, view: WikiView, at: str) -> dict[str, str]:
    """Return the new text of every page that changes when the page at `path` loses a claim; "" for one that goes."""
    before = view.read(path) or ""
    after = drop_claim(before, claim, at)
    left = _sessions_on(path, after)
    gone = [short for short in _sessions_on(path, before) if short not in left]
    return {path: after, **dict(_unlinked(path, gone, view))}


def unlinked(path: str, view: WikiView) -> Iterator[tuple[str, str]]:
    """Yield the pages of the sessions that the page at `path` cites, without their links to it, where they have one."""
    return _unlinked(path, _sessions_on(path, view.read(path) or ""), view)


def _sessions_on(path: str, text: str) -> dict[str, None]:
    """Return the short ids of the sessions that the claims of a page cite, in their order."""
    labels = (label for line in claim_lines(parse(text, path)[1]) for label in line.sources)
    return dict.fromkeys(label.rpartition("-")[0] for label in labels)


def _unlinked(path: str, sessions: Iterable[str], view: WikiView) -> Iterator[tuple[str, str]]:
    """Yield the pages of sessions without their links to the page at `path`, where they have one."""
    project = scope_of(path).partition(":")[2]
    for short in sessions:
        page = view.page_of_session(project, short)
        text = view.read(page) if page else None
        if page and text and (without := _without_links(page, text, path)) != text:
            yield page, without


def _without_links(page: str, text: str, target: str) -> str:
    body = parse(text, page)[1]
    outline = read_outline(body)
    for bullet in outline.bullets:
        said = "\n".join(outline.lines[bullet.first : bullet.end])
        if bullet.heading == _KEPT and [resolve(page, link.target) for link in links(said)] == [target]:
            outline.dropped.update(range(bullet.first, bullet.end))
    drop_empty_section(outline, _KEPT)
    return text[: len(text) - len(body)] + outline.text().rstrip("\n") + "\n"
