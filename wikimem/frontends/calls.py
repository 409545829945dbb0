"""Tool calls and their results, joined as a transcript goes.

For front-ends of agents whose tools are known by the names in `tools`.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import orjson

from wikimem.frontends.fields import first_string, mapping, string
from wikimem.frontends.tools import act_of, asked, decoded, is_plan, questions_of, task_list
from wikimem.model.record import Act, Kind, Record, Role

_REPLY = re.compile(
    r"\A\s*(?:The )?[Uu]ser(?:'s)? (?:responded|answered|selected|chose|reply|answer)(?: with)?:?[ \t]*"
)
_PAIRED = "User has answered your questions"
_PAIR = re.compile(r'"([^"]+)"="([^"]*)"')
_APPROVED_PLAN = "\n## Approved Plan:"


class _Call(NamedTuple):
    """A tool call whose result has not come yet."""

    name: str
    act: Act
    data: dict[str, Any]
    message: str
    is_list: bool


class Calls:
    """The calls of one transcript. Its records' keys are `<call>:call` and `<call>:result`."""

    def __init__(self, agent: str = "") -> None:
        """Start with nothing called; `agent` is the sub-agent all calls belong to, or empty."""
        self._agent = agent
        self._waiting: dict[str, _Call] = {}

    def call(self, id_: str, name: str, arguments: Any, *, at: str, message: str, plan: str = "") -> Iterator[Record]:
        """Yield a tool call, or the task list it sets; `plan` is the plan it shows, when the input holds none."""
        data, act = decoded(arguments), act_of(name)
        items = task_list(name, data)
        text = asked(act, data)
        if is_plan(name):
            plan = plan or string(data.pop("plan", ""))
            text = plan.strip().partition("\n")[0].lstrip("# ")
        self._waiting[id_] = _Call(name, act, {**data, "plan": plan} if plan else data, message, bool(items))
        if items:
            yield self._record(f"{id_}:call", Kind.TODO, at, message=message, data={"items": items})
            return
        yield self._record(f"{id_}:call", Kind.CALL, at, text, message=message, name=name, act=act, call=id_, data=data)

    def result(self, id_: str, text: str, *, at: str, ok: bool = True, name: str = "") -> Iterator[Record]:
        """Yield what a tool gave back, and the plan or the person's answers it settles."""
        call = self._waiting.pop(id_, None)
        if call is not None and call.is_list:
            return
        if call is not None and is_plan(call.name):
            text = text.partition(_APPROVED_PLAN)[0].rstrip()
            if plan := string(call.data.get("plan")):
                yield self._record(f"{id_}:plan", Kind.PLAN, at, plan, message=call.message, ok=ok)
        yield self._record(f"{id_}:result", Kind.RESULT, at, text.rstrip(), call=id_, ok=ok, name=name)
        if call is not None and call.act is Act.ASK and ok:
            for number, (question, answer, options) in enumerate(_answers(call.data, text)):
                data = {"question": question, "options": options}
                yield self._record(
                    f"{id_}:answer{number}", Kind.ANSWER, at, answer, role=Role.PERSON, call=id_, data=data
                )

    def _record(self, key: str, kind: Kind, at: str, text: str = "", **more: Any) -> Record:
        return Record(key, kind, at=at, text=text, agent=self._agent, **more)


def _answers(data: dict[str, Any], text: str) -> Iterator[tuple[str, str, list[str]]]:
    """Yield question, answer and offered options; an answer that names no question is given to all of them."""
    questions = questions_of(data)
    given = _given(text)
    if given is not None:
        for number, (question, options) in enumerate(questions):
            if answer := first_string(given, (question, str(number))):
                yield question, answer, options
    elif questions and (said := _REPLY.sub("", text).strip()):
        options = questions[0][1] if len(questions) == 1 else []
        yield "\n".join(question for question, _ in questions), said, options


def _given(text: str) -> dict[str, Any] | None:
    if pairs := _PAIR.findall(text) if text.startswith(_PAIRED) else ():
        return dict(pairs)
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    return mapping(value["answers"]) if isinstance(value, dict) and "answers" in value else None
