"""Continue: `~/.continue/sessions/<uuid>.json`, one document a session. Recorded from the real agent.

Reached through the table in `wikimem.frontends`. No message carries a time or an id, and the document is written anew
each time: a message is keyed by its words. The list of sessions beside them (`sessions.json`) holds none.
"""

import re
from collections.abc import Iterator
from typing import Any

from wikimem.frontends.blocks import tool_call
from wikimem.frontends.document import entries, records
from wikimem.frontends.fields import (
    Keys,
    content_text,
    first_string,
    mapping,
    sequence,
    stem_of,
    string,
    tool_input,
)
from wikimem.frontends.frontend import Lines
from wikimem.frontends.jsonl import Entry, values
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Kind, Record, Role

_SESSION = re.compile(rb'"sessionId"\s*:\s*"')
_INDEX = re.compile(rb'\A\s*\[\s*\{\s*"sessionId"\s*:(?s:.*)"dateCreated"\s*:')
_UNNAMED = frozenset({"Untitled Session", "New Session"})
_FINISHED = {"done": True, "errored": False, "canceled": False}
"""States of a tool call that has come to its end, and whether it went well."""


def recognise(_name: str, head: bytes) -> bool:
    """Tell whether a file is a session of Continue, or its list of them; the name does not matter."""
    if _INDEX.search(head) is not None:
        return True
    marks = (b'"history"', b'"workspaceDirectory"')
    return head.lstrip().startswith(b"{") and _SESSION.search(head) is not None and all(mark in head for mark in marks)


def identify(name: str, lines: Lines) -> Identity | None:
    """Say which session a file holds; the list of sessions holds none."""
    session: Entry = next((found[1] for found in entries(lines) if isinstance(found, tuple)), {})
    if not isinstance(session.get("history"), list):
        return None
    return Identity(string(session.get("sessionId")) or stem_of(name))


def parse(lines: Lines, _identity: Identity) -> Iterator[Record | Diagnostic]:
    """Yield the session's records in order."""
    return records(lines, _records)


def _records(session: Entry) -> Iterator[Record]:
    context = {"cwd": string(session.get("workspaceDirectory")), "model": string(session.get("chatModelTitle"))}
    context = {name: value for name, value in context.items() if value}
    if context:
        yield Record("context", Kind.CONTEXT, Role.INJECTED, data=dict(context))
    title = string(session.get("title")).strip()
    if title and title not in _UNNAMED:
        yield Record(f"title:{title}", Kind.TITLE, text=title)
    keys = Keys()
    for item in map(mapping, sequence(session.get("history"))):
        message = mapping(item.get("message"))
        key = keys.key(message.get("role"), message.get("content"), message.get("toolCalls"))
        model = string(mapping(message.get("usage")).get("model"))
        if model and context.get("model") != model:
            context["model"] = model
            yield Record(f"{key}:context", Kind.CONTEXT, Role.INJECTED, data=dict(context))
        yield from _item(key, item, message)


def _item(key: str, item: Entry, message: Entry) -> Iterator[Record]:
    role, text = string(message.get("role")), content_text(message.get("content")).strip()
    if summary := string(item.get("conversationSummary")).strip():
        yield Record(f"{key}:summary", Kind.SUMMARY, message=f"{key}:summary", text=summary)
    for index, one in enumerate(map(mapping, sequence(item.get("contextItems")))):
        if found := string(one.get("content")).strip():
            name = first_string(one, ("name", "description"))
            yield Record(f"{key}:context{index}", Kind.TEXT, Role.INJECTED, message=key, text=found, name=name)
    if role == "tool":
        yield Record(key, Kind.RESULT, text=text, call=string(message.get("toolCallId")))
    elif role == "thinking":
        if text:
            yield Record(key, Kind.THOUGHT, message=key, text=text)
    elif role == "assistant":
        yield from _answer(key, text, item, message)
    elif text:
        yield Record(key, Kind.TEXT, Role.PERSON if role == "user" else Role.INJECTED, message=key, text=text)


def _answer(key: str, text: str, item: Entry, message: Entry) -> Iterator[Record]:
    if thought := string(mapping(item.get("reasoning")).get("text")).strip():
        yield Record(f"{key}:thought", Kind.THOUGHT, message=key, text=thought)
    if text:
        yield Record(key, Kind.TEXT, message=key, text=text)
    states = {string(state.get("toolCallId")): state for state in map(mapping, sequence(item.get("toolCallStates")))}
    for index, call in enumerate(map(mapping, sequence(message.get("toolCalls")))):
        function, id_ = mapping(call.get("function")), string(call.get("id"))
        state = states.get(id_, {})
        data = tool_input(state.get("parsedArgs")) or _decoded(function.get("arguments"))
        yield tool_call(f"{key}:{index}", key, "", string(function.get("name")), data, id_)
        status = string(state.get("status"))
        if status in _FINISHED:
            yield _result(f"{key}:{index}:result", id_ or f"{key}:{index}", state, ok=_FINISHED[status])


def _decoded(arguments: Any) -> Entry:
    found = values(string(arguments).encode("utf-8", "replace"))[0]
    return tool_input(found[0]) if len(found) == 1 else {}


def _result(key: str, call: str, state: Entry, *, ok: bool) -> Record:
    parts = [string(part.get("content")) for part in map(mapping, sequence(state.get("output")))]
    return Record(key, Kind.RESULT, text="\n".join(filter(None, parts)), call=call, ok=ok)
