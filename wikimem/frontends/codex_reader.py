"""Turn the objects of one Codex rollout into records.

For `codex` only. Codex tells most things twice, as an item for the model and as an event for the screen, in either
order: what is told second is left out.
"""

from collections.abc import Callable, Iterator

from wikimem.frontends import codex_text as words
from wikimem.frontends.codex_calls import Calls
from wikimem.frontends.codex_history import History
from wikimem.frontends.codex_turns import Turns
from wikimem.frontends.fields import Keys, content_text, instant, mapping, other, sequence, string
from wikimem.frontends.jsonl import Entry
from wikimem.model.record import Act, Identity, Kind, Record, Role

_SILENT = frozenset(
    {
        "agent_message_delta",
        "agent_reasoning_section_break",
        "exec_command_begin",
        "exec_command_output_delta",
        "ghost_snapshot",
        "guardian_assessment",
        "inter_agent_communication_metadata",
        "item_started",
        "mcp_tool_call_begin",
        "patch_apply_begin",
        "plan_update",
        "session_configured",
        "sub_agent_activity",
        "task_started",
        "thread_settings_applied",
        "token_count",
        "token_usage_record",
        "turn_diff",
        "user_input_request",
        "web_search_begin",
        "world_state",
    }
)
"""Types that say nothing about the work, or what another record says better."""


class Reader:
    """Walks one rollout and keeps what later records refer to."""

    def __init__(self, identity: Identity) -> None:
        """Begin a rollout that belongs to `identity`."""
        self._agent = identity.agent
        self._history = History(identity.agent or identity.session)
        self._keys = Keys()
        self._turns = Turns(identity.agent)
        self._calls = Calls(self._turns)
        self._context: dict[str, str] = {}

    def read(self, entry: Entry) -> Iterator[Record]:
        """Yield the records one object of the rollout makes."""
        at, kind = instant(entry.get("timestamp")), string(entry.get("type"))
        payload = mapping(entry.get("payload")) if "payload" in entry else entry
        if self._history.is_parents(kind, payload) or "record_type" in entry:
            return
        item = string(payload.get("type"))
        key = self._keys.key(string(entry.get("timestamp")), kind, payload)
        if kind == "event_msg":
            rule = _EVENTS.get(item)
        elif kind == "response_item" or payload is entry:
            rule = _ITEMS.get(item)
        else:
            rule, item = _RECORDS.get(kind), kind
        if rule is not None:
            yield from rule(self, key, at, payload)
        elif payload is entry and not kind:
            yield from self._session_meta(key, at, entry)
        elif item not in _SILENT:
            yield other(key, item, payload, at, self._agent)

    def _session_meta(self, key: str, at: str, meta: Entry) -> Iterator[Record]:
        git = mapping(meta.get("git"))
        found = {
            "cwd": string(meta.get("cwd")),
            "version": string(meta.get("cli_version")),
            "branch": string(git.get("branch")),
            "commit": string(git.get("commit_hash")),
            "remote": string(git.get("repository_url")),
        }
        yield from self._context_now(key, at, found)

    def _turn_context(self, key: str, at: str, turn: Entry) -> Iterator[Record]:
        yield from self._context_now(key, at, {"cwd": string(turn.get("cwd")), "model": string(turn.get("model"))})

    def _context_now(self, key: str, at: str, found: dict[str, str]) -> Iterator[Record]:
        changed = {name: value for name, value in found.items() if value and self._context.get(name) != value}
        if changed:
            self._context |= changed
            yield self._turns.record(
                f"{key}:context", Kind.CONTEXT, at, role=Role.INJECTED, message="", data=dict(self._context)
            )

    def _message(self, key: str, at: str, item: Entry) -> Iterator[Record]:
        role = item.get("role")
        if role == "assistant":
            yield from self._agent_words(key, at, "item", content_text(item.get("content")))
        elif role == "user":
            kinds = sequence(mapping(item.get("internal_chat_message_metadata_passthrough")).get("content_item_kinds"))
            content = item.get("content")
            for index, block in enumerate(content if isinstance(content, list) else [content]):
                kind = string(kinds[index]) if index < len(kinds) else ""
                harness = bool(kind) and not kind.startswith(("user", "unknown"))
                yield from self._user_words(f"{key}:{index}", key, at, content_text(block), harness=harness)
        elif text := content_text(item.get("content")).strip():
            yield self._turns.record(key, Kind.TEXT, at, text, role=Role.INJECTED)

    def _user_words(self, key: str, message: str, at: str, text: str, *, harness: bool) -> Iterator[Record]:
        if cwd := words.environment_cwd(text):
            yield from self._context_now(key, at, {"cwd": cwd})
        if ran := words.shell_command(text):
            command, output = ran
            yield self._turns.record(
                key,
                Kind.CALL,
                at,
                command,
                role=Role.PERSON,
                message=message,
                name="!",
                act=Act.RUN,
                call=key,
                data={"command": command},
            )
            yield self._turns.record(f"{key}:result", Kind.RESULT, at, output.text, message="", call=key, ok=output.ok)
            return
        said = "" if harness or self._agent else words.person_words(text)
        if not said:
            if text.strip():
                yield self._turns.record(key, Kind.TEXT, at, text.strip(), role=Role.INJECTED, message=message)
        elif not self._turns.told_before("item", "user", said):
            self._turns.end()
            yield self._turns.record(key, Kind.TEXT, at, said, role=Role.PERSON, message=message)

    def _user_event(self, key: str, at: str, event: Entry) -> Iterator[Record]:
        said = "" if self._agent else words.person_words(string(event.get("message")))
        if said and not self._turns.told_before("event", "user", said):
            self._turns.end()
            yield self._turns.record(key, Kind.TEXT, at, said, role=Role.PERSON)

    def _agent_event(self, key: str, at: str, event: Entry) -> Iterator[Record]:
        yield from self._agent_words(key, at, "event", string(event.get("message")))

    def _agent_words(self, key: str, at: str, teller: str, text: str) -> Iterator[Record]:
        text = text.strip()
        if text and not self._turns.told_before(teller, "agent", text):
            yield self._turns.record(key, Kind.TEXT, at, text, message=self._turns.group(key))

    def _reasoning(self, key: str, at: str, item: Entry) -> Iterator[Record]:
        parts = [content_text(part) for part in sequence(item.get("summary")) or sequence(item.get("content"))]
        for index, part in enumerate(parts):
            yield from self._thought(f"{key}:{index}", at, "item", part)

    def _reasoning_event(self, key: str, at: str, event: Entry) -> Iterator[Record]:
        yield from self._thought(key, at, "event", string(event.get("text")))

    def _thought(self, key: str, at: str, teller: str, text: str) -> Iterator[Record]:
        text = text.strip()
        if text and not self._turns.told_before(teller, "thought", text):
            yield self._turns.record(key, Kind.THOUGHT, at, text, message=self._turns.group(key, thought=True))

    def _from_agent(self, key: str, at: str, item: Entry) -> Iterator[Record]:
        if text := content_text(item.get("content")).strip():
            yield self._turns.record(key, Kind.TEXT, at, text, role=Role.INJECTED, name="agent_message")

    def _review(self, key: str, at: str, event: Entry) -> Iterator[Record]:
        review = mapping(event.get("review_output"))
        findings = [mapping(finding) for finding in sequence(review.get("findings"))]
        parts = [string(review.get("overall_explanation"))]
        parts += [f"- {string(found.get('title'))}: {string(found.get('body'))}" for found in findings]
        if text := "\n".join(filter(None, parts)):
            yield self._turns.record(key, Kind.TEXT, at, text, message=self._turns.group(key), name="review")

    def _compacted(self, key: str, at: str, payload: Entry) -> Iterator[Record]:
        if text := words.summary_words(string(payload.get("message"))):
            yield self._turns.record(key, Kind.SUMMARY, at, text)

    def _item_completed(self, key: str, at: str, event: Entry) -> Iterator[Record]:
        item = mapping(event.get("item"))
        if item.get("type") == "Plan" and (plan := string(item.get("text")).strip()):
            yield self._turns.record(key, Kind.PLAN, at, plan)

    def _compaction(self, key: str, at: str, _: Entry) -> Iterator[Record]:
        yield self._turns.record(key, Kind.NOTICE, at, "Context compacted", role=Role.INJECTED, name="compacted")

    def _aborted(self, key: str, at: str, event: Entry) -> Iterator[Record]:
        text = string(event.get("reason"))
        yield self._turns.record(key, Kind.NOTICE, at, text, role=Role.INJECTED, name="interrupted")

    def _error(self, key: str, at: str, event: Entry) -> Iterator[Record]:
        error = mapping(event.get("error")) or event
        if text := string(error.get("message")):
            yield self._turns.record(key, Kind.NOTICE, at, text, role=Role.INJECTED, name="error")

    def _named(self, key: str, at: str, event: Entry) -> Iterator[Record]:
        if title := string(event.get("thread_name")):
            yield self._turns.record(key, Kind.TITLE, at, title)

    def _call(self, key: str, at: str, item: Entry) -> Iterator[Record]:
        return self._calls.call(key, at, item)

    def _web_call(self, key: str, at: str, item: Entry) -> Iterator[Record]:
        return self._calls.web(key, at, item, "item")

    def _web_event(self, key: str, at: str, event: Entry) -> Iterator[Record]:
        return self._calls.web(key, at, event, "event")

    def _output(self, key: str, at: str, item: Entry) -> Iterator[Record]:
        return self._calls.output(key, at, item)

    def _ended(self, key: str, at: str, event: Entry) -> Iterator[Record]:
        return self._calls.ended(key, at, event)


_Rule = Callable[[Reader, str, str, Entry], Iterator[Record]]

_RECORDS: dict[str, _Rule] = {
    "session_meta": Reader._session_meta,
    "turn_context": Reader._turn_context,
    "compacted": Reader._compacted,
}
_ITEMS: dict[str, _Rule] = {
    "message": Reader._message,
    "agent_message": Reader._from_agent,
    "reasoning": Reader._reasoning,
    "function_call": Reader._call,
    "custom_tool_call": Reader._call,
    "local_shell_call": Reader._call,
    "tool_search_call": Reader._call,
    "web_search_call": Reader._web_call,
    "function_call_output": Reader._output,
    "custom_tool_call_output": Reader._output,
    "tool_search_output": Reader._output,
}
_EVENTS: dict[str, _Rule] = {
    "user_message": Reader._user_event,
    "agent_message": Reader._agent_event,
    "agent_reasoning": Reader._reasoning_event,
    "exec_command_end": Reader._ended,
    "patch_apply_end": Reader._ended,
    "mcp_tool_call_end": Reader._ended,
    "web_search_end": Reader._web_event,
    "item_completed": Reader._item_completed,
    "exited_review_mode": Reader._review,
    "context_compacted": Reader._compaction,
    "turn_aborted": Reader._aborted,
    "error": Reader._error,
    "task_complete": Reader._error,
    "thread_name_updated": Reader._named,
}
