"""Values that were replaced since something was said: what is shown of old passages says so. Pure.

`recall.ask` hands over the passages that report a replacement (`Index.reporting`) and asks for the notes of each
passage it is about to show, so that no old name, option, format or default is presented as the one in use.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from wikimem.model.passage import Passage
from wikimem.text.replacements import default_keys, replacements, topic_of
from wikimem.text.values import DEFAULT, key, mentions, values_in

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


Changes = Mapping[str, Mapping[str, Change]]
"""What became of each old value, by the scope it belongs to: projects use the same names for different things."""


def sought(texts: Iterable[str]) -> set[str]:
    """Return the keys under which replacements of whatever is named in texts are found."""
    return {one for text in texts for one in (*values_in(text), *default_keys(text))}


def changes(reports: Iterable[Passage]) -> Changes:
    """Return what passages report; a value that came back later is no old one."""
    found: dict[str, dict[str, Change]] = {}
    for report in sorted(reports, key=lambda passage: passage.at):
        for one in replacements(report.text):
            values = found.setdefault(report.scope, {})
            if not one.topic:
                values.pop(key(one.new), None)
            known = values.get(one.old)
            if known is None or (one.new and not known.new):
                values[one.old] = Change(one.new, known.at if known else report.at, one.topic)
    return found


def notes(passage: Passage, reported: Changes) -> dict[str, str]:
    """Return a note for each value in a passage that was replaced after it was said, in its scope.

    What is said beside a report, in the same turn, of a value it replaces is about how things were.
    """
    changed = reported.get(passage.scope, {})
    later = {old: change for old, change in changed.items() if passage.at <= change.at}
    if not later or passage.status == "superseded":
        return {}
    said_of_itself = {one.old for one in replacements(passage.text)}
    return {
        (f"{DEFAULT}{old}" if change.topic else old): f"until {change.at[:10]}, {_newest(change, changed)}"
        for old, change in later.items()
        if old not in said_of_itself and _is_said(passage.text, old, change)
    }


def _is_said(text: str, old: str, change: Change) -> bool:
    if change.topic:
        words = topic_of(text)
        return len(words & change.topic) >= min(_FEW, len(change.topic)) and old in text.lower()
    return next(mentions(text, old), None) is not None


def _newest(change: Change, changed: Mapping[str, Change]) -> str:
    for _ in range(_LONGEST_CHAIN):
        later = changed.get(key(change.new))
        if later is None or later.at < change.at:
            break
        change = later
    return f"now `{change.new}`" if change.new else "then removed"
