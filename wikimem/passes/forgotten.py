"""Take a claim out of the pages: its line, and when nothing else is left its page with the links of sessions to it.

    projects/<p>/facts/retry-queue.md     loses the line ^c-1f0c77aa
    projects/<p>/sessions/2026/...md      loses its link to that page when the page goes

The words stay where they were said: in the session's page, the raw log and the history.
"""

from collections.abc import Iterator

from wikimem.model.page import ClaimLine
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
    lines = [line for line in claim_lines(parse(before, path)[1]) if line.id == claim]
    after = drop_claim(before, claim, at)
    if after or not lines:
        return {path: after}
    return {path: "", **dict(_unlinked(path, lines[0], view))}


def _unlinked(path: str, line: ClaimLine, view: WikiView) -> Iterator[tuple[str, str]]:
    """Yield the pages of the sessions a claim cites, without their links to the page at `path`."""
    project = scope_of(path).partition(":")[2]
    for short in dict.fromkeys(label.rpartition("-")[0] for label in line.sources):
        page = view.page_of_session(project, short)
        text = view.read(page) if page else None
        if page and text:
            yield page, _without_links(page, text, path)


def _without_links(page: str, text: str, target: str) -> str:
    body = parse(text, page)[1]
    outline = read_outline(body)
    for bullet in outline.bullets:
        said = "\n".join(outline.lines[bullet.first : bullet.end])
        if bullet.heading == _KEPT and [resolve(page, link.target) for link in links(said)] == [target]:
            outline.dropped.update(range(bullet.first, bullet.end))
    drop_empty_section(outline, _KEPT)
    return text[: len(text) - len(body)] + outline.text()
