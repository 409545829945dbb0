"""One page made of two about the same subject: every claim once, every word of a person kept. Pure.

The first page keeps its order and its frontmatter; of the second come the claims it lacks, the sources of those both
have, and whatever else is written there.
"""

from collections.abc import Collection, Mapping
from typing import Any

from wikimem.text import frontmatter
from wikimem.text.alike import alike, words_of
from wikimem.text.outline import (
    SUPERSEDED,
    Bullet,
    Outline,
    append,
    end_of_words,
    insert_footnotes,
    labels_in,
    read_outline,
    source_order,
    with_labels,
)


def joined(text: str, other: str, only: Collection[str] | None = None) -> str:
    """Return a page with what another says, too; `PageError` when the frontmatter of one cannot be read.

    With `only`, that is the claims of these ids and nothing else, told apart by their ids alone.
    """
    meta, body = frontmatter.parse(text)
    more, second = frontmatter.parse(other)
    ours, theirs = read_outline(body), read_outline(second)
    live: list[str] = []
    retired: list[str] = []
    taken: set[int] = set()
    for bullet in theirs.bullets:
        if bullet.claim.id not in only if only is not None else not (bullet.claim.id or bullet.claim.sources):
            continue
        lines = range(bullet.first, bullet.end)
        taken.update(lines)
        same = _same(bullet, ours, by_words=only is None)
        if same is None:
            (retired if bullet.claim.superseded else live).extend(theirs.lines[line] for line in lines)
        else:
            new = [label for label in bullet.claim.sources if label not in same.claim.sources]
            ours.lines[same.end - 1] = with_labels(ours.lines[same.end - 1], new)
    append(ours, live, retired)
    rest = _rest(theirs, taken) if only is None else []
    if rest:
        ours.insert_apart(end_of_words(ours), rest)
    cited = {label for line in (*ours.lines, *live, *retired, *rest) for label in labels_in(line)}
    fresh = [label for label in theirs.footnotes if label not in ours.footnotes and label in cited]
    insert_footnotes(ours, {label: theirs.lines[theirs.footnotes[label]].partition("]:")[2].strip() for label in fresh})
    head = text[: len(text) - len(body)]
    if only is None:
        return frontmatter.patch(head + ours.text(), _meta(meta, more))
    if ours.text() == body:
        return text
    sources = [entry for entry in _list(more, "sources") if _id(entry) in cited]
    return frontmatter.patch(head + ours.text(), _meta(meta, {"sources": sources, "generated": more.get("generated")}))


def _same(bullet: Bullet, ours: Outline, *, by_words: bool) -> Bullet | None:
    """Return the bullet that is the same claim, or `by_words` says the same and holds as well."""
    words = words_of(bullet.claim.text)
    for mine in ours.bullets:
        if mine.claim.id and mine.claim.id == bullet.claim.id:
            return mine
    if bullet.claim.superseded or not by_words:
        return None
    fitting = (mine for mine in ours.bullets if mine.claim.id and not mine.claim.superseded)
    return next((mine for mine in fitting if alike(words, words_of(mine.claim.text))), None)


def _rest(theirs: Outline, taken: set[int]) -> list[str]:
    """Return what else stands on the second page, without its title and the blank lines around."""
    titles = {head.line for head in theirs.headings if head.level == 1 or head.text == SUPERSEDED}
    unwanted = taken | titles | set(theirs.footnotes.values())
    kept = [line for number, line in enumerate(theirs.lines) if number not in unwanted]
    while kept and not kept[0].strip():
        kept.pop(0)
    while kept and not kept[-1].strip():
        kept.pop()
    return kept


def _meta(meta: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of the frontmatter that change: what either page cites and is tagged with, and its date."""
    changes: dict[str, Any] = {}
    sources = _list(meta, "sources")
    known = {_id(entry) for entry in sources}
    if fresh := [entry for entry in _list(more, "sources") if _id(entry) not in known]:
        changes["sources"] = sorted([*sources, *fresh], key=lambda entry: source_order(_id(entry)))
    if tags := [tag for tag in _list(more, "tags") if tag not in _list(meta, "tags")]:
        changes["tags"] = [*_list(meta, "tags"), *tags]
    made, later = meta.get("generated"), more.get("generated")
    if isinstance(made, Mapping) and isinstance(later, Mapping) and str(later.get("at", "")) > str(made.get("at", "")):
        changes["generated"] = {**made, "at": str(later["at"])}
    return changes


def _list(meta: Mapping[str, Any], key: str) -> list[Any]:
    value = meta.get(key)
    return value if isinstance(value, list) else []


def _id(entry: Any) -> str:
    return str(entry.get("id", "")) if isinstance(entry, Mapping) else ""
