"""Values that were replaced since something was said: what is shown of old passages says so. Pure.

`recall.ask` has what it is about to show marked, so that no old name, option, format or default is presented as the
one in use. The passages that report a replacement are looked up by the exact keys of old values (`Index.reporting`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from wikimem.model.passage import Hit, Passage
from wikimem.text.replacements import Replacement, default_keys, replacements, topic_of
from wikimem.text.values import DEFAULT, key, marked, mentions, values_in

_LONGEST_CHAIN = 10
_FEW = 2
"""Words about a default that a passage must share with the report that it flipped."""


@dataclass(frozen=True, slots=True)
class Change:
    """A value that took the place of another, and when that was first reported."""

    new: str
    """"" for a value that is gone."""
    at: str
    topic: frozenset[str] = frozenset()
    """What a default was said of."""


Changes = Mapping[str, Mapping[str, Sequence[Change]]]
"""What became of each old value, the first report first, by scope: projects use the same names for different things."""

Reporting = Callable[[Iterable[str], Iterable[str]], Iterable[Passage]]


def told(hits: Iterable[Hit], reporting: Reporting) -> tuple[Hit, ...]:
    """Return hits with a note after each value, in the text and in the prompt it answers, that was replaced since.

    `reporting` returns the passages of scopes that report the replacement of one of these keys.
    """
    found = tuple(hits)
    texts = {text for hit in found for text in (hit.passage.text, hit.passage.heading)}
    reported = changes(reporting(_sought(texts), {hit.passage.scope for hit in found}))
    return tuple(replace(hit, passage=_marked(hit.passage, reported)) for hit in found) if reported else found


def changes(reports: Iterable[Passage]) -> Changes:
    """Return what passages report; a value that came back later is no old one."""
    found: dict[str, dict[str, list[Change]]] = {}
    for report in sorted(reports, key=lambda passage: passage.at):
        for one in _reported(report.text):
            values = found.setdefault(report.scope, {})
            if not one.topic:
                values.pop(key(one.new), None)
            values.setdefault(one.old, []).append(Change(one.new, report.at, one.topic))
    return found


def notes(passage: Passage, reported: Changes) -> dict[str, str]:
    """Return a note for each value in a passage that was replaced after it was said, in its scope.

    What is said beside a report, in the same turn, of a value it replaces is about how things were.
    """
    changed = reported.get(passage.scope, {})
    if not changed or passage.status == "superseded":
        return {}
    found = {}
    for old, every in changed.items():
        later = [change for change in every if passage.at <= change.at]
        if later and _is_said(passage.text, old, later[0]):
            found[old] = later
    said_of_itself = {one.old for one in _reported(passage.text)} if found else ()
    return {
        f"{DEFAULT}{old}" if later[0].topic else old: f"until {later[0].at[:10]}, {_newest(later, changed)}"
        for old, later in found.items()
        if old not in said_of_itself
    }


@lru_cache(maxsize=1024)
def _reported(text: str) -> tuple[Replacement, ...]:
    """Return the replacements a text reports; the same reports answer many questions."""
    return tuple(replacements(text))


def _sought(texts: Iterable[str]) -> set[str]:
    """Return the keys under which replacements of whatever is named in texts are found."""
    return {one for text in texts for one in (*values_in(text), *default_keys(text))}


def _marked(passage: Passage, reported: Changes) -> Passage:
    text = marked(passage.text, notes(passage, reported))
    heading = marked(passage.heading, notes(replace(passage, text=passage.heading), reported))
    return replace(passage, text=text, heading=heading)


def _is_said(text: str, old: str, change: Change) -> bool:
    if change.topic:
        words = topic_of(text)
        return len(words & change.topic) >= min(_FEW, len(change.topic)) and old in text.lower()
    return next(mentions(text, old), None) is not None


def _newest(later: Sequence[Change], changed: Mapping[str, Sequence[Change]]) -> str:
    change = next((one for one in reversed(later) if one.new), later[0])
    for _ in range(_LONGEST_CHAIN):
        next_one = next((one for one in changed.get(key(change.new), ()) if one.at >= change.at and one.new), None)
        if next_one is None:
            break
        change = next_one
    return f"now `{change.new}`" if change.new else "not since"
