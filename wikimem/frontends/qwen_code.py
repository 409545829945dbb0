"""Qwen Code: `~/.qwen/projects/<folder>/chats/<session>.jsonl`.

Reached through the table in `wikimem.frontends`. An envelope like Claude Code's around messages in Google's form. One
message may come as several lines with one uuid, so a record is known by uuid and words. A line of another session
than the file's is left out and reported once.
"""

import re
from collections.abc import Iterator

from wikimem.frontends.calls import Calls
from wikimem.frontends.context import Context, title
from wikimem.frontends.fence import cut_blocks
from wikimem.frontends.fields import Keys, digest, instant, mapping, once, other, sequence, stem_of, string
from wikimem.frontends.frontend import Lines
from wikimem.frontends.jsonl import Entry, objects
from wikimem.frontends.parts import part_text, parts_of, responses, summary_of
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.model.record import Identity, Kind, Record, Role

_TYPES = frozenset({"user", "assistant", "tool_result", "system"})
_ID = re.compile(r"[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}")
_SILENT = frozenset(
    {"ui_telemetry", "attribution_snapshot", "file_history_snapshot", "session_artifact_snapshot", "at_command"}
)
_SAID = frozenset({"", "mid_turn_user_message"})
"""Subtypes of what a person typed."""
_HARNESS_TAGS = ("qwen:user-prompt-submit-context", "qwen:session-start-context", "system-reminder")
_NOISE = b'"subtype":"ui_telemetry"'
_ENVELOPE_BYTES = 600
_CUT_MARKS = (b'"sessionId"', b'"parentUuid"', b'"parts"')


def recognise(_name: str, head: bytes) -> bool:
    """Tell whether a file is a Qwen Code transcript; the name does not matter."""
    if any(isinstance(found, tuple) and _is_ours(found[1]) for found in objects(head.splitlines(keepends=True))):
        return True
    return b"\n" not in head and all(mark in head for mark in _CUT_MARKS)


def _is_ours(entry: Entry) -> bool:
    if string(entry.get("type")) not in _TYPES or "sessionId" not in entry or "isSidechain" in entry:
        return False
    return "parts" in mapping(entry.get("message")) or "systemPayload" in entry


def identify(name: str, lines: Lines) -> Identity | None:
    """Say which session a file holds: the one that names the file, else the first line's."""
    named = _ID.fullmatch(stem_of(name))
    for found in objects(lines):
        if isinstance(found, tuple) and _is_ours(found[1]) and (session := string(found[1]["sessionId"])):
            return Identity(named[0] if named else session)
    return None


def parse(lines: Lines, identity: Identity) -> Iterator[Record | Diagnostic]:
    """Yield the session's records in file order."""
    return once(_records(lines, identity))


def _records(lines: Lines, identity: Identity) -> Iterator[Record | Diagnostic]:
    reader = _Reader()
    foreign: set[str] = set()
    for found in objects(lines, _is_noise):
        if isinstance(found, Diagnostic):
            yield found
            continue
        number, entry = found
        session = string(entry.get("sessionId"))
        if not session or session == identity.session:
            yield from reader.read(entry)
        elif session not in foreign:
            foreign.add(session)
            what = f"lines of session {session} were left out"
            yield Diagnostic("other-session", what, Severity.INFO, line=number)


def _is_noise(line: bytes) -> bool:
    return line.find(_NOISE, 0, _ENVELOPE_BYTES) > 0


class _Reader:
    """Walks one transcript."""

    def __init__(self) -> None:
        self._calls = Calls()
        self._context = Context()
        self._keys = Keys()

    def read(self, entry: Entry) -> Iterator[Record]:
        """Yield the records one line makes."""
        at, kind = instant(entry.get("timestamp")), string(entry.get("type"))
        uuid = string(entry.get("uuid")) or self._keys.key(entry)
        place = {name: string(entry.get(name)) for name in ("cwd", "version", "model")}
        branch = string(entry.get("gitBranch"))
        if kind in _TYPES and string(entry.get("subtype")) not in _SILENT:
            yield from self._context.now(uuid, at, **place, branch=branch)
        if kind == "user":
            yield from self._user(uuid, at, entry)
        elif kind == "assistant":
            yield from self._answer(uuid, at, mapping(entry.get("message")).get("parts"))
        elif kind == "tool_result":
            yield from self._result(uuid, at, entry)
        elif kind == "system":
            yield from self._system(uuid, at, string(entry.get("subtype")), entry)
        else:
            yield other(f"{uuid}:{digest(entry)}", kind, entry, at)

    def _user(self, uuid: str, at: str, entry: Entry) -> Iterator[Record]:
        """Yield a prompt. What follows its first part was put in by hooks or comes from files it names."""
        shown = string(mapping(entry.get("systemPayload")).get("displayText"))
        texts = [_clean(part_text(part)) for part in parts_of(mapping(entry.get("message")).get("parts"))]
        texts = [text for text in texts if text]
        real = string(entry.get("provenance")) in ("", "real_user") and string(entry.get("subtype")) in _SAID
        prompt = _clean(shown) or (texts[0] if texts else "")
        if prompt and (summary := summary_of(prompt)):
            yield Record(f"{uuid}:{digest(prompt)}", Kind.SUMMARY, message=uuid, at=at, text=summary)
        elif prompt:
            role = Role.PERSON if real else Role.INJECTED
            yield Record(f"{uuid}:{digest(prompt)}", Kind.TEXT, role, uuid, at, prompt)
        for text in texts[1:]:
            yield Record(f"{uuid}:{digest(text)}", Kind.TEXT, Role.INJECTED, f"{uuid}:more", at, text)

    def _answer(self, uuid: str, at: str, content: object) -> Iterator[Record]:
        for index, part in enumerate(parts_of(content)):
            call = mapping(part.get("functionCall"))
            if call:
                id_ = string(call.get("id")) or f"{uuid}:{index}"
                yield from self._calls.call(id_, string(call.get("name")), call.get("args"), at=at, message=uuid)
            elif text := part_text(part).strip():
                kind = Kind.THOUGHT if part.get("thought") else Kind.TEXT
                yield Record(f"{uuid}:{digest(kind.value, text)}", kind, message=uuid, at=at, text=text)

    def _result(self, uuid: str, at: str, entry: Entry) -> Iterator[Record]:
        details = mapping(entry.get("toolCallResult"))
        shown = mapping(details.get("resultDisplay"))
        failed = string(details.get("status")) in ("error", "cancelled") or shown.get("exitCode") not in (None, 0)
        for index, found in enumerate(responses(mapping(entry.get("message")).get("parts"))):
            id_ = found.call or string(details.get("callId")) or f"{uuid}:{index}"
            text = string(shown.get("output")) if "exitCode" in shown else found.text
            yield from self._calls.result(id_, text, at=at, ok=found.ok and not failed)

    def _system(self, uuid: str, at: str, subtype: str, entry: Entry) -> Iterator[Record]:
        payload = mapping(entry.get("systemPayload"))
        if subtype == "custom_title":
            yield from title(string(payload.get("customTitle")), at)
        elif subtype == "rewind":
            text = "The person went back to an earlier message"
            yield Record(uuid, Kind.NOTICE, Role.INJECTED, uuid, at, text, "interrupted")
        elif subtype == "slash_command":
            command = string(payload.get("rawCommand")).strip()
            if command and payload.get("phase") != "result":
                role = Role.PERSON if " " in command else Role.INJECTED
                yield Record(f"{uuid}:{digest(command)}", Kind.TEXT, role, uuid, at, command)
        elif subtype == "chat_compression":
            yield from self._compressed(uuid, at, payload)
        elif subtype not in _SILENT:
            yield other(f"{uuid}:{digest(entry)}", subtype, payload, at)

    def _compressed(self, uuid: str, at: str, payload: Entry) -> Iterator[Record]:
        for message in map(mapping, sequence(payload.get("compressedHistory"))):
            for part in parts_of(message.get("parts")):
                if summary := summary_of(part_text(part)):
                    yield Record(f"{uuid}:{digest(summary)}", Kind.SUMMARY, message=uuid, at=at, text=summary)
        yield Record(uuid, Kind.NOTICE, Role.INJECTED, f"{uuid}:notice", at, "Chat compressed", "compacted")


def _clean(text: str) -> str:
    for tag in _HARNESS_TAGS:
        text = cut_blocks(text, tag)
    return text.strip()
