"""Names that were changed since something was said: what is shown of old passages says so. Pure.

`recall.ask` hands over the passages that report changes (`Index.reporting`) and asks for the notes of each passage it
is about to show, so that no old name is presented as the one in use.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from wikimem.model.passage import Passage
from wikimem.text.renames import renames

_LONGEST_CHAIN = 10


@dataclass(frozen=True, slots=True)
class Change:
    """A name that took the place of another, and when that was first reported."""

    new: str
    at: str


Changes = Mapping[str, Mapping[str, Change]]
"""What became of each old name, by the scope it belongs to: projects use the same names for different things."""


def changes(reports: Iterable[Passage]) -> Changes:
    """Return what passages report; a name that was changed back later is no old name."""
    found: dict[str, dict[str, Change]] = {}
    for report in sorted(reports, key=lambda passage: passage.at):
        for rename in renames(report.text):
            names = found.setdefault(report.scope, {})
            names.pop(rename.new, None)
            if rename.old not in names:
                names[rename.old] = Change(rename.new, report.at)
    return found


def notes(passage: Passage, reported: Changes) -> dict[str, str]:
    """Return a note for each name in a passage that was changed after it was said, in its scope."""
    changed = reported.get(passage.scope, {})
    later = {old: change for old, change in changed.items() if old in passage.text and passage.at < change.at}
    if not later or passage.status == "superseded":
        return {}
    said_of_itself = {rename.old for rename in renames(passage.text)}
    return {
        old: f"until {change.at[:10]}, now `{_newest(change, changed)}`"
        for old, change in later.items()
        if old not in said_of_itself
    }


def _newest(change: Change, changed: Mapping[str, Change]) -> str:
    for _ in range(_LONGEST_CHAIN):
        later = changed.get(change.new)
        if later is None or later.at < change.at:
            break
        change = later
    return change.new
