"""Gemini CLI: `~/.gemini/tmp/<project>/chats/session-<time>-<id8>.json`, since 0.40 `.jsonl`.

Reached through the table in `wikimem.frontends`. The old file is one document, written anew with every message; the
new one is a log of a header, messages and patches (`$set`), which repeats a message when it gains tool calls and, after
a resume or a compression, all messages at once. So everything is known by message id and words, or by call id: what
is told again is the same record, and what a rewind takes back stays, followed by a notice.
The document does not say where the session ran; the log says it in the text Gemini injects first.
"""

import re
from collections.abc import Iterator

from wikimem.frontends.calls import Calls
from wikimem.frontends.context import Context, title
from wikimem.frontends.document import entries, records
from wikimem.frontends.fields import Keys, digest, first_string, instant, mapping, other, sequence, stem_of, string
from wikimem.frontends.frontend import Lines
from wikimem.frontends.jsonl import Entry
from wikimem.frontends.parts import parts_of, responses, summary_of, words
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Kind, Record, Role

_MARKS = (b'"sessionId"', b'"projectHash"')
_OLD_MARKS = (b'"history"', b'"parts"', b'"role"')
_AGENT = frozenset({"gemini", "model", "assistant"})
_NOTES = frozenset({"info", "warning", "error"})
_ENDED = frozenset({"success", "error", "cancelled"})
_INJECTED_STARTS = ("<session_context>", "I ran the following shell command:", "System: ")
_CWD = re.compile(r"\*\*Workspace Directories:\*\*\s*\n\s*- (\S[^\n]*)|currently working in the directory: (\S[^\n]*)")
_REFERENCED = "--- Content from referenced files ---"


def recognise(_name: str, head: bytes) -> bool:
    """Tell whether a file is a Gemini CLI conversation; the name does not matter."""
    return all(mark in head for mark in _MARKS) or all(mark in head for mark in _OLD_MARKS)


def identify(name: str, lines: Lines) -> Identity | None:
    """Say which session a file holds: the id it gives, else the file's stem.

    A sub-agent's file lies in a folder with its parent's id.
    """
    folder = re.split(r"[/\\]", name)[-2:-1]
    for found in entries(lines):
        if isinstance(found, Diagnostic):
            continue
        entry = mapping(found[1].get("$set")) or found[1]
        if own := string(entry.get("sessionId")):
            if entry.get("kind") == "subagent" and folder and folder != ["chats"]:
                return Identity(folder[0], agent=own)
            return Identity(own)
        if _messages(entry) or _is_message(entry):
            return Identity(stem_of(name))
    return None


def _messages(entry: Entry) -> list[Entry]:
    found = sequence(entry.get("messages")) or sequence(entry.get("history"))
    return [message for message in found if isinstance(message, dict)]


def _is_message(entry: Entry) -> bool:
    return first_string(entry, ("type", "role")) in _AGENT | _NOTES | {"user"}


def parse(lines: Lines, identity: Identity) -> Iterator[Record | Diagnostic]:
    """Yield the session's records in file order."""
    return records(lines, _Reader(identity).read)


class _Reader:
    """Walks one conversation."""

    def __init__(self, identity: Identity) -> None:
        self._agent = identity.agent
        self._calls = Calls(identity.agent)
        self._context = Context(identity.agent)
        self._keys = Keys()

    def read(self, entry: Entry) -> Iterator[Record]:
        """Yield the records one object makes: a header, a patch, a message, or a whole document."""
        if "$rewindTo" in entry:
            key = self._keys.key("rewind", string(entry["$rewindTo"]))
            text = "The person went back to an earlier message"
            yield Record(key, Kind.NOTICE, Role.INJECTED, key, text=text, name="interrupted", agent=self._agent)
            return
        patch = mapping(entry.get("$set")) or entry
        if patch is entry and _is_message(entry):
            yield from self._message(entry)
            return
        at = instant(patch.get("startTime"))
        folders = [folder for folder in sequence(patch.get("directories")) if isinstance(folder, str)]
        yield from self._context.now("header", at, cwd=folders[0] if folders else "")
        if not self._agent:
            yield from title(string(patch.get("summary")))
        for message in _messages(patch):
            yield from self._message(message)

    def _message(self, entry: Entry) -> Iterator[Record]:
        at = instant(entry.get("timestamp", entry.get("ts")))
        kind = first_string(entry, ("type", "role"))
        content = entry.get("content", entry.get("parts"))
        id_ = string(entry.get("id")) or self._keys.key(kind, at, content)
        if kind in _AGENT:
            yield from self._answer(id_, at, entry, content)
        elif kind == "user":
            shown = entry.get("displayContent")
            yield from self._said(id_, at, words(shown) if shown else words(content).partition(_REFERENCED)[0])
            for found in responses(content):
                call = found.call or f"{id_}:{found.name}"
                yield from self._calls.result(call, found.text, at=at, ok=found.ok)
        elif kind in _NOTES:
            yield from self._note(id_, at, kind, words(content))
        else:
            yield other(f"{id_}:{digest(entry)}", kind, entry, at, self._agent)

    def _said(self, id_: str, at: str, text: str) -> Iterator[Record]:
        text = text.strip()
        if not text:
            return
        key = f"{id_}:{digest(text)}"
        if summary := summary_of(text):
            yield Record(key, Kind.SUMMARY, message=id_, at=at, text=summary, agent=self._agent)
            return
        injected = bool(self._agent) or text.startswith(_INJECTED_STARTS)
        if injected and (cwd := _CWD.search(text)):
            yield from self._context.now(id_, at, cwd=(cwd[1] or cwd[2]).strip())
        role = Role.INJECTED if injected else Role.PERSON
        yield Record(key, Kind.TEXT, role, id_, at, text, agent=self._agent)

    def _answer(self, id_: str, at: str, entry: Entry, content: object) -> Iterator[Record]:
        yield from self._context.now(id_, at, model=string(entry.get("model")))
        thoughts = [mapping(thought) for thought in sequence(entry.get("thoughts"))]
        texts = [
            ": ".join(filter(None, (string(one.get("subject")), string(one.get("description"))))) for one in thoughts
        ]
        texts += [string(part.get("text")) for part in parts_of(content) if part.get("thought")]
        for text in filter(None, texts):
            yield Record(f"{id_}:{digest(text)}", Kind.THOUGHT, message=id_, at=at, text=text, agent=self._agent)
        if text := words(content):
            yield Record(f"{id_}:{digest(text)}", Kind.TEXT, message=id_, at=at, text=text, agent=self._agent)
        for index, part in enumerate(parts_of(content)):
            call = mapping(part.get("functionCall"))
            if call:
                name, call_id = string(call.get("name")), string(call.get("id"))
                yield from self._calls.call(
                    call_id or f"{id_}:{name or index}", name, call.get("args"), at=at, message=id_
                )
        for index, call in enumerate(map(mapping, sequence(entry.get("toolCalls")))):
            yield from self._called(string(call.get("id")) or f"{id_}:{index}", at, id_, call)

    def _called(self, id_: str, at: str, message: str, call: Entry) -> Iterator[Record]:
        yield from self._calls.call(id_, string(call.get("name")), call.get("args"), at=at, message=message)
        found = list(responses(call.get("result")))
        status = string(call.get("status"))
        if not found and status not in _ENDED:
            return
        text = "\n".join(response.text for response in found) or string(call.get("resultDisplay"))
        ok = all(response.ok for response in found) and status not in ("error", "cancelled")
        yield from self._calls.result(id_, text, at=instant(call.get("timestamp")) or at, ok=ok)

    def _note(self, id_: str, at: str, kind: str, text: str) -> Iterator[Record]:
        if kind == "error":
            name = "error"
        elif "cancelled" in text.lower():
            name = "interrupted"
        elif "history compressed" in text.lower():
            name = "compacted"
        else:
            yield other(f"{id_}:{digest(text)}", kind, text, at, self._agent)
            return
        yield Record(f"{id_}:{digest(text)}", Kind.NOTICE, Role.INJECTED, id_, at, text, name, agent=self._agent)
