"""Codex's tool calls and their results, which share a key by their call id however often they are told.

For `codex_reader` only.
"""

from collections.abc import Iterator
from typing import Any

from wikimem.frontends.codex_text import tool_output
from wikimem.frontends.codex_tools import Asked, asked, command_line, given_answers, plan_items
from wikimem.frontends.codex_turns import Turns
from wikimem.frontends.fields import compact, content_text, first_string, mapping, string, tool_input
from wikimem.frontends.jsonl import Entry
from wikimem.model.record import Act, Kind, Record, Role

_ITEM_NAMES = {"local_shell_call": "local_shell_call", "tool_search_call": "tool_search"}
_ARGUMENTS = {"custom_tool_call": "input", "local_shell_call": "action"}


class Calls:
    """The calls whose results matter beyond the text that came back."""

    def __init__(self, turns: Turns) -> None:
        """Add calls to the turns of one rollout."""
        self._turns = turns
        self._lists: set[str] = set()
        self._questions: dict[str, dict[str, Any]] = {}

    def call(self, key: str, at: str, item: Entry) -> Iterator[Record]:
        """Yield a tool call, or the task list it sets."""
        kind = string(item.get("type"))
        id_ = first_string(item, ("call_id", "id")) or key
        name = string(item.get("name")) or _ITEM_NAMES.get(kind, "")
        arguments = item.get(_ARGUMENTS.get(kind, "arguments"))
        if name == "update_plan":
            self._lists.add(id_)
            message = self._turns.group_call(key)
            yield self._turns.record(
                f"{id_}:call", Kind.TODO, at, message=message, data={"items": plan_items(arguments)}
            )
            return
        ask = asked(name, arguments)
        if ask.act is Act.ASK:
            self._questions[id_] = ask.data
        namespace = string(item.get("namespace"))
        yield self._called(id_, at, f"{namespace}__{name}" if namespace else name, ask, key)

    def web(self, key: str, at: str, item: Entry, teller: str) -> Iterator[Record]:
        """Yield a web search or an opened page; the item gives it no call id."""
        action = mapping(item.get("action"))
        text = first_string(action, ("query", "url", "pattern")) or string(item.get("query"))
        if text and not self._turns.told_before(teller, "web", text):
            yield self._called(key, at, "web_search", Asked(Act.WEB, text, tool_input(action)), key)

    def output(self, key: str, at: str, item: Entry) -> Iterator[Record]:
        """Yield what a tool gave back, and a person's answers in it."""
        id_ = string(item.get("call_id")) or key
        if id_ in self._lists:
            return
        result = tool_output(item.get("output", item.get("tools")))
        yield self._result(id_, at, result.text, ok=result.ok)
        questions = self._questions.pop(id_, {})
        for number, (question, answer, options) in enumerate(given_answers(questions, result.text)):
            data = {"question": question, "options": options}
            yield self._turns.record(
                f"{id_}:answer{number}", Kind.ANSWER, at, answer, role=Role.PERSON, call=id_, data=data
            )

    def ended(self, key: str, at: str, event: Entry) -> Iterator[Record]:
        """Yield the call and result that an event tells of; the items for the model may have told them before."""
        id_ = string(event.get("call_id")) or key
        if event.get("source") == "user_shell":
            return
        kind = event.get("type")
        if kind == "exec_command_end":
            command = command_line(event.get("command"))
            yield self._called(id_, at, "exec_command", Asked(Act.RUN, command, {"command": command}), key)
            text = string(event.get("aggregated_output")) or string(event.get("stdout")) + string(event.get("stderr"))
            yield self._result(id_, at, text.rstrip(), ok=event.get("exit_code") in (None, 0))
        elif kind == "patch_apply_end":
            files = list(mapping(event.get("changes")))
            yield self._called(
                id_, at, "apply_patch", Asked(Act.EDIT, files[0] if files else "", {"files": files}), key
            )
            text = string(event.get("stdout")) + string(event.get("stderr"))
            yield self._result(id_, at, text.rstrip(), ok=event.get("success") is not False)
        else:
            invocation = mapping(event.get("invocation"))
            name = f"mcp__{string(invocation.get('server'))}__{string(invocation.get('tool'))}"
            yield self._called(id_, at, name, asked(name, invocation.get("arguments")), key)
            yield self._result(id_, at, *_mcp_result(mapping(event.get("result"))))

    def _called(self, id_: str, at: str, name: str, ask: Asked, key: str) -> Record:
        message = self._turns.group_call(key)
        return self._turns.record(
            f"{id_}:call", Kind.CALL, at, ask.text, message=message, name=name, act=ask.act, call=id_, data=ask.data
        )

    def _result(self, id_: str, at: str, text: str, ok: bool) -> Record:
        return self._turns.record(f"{id_}:result", Kind.RESULT, at, text, message="", call=id_, ok=ok)


def _mcp_result(result: Entry) -> tuple[str, bool]:
    if "Err" in result:
        return content_text(result["Err"]), False
    given = mapping(result.get("Ok"))
    return content_text(given.get("content")) or compact(given.get("structuredContent") or ""), not given.get("isError")
