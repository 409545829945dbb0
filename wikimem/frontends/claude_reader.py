"""Turn the objects of one Claude Code transcript into records.

For `claude_code` only: it decides which file is read and for which session.
"""

from collections.abc import Callable, Iterator
from typing import Any

from wikimem.frontends import claude_text as words
from wikimem.frontends.claude_calls import Calls, Place, pull_request, record_at
from wikimem.frontends.claude_queue import PromptQueue
from wikimem.frontends.claude_silence import ATTACHMENTS, RECORDS, SYSTEM
from wikimem.frontends.fields import (
    Keys,
    block_text,
    compact,
    content_text,
    digest,
    first_string,
    instant,
    mapping,
    other,
    sequence,
    string,
)
from wikimem.frontends.jsonl import Entry
from wikimem.model.record import Act, Identity, Kind, Record, Role

_ERRORS = frozenset({"api_error", "api_refusal", "error"})
_COMPACTED = frozenset({"compact_boundary", "microcompact_boundary"})
_SYNTHETIC_MODEL = "<synthetic>"


def forked_from(entry: Entry, session: str) -> str:
    """Return the other session a record was copied from, or the empty string."""
    origin = string(mapping(entry.get("forkedFrom")).get("sessionId"))
    return origin if origin != session else ""


class Reader:
    """Walks one transcript and keeps what later records refer to."""

    def __init__(self, identity: Identity) -> None:
        """Begin a transcript that belongs to `identity`."""
        self._identity = identity
        self._keys = Keys()
        self._seen: set[str] = set()
        self._calls = Calls()
        self._titles: dict[str, str] = {}
        self._queue = PromptQueue()
        self._context: dict[str, str] = {}
        self._stamp: tuple[Any, ...] = ()
        self._shell = ""

    def read(self, entry: Entry) -> Iterator[Record]:
        """Yield the records one object of the transcript makes."""
        kind = string(entry.get("type"))
        rule = _RULES.get(kind)
        if rule is not None:
            yield from rule(self, entry)
        elif kind not in RECORDS and (place := self._place(entry)):
            yield other(place.uuid, kind, entry, place.at, place.agent)

    def _place(self, entry: Entry) -> Place | None:
        """Return where a record stands; None for a copy and for another session's history."""
        session = entry.get("sessionId")
        if session and session != self._identity.session and not self._identity.agent:
            return None
        if "forkedFrom" in entry and forked_from(entry, self._identity.session):
            return None
        uuid = string(entry.get("uuid")) or self._keys.key(entry)
        if uuid in self._seen:
            return None
        self._seen.add(uuid)
        agent = self._identity.agent
        if not agent and entry.get("isSidechain"):
            agent = string(entry.get("agentId")) or "sidechain"
        message = string(mapping(entry.get("message")).get("id")) if entry.get("type") == "assistant" else ""
        return Place(uuid, instant(entry.get("timestamp")), agent, message or uuid)

    def _opening(self, entry: Entry, place: Place) -> Iterator[Record]:
        """Yield what a record says about the session: a title that waited for this record, and where it runs now."""
        if self._titles and (title := self._titles.pop(place.uuid, "")):
            yield _title(title)
        if place.agent != self._identity.agent:
            return
        model = mapping(entry.get("message")).get("model") or self._context.get("model")
        stamp = (entry.get("cwd"), entry.get("gitBranch"), model, entry.get("version"))
        if stamp == self._stamp:
            return
        self._stamp = stamp
        cwd, branch, model, version = map(string, stamp)
        found = {
            "cwd": cwd,
            "branch": "" if branch == "HEAD" else branch,
            "model": "" if model == _SYNTHETIC_MODEL else model,
            "version": version,
        }
        changed = {name: value for name, value in found.items() if value and self._context.get(name) != value}
        if changed:
            self._context |= changed
            yield record_at(place, "context", Kind.CONTEXT, role=Role.INJECTED, message="", data=dict(self._context))

    def _user(self, entry: Entry) -> Iterator[Record]:
        message = entry.get("message")
        content = message.get("content") if isinstance(message, dict) else message
        if not isinstance(content, str | list):
            key = self._keys.key(entry)
            yield other(key, "user", entry, instant(entry.get("timestamp")))
            return
        place = self._place(entry)
        if place is None:
            return
        yield from self._opening(entry, place)
        blocks: list[Any] = [content] if isinstance(content, str) else content
        if entry.get("isCompactSummary"):
            yield record_at(place, 0, Kind.SUMMARY, words.summary_text("\n".join(map(block_text, blocks))))
            return
        plan = string(entry.get("planContent"))
        if plan:
            yield record_at(place, "plan", Kind.PLAN, plan)
        injected = bool(entry.get("isMeta")) or bool(place.agent) or _is_injected(entry.get("origin"))
        for index, block in enumerate(blocks):
            if isinstance(block, dict) and block.get("type") == "tool_result":
                yield from self._calls.result(place, index, block, entry.get("toolUseResult"))
            else:
                text = block_text(block)
                said = words.plan_lead(text, plan) if plan and plan in text else text
                yield from self._said(place, index, said, injected=injected)

    def _said(self, place: Place, index: int | str, text: str, *, injected: bool) -> Iterator[Record]:
        """Yield what a user text says; a prompt told before through the queue is not told again."""
        for number, said in enumerate(words.utterances(text)):
            part = index if number == 0 else f"{index}-{number}"
            if said.kind is Kind.CALL:
                self._shell = f"{place.uuid}:{part}"
                yield record_at(
                    place,
                    part,
                    said.kind,
                    said.text,
                    role=said.role,
                    name="!",
                    act=Act.RUN,
                    call=self._shell,
                    data={"command": said.text},
                )
            elif said.kind is Kind.RESULT:
                yield record_at(place, part, said.kind, said.text, message="", call=self._shell)
            elif said.kind is Kind.TEXT and (injected or said.role is Role.INJECTED):
                yield record_at(place, part, said.kind, said.text, role=Role.INJECTED)
            elif said.kind is not Kind.TEXT or not self._queue.told_before(said.text):
                yield record_at(place, part, said.kind, said.text, role=said.role, name=said.name)

    def _assistant(self, entry: Entry) -> Iterator[Record]:
        message = mapping(entry.get("message"))
        place = self._place(entry)
        if place is None:
            return
        yield from self._opening(entry, place)
        content = message.get("content")
        blocks = [content] if isinstance(content, str) else sequence(content)
        if entry.get("isApiErrorMessage"):
            yield record_at(place, 0, Kind.NOTICE, content_text(content), role=Role.INJECTED, name="error")
            return
        role = Role.INJECTED if message.get("model") == _SYNTHETIC_MODEL else Role.AGENT
        for index, block in enumerate(blocks):
            kind = block.get("type") if isinstance(block, dict) else "text"
            if kind in ("tool_use", "server_tool_use"):
                yield from self._calls.call(place, index, block)
            elif kind == "thinking":
                if thought := string(block.get("thinking")).strip():
                    yield record_at(place, index, Kind.THOUGHT, thought)
            elif kind == "web_search_tool_result":
                found = compact(block.get("content"))
                yield record_at(place, index, Kind.RESULT, found, message="", call=string(block.get("tool_use_id")))
            elif kind != "redacted_thinking" and (text := block_text(block).strip()):
                yield record_at(place, index, Kind.TEXT, text, role=role)

    def _progress(self, entry: Entry) -> Iterator[Record]:
        """Yield what a sub-agent said, as files of early 2026 tell it: inside the parent's progress records."""
        data = mapping(entry.get("data"))
        inner = mapping(data.get("message"))
        if data.get("type") == "agent_progress" and inner.get("type") in ("user", "assistant"):
            agent = {"isSidechain": True, "agentId": data.get("agentId"), "sessionId": entry.get("sessionId")}
            yield from self.read({**inner, **agent})

    def _system(self, entry: Entry) -> Iterator[Record]:
        subtype = string(entry.get("subtype"))
        place = self._place(entry)
        if place is None:
            return
        yield from self._opening(entry, place)
        content = string(entry.get("content"))
        if subtype in _COMPACTED:
            yield record_at(place, 0, Kind.NOTICE, content, role=Role.INJECTED, name="compacted")
        elif subtype in _ERRORS:
            if entry.get("retryAttempt") in (None, 1):
                yield record_at(place, 0, Kind.NOTICE, _error_text(entry) or content, role=Role.INJECTED, name="error")
        elif subtype == "local_command":
            yield from self._said(place, 0, content, injected=False)
        elif subtype not in SYSTEM:
            yield other(place.uuid, f"system/{subtype}", entry, place.at, place.agent)

    def _attachment(self, entry: Entry) -> Iterator[Record]:
        attachment = mapping(entry.get("attachment"))
        kind = string(attachment.get("type"))
        place = self._place(entry)
        if place is None:
            return
        yield from self._opening(entry, place)
        if kind == "queued_command":
            text = content_text(attachment.get("prompt"))
            yield from self._said(place, 0, text, injected=bool(place.agent) or _is_injected(attachment.get("origin")))
        elif kind.startswith("hook_"):
            if text := content_text(attachment.get("content")).strip():
                yield record_at(place, 0, Kind.TEXT, text, role=Role.INJECTED, name=kind)
        elif kind not in ATTACHMENTS:
            yield other(place.uuid, f"attachment/{kind}", attachment, place.at, place.agent)

    def _queue_operation(self, entry: Entry) -> Iterator[Record]:
        if entry.get("sessionId") not in (None, self._identity.session):
            return
        told = self._queue.change(
            string(entry.get("operation")), string(entry.get("timestamp")), string(entry.get("content"))
        )
        if told is None:
            return
        at, text = told
        key = self._keys.key("queued", at, text)
        command = text.startswith("/") and " " not in text.strip()
        place = Place(key, instant(at), self._identity.agent, key)
        for record in self._said(place, 0, text, injected=command):
            if record.kind is Kind.TEXT and record.role is Role.PERSON:
                self._queue.tell(record.text)
            yield record

    def _summary(self, entry: Entry) -> Iterator[Record]:
        """Yield a title once the record it names has been seen in this file; most name another session's."""
        leaf, title = string(entry.get("leafUuid")), string(entry.get("summary"))
        if leaf in self._seen and title:
            yield _title(title)
        elif leaf and title:
            self._titles[leaf] = title

    def _named(self, entry: Entry) -> Iterator[Record]:
        if title := first_string(entry, ("customTitle", "aiTitle", "title")):
            yield _title(title)

    def _pull_request(self, entry: Entry) -> Iterator[Record]:
        if url := string(entry.get("prUrl")):
            yield pull_request(
                url, string(entry.get("prRepository")), entry.get("prNumber"), instant(entry.get("timestamp"))
            )


def _is_injected(origin: Any) -> bool:
    return isinstance(origin, dict) and origin.get("kind") not in (None, "human")


def _error_text(entry: Entry) -> str:
    error = mapping(entry.get("error"))
    inner = mapping(mapping(error.get("error")).get("error")) or mapping(error.get("error")) or error
    status = error.get("status")
    return " ".join(filter(None, [str(status) if status else "", first_string(inner, ("message", "type"))]))


def _title(title: str) -> Record:
    return Record(f"title:{digest(title)}", Kind.TITLE, text=title)


_RULES: dict[str, Callable[[Reader, Entry], Iterator[Record]]] = {
    "user": Reader._user,
    "assistant": Reader._assistant,
    "system": Reader._system,
    "attachment": Reader._attachment,
    "progress": Reader._progress,
    "queue-operation": Reader._queue_operation,
    "summary": Reader._summary,
    "custom-title": Reader._named,
    "ai-title": Reader._named,
    "pr-link": Reader._pull_request,
}
