"""Subject pages: one bullet a claim, each citing its sources in footnotes.

Pure functions on a page's whole text. They change the lines and frontmatter keys they must and keep every other byte,
so that what a person wrote stays. A page whose frontmatter cannot be understood is a PageError.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from wikimem import __version__
from wikimem.model.claim import Claim, Source, claim_id
from wikimem.model.page import ClaimLine
from wikimem.text import frontmatter
from wikimem.text.clean import one_line
from wikimem.text.described import undescribed
from wikimem.text.inline import escape_inline, unescaped
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
from wikimem.text.terms import has_terms, terms
from wikimem.text.time import local_day

PRODUCER = f"wikimem/{__version__}"
"""What `generated.by` says of pages we write."""
_OLDEST_KEPT, _NEWEST_KEPT = 3, 5


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


def claims_said(body: str, scope: str) -> dict[str, str]:
    """Return what the bullets of a body say by the ids of their claims, also of those whose block id got lost."""
    return {_key(bullet, scope): bullet.claim.text for bullet in read_outline(body).bullets}


def add_claims(text: str, claims: Sequence[Claim], notes: Mapping[str, str], at: str, zone: str = "UTC") -> str:
    """Return `text` with `claims` on it, each once, citing all their sources.

    A claim that is there already keeps its words and gains references; a new one becomes the last bullet of the main
    list. `notes` maps a source id to the text of its footnote. A claim cites at most eight sources: the three oldest
    and the five newest; their days are those of `zone`. Adding what is there already returns `text` as it is.
    """
    sheet = _Sheet(text)
    for scope in {claim.scope for claim in claims}:  # that of the page, unless it or its project has moved since
        sheet.find_unmarked(scope)
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
    """Return `text` with the claims in `until` (id to the day they ended) moved to the superseded ones."""
    sheet = _Sheet(text)
    lines = []
    for bullet in sheet.outline.bullets:
        claim = bullet.claim
        if claim.id in until and not claim.superseded:
            sheet.outline.dropped.update(range(bullet.first, bullet.end))
            refs = "".join(f" [^{label}]" for label in claim.sources)
            words = without_labels(claim.text, claim.sources)
            lines.append(f"- ~~{words}~~ until {until[claim.id]}{refs} ^{claim.id}")
    sheet.append_superseded(lines)
    return sheet.finished({}, at)


def drop_session(text: str, session_short: str, said: Collection[str] = ()) -> str:
    """Return `text` without what only the session says: its references, footnotes, sources and lone claims.

    Claims whose ids are in `said` keep their place and lose only their references to it. A claim whose words a person
    changed is theirs: it stays as it is, with what it cites. Returns "" when neither a claim nor a line of a person is
    left.
    """
    prefix = f"{session_short}-"
    sheet = _Sheet(text)
    outline = sheet.outline
    known = {label for label in (*outline.footnotes, *sheet.sources) if label.startswith(prefix)}
    for bullet in outline.bullets:
        unwanted = {label for label in bullet.claim.sources if label.startswith(prefix)}
        key = sheet.key_of(bullet)
        if not unwanted or (key not in said and not sheet.is_ours(bullet)):
            continue
        if key not in said and unwanted.issuperset(bullet.claim.sources):
            outline.dropped.update(range(bullet.first, bullet.end))
        for number in range(bullet.first, bullet.end):
            outline.lines[number] = without_labels(outline.lines[number], unwanted)
    unwanted = known.difference(labels_in("\n".join(outline.lines)))
    if not unwanted:
        return text
    outline.dropped.update(number for label, number in outline.footnotes.items() if label in unwanted)
    drop_empty_section(outline, SUPERSEDED)
    if not has_words(outline):
        return ""
    if unwanted.issuperset(outline.footnotes):
        drop_last_blank_lines(outline)
    kept = [entry for entry in sheet.entries if _label_of(entry) not in unwanted]
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
    return undescribed(sheet.finished({}, at), bullet.claim.text)


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
        self._scope = str(self.meta.get("scope", ""))
        self._places = {bullet.claim.id: bullet for bullet in self.outline.bullets}
        self.find_unmarked(self._scope)

    def find(self, key: str) -> Bullet | None:
        """Return the bullet of the claim with this id, also when its block id got lost."""
        return self._places.get(key)

    def key_of(self, bullet: Bullet) -> str:
        """Return the id of a bullet's claim, also when its block id got lost."""
        return _key(bullet, self._scope)

    def is_ours(self, bullet: Bullet) -> bool:
        """Tell whether a bullet still says what we wrote: its id is the hash of its words."""
        return bullet.claim.id == claim_id(self._scope, unescaped(bullet.claim.text))

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
        ours = [label for label in kept if label in self.sources and not has_terms(self.sources[label])]
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

    def append_superseded(self, lines: Sequence[str]) -> None:
        """Put bullets after the last superseded one."""
        if not lines:
            return
        ends = [bullet.end for bullet in self.outline.bullets if bullet.heading == SUPERSEDED]
        ends = ends or [head.line + 1 for head in self.outline.headings if head.text == SUPERSEDED]
        if ends:
            self.outline.insert(ends[-1], lines)
        else:
            self.outline.insert_apart(end_of_words(self.outline), [f"## {SUPERSEDED}", *lines])

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

    def find_unmarked(self, scope: str) -> None:
        """Take bullets without a block id for the claim they say: an editor or a person may have cut it off."""
        for bullet in self.outline.bullets if "" in self._places else ():
            if not bullet.claim.id:
                self._places.setdefault(_key(bullet, scope), bullet)


def _key(bullet: Bullet, scope: str) -> str:
    return bullet.claim.id or claim_id(scope, unescaped(bullet.claim.text))


def _label_of(entry: Any) -> str:
    return str(entry.get("id", "")) if isinstance(entry, Mapping) else ""


def _entry(source: Source, zone: str) -> dict[str, Any]:
    entry: dict[str, Any] = {"id": source.id, "resource": f"/{source.raw}#{source.turn}", "author": source.said_by}
    dated = {**entry, "last_modified": local_day(source.at, zone)} if source.at else entry
    return {**dated, **terms(source)}


def _plain_note(label: str) -> str:
    session, _, turn = label.rpartition("-")
    return f"Session {session}, turn {turn}"
