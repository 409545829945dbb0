"""The YAML block at the top of a page: the only door to YAML.

`split`, `entries` and `parse` read, `format` writes pages we create, `patch` changes single keys of pages anybody may
have written and leaves every other byte alone. The only exception that leaves this room is PageError.
"""

import re
from collections.abc import Mapping
from typing import Any

from wikimem.errors import PageError
from wikimem.text import ownyaml

MOST_BYTES = 64 * 1024
"""A longer block is refused: no page needs it, and a YAML parser should not see it."""

_closing = re.compile(r"^(?:---|\.\.\.)(?:\r?\n|\r?\Z)", re.MULTILINE)
_hidden_break = re.compile("[\r\x85\u2028\u2029]")
_starts_with_key = re.compile(r"""(?:"[^"\n]*"|'[^'\n]*'|[^\s\[\]{}"'&*!|>%@`,?-][^:\n]*)[ \t]*:(?:\s|\Z)""")


def split(text: str) -> tuple[str, str]:
    """Return the block between the fences (without them, "" when there is none) and the body, byte for byte.

    The first line must be exactly `---` (after an optional byte order mark), the closing one `---` or `...`. Text
    between fences that is no map (prose between two rules, a list) is no frontmatter.
    """
    cut = _fences(text)
    if cut is None or not _is_map(text[cut[0] : cut[1]]):
        return "", text
    return text[cut[0] : cut[1]], text[cut[2] :]


def parse(text: str, path: str = "") -> tuple[dict[str, Any], str]:
    """Return the frontmatter of a page as a dict (empty without one) and its body.

    Values are strings, integers, booleans, None, lists and dicts; dates, times, versions and yes/no stay strings. A
    block that does not parse, holds a key twice or is too large is a PageError with path, line and column.
    """
    block, body = split(text)
    return (_read(block, path) if block else {}), body


def format(meta: Mapping[str, Any], body: str) -> str:
    """Return a page made by us: `meta` in the fixed order of keys, then `body` as it is."""
    return f"---\n{ownyaml.write(meta)}---\n{body}"


def patch(text: str, changes: Mapping[str, Any]) -> str:
    """Return `text` with the top-level keys in `changes` set, or removed where the value is None.

    Lines of other keys, comments, order, line ends and the body stay as they are; a key that has its value already is
    not touched. A page whose block cannot be understood is a PageError.
    """
    cut = _fences(text)
    if cut is None:
        return _with_new_block(text, changes)
    block = text[cut[0] : cut[1]]
    if not _is_map(block):
        raise PageError(
            "the text between the first two rules is no frontmatter", hint="add a key, such as type", line=1
        )
    own = _read_own(block)
    meta = _read_any(block, "") if own is None else own
    changes = {key: value for key, value in changes.items() if not _is_same(meta, key, value)}
    if not changes:
        return text
    end_of_line = "\r\n" if text[: cut[0]].endswith("\r\n") else "\n"
    changed = _patch_block(block, changes, is_own=own is not None, end_of_line=end_of_line)
    if own is None:
        _check(changed, meta, changes)
    return text[: cut[0]] + changed + text[cut[1] :]


def entries(block: str) -> list[tuple[str, str]]:
    """Return a block in pieces: each top-level key with its lines, and lines between keys with "" for their key."""
    if not block:
        return []
    plain = block.replace("\r\n", "\n")
    spans = ownyaml.spans(plain) if _read_own(block) is not None else _any_spans(plain)
    lines = block.split("\n")[:-1] if block.endswith("\n") else block.split("\n")
    found: list[tuple[str, str]] = []
    done = 0
    for key, span in spans.items():
        found += [("", line) for line in lines[done : span.first]]
        found.append((key, "\n".join(lines[span.first : span.end])))
        done = span.end
    return found + [("", line) for line in lines[done:]]


def _fences(text: str) -> tuple[int, int, int] | None:
    """Return where the block starts and ends and where the body starts."""
    start = 1 if text.startswith("\ufeff") else 0
    for fence in ("---\n", "---\r\n"):
        if text.startswith(fence, start):
            closing = _closing.search(text, start + len(fence))
            return (start + len(fence), closing.start(), closing.end()) if closing else None
    return None


def _is_map(block: str) -> bool:
    """Say whether a block is meant as a map: it begins with a key, is a map in braces, or holds nothing."""
    content = (line for line in block.split("\n") if line.strip() and not line.lstrip().startswith("#"))
    first = next(content, None)
    if first is None or _starts_with_key.match(first.lstrip()):
        return True
    from wikimem.text import anyyaml

    try:
        return len(block) <= MOST_BYTES and anyyaml.read(block) is not None
    except PageError:
        return False


def _read(block: str, path: str) -> dict[str, Any]:
    own = _read_own(block)
    return _read_any(block, path) if own is None else own


def _read_own(block: str) -> dict[str, Any] | None:
    return ownyaml.read(block.replace("\r\n", "\n")) if len(block) <= MOST_BYTES else None


def _read_any(block: str, path: str) -> dict[str, Any]:
    if len(block) > MOST_BYTES:
        raise PageError(f"frontmatter is longer than {MOST_BYTES // 1024} KB (line 1, column 1)", path=path, line=1)
    from wikimem.text import anyyaml

    return anyyaml.read(block.replace("\r\n", "\n"), path) or {}


def _with_new_block(text: str, changes: Mapping[str, Any]) -> str:
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    if re.match(r"---\r?(?:\n|\Z)", text[len(mark) :]):
        raise PageError("the frontmatter has no closing line", hint="close it with a line of three hyphens", line=1)
    meta = {key: value for key, value in changes.items() if value is not None}
    if not meta:
        return text
    head = format(meta, "")
    return mark + (head.replace("\n", "\r\n") if "\r\n" in text else head) + text[len(mark) :]


def _is_same(meta: Mapping[str, Any], key: str, value: Any) -> bool:
    if value is None or key not in meta or meta[key] != value:
        return value is None and key not in meta
    return ownyaml.entry(key, meta[key]) == ownyaml.entry(key, value)


def _patch_block(block: str, changes: Mapping[str, Any], *, is_own: bool, end_of_line: str) -> str:
    """Return the block with `changes` made, working on whole lines from the last to the first."""
    plain = block.replace("\r\n", "\n")
    spans = ownyaml.spans(plain) if is_own else _any_spans(plain)
    lines = block.split("\n")[:-1]
    for key, span in reversed(spans.items()):
        if key in changes:
            value = changes[key]
            fresh = [] if value is None else _entry(key, value, span)
            lines[span.first : span.end] = [line + end_of_line[:-1] for line in fresh]
    for key, value in changes.items():
        if key not in spans and value is not None:
            lines += [line + end_of_line[:-1] for line in ownyaml.entry(key, value)]
    return "".join(f"{line}\n" for line in lines)


def _any_spans(block: str) -> dict[str, ownyaml.Span]:
    from wikimem.text import anyyaml

    if _hidden_break.search(block):
        raise PageError("frontmatter holds a line end that editors do not show", line=1)
    return anyyaml.spans(block)


def _entry(key: str, value: Any, span: ownyaml.Span) -> list[str]:
    """Return the lines for a changed key: a list the way it was written, a comment after the value kept."""
    fresh = ownyaml.entry(key, value)
    if span.bullet and value and isinstance(value, list | tuple) and len(fresh) == 1:
        return [f"{fresh[0].partition(':')[0]}:", *(span.bullet + ownyaml.item(inner) for inner in value)]
    if len(fresh) == 1:
        fresh[0] += span.tail
    return fresh


def _check(changed: str, before: Mapping[str, Any], changes: Mapping[str, Any]) -> None:
    """Refuse a change that reached other keys, as one that removes an anchor does."""
    after = _read(changed, "")
    kept = {key: value for key, value in before.items() if key not in changes}
    expected = kept | {key: value for key, value in changes.items() if value is not None}
    if ownyaml.write(after) != ownyaml.write(expected):
        raise PageError("frontmatter cannot be changed without touching other keys", line=1)
