"""Put members and elements into JSON and take them out, as text: no byte of what others wrote moves.

Pure. `ConfigUnreadable` when a document does not parse, or holds something else where an object or a list must be.
"""

import json
import re
from typing import Any

from wikimem.errors import ConfigUnreadable
from wikimem.install.edit import Default, Insertion, Item, Keys, Member, at_path, is_ours, nested
from wikimem.install.json_tree import Entry, Node, comments_end, line_start, read

JsonEdit = Member | Item | Default
_INDENT = "  "
_BLANK = re.compile(r"[ \t]*")
_SAME_LINE = re.compile(r"(?:[ \t]|/\*(?:(?!\*/)[^\r\n])*\*/)*(?://[^\r\n]*)?(?=\r?\n)")


def data(text: str) -> Any:
    """Return what a document says, None for an empty one."""
    root = read(text)
    return root.data if root else None


def insert(text: str, edit: JsonEdit) -> tuple[Insertion, ...]:
    """Return what has to be put into a document for an edit; containers that are missing come with it."""
    root = read(text)
    if root is None:
        value = nested(edit.keys, [edit.value] if isinstance(edit, Item) else edit.value)
        lead = "\n" if text and not text.endswith("\n") else ""
        return (Insertion(len(text), lead + json.dumps(value, indent=_INDENT, ensure_ascii=False) + "\n"),)
    holder, depth = _deepest(root, edit.keys)
    rest = edit.keys[depth:]
    if isinstance(edit, Item):
        if not rest:
            return _append(text, root, _expect(holder, list, edit.keys), "", edit.value)
        value = nested(rest[1:], [edit.value])
    else:
        if not rest:
            return ()
        value = nested(rest[1:], edit.value)
    return _append(text, root, _expect(holder, dict, edit.keys[:depth]), rest[0], value)


def strip(text: str, edit: JsonEdit) -> str:
    """Return a document without what an edit of this place put there, and without other entries of ours in a list."""
    root = read(text)
    if root is None or isinstance(edit, Default):
        return text
    path = _path(root, edit.keys)
    if path is None:
        return text
    if isinstance(edit, Member):
        return _without(text, path[-1], path[-1].members.index(_member(path[-1], edit.keys[-1])))
    less = _without_one(text, _member(path[-1], edit.keys[-1]).node, edit)
    return text if less is None else strip(less, edit)


def drop_empty(text: str, keys: Keys) -> str:
    """Return a document without the container at `keys`, when it is there and holds nothing, not even a comment."""
    root = read(text)
    path = _path(root, keys) if root else None
    if path is None:
        return text
    entry = _member(path[-1], keys[-1])
    if entry.node.data not in ({}, []) or text[entry.node.start + 1 : entry.node.end - 1].strip():
        return text
    return _without(text, path[-1], path[-1].members.index(entry))


def _deepest(root: Node, keys: Keys) -> tuple[Node, int]:
    """Return the last node on the way along `keys` that is there, and how many keys led to it."""
    node = root
    for depth, key in enumerate(keys):
        if not isinstance(node.data, dict) or key not in node.data:
            return node, depth
        node = _member(node, key).node
    return node, len(keys)


def _path(root: Node, keys: Keys) -> list[Node] | None:
    """Return the objects on the way to `keys`, the last of which holds the last key; None when it is not there."""
    path = []
    node = root
    for key in keys:
        if not isinstance(node.data, dict) or key not in node.data:
            return None
        path.append(node)
        node = _member(node, key).node
    return path


def _member(node: Node, key: str) -> Entry:
    """Return the member of an object that counts: the last of its name."""
    return next(entry for entry in reversed(node.members) if entry.key == key)


def _expect(node: Node, kind: type, keys: Keys) -> Node:
    if not isinstance(node.data, kind):
        wanted = "a list" if kind is list else "an object"
        raise ConfigUnreadable(f"`{'.'.join(keys) or 'the document'}` is not {wanted}")
    return node


def _append(text: str, root: Node, holder: Node, key: str, value: Any) -> tuple[Insertion, ...]:
    """Return what puts a value at the end of an object or list, in the manner of its neighbours."""
    last = holder.members[-1] if holder.members else None
    unit = _unit(text, root)
    inner = "\n" in text[holder.start : holder.end]
    if last is None and not inner:
        around = _indent_at(text, holder.start)
        if "\n" not in text[root.start : root.end] and holder is not root:
            return (Insertion(holder.end - 1, _shown(key, value, None, "")),)
        body = f"\n{around}{unit}{_shown(key, value, unit, around + unit)}\n{around}"
        return (Insertion(holder.end - 1, body),)
    if last is None:
        at = _content_end(text, holder)
        indent = _indent_at(text, holder.start) + unit
        return (Insertion(at, f"\n{indent}{_shown(key, value, unit, indent)}"),)
    comma = () if last.comma >= 0 else (Insertion(last.node.end, ","),)
    at = last.comma + 1 if last.comma >= 0 else last.node.end
    if not inner:
        body = f" {_shown(key, value, None, '')}"
    else:
        own_line = not text[line_start(text, last.start) : last.start].strip()
        indent = _indent_at(text, last.start) if own_line else _indent_at(text, holder.start) + unit
        body = f"\n{indent}{_shown(key, value, unit, indent)}"
        if rest := _SAME_LINE.match(text, at):
            at = rest.end()
    return _joined(comma, Insertion(at, body))


def _joined(comma: tuple[Insertion, ...], body: Insertion) -> tuple[Insertion, ...]:
    """Return both insertions, as one when they fall on the same place, so that their order is sure."""
    if comma and comma[0].at == body.at:
        return (Insertion(body.at, comma[0].text + body.text),)
    return (*comma, body)


def _shown(key: str, value: Any, unit: str | None, indent: str) -> str:
    shown = json.dumps(value, indent=unit, ensure_ascii=False)
    shown = shown.replace("\n", f"\n{indent}")
    return f"{json.dumps(key, ensure_ascii=False)}: {shown}" if key else shown


def _unit(text: str, root: Node) -> str:
    """Return what one level of indentation is in this document."""
    if root.members:
        first = root.members[0].start
        before = text[line_start(text, first) : first]
        if before and not before.strip():
            return before
    return _INDENT


def _indent_at(text: str, at: int) -> str:
    found = _BLANK.match(text, line_start(text, at))
    return found[0] if found else ""


def _content_end(text: str, holder: Node) -> int:
    """Return where the last comment in a container without members ends, else where its bracket stands."""
    end = comments_end(text, holder.start + 1)
    return len(text[:end].rstrip()) if text[holder.start + 1 : end].strip() else holder.start + 1


def _without_one(text: str, holder: Node, edit: Item) -> str | None:
    """Return the text without one element of ours, or our part of one that others share; None when there is none."""
    for position, entry in enumerate(holder.members if isinstance(holder.data, list) else ()):
        inner = at_path(entry.node.data, ("hooks",))
        if entry.node.data == edit.value:
            return _without(text, holder, position)
        if isinstance(inner, list) and not all(map(is_ours, inner)):
            hooks = _member(entry.node, "hooks").node
            for place, hook in enumerate(hooks.members):
                if is_ours(hook.node.data):
                    return _without(text, hooks, place)
        elif is_ours(entry.node.data):
            return _without(text, holder, position)
    return None


def _without(text: str, holder: Node, position: int) -> str:
    """Return the text without a member or element and the comma that belonged to it."""
    entry = holder.members[position]
    start, end = entry.start, entry.comma + 1 if entry.comma >= 0 else entry.node.end
    lead = line_start(text, start)
    tail = _BLANK.match(text, end)
    after = tail.end() if tail else end
    ends_line = text[after : after + 1] in ("\n", "") or text[after : after + 2] == "\r\n"
    if not text[lead:start].strip() and ends_line:
        start, end = lead, text.find("\n", after) + 1 or len(text)
    elif not text[lead:start].strip():
        end = after
    else:
        start -= len(text[lead:start]) - len(text[lead:start].rstrip())
    text = text[:start] + text[end:]
    before = holder.members[position - 1] if position else None
    if before and entry.comma < 0 and before.comma >= 0:
        text = text[: before.comma] + text[before.comma + 1 :]
    return text
