"""The block of text an agent or a person is given: passages with their citations, within a budget. Pure.

What is shown is as full as the budget allows: whole passages (L2) of the best places, then a sentence (L1) or only the
title (L0) of the places there was no room for.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from wikimem.model.ids import short_id
from wikimem.model.passage import Hit, Level, Passage
from wikimem.recall.rank import home
from wikimem.text.clean import clip, one_line

TOKEN = 4
"""Characters that count as one token."""

_LEAST = 300
"""Characters of room below which no further passage is begun."""
_LONGEST_TITLE = 70
_LONGEST_PROMPT = 120
"""Characters of the prompt that a passage answers: often the person's own words are what was asked for."""
_LONGEST_SENTENCE = 200
_IN_LINK = str.maketrans({"[": "(", "]": ")"})


class Detail(StrEnum):
    """How much is shown of each place, at most."""

    TITLES = "L0"
    SUMMARIES = "L1"
    PASSAGES = "L2"


@dataclass(slots=True)
class _Group:
    """The passages of one place, shown under one heading."""

    heading: str
    passages: list[tuple[Passage, str]] = field(default_factory=list)
    prompts: set[str] = field(default_factory=set)


def fill(
    hits: Iterable[Hit],
    budget: int,
    *,
    further: Iterable[Hit] = (),
    detail: Detail = Detail.PASSAGES,
) -> tuple[str, tuple[Hit, ...]]:
    """Return the block of at most `budget` tokens, and the hits it shows passages of.

    Passages are whole but for the last, which ends at a line or word; those of one session stand together, where the
    best of them stands, in the order in which they were said, each after the prompt it answers. What room is left goes
    to `further`: the best hits of other places, best first.
    """
    room = budget * TOKEN
    groups: dict[tuple[str, str], _Group] = {}
    shown = []
    for hit in hits if detail is Detail.PASSAGES else ():
        passage = hit.passage
        place = _place(passage)
        heading = "" if place in groups else f"### {citation(passage)}\n"
        prompt = _prompt(passage, groups[place].prompts if place in groups else set())
        text = _shown(passage)
        cost = len(heading) + len(prompt) + len(_turn_mark(passage)) + len(text) + 4
        if cost > room:
            text = _ending(text, room - cost + len(text))
            cost = room
        if not text:
            break
        group = groups.setdefault(place, _Group(heading))
        group.passages.append((passage, text))
        group.prompts.add(passage.heading)
        shown.append(hit)
        room -= cost
        if room < _LEAST:
            break
    rest = (hit for hit in further if _place(hit.passage) not in groups)
    written = [_written(group) for group in groups.values()]
    return "\n\n".join([*written, *_listed(rest, room, detail, is_rest=bool(groups))]), tuple(shown)


def citation(passage: Passage) -> str:
    """Return `[title, date](path) · session <id8> · turn N`, with what is known."""
    title = clip(one_line(passage.title), _LONGEST_TITLE)
    label = ", ".join(filter(None, (title.translate(_IN_LINK), passage.at[:10])))
    target = f"<{passage.path}>" if " " in passage.path else passage.path
    parts = [f"[{label}]({target})"]
    if passage.sources:
        parts.append(f"session {short_id(passage.sources[0].session)}")
    if _turns(passage):
        parts.append(f"turn {_turns(passage)}")
    return " · ".join(parts)


def _place(passage: Passage) -> tuple[str, str]:
    return home(passage), passage.path


def _prompt(passage: Passage, said: set[str]) -> str:
    """Return the line that says what a passage answers, or nothing when that has been said or is not known."""
    if passage.level is not Level.TURN or not passage.heading or passage.heading in said:
        return ""
    return f"> asked: {clip(one_line(passage.heading), _LONGEST_PROMPT)}\n\n"


def _listed(hits: Iterable[Hit], room: int, detail: Detail, *, is_rest: bool) -> list[str]:
    """Return the list of places in at most `room` characters, or nothing."""
    opening = "Further:\n" if is_rest else ""
    lines: list[str] = []
    room -= len(opening) + 2
    for hit in hits:
        title = f"- {citation(hit.passage)}"
        summary = f"{title}: {clip(one_line(_shown(hit.passage)), _LONGEST_SENTENCE)}"
        line = summary if detail is not Detail.TITLES and len(summary) < room else title
        if len(line) >= room:
            break
        lines.append(line)
        room -= len(line) + 1
    return [opening + "\n".join(lines)] if lines else []


def _written(group: _Group) -> str:
    ordered = sorted(group.passages, key=lambda entry: entry[0].sources[0].turn if entry[0].sources else 0)
    return group.heading + "\n\n".join(_bodies(ordered))


def _bodies(passages: list[tuple[Passage, str]]) -> Iterator[str]:
    before = None
    said = {passage.text for passage, _ in passages}
    prompts = {passage.heading for passage, _ in passages if any(text.startswith(passage.heading) for text in said)}
    for passage, text in passages:
        turns = _turns(passage)
        mark = "" if before is None or before == turns else _turn_mark(passage)
        yield f"{_prompt(passage, prompts)}{mark}{text}"
        prompts.add(passage.heading)
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
