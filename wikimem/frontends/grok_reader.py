"""Turn the lines of Grok Build's files into records.

For `grok_build` only. The files share no ids but those of calls, so words are known by what they say and how often
it was said. The screen's log tells words in pieces: they are whole when something else follows.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from wikimem.frontends.calls import Calls
from wikimem.frontends.context import Context, title
from wikimem.frontends.fence import cut_blocks
from wikimem.frontends.fields import (
    Keys,
    content_text,
    first_string,
    instant,
    mapping,
    other,
    sequence,
    string,
    todo_items,
)
from wikimem.frontends.jsonl import Entry
from wikimem.frontends.uuid7 import born
from wikimem.model.record import Identity, Kind, Record, Role

_PIECES = {"user_message_chunk": "user", "agent_message_chunk": "agent", "agent_thought_chunk": "thought"}
_SILENT = frozenset({"available_commands_update", "current_mode_update", "hook_execution"})
_QUERY = re.compile(r"\A\s*<user_query>\n?(.*?)\n?</user_query>\s*\Z", re.DOTALL)
_WORKSPACE = re.compile(r"^Workspace Path: (\S[^\n]*)$", re.MULTILINE)
_EXIT = re.compile(r"\Aexit: (-?\d+)(?:\n|\Z)")


class _Pieces(NamedTuple):
    """Words that are still being said."""

    who: str
    stream: Any
    at: str
    texts: list[str]


class Reader:
    """Walks one file and keeps what later lines refer to."""

    def __init__(self, identity: Identity) -> None:
        """Begin a file of the session `identity` names."""
        self._born = instant(born(identity.session)) if born(identity.session) else ""
        self._calls = Calls()
        self._context = Context()
        self._keys = Keys()
        self._pieces: _Pieces | None = None
        self._turn = ""

    def summary(self, entry: Entry) -> Iterator[Record]:
        """Yield what `summary.json` tells."""
        at = instant(entry.get("created_at"))
        remotes = [remote for remote in sequence(entry.get("git_remotes")) if isinstance(remote, str)]
        yield from self._context.now(
            "summary",
            at,
            cwd=string(mapping(entry.get("info")).get("cwd")),
            branch=string(entry.get("head_branch")),
            commit=string(entry.get("head_commit")),
            remote=remotes[0] if remotes else "",
            model=string(entry.get("current_model_id")),
        )
        yield from title(first_string(entry, ("generated_title", "session_summary")), at)

    def row(self, entry: Entry) -> Iterator[Record]:
        """Yield the records of one line of `chat_history.jsonl`."""
        kind = string(entry.get("type"))
        if kind == "user":
            yield from self._row_of_user(entry)
        elif kind == "assistant":
            yield from self._context.now("history", self._born, model=string(entry.get("model_id")))
            yield from self._said("agent", "", content_text(entry.get("content")))
            for call in map(mapping, sequence(entry.get("tool_calls"))):
                yield from self._called(string(call.get("id")), "", string(call.get("name")), call.get("arguments"))
        elif kind == "tool_result":
            yield from self._result(string(entry.get("tool_call_id")), "", content_text(entry.get("content")), ok=True)
        elif kind == "reasoning":
            parts = sequence(entry.get("summary")) or sequence(entry.get("content"))
            yield from self._said("thought", "", content_text(parts))
        elif kind == "backend_tool_call":
            call = mapping(entry.get("kind"))
            yield from self._called(string(call.get("id")), "", string(call.get("tool_type")), call.get("action"))
        elif kind != "system":
            yield other(self._keys.key(entry), kind, entry)

    def _row_of_user(self, entry: Entry) -> Iterator[Record]:
        text = content_text(entry.get("content")).strip()
        reason = string(entry.get("synthetic_reason"))
        if cwd := _WORKSPACE.search(text) if text.startswith("<user_info>") else None:
            yield from self._context.now("history", self._born, cwd=cwd[1].strip())
        if "compact" in reason and text:
            key = self._keys.key("summary", text)
            yield Record(key, Kind.SUMMARY, message=key, text=text)
        elif reason or text.startswith(("<user_info>", "<system-reminder>")):
            yield from self._said("injected", "", text)
        else:
            query = _QUERY.match(text)
            yield from self._said("user", "", cut_blocks(query[1] if query else text, "system-reminder"))

    def update(self, entry: Entry) -> Iterator[Record]:
        """Yield the records of one line of `updates.jsonl`."""
        params = mapping(entry.get("params"))
        update, meta = mapping(params.get("update")), mapping(params.get("_meta"))
        kind = string(update.get("sessionUpdate"))
        at = instant(meta.get("agentTimestampMs") or entry.get("timestamp"))
        if kind in _SILENT:
            return
        if kind in _PIECES:
            yield from self._piece(_PIECES[kind], meta.get("streamStartMs"), at, content_text(update.get("content")))
            model = string(mapping(update.get("_meta")).get("modelId"))
            yield from self._context.now("updates", at, model=model)
            return
        yield from self._whole()
        id_ = string(update.get("toolCallId"))
        if kind == "tool_call":
            name = string(mapping(mapping(update.get("_meta")).get("x.ai/tool")).get("name"))
            yield from self._called(id_, at, name or string(update.get("title")), update.get("rawInput"))
        elif kind == "tool_call_update":
            yield from self._progress(id_, at, update)
        elif kind == "plan":
            items = todo_items(update.get("entries"), "content")
            key = self._keys.key("plan", items)
            yield Record(key, Kind.TODO, message=key, at=at, data={"items": items})
        elif kind == "session_info_update":
            yield from title(string(update.get("title")), at)
        elif kind == "turn_completed":
            if update.get("stop_reason") == "cancelled":
                key = self._keys.key("cancelled", string(update.get("prompt_id")))
                yield Record(key, Kind.NOTICE, Role.INJECTED, key, at, "cancelled", "interrupted")
        else:
            yield other(self._keys.key(update), kind, update, at)

    def _piece(self, who: str, stream: Any, at: str, text: str) -> Iterator[Record]:
        if self._pieces is not None and (self._pieces.who, self._pieces.stream) != (who, stream):
            yield from self._whole()
        if self._pieces is None:
            self._pieces = _Pieces(who, stream, at, [])
        self._pieces.texts.append(text)

    def _whole(self) -> Iterator[Record]:
        pieces, self._pieces = self._pieces, None
        if pieces is not None:
            yield from self._said(pieces.who, pieces.at, "".join(pieces.texts))

    def _said(self, who: str, at: str, text: str) -> Iterator[Record]:
        text = text.strip()
        if not text:
            return
        key = self._keys.key(who, text)
        if who in ("agent", "thought"):
            self._turn = key if who == "agent" or not self._turn else self._turn
            kind = Kind.TEXT if who == "agent" else Kind.THOUGHT
            yield Record(key, kind, message=key if who == "agent" else "", at=at, text=text)
        else:
            self._turn = ""
            role = Role.PERSON if who == "user" else Role.INJECTED
            yield Record(key, Kind.TEXT, role, key, at, text)

    def _called(self, id_: str, at: str, name: str, arguments: Any) -> Iterator[Record]:
        id_ = id_ or self._keys.key("call", name, arguments)
        self._turn = self._turn or f"{id_}:call"
        yield from self._calls.call(id_, name, arguments, at=at, message=self._turn)

    def _progress(self, id_: str, at: str, update: Entry) -> Iterator[Record]:
        status, raw = string(update.get("status")), mapping(update.get("rawOutput"))
        if status not in ("completed", "failed"):
            return
        blocks = [mapping(block).get("content") for block in sequence(update.get("content"))]
        text = string(raw.get("output_for_prompt")) or content_text([block for block in blocks if block])
        yield from self._result(id_, at, text, ok=status == "completed" and raw.get("exit_code") in (None, 0))

    def _result(self, id_: str, at: str, text: str, *, ok: bool) -> Iterator[Record]:
        code = _EXIT.match(text)
        if code:
            text, ok = text[code.end() :], ok and code[1] == "0"
        yield from self._calls.result(id_ or self._keys.key("result", text), text, at=at, ok=ok)
