"""The block of text an agent or a person is given: passages with their citations, within a budget. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from wikimem.model.ids import short_id
from wikimem.model.passage import Hit, Passage
from wikimem.recall.rank import home
from wikimem.text.clean import one_line

TOKEN = 4
"""Characters that count as one token."""

_LEAST = 300
"""Characters of room below which no further passage is begun."""
_LONGEST_TITLE = 70
_IN_LINK = str.maketrans({"[": "(", "]": ")"})


@dataclass(slots=True)
class _Group:
    """The passages of one place, shown under one heading."""

    heading: str
    passages: list[tuple[Passage, str]] = field(default_factory=list)


def fill(hits: Iterable[Hit], budget: int) -> tuple[str, tuple[Hit, ...]]:
    """Return the block of at most `budget` tokens, and the hits it shows.

    Passages are whole but for the last, which ends at a line or word; those of one session stand together, where the
    best of them stands, in the order in which they were said.
    """
    room = budget * TOKEN
    groups: dict[tuple[str, str], _Group] = {}
    shown = []
    for hit in hits:
        passage = hit.passage
        place = (home(passage), passage.path)
        heading = "" if place in groups else citation(passage) + "\n"
        text = _shown(passage)
        cost = len(heading) + len(_turn_mark(passage)) + len(text) + 4
        if cost > room:
            text = _ending(text, room - cost + len(text))
            cost = room
        if not text:
            break
        groups.setdefault(place, _Group(heading)).passages.append((passage, text))
        shown.append(hit)
        room -= cost
        if room < _LEAST:
            break
    return "\n\n".join(_written(group) for group in groups.values()), tuple(shown)


def citation(passage: Passage) -> str:
    """Return `### [title, date](path) · session <id8> · turn N`, with what is known."""
    title = one_line(passage.title)
    if len(title) > _LONGEST_TITLE:
        title = title[: _LONGEST_TITLE - 1].rstrip() + "…"
    label = ", ".join(filter(None, (title.translate(_IN_LINK), passage.at[:10])))
    target = f"<{passage.path}>" if " " in passage.path else passage.path
    parts = [f"### [{label}]({target})"]
    if passage.sources:
        parts.append(f"session {short_id(passage.sources[0].session)}")
    if _turns(passage):
        parts.append(f"turn {_turns(passage)}")
    return " · ".join(parts)


def _written(group: _Group) -> str:
    ordered = sorted(group.passages, key=lambda entry: entry[0].sources[0].turn if entry[0].sources else 0)
    return group.heading + "\n\n".join(_bodies(ordered))


def _bodies(passages: list[tuple[Passage, str]]) -> Iterator[str]:
    before = None
    for passage, text in passages:
        turns = _turns(passage)
        yield text if before is None or before == turns else f"{_turn_mark(passage)}{text}"
        before = turns


def _turn_mark(passage: Passage) -> str:
    turns = _turns(passage)
    return f"(turn {turns}) " if turns else ""


def _turns(passage: Passage) -> str:
    """Return the turns a passage was said in, such as `41` or `41-44`, or nothing when none is known."""
    if not passage.sources or not passage.sources[0].turn:
        return ""
    first, last = passage.sources[0], passage.sources[-1]
    together = first.session == last.session and last.turn > first.turn
    return f"{first.turn}-{last.turn}" if together else str(first.turn)


def _shown(passage: Passage) -> str:
    if passage.status != "superseded":
        return passage.text
    return passage.text if "~~" in passage.text else f"~~{passage.text}~~ until {passage.at[:10]}"


def _ending(text: str, room: int) -> str:
    """Return the start of `text` in at most `room` characters, or nothing when too little of it fits."""
    if room < min(_LEAST, len(text)):
        return ""
    kept = text[: room - 1]
    end = max(kept.rfind("\n", room // 2), kept.rfind(" ", room - 40))
    return (kept[:end] if end > 0 else kept).rstrip() + "…"
