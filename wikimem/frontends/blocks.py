"""Read messages made of content blocks, the shape of the Anthropic API that several agents keep their history in.

For front-ends only.
"""

from collections.abc import Iterator
from typing import Any

from wikimem.frontends.fields import content_text, first_string, mapping, string, tool_input
from wikimem.frontends.tools import act_of, asked
from wikimem.model.record import Kind, Record


def blocks(content: Any) -> list[Any]:
    """Return the blocks of a message; a message that is one text has one."""
    return content if isinstance(content, list) else [content]


def agent_block(key: str, message: str, at: str, block: Any) -> Iterator[Record]:
    """Yield what an agent's block is: words, a thought, or a call of a tool."""
    fields = mapping(block)
    kind = string(fields.get("type"))
    if kind == "tool_use":
        data = tool_input(fields.get("input"))
        yield tool_call(key, message, at, string(fields.get("name")), data, string(fields.get("id")))
    elif kind == "thinking":
        if text := string(fields.get("thinking")).strip():
            yield Record(key, Kind.THOUGHT, message=message, at=at, text=text)
    elif text := content_text(block).strip():
        yield Record(key, Kind.TEXT, message=message, at=at, text=text)


def tool_call(key: str, message: str, at: str, name: str, data: dict[str, Any], call: str = "") -> Record:
    """Return the record of a call; one without an id is joined to its result by its key."""
    act = act_of(name)
    text = asked(act, data)
    return Record(key, Kind.CALL, message=message, at=at, text=text, name=name, act=act, call=call or key, data=data)


def call_of(result: dict[str, Any]) -> str:
    """Return the id of the call that a result answers."""
    return first_string(result, ("tool_use_id", "toolUseID", "toolCallId"))
