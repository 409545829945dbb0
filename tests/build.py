"""Small invented sessions: `a_session(person("..."), agent("..."))` numbers the turns and dates them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from wikimem.model.claim import Claim, ClaimKind, Source
from wikimem.model.record import Act, Kind, Role
from wikimem.model.session import RawRef, Session, ToolCall, Turn

SESSION = "4c81d2f0-0000-4000-8000-000000000000"
RAW = f"raw/claude-code/2026/{SESSION}.jsonl"
MODEL = "claude-opus-4-5"


def a_call(asked: str, result: str | None = "", *, act: Act = Act.RUN, ok: bool = True, **data: Any) -> ToolCall:
    return ToolCall("call-1", "Bash" if act is Act.RUN else act.value.title(), act, asked, data, result, ok)


def a_turn(
    text: str = "",
    *,
    role: Role = Role.AGENT,
    kind: Kind = Kind.TEXT,
    calls: Sequence[ToolCall] = (),
    ok: bool = True,
    agent: str = "",
    **data: Any,
) -> Turn:
    return Turn(0, kind, role, "", text, tuple(calls), ok=ok, agent=agent, data=data)


def person(text: str) -> Turn:
    return a_turn(text, role=Role.PERSON)


def agent(text: str, *calls: ToolCall) -> Turn:
    return a_turn(text, calls=calls)


def summary(text: str) -> Turn:
    return a_turn(text, kind=Kind.SUMMARY)


def plan(text: str, *, ok: bool = True) -> Turn:
    return a_turn(text, kind=Kind.PLAN, ok=ok)


def answer(question: str, text: str, **data: Any) -> Turn:
    return a_turn(text, role=Role.PERSON, kind=Kind.ANSWER, question=question, **data)


def todo(*items: tuple[str, str]) -> Turn:
    return a_turn(kind=Kind.TODO, items=[{"text": text, "status": status} for text, status in items])


def a_session(*turns: Turn, **fields: Any) -> Session:
    dated = tuple(
        replace(turn, number=number, at=f"2026-03-08T10:{number % 60:02}:00Z") for number, turn in enumerate(turns, 1)
    )
    session = Session(
        SESSION,
        "claude-code",
        RawRef(RAW, 4096, "0" * 64),
        project="ferry",
        cwd="/home/mira/ferry",
        models=(MODEL,),
        started="2026-03-08T10:00:00Z",
        ended="2026-03-08T11:30:00Z",
        turns=dated,
    )
    return replace(session, **fields)


def a_claim(
    text: str, kind: ClaimKind = ClaimKind.FACT, *, turn: int = 1, by_person: bool = False, **fields: Any
) -> Claim:
    said_by = "human:user" if by_person else f"claude-code/{MODEL}"
    source = Source(SESSION, turn, RAW, said_by, "2026-03-08T10:01:00Z")
    return replace(Claim(kind, text, "Retry queue", (source,), "project:ferry"), **fields)
