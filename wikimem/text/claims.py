"""Subject pages: one bullet a claim, each citing its sources in footnotes.

Pure functions on a page's whole text. They change the lines and frontmatter keys they must and keep every other byte,
so that what a person wrote stays. A page whose frontmatter cannot be understood is a PageError.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from wikimem import __version__
from wikimem.model.claim import Claim, Source, claim_id
from wikimem.model.page import ClaimLine
from wikimem.text import frontmatter
from wikimem.text.clean import one_line
from wikimem.text.inline import escape_inline
from wikimem.text.okf import generated
from wikimem.text.outline import (
    SUPERSEDED,
    Bullet,
    drop_empty_section,
    drop_last_blank_lines,
    end_of_introduction,
    end_of_words,
    has_words,
    insert_footnotes,
    labels_in,
    read_outline,
    source_order,
    with_block_id,
    with_labels,
    without_labels,
)
from wikimem.text.time import local_day

PRODUCER = f"wikimem/{__version__}"
"""What `generated.by` says of pages we write."""
_OLDEST_KEPT, _NEWEST_KEPT = 3, 5
_escaped = re.compile(r"\\([!-/:-@\[-`{-~])")


def new_page(title: str, type: str, scope: str, description: str, tags: Sequence[str], at: str) -> str:
    """Return a subject page without claims; `at` is the UTC instant its content is from."""
    meta = {
        "type": type,
        "title": one_line(title),
        "description": one_line(description),
        **({"tags": list(tags)} if tags else {}),
        "scope": scope,
        "status": "stable",
        **generated(PRODUCER, at),
        "sources": [],
    }
    return frontmatter.format(meta, f"# {escape_inline(one_line(title))}\n")


def claim_lines(body: str) -> tuple[ClaimLine, ...]:
    """Return the claims of a page in order: its bullets that carry a block id of ours or a footnote."""
    return tuple(bullet.claim for bullet in read_outline(body).bullets if bullet.claim.id or bullet.claim.sources)


def add_claims(text: str, claims: Sequence[Claim], notes: Mapping[str, str], at: str, zone: str = "UTC") -> str:
    """Return `text` with `claims` on it, each once, citing all their sources.

    A claim that is there already keeps its words and gains references; a new one becomes the last bullet of the main
    list. `notes` maps a source id to the text of its footnote. A claim cites at most eight sources: the three oldest
    and the five newest; their days are those of `zone`. Adding what is there already returns `text` as it is.
    """
    sheet = _Sheet(text)
    fresh: dict[str, Claim] = {}
    cited: dict[str, list[str]] = {}
    for claim in claims:
        fresh.setdefault(claim.id, claim)
        cited.setdefault(claim.id, []).extend(sheet.learn(claim.sources, zone))
    lines = []
    for key, claim in fresh.items():
        bullet = sheet.find(key)
        if bullet:
            sheet.cite(bullet, key, cited[key])
        else:
            refs = "".join(f" [^{label}]" for label in sheet.keep(cited[key]))
            lines.append(f"- {escape_inline(one_line(claim.text))}{refs} ^{key}")
    sheet.append(lines)
    return sheet.finished(notes, at)


def supersede(text: str, until: Mapping[str, str], at: str) -> str:
    """Return `text` with the claims in `until` retired: id to the day they ended, or "" for one that holds again.

    Retired claims stand in the order of those days. A claim that holds again becomes the last of the main list.
    """
    sheet = _Sheet(text)
    outline = sheet.outline
    retired, living = [], []
    for bullet in outline.bullets:
        claim = bullet.claim
        if claim.id in until and until[claim.id] != claim.until:
            outline.dropped.update(range(bullet.first, bullet.end))
            refs = "".join(f" [^{label}]" for label in claim.sources)
            words = without_labels(claim.text, claim.sources)
            if day := until[claim.id]:
                retired.append(((day, claim.id), f"- ~~{words}~~ until {day}{refs} ^{claim.id}"))
            else:
                living.append(f"- {words}{refs} ^{claim.id}")
    sheet.append(living)
    sheet.append_superseded(sorted(retired))
    if not retired:
        drop_empty_section(outline, SUPERSEDED)
    return sheet.finished({}, at)


def plain(text: str) -> str:
    """Return the words of a claim as they were said, from those on its line."""
    return _escaped.sub(r"\1", text)


def drop_session(text: str, session_short: str) -> str:
    """Return `text` without what only the session says: its references, footnotes, sources and lone claims.

    Returns "" when neither a claim nor a line of a person is left.
    """
    prefix = f"{session_short}-"
    sheet = _Sheet(text)
    outline = sheet.outline
    unwanted = {label for label in (*outline.footnotes, *labels_in(sheet.body)) if label.startswith(prefix)}
    if not unwanted and not any(label.startswith(prefix) for label in sheet.sources):
        return text
    for bullet in outline.bullets:
        if bullet.claim.sources and unwanted.issuperset(bullet.claim.sources):
            outline.dropped.update(range(bullet.first, bullet.end))
    outline.dropped.update(number for label, number in outline.footnotes.items() if label in unwanted)
    outline.lines = [without_labels(line, unwanted) if "[^" in line else line for line in outline.lines]
    drop_empty_section(outline, SUPERSEDED)
    if not has_words(outline):
        return ""
    if unwanted.issuperset(outline.footnotes):
        drop_last_blank_lines(outline)
    kept = [entry for entry in sheet.entries if not _label_of(entry).startswith(prefix)]
    return frontmatter.patch(sheet.with_body(outline.text()), {"sources": kept} if "sources" in sheet.meta else {})


def drop_claim(text: str, key: str, at: str) -> str:
    """Return `text` without the claim whose id is `key`, what only it cites, and a description that quotes it.

    Returns "" when neither another claim nor a line of a person is left.
    """
    sheet = _Sheet(text)
    outline = sheet.outline
    bullet = sheet.find(key)
    if bullet is None:
        return text
    sheet.drop(bullet)
    drop_empty_section(outline, SUPERSEDED)
    if not has_words(outline):
        return ""
    described = str(sheet.meta.get("description") or "").removesuffix("…")
    is_quoted = described and plain(bullet.claim.text).startswith(described)
    left = sheet.finished({}, at)
    return frontmatter.patch(left, {"description": None}) if is_quoted else left


class _Sheet:
    """A subject page while claims are put on it."""

    def __init__(self, text: str) -> None:
        self.meta, self.body = frontmatter.parse(text)
        self._text = text
        self.outline = read_outline(self.body)
        sources = self.meta.get("sources")
        self.entries: list[Any] = sources if isinstance(sources, list) else []
        self.sources = {_label_of(entry): entry for entry in self.entries if _label_of(entry)}
        self._cited: list[str] = []
        self._uncited: set[str] = set()
        self._places = {bullet.claim.id: bullet for bullet in self.outline.bullets}
        if "" in self._places:
            self._find_unmarked(str(self.meta.get("scope", "")))

    def find(self, key: str) -> Bullet | None:
        """Return the bullet of the claim with this id, also when its block id got lost."""
        return self._places.get(key)

    def learn(self, sources: Iterable[Source], zone: str) -> list[str]:
        """Take note of sources; return their labels."""
        labels = []
        for source in sources:
            labels.append(source.id)
            self.sources.setdefault(source.id, _entry(source, zone))
        return labels

    def keep(self, labels: Iterable[str]) -> list[str]:
        """Return those of `labels` that a claim goes on citing, in their order; note them as cited."""
        kept = list(dict.fromkeys(labels))
        ours = [label for label in kept if label in self.sources]
        if len(ours) > _OLDEST_KEPT + _NEWEST_KEPT:
            ours.sort(key=lambda label: (str(self.sources[label].get("last_modified", "")), source_order(label)))
            dropped = set(ours[_OLDEST_KEPT:-_NEWEST_KEPT])
            kept = [label for label in kept if label not in dropped]
        self._cited += kept
        return kept

    def cite(self, bullet: Bullet, key: str, labels: Iterable[str]) -> None:
        """Add references to a bullet."""
        before = bullet.claim.sources
        kept = self.keep((*before, *labels))
        gone = [label for label in before if label not in kept]
        new = [label for label in kept if label not in before]
        if not gone and not new:
            return
        lines = self.outline.lines
        for number in range(bullet.first, bullet.end):
            lines[number] = without_labels(lines[number], gone)
        last = with_labels(lines[bullet.end - 1], new)
        lines[bullet.end - 1] = last if bullet.claim.id else with_block_id(last, key)
        self._uncited.update(gone)

    def drop(self, bullet: Bullet) -> None:
        """Take out a bullet; its references count no longer."""
        for number in range(bullet.first, bullet.end):
            self.outline.lines[number] = ""
            self.outline.dropped.add(number)
        self._uncited.update(bullet.claim.sources)

    def append(self, lines: Sequence[str]) -> None:
        """Put bullets after the last one of the main list, the one above all further headings."""
        if not lines:
            return
        main = [bullet.end for bullet in self.outline.bullets if not bullet.heading]
        if main:
            self.outline.insert(main[-1], lines)
        else:
            self.outline.insert_apart(end_of_introduction(self.outline), lines)

    def append_superseded(self, lines: Sequence[tuple[tuple[str, str], str]]) -> None:
        """Put bullets, each with the day and id it is sorted by, among the superseded ones."""
        if not lines:
            return
        outline = self.outline
        there = [bullet for bullet in outline.bullets if bullet.heading == SUPERSEDED]
        heads = [head.line + 1 for head in outline.headings if head.text == SUPERSEDED]
        if not there and not heads:
            outline.insert_apart(end_of_words(outline), [f"## {SUPERSEDED}", *(line for _, line in lines)])
            return
        end = there[-1].end if there else heads[0]
        kept = [bullet for bullet in there if bullet.first not in outline.dropped]
        for place, line in lines:
            later = (bullet.first for bullet in kept if (bullet.claim.until, bullet.claim.id) > place)
            outline.insert(next(later, end), [line])

    def with_body(self, body: str) -> str:
        """Return the page with another body."""
        return self._text[: len(self._text) - len(self.body)] + body

    def finished(self, notes: Mapping[str, str], at: str) -> str:
        """Return the page with all that was done to it, its footnotes and its frontmatter in step."""
        outline = self.outline
        if self._uncited:
            self._uncited -= {label for line in outline.lines for label in labels_in(line)}.union(self._cited)
            outline.dropped.update(outline.footnotes[label] for label in self._uncited if label in outline.footnotes)
        cited = [label for label in dict.fromkeys(self._cited) if label in self.sources]
        missing = [label for label in cited if label not in outline.footnotes]
        insert_footnotes(outline, {label: notes.get(label) or _plain_note(label) for label in missing})
        body = outline.text()
        if body == self.body:
            return self._text
        listed = {_label_of(entry) for entry in self.entries}
        entries = [entry for entry in self.entries if _label_of(entry) not in self._uncited]
        entries += [self.sources[label] for label in cited if label not in listed]
        entries.sort(key=lambda entry: source_order(_label_of(entry)))
        known = self.meta.get("generated")
        before = str(known.get("at", "")) if isinstance(known, Mapping) else ""
        changes = {**generated(PRODUCER, max(before, at)), "sources": entries}
        return frontmatter.patch(self.with_body(body), changes)

    def _find_unmarked(self, scope: str) -> None:
        """Take bullets without a block id for the claim they say: an editor or a person may have cut it off."""
        for bullet in self.outline.bullets:
            if not bullet.claim.id:
                self._places.setdefault(claim_id(scope, plain(bullet.claim.text)), bullet)


def _label_of(entry: Any) -> str:
    return str(entry.get("id", "")) if isinstance(entry, Mapping) else ""


def _entry(source: Source, zone: str) -> dict[str, str]:
    entry = {"id": source.id, "resource": f"/{source.raw}#{source.turn}", "author": source.said_by}
    return {**entry, "last_modified": local_day(source.at, zone)} if source.at else entry


def _plain_note(label: str) -> str:
    session, _, turn = label.rpartition("-")
    return f"Session {session}, turn {turn}"
