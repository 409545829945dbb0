"""The passages of a session's turns: every word a person or an agent said, cut to one length, in order. Pure.

`compiler` and `recall.mirror` call it for each raw log they index. What an agent says between two prompts is one
stream: short remarks around tool calls are joined until they fill a passage, so that it can be understood by itself.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from wikimem.model.passage import Level, Passage
from wikimem.model.record import Act, Kind, Role
from wikimem.model.session import Session, Turn
from wikimem.recall.cut import PASSAGE, cut
from wikimem.text.commits import commits_of

WORTH = {Kind.SUMMARY: 0.3, Kind.RESULT: 0.15}
"""Importance of a compaction summary, which repeats the turns before it, and of a sub-agent's report, which is long and
seldom the last word. Everything else counts 0.5. Measured (docs/recall.md)."""

_MOST_ASKED = 300
"""Characters of a prompt that its answers are also found by."""
_ENOUGH = 400
"""Characters that make a passage understood by itself. A shorter one is also found by what was said just before and
after it, so much on either side as it lacks: long ones speak for themselves (docs/recall.md)."""
_LEAST = 12
"""A shorter text ("yes", "go on") says nothing by itself."""
_AS_IT_IS = (Kind.SUMMARY, Kind.PLAN, Kind.ANSWER)


def passages_of_turns(session: Session, title: str) -> Iterator[Passage]:
    """Yield the passages of a session called `title`; their path is that of its raw log.

    Taken are the words of the person and the agent, plans, summaries, answers, commit messages and the reports of
    sub-agents. `heading` holds the start of the prompt that a passage belongs to; what tools printed is left out.
    """
    passages = list(_cut(session, title))
    for number, passage in enumerate(passages):
        lacks = _ENOUGH - len(passage.text)
        if lacks > 0:
            around = f"{_before(passages, number, lacks)}\n{_after(passages, number, lacks)}".strip()
            yield replace(passage, around=around)
        else:
            yield passage


def _before(passages: Sequence[Passage], number: int, most: int) -> str:
    said = ""
    while number and len(said) < most:
        number -= 1
        said = f"{passages[number].text}\n{said}"
    return said if len(said) <= most else said[-most:].partition(" ")[2]


def _after(passages: Sequence[Passage], number: int, most: int) -> str:
    said = ""
    while number < len(passages) - 1 and len(said) < most:
        number += 1
        said = f"{said}\n{passages[number].text}" if said else passages[number].text
    return said if len(said) <= most else said[:most].rpartition(" ")[0]


def _cut(session: Session, title: str) -> Iterator[Passage]:
    asked = ""
    stream: list[Turn] = []
    for turn in session.turns:
        if turn.agent or turn.role is Role.INJECTED:
            continue
        if turn.kind is Kind.TEXT and turn.role is Role.AGENT:
            if stream and sum(len(said.text) for said in stream) + len(turn.text) > PASSAGE:
                yield from _joined(session, title, asked, stream)
                stream = []
            if turn.text.strip():
                stream.append(turn)
        elif turn.kind is Kind.TEXT or turn.kind in _AS_IT_IS:
            yield from _joined(session, title, asked, stream)
            stream = []
            heading = asked if turn.kind is Kind.ANSWER else ""
            yield from _passages(session, title, heading, _said(turn), (turn,), turn.kind)
            if turn.kind is Kind.TEXT:
                asked = turn.text[:_MOST_ASKED]
        yield from _from_calls(session, title, turn)
    yield from _joined(session, title, asked, stream)


def _joined(session: Session, title: str, asked: str, stream: list[Turn]) -> Iterator[Passage]:
    if stream:
        yield from _passages(session, title, asked, "\n\n".join(turn.text for turn in stream), stream, Kind.TEXT)


def _from_calls(session: Session, title: str, turn: Turn) -> Iterator[Passage]:
    for call in turn.calls:
        if call.act is Act.TASK and call.result:
            yield from _passages(session, title, call.asked[:_MOST_ASKED], call.result, (turn,), Kind.RESULT)
        for commit in commits_of(call):
            message = f"Commit: {commit.subject}\n\n{commit.body}".strip()
            yield from _passages(session, title, "", message, (turn,), Kind.CALL)


def _said(turn: Turn) -> str:
    """Return the words of a turn: an answer with its question, a person's with their name where it is known."""
    question = turn.data.get("question") if turn.kind is Kind.ANSWER else None
    if isinstance(question, str) and question:
        return f"{question}\n\n{turn.text}"
    return f"{turn.name}: {turn.text}" if turn.name and turn.role is Role.PERSON else turn.text


def _passages(
    session: Session, title: str, heading: str, text: str, turns: Iterable[Turn], kind: Kind
) -> Iterator[Passage]:
    sources = tuple(session.source(turn.number, turn.role, turn.at) for turn in turns)
    for piece in cut(text):
        if len(piece) >= _LEAST or not piece.isascii():
            yield Passage(
                path=session.raw.path,
                level=Level.TURN,
                type="Turn",
                title=title,
                text=piece,
                heading=heading,
                sources=sources,
                scope=f"project:{session.project}" if session.project else "global",
                project=session.project,
                at=sources[0].at,
                importance=WORTH.get(kind, 0.5),
            )
