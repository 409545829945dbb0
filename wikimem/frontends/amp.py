"""Amp: `~/.local/share/amp/threads/T-<uuid>.json`, as older versions keep threads. Known from descriptions only.

Reached through the table in `wikimem.frontends`. Newer versions keep threads on a server. No real thread was at hand:
the fields are those that other readers of these files describe.
"""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from wikimem.frontends.blocks import agent_block, blocks, call_of
from wikimem.frontends.document import entries, records
from wikimem.frontends.fields import Keys, compact, content_text, instant, mapping, sequence, stem_of, string
from wikimem.frontends.frontend import Lines
from wikimem.frontends.jsonl import Entry
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Kind, Record, Role

_THREAD = re.compile(rb'"id"\s*:\s*"T-[0-9a-f]{8}-')
_UNFINISHED = frozenset({"running", "streaming"})
_FAILURES = frozenset({"error", "cancelled", "rejected-by-user"})


def recognise(_name: str, head: bytes) -> bool:
    """Tell whether a file is a thread of Amp; the name does not matter."""
    return head.lstrip().startswith(b"{") and _THREAD.search(head) is not None and b'"messages"' in head


def identify(name: str, lines: Lines) -> Identity | None:
    """Say which thread a file holds."""
    thread: Entry = next((found[1] for found in entries(lines) if isinstance(found, tuple)), {})
    if not isinstance(thread.get("messages"), list):
        return None
    return Identity(string(thread.get("id")) or stem_of(name))


def parse(lines: Lines, _identity: Identity) -> Iterator[Record | Diagnostic]:
    """Yield the thread's records in order; a message that is still being written is not there yet."""
    return records(lines, _records)


def _records(thread: Entry) -> Iterator[Record]:
    begun = instant(thread.get("created"))
    context = _place(mapping(mapping(thread.get("env")).get("initial")))
    if context:
        yield Record("context", Kind.CONTEXT, Role.INJECTED, at=begun, data=context)
    if title := string(thread.get("title")).strip():
        yield Record(f"title:{title}", Kind.TITLE, at=begun, text=title)
    keys = Keys()
    for message in map(mapping, sequence(thread.get("messages"))):
        if string(mapping(message.get("state")).get("type")) in _UNFINISHED:
            return
        yield from _message(keys.key(message.get("role"), message.get("content")), message, context)


def _place(initial: Entry) -> dict[str, str]:
    tree = next((mapping(tree) for tree in sequence(initial.get("trees"))), {})
    repository = mapping(tree.get("repository"))
    cwd = string(initial.get("cwd")) or unquote(string(tree.get("uri")).removeprefix("file://"))
    branch = string(repository.get("ref")).removeprefix("refs/heads/")
    version = string(mapping(initial.get("platform")).get("clientVersion"))
    found = {
        "cwd": cwd,
        "branch": branch,
        "version": version,
        "remote": string(repository.get("url")),
        "commit": string(repository.get("sha")),
    }
    return {name: value for name, value in found.items() if value}


def _message(key: str, message: Entry, context: dict[str, str]) -> Iterator[Record]:
    at, role = instant(mapping(message.get("meta")).get("sentAt")), message.get("role")
    if role == "assistant":
        model = string(mapping(message.get("usage")).get("model"))
        if model and context.get("model") != model:
            context["model"] = model
            yield Record(f"{key}:context", Kind.CONTEXT, Role.INJECTED, at=at, data=dict(context))
        for index, block in enumerate(blocks(message.get("content"))):
            yield from agent_block(f"{key}:{index}", key, at, block)
        return
    for index, block in enumerate(blocks(message.get("content"))):
        kind = mapping(block).get("type")
        if kind == "tool_result":
            yield _result(f"{key}:{index}", at, block)
        elif kind == "summary":
            if text := string(mapping(block.get("summary")).get("summary")).strip():
                yield Record(f"{key}:{index}", Kind.SUMMARY, message=key, at=at, text=text)
        elif text := content_text(block).strip():
            speaker = Role.PERSON if role == "user" else Role.INJECTED
            yield Record(f"{key}:{index}", Kind.TEXT, speaker, message=key, at=at, text=text)


def _result(key: str, at: str, block: Entry) -> Record:
    run = mapping(block.get("run"))
    found = next((run[name] for name in ("result", "progress", "error") if run.get(name)), block.get("content"))
    text = _output(found)
    return Record(
        key, Kind.RESULT, at=at, text=text, call=call_of(block), ok=string(run.get("status")) not in _FAILURES
    )


def _output(found: Any) -> str:
    if isinstance(found, dict) and isinstance(found.get("output"), str):
        return str(found["output"])
    return content_text(found) or (compact(found) if found else "")
