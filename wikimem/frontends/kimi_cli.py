"""Kimi Code CLI: `~/.kimi-code/sessions/<folder>/session_<id>/agents/<main or agent-N>/wire.jsonl`, and `state.json`.

Reached through the table in `wikimem.frontends`. The wire log is append-only; `state.json` beside it is one document
that tells title and working directory, and is read as a part of the same session. Call ids start again with every
run (`Bash_0`), so a call is known by its step as well. The logs of Kimi CLI before Kimi Code (`~/.kimi`) are others.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

from wikimem.frontends.calls import Calls
from wikimem.frontends.context import Context, title
from wikimem.frontends.document import entries, records
from wikimem.frontends.fields import Keys, compact, content_text, instant, mapping, other, stem_of, string
from wikimem.frontends.frontend import Lines
from wikimem.frontends.jsonl import Entry
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Kind, Record, Role

_STARTS = ("context.append_", "context.apply_", "turn.prompt", "llm.request", "step.")
_STATE_MARKS = (b'"workDir"', b'"agents"', b'"lastPrompt"')
_WIRE = re.compile(r"(session_[^/\\]+)[/\\]agents[/\\]([^/\\]+)[/\\][^/\\]+\Z")
_SESSION = re.compile(r"session_[^/\\]+")
_SILENT = frozenset(
    {
        "full_compaction.begin",
        "full_compaction.complete",
        "llm.request",
        "llm.tools_snapshot",
        "metadata",
        "permission.set_mode",
        "plan_mode.enter",
        "plan_mode.exit",
        "plugin.session_start",
        "runtime.set_binding",
        "step.begin",
        "step.end",
        "token_counting.measured",
        "token_counting.turn_recorded",
        "tools.set_active_tools",
        "turn.ended",
        "turn.prompt",
        "turn.steer",
        "usage.record",
    }
)


def recognise(_name: str, head: bytes) -> bool:
    """Tell whether a file is a wire log or a session's state; the name does not matter."""
    if all(mark in head for mark in _STATE_MARKS):
        return True
    return any(isinstance(found, tuple) and _is_ours(found[1]) for found in entries(head.splitlines(keepends=True)))


def _is_ours(entry: Entry) -> bool:
    kind = string(entry.get("type"))
    return kind.startswith(_STARTS) or (kind == "metadata" and "protocol_version" in entry)


def identify(name: str, lines: Lines) -> Identity | None:
    """Say which session a file holds: the folders it lies in name session and sub-agent; a file elsewhere its stem."""
    for found in entries(lines):
        if isinstance(found, Diagnostic):
            continue
        if _is_ours(found[1]):
            placed = _WIRE.search(name)
            if placed is None:
                return Identity(stem_of(name))
            return Identity(placed[1], agent="" if placed[2] == "main" else placed[2])
        if "workDir" in found[1]:
            told = _SESSION.search(compact(found[1].get("agents"))) or _SESSION.search(name)
            return Identity(told[0] if told else stem_of(name))
    return None


def parse(lines: Lines, identity: Identity) -> Iterator[Record | Diagnostic]:
    """Yield the records of a log or a state in file order."""
    return records(lines, _Reader(identity.agent).read)


class _Reader:
    """Walks one log."""

    def __init__(self, agent: str) -> None:
        self._agent = agent
        self._calls = Calls(agent)
        self._context = Context(agent)
        self._keys = Keys()
        self._steps: dict[str, str] = {}

    def read(self, entry: Entry) -> Iterator[Record]:
        """Yield the records one row makes."""
        if "workDir" in entry:
            at = instant(entry.get("createdAt"))
            yield from self._context.now("state", at, cwd=string(entry["workDir"]))
            yield from title(string(entry.get("title")), at)
            return
        event = mapping(entry.get("event"))
        kind = string(event.get("type")) if event else string(entry.get("type"))
        if kind in _SILENT:
            return
        at = instant(entry.get("time"))
        row = {name: value for name, value in entry.items() if name != "agentId"}
        key = f"{self._agent}:{self._keys.key(row)}" if self._agent else self._keys.key(row)
        rule = _RULES.get(kind)
        if rule is not None:
            yield from rule(self, key, at, event or entry)
        else:
            yield other(key, kind, entry, at, self._agent)

    def _configured(self, key: str, at: str, row: Entry) -> Iterator[Record]:
        cwd = string(row.get("cwd")) or string(mapping(row.get("environmentDisclosure")).get("cwd"))
        yield from self._context.now(key, at, cwd=cwd, model=string(row.get("modelAlias")))

    def _message(self, key: str, at: str, row: Entry) -> Iterator[Record]:
        message = mapping(row.get("message"))
        text = content_text(message.get("content")).strip()
        if not text:
            return
        if message.get("role") == "assistant":
            role = Role.AGENT
        else:
            typed = string(mapping(message.get("origin")).get("kind")) in ("", "user") and not self._agent
            role = Role.PERSON if typed else Role.INJECTED
        yield Record(key, Kind.TEXT, role, key, at, text, agent=self._agent)

    def _part(self, key: str, at: str, event: Entry) -> Iterator[Record]:
        part = mapping(event.get("part"))
        thought = string(part.get("think")).strip()
        text = thought or content_text(part).strip()
        if text:
            message = string(event.get("stepUuid")) or key
            kind = Kind.THOUGHT if thought else Kind.TEXT
            yield Record(key, kind, message=message, at=at, text=text, agent=self._agent)

    def _called(self, key: str, at: str, event: Entry) -> Iterator[Record]:
        id_, step = string(event.get("toolCallId")), string(event.get("stepUuid"))
        self._steps[id_] = unique = ":".join(filter(None, (self._agent, step, id_))) or key
        plan = string(mapping(event.get("display")).get("plan"))
        name = string(event.get("name"))
        yield from self._calls.call(unique, name, event.get("args"), at=at, message=step or key, plan=plan)

    def _result(self, key: str, at: str, event: Entry) -> Iterator[Record]:
        result = mapping(event.get("result"))
        id_ = self._steps.get(string(event.get("toolCallId"))) or key
        ok = not (result.get("isError") or result.get("is_error"))
        yield from self._calls.result(id_, content_text(result.get("output")), at=at, ok=ok)

    def _approval(self, key: str, at: str, row: Entry) -> Iterator[Record]:
        result = mapping(row.get("result"))
        said = string(result.get("feedback")).strip()
        if said:
            data = {"question": string(row.get("action")), "refused": result.get("decision") != "approved"}
            yield Record(key, Kind.ANSWER, Role.PERSON, key, at, said, agent=self._agent, data=data)

    def _compacted(self, key: str, at: str, row: Entry) -> Iterator[Record]:
        if summary := string(row.get("summary")).strip():
            yield Record(key, Kind.SUMMARY, message=key, at=at, text=summary, agent=self._agent)

    def _cancelled(self, key: str, at: str, _: Entry) -> Iterator[Record]:
        text = "The person stopped the turn"
        yield Record(key, Kind.NOTICE, Role.INJECTED, key, at, text, "interrupted", agent=self._agent)


_Rule = Callable[[_Reader, str, str, dict[str, Any]], Iterator[Record]]

_RULES: dict[str, _Rule] = {
    "config.update": _Reader._configured,
    "profile.bind": _Reader._configured,
    "context.append_message": _Reader._message,
    "context.apply_compaction": _Reader._compacted,
    "content.part": _Reader._part,
    "tool.call": _Reader._called,
    "tool.result": _Reader._result,
    "permission.record_approval_result": _Reader._approval,
    "turn.cancel": _Reader._cancelled,
}
