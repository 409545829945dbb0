"""A subject page taken apart, so that claims can be put on it and taken off, with their sources and footnotes in step.

Only `text.claims` calls this. Every line and frontmatter key that needs no change keeps its bytes.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from wikimem import __version__
from wikimem.model.claim import Source, claim_id
from wikimem.text import frontmatter
from wikimem.text.compiled import is_compiled
from wikimem.text.inline import unescaped
from wikimem.text.okf import generated
from wikimem.text.outline import (
    SUPERSEDED,
    Bullet,
    end_of_introduction,
    end_of_words,
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


class Sheet:
    """A subject page while claims are put on it: its outline, its sources, and what was done to both so far."""

    def __init__(self, text: str) -> None:
        """Take a page apart; `PageError` when its frontmatter cannot be understood."""
        self.meta, self.body = frontmatter.parse(text)
        self._text = text
        self.outline = read_outline(self.body)
        sources = self.meta.get("sources")
        self.entries: list[Any] = sources if isinstance(sources, list) else []
        self.sources = {label_of(entry): entry for entry in self.entries if label_of(entry)}
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
        return key_of(bullet, self._scope)

    def is_ours(self, bullet: Bullet, scopes: Iterable[str]) -> bool:
        """Tell whether a bullet still says what we wrote, in the scope of the page or one of some others."""
        return is_compiled(bullet.claim.id, bullet.claim.text, (self._scope, *scopes))

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
        listed = {label_of(entry) for entry in self.entries}
        entries = [entry for entry in self.entries if label_of(entry) not in self._uncited]
        entries += [self.sources[label] for label in cited if label not in listed]
        entries.sort(key=lambda entry: source_order(label_of(entry)))
        known = self.meta.get("generated")
        before = str(known.get("at", "")) if isinstance(known, Mapping) else ""
        changes = {**generated(PRODUCER, max(before, at)), "sources": entries}
        return frontmatter.patch(self.with_body(body), changes)

    def find_unmarked(self, scope: str) -> None:
        """Take bullets without a block id for the claim they say: an editor or a person may have cut it off."""
        for bullet in self.outline.bullets if "" in self._places else ():
            if not bullet.claim.id:
                self._places.setdefault(key_of(bullet, scope), bullet)


def key_of(bullet: Bullet, scope: str) -> str:
    """Return the id of a bullet's claim in a scope, also when its block id got lost."""
    return bullet.claim.id or claim_id(scope, unescaped(bullet.claim.text))


def label_of(entry: Any) -> str:
    """Return the footnote label of an entry of `sources`, "" for what is none."""
    return str(entry.get("id", "")) if isinstance(entry, Mapping) else ""


def _entry(source: Source, zone: str) -> dict[str, Any]:
    entry: dict[str, Any] = {"id": source.id, "resource": f"/{source.raw}#{source.turn}", "author": source.said_by}
    dated = {**entry, "last_modified": local_day(source.at, zone)} if source.at else entry
    return {**dated, **terms(source)}


def _plain_note(label: str) -> str:
    session, _, turn = label.rpartition("-")
    return f"Session {session}, turn {turn}"
