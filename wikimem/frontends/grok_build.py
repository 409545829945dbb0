"""Grok Build: `~/.grok/sessions/<folder>/<session>/` with `updates.jsonl`, `chat_history.jsonl` and `summary.json`.

Reached through the table in `wikimem.frontends`. `updates.jsonl` is what the screen showed, with times, appended to
only; `chat_history.jsonl` is what the model is given, without times and written anew by a compaction; `summary.json`
tells place, model and title. All three are parts of one session: what two of them tell is one record, and the one
captured first is kept. The folder of a sub-agent is not told from any other, so it is a session of its own.
"""

import re
from collections.abc import Iterator
from urllib.parse import unquote

from wikimem.frontends.document import entries, records
from wikimem.frontends.fields import first_string, mapping, stem_of, string
from wikimem.frontends.frontend import Lines
from wikimem.frontends.grok_reader import Reader
from wikimem.frontends.jsonl import Entry
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Record

_FILES = frozenset({"updates", "chat_history", "summary"})
_SUMMARY_MARKS = (b'"session_summary"', b'"current_model_id"')
_HISTORY_FIELDS = frozenset({"synthetic_reason", "prompt_index", "model_id", "tool_call_id"})
_HISTORY_TYPES = frozenset({"user", "assistant", "tool_result"})


def recognise(_name: str, head: bytes) -> bool:
    """Tell whether a file is one of the three; the name does not matter."""
    if all(mark in head for mark in _SUMMARY_MARKS):
        return True
    return any(isinstance(found, tuple) and _is_ours(found[1]) for found in entries(head.splitlines(keepends=True)))


def _is_ours(entry: Entry) -> bool:
    if "method" in entry:
        return "sessionUpdate" in mapping(mapping(entry.get("params")).get("update"))
    if string(entry.get("type")) not in _HISTORY_TYPES or "content" not in entry or "uuid" in entry:
        return False
    return not _HISTORY_FIELDS.isdisjoint(entry)


def identify(name: str, lines: Lines) -> Identity | None:
    """Say which session a file holds: the id it gives, else the one that names its folder, else its stem."""
    ours = False
    for found in entries(lines):
        if isinstance(found, Diagnostic):
            continue
        entry = found[1]
        told = string(mapping(entry.get("params")).get("sessionId")) if "method" in entry else ""
        if own := told or string(mapping(entry.get("info")).get("id")):
            return Identity(own)
        ours = ours or _is_ours(entry)
    if not ours:
        return None
    folder, stem = re.split(r"[/\\]", name)[-2:-1], stem_of(name)
    return Identity(unquote(folder[0]) if folder and stem in _FILES else stem)


def parse(lines: Lines, identity: Identity) -> Iterator[Record | Diagnostic]:
    """Yield the records of a file in its order."""
    reader = Reader(identity)

    def read(entry: Entry) -> Iterator[Record]:
        if "method" in entry:
            return reader.update(entry)
        if first_string(mapping(entry.get("info")), ("id", "cwd")):
            return reader.summary(entry)
        return reader.row(entry)

    return records(lines, read)
