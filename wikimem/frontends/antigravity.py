"""Antigravity CLI: `~/.gemini/antigravity-cli/brain/<conversation>/.system_generated/logs/transcript_full.jsonl`.

Reached through the table in `wikimem.frontends`. One line a step, known by its index; `transcript.jsonl` beside it is
the same with long texts cut. A result carries no call id: results come in the order in which the model planned the
calls. The file does not say where the session ran, only where commands did; the model is what settings changes name.
The markdown that Antigravity keeps in a conversation's folder is no transcript.
"""

import re
from collections import deque
from collections.abc import Iterator
from typing import Any

import orjson

from wikimem.frontends.calls import Calls
from wikimem.frontends.context import Context
from wikimem.frontends.fence import cut_blocks
from wikimem.frontends.fields import Keys, digest, instant, mapping, other, sequence, stem_of, string
from wikimem.frontends.frontend import Lines
from wikimem.frontends.jsonl import Entry, objects, records
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Kind, Record, Role

_FOLDER = re.compile(r"([^/\\]+)[/\\]\.system_generated[/\\]")
_UNFINISHED = frozenset({"PENDING", "RUNNING", "GENERATING", "WAITING"})
_SILENT = frozenset({"CONVERSATION_HISTORY", "EPHEMERAL_MESSAGE"})
_REQUEST = re.compile(r"<USER_REQUEST>\n?(.*?)\n?</USER_REQUEST>", re.DOTALL)
_MODEL = re.compile(r"`Model Selection` from .*? to ([^\n]+?)\.?\s*$", re.MULTILINE)
_STAMPS = re.compile(r"\A(?:(?:Created|Completed) At: [^\n]*\n)+")
_OUTPUT = re.compile(r"\AThe command (completed successfully|failed[^\n]*)\.?\n(?:\s*Output:\n)?")
_HARNESS_TAGS = ("USER_SETTINGS_CHANGE", "ADDITIONAL_METADATA", "EPHEMERAL_MESSAGE")
_NAMES = {"CODE_ACTION": "code_action", "LIST_DIRECTORY": "list_dir", "SEARCH_WEB": "search_web"}
_RESUMING = "# Resuming from a compaction"


def recognise(_name: str, head: bytes) -> bool:
    """Tell whether a file is a transcript of steps; the name does not matter."""
    if any(isinstance(found, tuple) and _is_ours(found[1]) for found in objects(head.splitlines(keepends=True))):
        return True
    return b"\n" not in head and head.startswith(b'{"step_index":')


def _is_ours(entry: Entry) -> bool:
    return "step_index" in entry and "source" in entry and "type" in entry


def identify(name: str, lines: Lines) -> Identity | None:
    """Say which conversation a file holds: the folder it lies in names it; a file elsewhere goes by its stem."""
    if not any(isinstance(found, tuple) and _is_ours(found[1]) for found in objects(lines)):
        return None
    folder = _FOLDER.search(name)
    return Identity(folder[1] if folder else stem_of(name))


def parse(lines: Lines, _identity: Identity) -> Iterator[Record | Diagnostic]:
    """Yield the conversation's records in file order."""
    return records(lines, _Reader().read, lambda _: False)


class _Reader:
    """Walks one transcript."""

    def __init__(self) -> None:
        self._calls = Calls()
        self._context = Context()
        self._keys = Keys()
        self._planned: deque[str] = deque()

    def read(self, step: Entry) -> Iterator[Record]:
        """Yield the records one step makes; one that is not done yet comes again."""
        kind, source = string(step.get("type")), string(step.get("source"))
        if string(step.get("status")) in _UNFINISHED or kind in _SILENT:
            return
        at, text = instant(step.get("created_at")), string(step.get("content"))
        index = step.get("step_index")
        key = f"{index}:{digest(kind, text)}" if isinstance(index, int) else self._keys.key(kind, step)
        if kind == "USER_INPUT":
            yield from self._said(key, at, text)
        elif kind == "PLANNER_RESPONSE":
            yield from self._planned_by_model(key, at, step, text)
        elif kind == "CHECKPOINT":
            yield from self._compacted(key, at, text)
        elif kind == "ERROR_MESSAGE":
            yield Record(key, Kind.NOTICE, Role.INJECTED, key, at, text, "error")
        elif source == "MODEL" and text:
            yield from self._done(key, at, kind, text, ok=step.get("status") != "ERROR")
        elif text:
            yield Record(key, Kind.TEXT, Role.INJECTED, key, at, text)
        else:
            yield other(key, kind, step, at)

    def _said(self, key: str, at: str, text: str) -> Iterator[Record]:
        if model := _MODEL.search(text):
            yield from self._context.now(key, at, model=model[1])
        requests = _REQUEST.findall(text)
        for tag in _HARNESS_TAGS:
            text = cut_blocks(text, tag)
        if said := ("\n".join(requests) or text).strip():
            yield Record(key, Kind.TEXT, Role.PERSON, key, at, said)

    def _planned_by_model(self, key: str, at: str, step: Entry, text: str) -> Iterator[Record]:
        if thought := string(step.get("thinking")).strip():
            yield Record(f"{key}:thought", Kind.THOUGHT, message=key, at=at, text=thought)
        if text := text.strip():
            yield Record(key, Kind.TEXT, message=key, at=at, text=text)
        self._planned.clear()
        for number, call in enumerate(map(mapping, sequence(step.get("tool_calls")))):
            id_ = f"{key}:{number}"
            self._planned.append(id_)
            data = {name: _unquoted(value) for name, value in mapping(call.get("args")).items()}
            yield from self._context.now(id_, at, cwd=string(data.get("Cwd")))
            yield from self._calls.call(id_, string(call.get("name")), data, at=at, message=key)

    def _done(self, key: str, at: str, kind: str, text: str, *, ok: bool) -> Iterator[Record]:
        """Yield the result of the next planned call; a step nobody planned is a call of its own."""
        id_ = self._planned.popleft() if self._planned else ""
        if not id_:
            id_ = key
            yield from self._calls.call(id_, _NAMES.get(kind, kind.lower()), {}, at=at, message=key)
        text = _STAMPS.sub("", text)
        ended = _OUTPUT.match(text)
        if ended:
            text, ok = text[ended.end() :], ok and ended[1] == "completed successfully"
        yield from self._calls.result(id_, text, at=at, ok=ok)

    def _compacted(self, key: str, at: str, text: str) -> Iterator[Record]:
        summary = text.removeprefix(_RESUMING).strip()
        if summary:
            yield Record(key, Kind.SUMMARY, message=key, at=at, text=summary)
        else:
            yield Record(key, Kind.NOTICE, Role.INJECTED, key, at, "Context compacted", "compacted")


def _unquoted(value: Any) -> Any:
    """Return an argument as it is meant: Antigravity writes most as JSON in a string."""
    if not isinstance(value, str):
        return value
    try:
        return orjson.loads(value)
    except orjson.JSONDecodeError:
        return value
