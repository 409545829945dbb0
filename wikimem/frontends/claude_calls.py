"""Claude Code's tool calls and their results, joined as the transcript goes.

For `claude_reader` only.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from wikimem.frontends import claude_text as words
from wikimem.frontends.claude_tools import LIST_TOOLS, TASK_TOOLS, TaskList, act_of, asked
from wikimem.frontends.fields import content_text, string, todo_items, tool_input
from wikimem.frontends.jsonl import Entry
from wikimem.model.record import Kind, Record, Role

_PULL_REQUEST = re.compile(r"https://github\.com/([\w.-]+/[\w.-]+)/pull/(\d+)")
_APPROVED_PLAN = "\n## Approved Plan:"


class Place(NamedTuple):
    """Where a record stands: what all its blocks share."""

    uuid: str
    at: str
    agent: str
    message: str


class _Call(NamedTuple):
    """A tool call whose result has not come yet."""

    name: str
    asked: str
    data: dict[str, Any]
    message: str


def record_at(place: Place, part: int | str, kind: Kind, text: str = "", **more: Any) -> Record:
    """Return a record that stands at a place; `part` tells it from the others there."""
    more.setdefault("message", place.message)
    return Record(f"{place.uuid}:{part}", kind, at=place.at, text=text, agent=place.agent, **more)


def pull_request(url: str, repository: str, number: Any, at: str) -> Record:
    """Return the link to a pull request; the same one told twice is one record."""
    data = {"number": number if isinstance(number, int) else 0, "repository": repository}
    return Record(f"link:{url}", Kind.LINK, at=at, text=url, name="pull-request", data=data)


class Calls:
    """The calls that wait for a result, and the task lists they change."""

    def __init__(self) -> None:
        """Start with nothing called."""
        self._calls: dict[str, _Call] = {}
        self._tasks: dict[str, TaskList] = {}

    def call(self, place: Place, index: int, block: Entry) -> Iterator[Record]:
        """Yield a tool call, or the task list it leaves."""
        id_ = string(block.get("id")) or f"{place.uuid}:{index}"
        name = string(block.get("name"))
        data = tool_input(block.get("input"))
        act = act_of(name)
        text = asked(act, data)
        self._calls[id_] = _Call(name, text, data, place.message)
        if name == "TodoWrite":
            yield record_at(place, index, Kind.TODO, data={"items": todo_items(data.get("todos"), "content")})
        elif name not in TASK_TOOLS:
            if name == "ExitPlanMode":
                data = {field: value for field, value in data.items() if field != "plan"}
            yield record_at(place, index, Kind.CALL, text, name=name, act=act, call=id_, data=data)

    def result(self, place: Place, index: int, block: Entry, details: Any) -> Iterator[Record]:
        """Yield what a tool gave back, and the answer, plan, task list or link in it."""
        id_ = string(block.get("tool_use_id"))
        content = content_text(block.get("content"))
        ok = not block.get("is_error") and not content.startswith("<tool_use_error>")
        text = words.result_text(content)
        call = self._calls.pop(id_, None)
        if call is None:
            yield record_at(place, index, Kind.RESULT, text, message="", call=id_, ok=ok)
            return
        if call.name in LIST_TOOLS:
            if ok:
                yield from self._task_changed(place, index, call, text, details)
            return
        if call.name == "ExitPlanMode":
            text = text.partition(_APPROVED_PLAN)[0].rstrip()
            if plan := string(call.data.get("plan")):
                yield record_at(place, f"{index}:plan", Kind.PLAN, plan, message=call.message, ok=ok)
        yield record_at(place, index, Kind.RESULT, text, message="", call=id_, ok=ok)
        for number, (said, data) in enumerate(_answers(call, text, details, ok=ok)):
            part = f"{index}:answer{number}"
            yield record_at(place, part, Kind.ANSWER, said, role=Role.PERSON, call=id_, data=data)
        if ok and "gh pr create" in call.asked and (found := _PULL_REQUEST.search(text)):
            yield pull_request(found[0], found[1], int(found[2]), place.at)

    def _task_changed(self, place: Place, index: int, call: _Call, text: str, details: Any) -> Iterator[Record]:
        if call.name not in TASK_TOOLS:
            return
        tasks = self._tasks.setdefault(place.agent, TaskList())
        if call.name == "TaskCreate":
            tasks.create(call.data, text, details)
        else:
            tasks.update(call.data)
        yield record_at(place, index, Kind.TODO, message=call.message, data={"items": tasks.items()})


def _answers(call: _Call, text: str, details: Any, *, ok: bool) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield what the person said to a call: answers to its questions, or words of refusal."""
    if call.name == "AskUserQuestion":
        for choice in words.choices(call.data, text, details):
            yield choice.answer, {"question": choice.question, "options": list(choice.options)}
    if not ok and (said := words.refusal_words(text)):
        yield said, {"question": call.asked or call.name, "refused": True}
