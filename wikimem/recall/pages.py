"""The passages of a page: its claims one by one, the rest of its prose cut like turns. Pure.

`planner` and `recall.mirror` call it for each page they index. Any markdown file will do: what has no claims is prose.
"""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace
from typing import Any

from wikimem.model.claim import Source
from wikimem.model.page import ClaimLine
from wikimem.model.passage import Level, Passage
from wikimem.recall.cut import cut
from wikimem.text.clean import clean
from wikimem.text.frontmatter import parse
from wikimem.text.outline import Outline, labels_in, read_outline, without_labels
from wikimem.text.terms import holds_until, is_pinned, stale_after

IMPORTANCE = {"Decision": 0.7, "Lesson": 0.7, "Preference": 0.7, "Plan": 0.5, "Fact": 0.5, "Question": 0.4}
"""Importance of a claim by the type of its page; a person's word and every doubling of its sources add a little."""

_OF_A_PERSON = 0.1
_OF_MORE_SOURCES = 0.05
_MOST_SOURCES = 8


def passages_of_page(path: str, text: str, scope: str) -> Iterator[Passage]:
    """Yield the passages of the page at `path`; a page whose frontmatter cannot be understood is a PageError.

    The first one leads: it holds the description, or else how the page begins, and its `id` is what the page's name
    ends in (a session's short id, say). Then come the prose and, at the claim level, bullets with block ids of ours.
    """
    meta, body = parse(text, path)
    page = _page(path, meta, scope)
    cited = _cited(meta)
    outline = read_outline(body)
    yield from _prose(page, outline, cited, str(meta.get("description") or ""))
    for bullet in outline.bullets:
        if bullet.claim.id:
            yield _claim(page, bullet.claim, cited)


@dataclass(frozen=True, slots=True)
class _Page:
    """What all passages of a page share."""

    blank: Passage
    everything: tuple[Source, ...]
    """The page's sources, for prose that cites none."""


def _page(path: str, meta: Mapping[str, Any], scope: str) -> _Page:
    generated = meta.get("generated")
    sources = tuple(_cited(meta).values())
    at = str(generated.get("at") or "") if isinstance(generated, Mapping) else ""
    tags = meta.get("tags")
    blank = Passage(
        path=path,
        level=Level.PAGE,
        type=str(meta.get("type") or "Note"),
        title=clean(str(meta.get("title") or path.rpartition("/")[2].removesuffix(".md"))),
        text="",
        scope=scope,
        project=scope.partition(":")[2] if scope.startswith("project:") else "",
        status=str(meta.get("status") or "stable"),
        at=at or max((source.at for source in sources), default=""),
        tags=tuple(str(tag) for tag in tags) if isinstance(tags, list) else (),
        pinned=is_pinned(meta),
        stale_after=stale_after(meta),
    )
    return _Page(blank, sources[:_MOST_SOURCES])


def _prose(page: _Page, outline: Outline, cited: Mapping[str, Source], description: str) -> Iterator[Passage]:
    claims = {line for bullet in outline.bullets if bullet.claim.id for line in range(bullet.first, bullet.end)}
    titles = {heading.line for heading in outline.headings if heading.level == 1 and heading.text == page.blank.title}
    unwanted = claims.union(outline.footnotes.values(), titles)
    unwanted |= _bare_headings(outline, unwanted)
    kept = (line.rstrip("\r") for number, line in enumerate(outline.lines) if number not in unwanted)
    pieces = list(cut("\n".join(kept)))
    if description and not (pieces and pieces[0].startswith(description)):
        pieces.insert(0, description)
    for number, piece in enumerate(pieces or [page.blank.title]):
        text, sources = _without_notes(piece, cited)
        passage = replace(page.blank, text=text, sources=sources or page.everything)
        yield passage if number else replace(passage, heading=passage.title, id=_ending(passage.path))


def _bare_headings(outline: Outline, unwanted: Set[int]) -> set[int]:
    """Return the lines of headings that have no words of their own below them once `unwanted` lines are gone."""
    levels = {heading.line: heading.level for heading in outline.headings}
    bare = set()
    below = 0
    for number in range(len(outline.lines) - 1, -1, -1):
        if number in unwanted or not outline.lines[number].strip():
            continue
        level = levels.get(number, 7)
        if below <= level < 7:
            bare.add(number)
        else:
            below = level
    return bare


def _ending(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(".md").rpartition("-")[2]


def _claim(page: _Page, claim: ClaimLine, cited: Mapping[str, Source]) -> Passage:
    sources = tuple(cited[label] for label in claim.sources if label in cited)
    text = without_labels(claim.text, claim.sources).strip()
    by_person = any(source.said_by.startswith("human:") for source in sources)
    importance = IMPORTANCE.get(page.blank.type, 0.4) + _OF_MORE_SOURCES * len(sources).bit_length()
    return replace(
        page.blank,
        level=Level.CLAIM,
        text=f"~~{text}~~ until {claim.until}".removesuffix(" until ") if claim.superseded else text,
        heading=page.blank.title,
        sources=sources,
        status="superseded" if claim.superseded else page.blank.status,
        at=max((source.at for source in sources), default=page.blank.at),
        importance=min(1.0, importance + _OF_A_PERSON * by_person),
        pinned=page.blank.pinned or any(source.pinned for source in sources),
        stale_after=holds_until(page.blank.stale_after, tuple(source.stale_after for source in sources)),
        id=claim.id,
    )


def _without_notes(piece: str, cited: Mapping[str, Source]) -> tuple[str, tuple[Source, ...]]:
    labels = dict.fromkeys(labels_in(piece)) if "[^" in piece else {}
    if not labels:
        return piece, ()
    known = [cited[label] for label in labels if label in cited]
    return "\n".join(without_labels(line, labels) for line in piece.split("\n")), tuple(known[:_MOST_SOURCES])


def _cited(meta: Mapping[str, Any]) -> dict[str, Source]:
    """Return the sources in the frontmatter of a page by their footnote label."""
    entries = meta.get("sources")
    found = {}
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, Mapping) and entry.get("id"):
            raw, _, turn = str(entry.get("resource") or "").lstrip("/").partition("#")
            session = raw.rpartition("/")[2].removesuffix(".jsonl")
            number = int(turn) if turn.isdecimal() else 0
            said_by, at = str(entry.get("author") or ""), str(entry.get("last_modified") or "")
            external = str(entry.get("external_id") or "")
            source = Source(session, number, raw, said_by, at, external, is_pinned(entry), stale_after(entry))
            found[str(entry["id"])] = source
    return found
