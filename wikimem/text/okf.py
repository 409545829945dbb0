"""Whether a page keeps the Open Knowledge Format v0.2 and its own footnotes in order. Pure functions.

What the format demands is an error, what it recommends a warning.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from wikimem.errors import PageError
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.model.session import Session
from wikimem.text import frontmatter
from wikimem.text.time import local_day, parse_instant

VERSION = "0.2"
_STATUSES = ("draft", "stable", "deprecated")
_index_entry = re.compile(r"[*-] \[[^\]]+\]\([^)]+\)(?: - .*)?")
_heading = re.compile(r"#{1,6} \S")
_log_day = re.compile(r"## (\d{4}-\d{2}-\d{2})\s*")


def generated(by: str, at: str) -> dict[str, dict[str, str]]:
    """Return the frontmatter that says who wrote a page and when; nothing when nobody knows the instant."""
    return {"generated": {"by": by, "at": at}} if at else {}


def session_source(session: Session, zone: str) -> dict[str, str]:
    """Return the frontmatter entry of a page's source that is a whole session; its day is one of `zone`."""
    entry = {"id": session.short, "resource": f"/{session.raw.path}", "author": session.author}
    return {**entry, "last_modified": local_day(session.ended, zone)} if session.ended else entry


def is_ours(meta: Mapping[str, Any]) -> bool:
    """Tell whether a page's frontmatter says that we wrote it: by its producer, or undated by the raw logs it cites."""
    act = meta.get("generated")
    if isinstance(act, Mapping):
        return str(act.get("by", "")).startswith("wikimem/")
    sources = meta.get("sources")
    cited = (
        [entry.get("resource") for entry in sources if isinstance(entry, Mapping)] if isinstance(sources, list) else []
    )
    return any(str(resource).startswith("/raw/") for resource in cited)


def check(path: str, text: str) -> list[Diagnostic]:
    """Return what is wrong with the file at the vault-relative `path`; files that are no markdown are never wrong."""
    if not path.endswith(".md"):
        return []
    try:
        meta, body = frontmatter.parse(text, path)
    except PageError as error:
        return [Diagnostic.of("okf-frontmatter", error, path=path)]
    name = path.rpartition("/")[2]
    first_line = text[: len(text) - len(body)].count("\n") + 1
    if name == "index.md":
        return [*_index_meta(path, meta, has_block=body != text), *_index_lines(path, body, first_line)]
    if name == "log.md":
        return list(_log_lines(path, body, first_line))
    if body == text:
        return [_error("okf-no-frontmatter", "no frontmatter", path, 1, "begin the file with a YAML block")]
    return list(_concept(path, meta))


def _concept(path: str, meta: Mapping[str, Any]) -> Iterator[Diagnostic]:
    kind = meta.get("type")
    if not isinstance(kind, str) or not kind.strip():
        yield _error("okf-no-type", "the frontmatter names no type", path, 1, "add a line like `type: Note`")
    for key in ("title", "description"):
        if key in meta and not isinstance(meta[key], str):
            yield _warning("okf-text", f"{key} is no text", path)
    if "tags" in meta and not isinstance(meta["tags"], list):
        yield _warning("okf-tags", "tags is no list", path)
    if "status" in meta and meta["status"] not in _STATUSES:
        yield _warning("okf-status", f"status is none of {', '.join(_STATUSES)}", path)
    if "stale_after" in meta and not _is_instant(meta["stale_after"]):
        yield _warning("okf-instant", "stale_after is no time", path)
    if "generated" in meta:
        yield from _act(path, "generated", meta["generated"])
    verified = meta.get("verified")
    for act in verified if isinstance(verified, list) else [verified] if verified else []:
        yield from _act(path, "verified", act)
    if "sources" in meta:
        yield from _sources(path, meta["sources"])


def _act(path: str, key: str, value: Any) -> Iterator[Diagnostic]:
    if not isinstance(value, Mapping) or not isinstance(value.get("by"), str):
        yield _warning("okf-actor", f"{key} does not say by whom", path)
    elif not _is_instant(value.get("at")):
        yield _warning("okf-instant", f"{key} does not say when", path)


def _sources(path: str, value: Any) -> Iterator[Diagnostic]:
    if not isinstance(value, list):
        yield _warning("okf-sources", "sources is no list", path)
        return
    seen: set[str] = set()
    for entry in value:
        if not isinstance(entry, Mapping) or not isinstance(entry.get("resource"), str) or not entry["resource"]:
            yield _warning("okf-sources", "a source names no resource", path)
            continue
        label = str(entry.get("id", ""))
        if label and label in seen:
            yield _warning("okf-sources", f"two sources are called {label}", path)
        seen.add(label)


def _index_meta(path: str, meta: Mapping[str, Any], *, has_block: bool) -> Iterator[Diagnostic]:
    if not has_block:
        return
    if path != "index.md":
        yield _error("okf-index", "only the index at the root has frontmatter", path, 1)
    elif set(meta) != {"okf_version"}:
        yield _error("okf-index", "the frontmatter of the root index holds more or less than okf_version", path, 1)


def _index_lines(path: str, body: str, first: int) -> Iterator[Diagnostic]:
    for number, line in enumerate(body.split("\n"), first):
        if line.strip() and not _heading.match(line) and not _index_entry.fullmatch(line.rstrip()):
            yield _error("okf-index", "no heading and no `* [Title](path) - description`", path, number)


def _log_lines(path: str, body: str, first: int) -> Iterator[Diagnostic]:
    last = "9999-99-99"
    for number, line in enumerate(body.split("\n"), first):
        if line.startswith("## "):
            day = _log_day.fullmatch(line)
            if not day or day[1] > last:
                yield _error("okf-log", "headings are days, the newest first", path, number)
            last = day[1] if day else last


def _is_instant(value: Any) -> bool:
    return isinstance(value, str) and bool(parse_instant(value))


def _error(code: str, message: str, path: str, line: int, hint: str = "") -> Diagnostic:
    return Diagnostic(code, message, Severity.ERROR, path, line, hint)


def _warning(code: str, message: str, path: str) -> Diagnostic:
    return Diagnostic(code, message, Severity.WARNING, path, 1)
