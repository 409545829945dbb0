"""Turn the messages of one Cline or Roo task into records.

For `cline` and `roo` only. Both keep what they send to the model: a user message holds a person's words in marked
blocks, results of tools, and much that the harness says. What is marked is the person's; so are bare words, unless
results of tools stand beside them.
"""

from collections.abc import Iterator
from typing import Any

from wikimem.frontends import cline_text as words
from wikimem.frontends.blocks import agent_block, blocks, call_of, tool_call
from wikimem.frontends.fence import cut_blocks
from wikimem.frontends.fields import Keys, content_text, first_string, instant, mapping, sequence, string
from wikimem.frontends.jsonl import Entry
from wikimem.model.record import Act, Kind, Record, Role

_SPOKEN = {"attempt_completion": "result", "plan_mode_respond": "response"}
"""Tools by which the agent speaks to the person, and the field that holds its words."""
_SUMMARIES = frozenset({"condense", "summarize_task"})
_HARNESS_STARTS = ("[", "#", "<")
_INTERRUPTED = "[Response interrupted"


class Reader:
    """Walks one task and keeps what later messages refer to."""

    def __init__(self, begun: str) -> None:
        """Begin a task; `begun` is the instant it started, or empty."""
        self._begun = begun
        self._keys = Keys()
        self._context: dict[str, str] = {}
        self._open: list[Record] = []
        """Calls of the last agent message that have no result yet."""
        self._questions: dict[str, Record] = {}

    def context(self, key: str, at: str, found: dict[str, str]) -> Iterator[Record]:
        """Yield where the task runs from here on, when that has changed."""
        changed = {name: value for name, value in found.items() if value and self._context.get(name) != value}
        if changed:
            self._context |= changed
            at = at or self._begun
            yield Record(f"{key}:context", Kind.CONTEXT, Role.INJECTED, at=at, data=dict(self._context))

    def read(self, message: Entry) -> Iterator[Record]:
        """Yield the records of one message."""
        role, content = string(message.get("role")), message.get("content")
        key = self._keys.key(string(message.get("id")), role, content)
        at = instant(message.get("ts"))
        if message.get("isSummary"):
            if text := content_text(content).strip():
                yield Record(key, Kind.SUMMARY, message=key, at=at, text=text)
        elif role == "assistant":
            yield from self._agent(key, at, message)
        elif role == "user":
            yield from self._user(key, at, message)

    def _agent(self, key: str, at: str, message: Entry) -> Iterator[Record]:
        model = mapping(message.get("modelInfo"))
        yield from self.context(key, at, {"model": first_string(model, ("modelId", "id"))})
        self._open = []
        for index, block in enumerate(blocks(message.get("content"))):
            for record in _spoken(f"{key}:{index}", key, at, block):
                yield from self._told(record)

    def _told(self, record: Record) -> Iterator[Record]:
        """Yield a record of the agent, or what the agent says or plans by means of a tool."""
        if record.kind is not Kind.CALL:
            yield record
            return
        self._open.append(record)
        tasks = first_string(dict(record.data), ("task_progress", "todos"))
        if record.name in _SPOKEN:
            text = string(record.data.get(_SPOKEN[record.name])).strip()
            if text:
                yield Record(record.key, Kind.TEXT, message=record.message, at=record.at, text=text, name=record.name)
            self._questions[record.call] = record
        elif record.name in _SUMMARIES:
            if text := string(record.data.get("context")).strip():
                yield Record(record.key, Kind.SUMMARY, message=record.key, at=record.at, text=text)
        elif record.name != "update_todo_list":
            if record.act is Act.ASK:
                self._questions[record.call] = record
            yield record
        if items := words.checklist(tasks):
            yield Record(f"{record.key}:todo", Kind.TODO, at=record.at, data={"items": items})

    def _user(self, key: str, at: str, message: Entry) -> Iterator[Record]:
        content = _joined(blocks(message.get("content")))
        around = words.surroundings(content_text(content))
        at = at or around.at
        yield from self.context(key, at, around.context)
        harness = any(map(_is_result, content)) or mapping(message.get("metadata")).get("displayRole") == "system"
        bare = Role.INJECTED if harness else Role.PERSON
        for index, block in enumerate(content):
            fields, place = mapping(block), f"{key}:{index}"
            if fields.get("type") == "tool_result":
                call, ok = call_of(fields), not fields.get("is_error")
                text, well = _output(fields.get("content"))
                yield from self._result(place, key, at, text, call, ok=ok and well)
            elif text := cut_blocks(content_text(block), "environment_details").strip():
                yield from self._text(place, key, at, text, bare)

    def _text(self, place: str, key: str, at: str, text: str, bare: Role) -> Iterator[Record]:
        head = words.result_head(text)
        if head is not None:
            name, rest = head
            call = next((one for one in self._open if one.name == name), None)
            if call is not None:
                self._open.remove(call)
            yield from self._result(place, key, at, rest.strip("\n"), call.call if call else "")
            return
        found = list(words.elements(text, words.PERSON_TAGS))
        for number, element in enumerate(found):
            if said := element.body.strip():
                yield Record(f"{place}:{number}", Kind.TEXT, Role.PERSON, message=key, at=at, text=said)
        if rest := words.without(text, found):
            role = Role.INJECTED if found or rest.startswith(_HARNESS_STARTS) else bare
            yield Record(place, Kind.TEXT, role, message=key, at=at, text=rest)

    def _result(self, place: str, key: str, at: str, text: str, call: str, *, ok: bool = True) -> Iterator[Record]:
        """Yield what a tool gave back; a person's words in it are an answer when the tool had asked."""
        found = list(words.elements(text, words.PERSON_TAGS)) if "<" in text else []
        asked = self._questions.get(call)
        for number, element in enumerate(found):
            said, answer = element.body.strip(), f"{place}:{number}"
            if said and asked is not None and asked.act is Act.ASK:
                data = {"question": asked.text, "options": words.offered(dict(asked.data))}
                yield Record(answer, Kind.ANSWER, Role.PERSON, message=answer, at=at, text=said, call=call, data=data)
            elif said:
                yield Record(answer, Kind.TEXT, Role.PERSON, message=key, at=at, text=said)
        rest = cut_blocks(words.without(text, found), "environment_details").strip()
        if asked is None or asked.act is Act.ASK:
            yield Record(place, Kind.RESULT, at=at, text=rest, call=call, ok=ok)


def _is_result(block: Any) -> bool:
    return mapping(block).get("type") == "tool_result" or words.result_head(content_text(block)) is not None


def _joined(content: list[Any]) -> list[Any]:
    """Put what a tool gave back together with the head that stands before it in a block of its own."""
    joined: list[Any] = []
    head = ""
    for block in content:
        found = words.result_head(content_text(block))
        if head and found is None and mapping(block).get("type") != "tool_result":
            joined[-1] = f"{head}\n{content_text(block)}"
            head = ""
            continue
        head = content_text(block) if found is not None and not found[1].strip() else ""
        joined.append(block)
    return joined


def _spoken(key: str, message: str, at: str, block: Any) -> Iterator[Record]:
    """Yield the records of an agent's block, calls written into its words among them."""
    for record in agent_block(key, message, at, block):
        if record.kind is not Kind.TEXT:
            yield record
        elif record.text.startswith(_INTERRUPTED):
            yield Record(key, Kind.NOTICE, Role.INJECTED, at=at, text=record.text, name="interrupted")
        else:
            said, calls = words.written_calls(record.text)
            if said:
                yield Record(key, Kind.TEXT, message=message, at=at, text=said)
            for number, (name, data) in enumerate(calls):
                yield tool_call(f"{key}:call{number}", message, at, name, dict(data))


def _output(content: Any) -> tuple[str, bool]:
    """Return what came back and whether all went well; Cline answers each query of a call for itself."""
    answers = [one for one in sequence(content) if isinstance(one, dict) and "result" in one]
    if not answers:
        return content_text(content), True
    texts = [string(one["result"]) or content_text(one["result"]) for one in answers]
    return "\n".join(filter(None, texts)), all(one.get("success", True) for one in answers)
