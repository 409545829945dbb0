"""Fold the lines of a raw log into the turns of a `Session`.

Pure, and a hot path: every compile folds every session. Only `store.rawlog` calls it.

A turn is one message: its text, its thoughts and its calls with their results. What is no message of its own but
stands in one (a plan, a task list, a link, an answer, words of somebody else) follows as a turn of the same number.
"""

from collections.abc import Iterable
from typing import Any

from wikimem.model.record import Act, Kind, Role
from wikimem.model.session import RawRef, Session, ToolCall, Turn
from wikimem.store.rawlines import Header, Row

_SPOKEN = frozenset({Kind.TEXT.value, Kind.THOUGHT.value, Kind.CALL.value, Kind.RESULT.value})
_STANDING = {kind.value: kind for kind in (Kind.ANSWER, Kind.SUMMARY, Kind.PLAN, Kind.NOTICE, Kind.TODO, Kind.LINK)}
_ROLES = {role.value: role for role in Role}
_ACTS = {act.value: act for act in Act}


class _Call:
    """A tool call whose results may still come."""

    __slots__ = ("ok", "results", "row")

    def __init__(self, row: Row) -> None:
        self.row = row
        self.results: list[str] = []
        self.ok = True

    def tool_call(self) -> ToolCall:
        row = self.row
        act = _ACTS.get(row.get("act", "other"), Act.OTHER)
        result = "\n\n".join(self.results) if self.results else None
        return ToolCall(row.get("call", ""), row.get("name", ""), act, row.get("text", ""), _data(row), result, self.ok)


class _Message:
    """What one speaker said and did in one turn."""

    __slots__ = ("agent", "at", "calls", "kind", "ok", "role", "texts", "thoughts")

    def __init__(self, row: Row, role: Role) -> None:
        self.kind = Kind.THOUGHT
        self.role = role
        self.at: str = row.get("at", "")
        self.agent: str = row.get("agent", "")
        self.ok = True
        self.texts: list[str] = []
        self.thoughts: list[str] = []
        self.calls: list[_Call] = []

    def turn(self, number: int) -> Turn | None:
        if not (self.texts or self.thoughts or self.calls):
            return None
        calls = tuple([call.tool_call() for call in self.calls])
        text, thought = "\n\n".join(self.texts), "\n\n".join(self.thoughts)
        return Turn(number, self.kind, self.role, self.at, text, calls, thought, "", self.ok, self.agent)


class Fold:
    """The session that a header and rows make up, row by row."""

    def __init__(self, header: Header) -> None:
        """Start with what the header says."""
        self._header = header
        self._turns: dict[int, list[_Message | Turn]] = {}
        self._calls: dict[tuple[str, str], _Call] = {}
        self._title: dict[Role, str] = {}
        self._context: dict[str, dict[str, None]] = {"cwd": {}, "branch": {}, "model": {}}
        self._instants: tuple[str, str] = ("", "")

    def add(self, rows: Iterable[Row]) -> None:
        """Take in record rows, in raw-log order."""
        first, last = self._instants
        for row in rows:
            kind = row["kind"]
            agent = row.get("agent", "")
            at = row.get("at")
            if at and not agent:
                first = min(first, at) if first else at
                last = max(last, at)
            if kind in _SPOKEN:
                self._speak(kind, row, agent)
            elif kind in _STANDING:
                self._stand(_STANDING[kind], row)
            elif kind == "context" and not agent:
                self._learn(_data(row))
            elif kind == "title" and row.get("text"):
                self._title[_role(row)] = row["text"]
        self._instants = first, last

    def session(self, raw: RawRef) -> Session:
        """Return the session so far."""
        cwds, branches, models = (tuple(self._context[name]) for name in ("cwd", "branch", "model"))
        turns: list[Turn] = []
        for number in sorted(self._turns):
            for part in self._turns[number]:
                turn = part if isinstance(part, Turn) else part.turn(max(number, 1))
                if turn is not None:
                    turns.append(turn)
        return Session(
            id=self._header.session,
            agent=self._header.agent,
            raw=raw,
            cwd=cwds[0] if cwds else self._header.place.path,
            branch=branches[0] if branches else "",
            branches=branches,
            models=models,
            parent=self._header.parent,
            started=self._instants[0],
            ended=self._instants[1],
            title=self._title.get(Role.PERSON) or self._title.get(Role.AGENT, ""),
            turns=tuple(turns),
        )

    def _speak(self, kind: str, row: Row, agent: str) -> None:
        key = (agent, row.get("call", ""))
        if kind == "result" and key in self._calls:
            call = self._calls[key]
        else:
            message = self._message(row)
            if kind == "text":
                if not message.texts:
                    message.kind, message.at = Kind.TEXT, row.get("at", "") or message.at
                message.ok = message.ok and row.get("ok") is not False
                message.texts.append(row.get("text", ""))
                return
            if kind == "thought":
                message.thoughts.append(row.get("text", ""))
                return
            call = _Call(row if kind == "call" else {"call": key[1], "name": row.get("name", "")})
            if message.kind is Kind.THOUGHT:
                message.kind = Kind.CALL
            message.calls.append(call)
            self._calls[key] = call
        if kind == "result":
            call.results.append(row.get("text", ""))
            call.ok = row.get("ok") is not False

    def _message(self, row: Row) -> _Message:
        """Return the speaker's message of the row's turn, begun when it is not there."""
        role = _role(row)
        parts = self._turns.setdefault(row["turn"], [])
        for part in parts:
            if isinstance(part, _Message) and part.role is role:
                return part
        message = _Message(row, role)
        parts.append(message)
        return message

    def _stand(self, kind: Kind, row: Row) -> None:
        turn = Turn(
            number=max(row["turn"], 1),
            kind=kind,
            role=_role(row),
            at=row.get("at", ""),
            text=row.get("text", ""),
            name=row.get("name", ""),
            ok=row.get("ok") is not False,
            agent=row.get("agent", ""),
            data=_data(row),
        )
        self._turns.setdefault(row["turn"], []).append(turn)

    def _learn(self, context: dict[str, Any]) -> None:
        for name, seen in self._context.items():
            value = context.get(name)
            if isinstance(value, str) and value:
                seen.setdefault(value)


def _role(row: Row) -> Role:
    return _ROLES.get(row.get("role", "agent"), Role.INJECTED)


def _data(row: Row) -> dict[str, Any]:
    data = row.get("data")
    return data if isinstance(data, dict) else {}
