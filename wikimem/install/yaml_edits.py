"""Put members and elements into YAML and take them out, as text: the library for YAML only says where things stand.

Pure. What goes in is written on one line in JSON's manner, which is YAML, so that no neighbour's indentation matters.
`ConfigUnreadable` when a document does not parse, is several, or uses an alias where we would write.
"""

import json
import re
from typing import Any

import yaml

from wikimem.errors import ConfigUnreadable
from wikimem.install.edit import Insertion, Item, Keys, Member, at_path, is_ours
from wikimem.install.json_tree import line_start

YamlEdit = Member | Item
_PLAIN = re.compile(r"[A-Za-z_][\w-]*")


def data(text: str) -> Any:
    """Return what a document says, None for an empty one."""
    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, ValueError) as error:
        raise _unreadable(error) from error


def insert(text: str, edit: YamlEdit) -> tuple[Insertion, ...]:
    """Return what has to be put into a document for an edit; containers that are missing come with it."""
    root = _compose(text)
    rest, is_item = edit.keys, isinstance(edit, Item)
    if root is None:
        return (Insertion(len(text), _lead(text) + _member(rest, edit, "")),)
    key: yaml.Node | None = None
    holder = root
    while rest and isinstance(holder, yaml.MappingNode) and (pair := _pair(holder, rest[0])):
        if pair[1].start_mark.index < pair[0].end_mark.index:
            raise ConfigUnreadable(f"`{rest[0]}` is an alias of something else", line=pair[0].start_mark.line + 1)
        key, holder = pair
        rest = rest[1:]
    if is_item and not rest and _is_void(holder) and key is not None:
        return (Insertion(_next_line(text, key), f"{_eol(text, key)}{' ' * key.start_mark.column}- {_flow(edit)}\n"),)
    expected = yaml.SequenceNode if is_item and not rest else yaml.MappingNode
    if _is_void(holder) and key is not None:
        return (Insertion(_next_line(text, key), _eol(text, key) + _member(rest, edit, " " * (_column(key) + 2))),)
    if not isinstance(holder, expected):
        raise ConfigUnreadable(f"`{'.'.join(edit.keys)}` cannot be reached: a value is in the way")
    if holder.flow_style:
        shown = _flow(edit) if expected is yaml.SequenceNode else _flow_member(rest, edit)
        return (Insertion(holder.start_mark.index + 1, shown + (", " if holder.value else "")),)
    if key is None:
        return (Insertion(len(text), _lead(text) + _member(rest, edit, " " * _column(holder))),)
    indent = " " * _column(holder)
    body = f"{indent}- {_flow(edit)}\n" if expected is yaml.SequenceNode else _member(rest, edit, indent)
    return (Insertion(_next_line(text, key), body),)


def strip(text: str, edit: YamlEdit) -> str:
    """Return a document without what an edit of this place put there, and without other entries of ours in a list."""
    found = _reach(_compose(text), edit.keys)
    if found is None:
        return text
    holder, key, value = found
    if isinstance(edit, Member):
        return _without(text, holder, key, value)
    if isinstance(value, yaml.SequenceNode):
        elements = zip(value.value, at_path(data(text), edit.keys), strict=True)
        for node in [node for node, element in elements if element == edit.value or is_ours(element)][::-1]:
            text = _without(text, value, node, node)
    return text


def drop_empty(text: str, keys: Keys) -> str:
    """Return a document without the key at `keys`, when it is there and holds nothing."""
    found = _reach(_compose(text), keys)
    if found is None or not (_is_void(found[2]) or found[2].value == []):
        return text
    return _without(text, *found)


def _compose(text: str) -> yaml.Node | None:
    if re.search(r"^\.\.\.(?:\s|$)", text, re.MULTILINE):
        raise ConfigUnreadable("the YAML document ends before the file does")
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        raise _unreadable(error) from error
    if root is not None and not isinstance(root, yaml.MappingNode):
        raise ConfigUnreadable("the YAML document is not a map")
    return root


def _reach(root: yaml.Node | None, keys: Keys) -> tuple[yaml.MappingNode, yaml.Node, yaml.Node] | None:
    """Return the map that holds the last of `keys`, with the nodes of that key and of its value."""
    holder, found = root, None
    for key in keys:
        pair = _pair(holder, key) if isinstance(holder, yaml.MappingNode) else None
        if pair is None or not isinstance(holder, yaml.MappingNode):
            return None
        found = (holder, *pair)
        holder = pair[1]
    return found


def _pair(holder: yaml.MappingNode, key: str) -> tuple[yaml.Node, yaml.Node] | None:
    return next((pair for pair in holder.value if pair[0].value == key), None)


def _without(text: str, holder: yaml.CollectionNode, first: yaml.Node, last: yaml.Node) -> str:
    """Return the text without a member or element; in block style whole lines go."""
    start, end = first.start_mark.index, _content_end(text, last)
    if holder.flow_style:
        tail = re.compile(r"\s*,\s*").match(text, end)
        if tail:
            return text[:start] + text[tail.end() :]
        return re.sub(r"\s*,\s*$", "", text[:start]) + text[end:]
    start = line_start(text, start)
    return text[:start] + text[text.find("\n", end) + 1 or len(text) :]


def _content_end(text: str, node: yaml.Node) -> int:
    """Return where a value ends, without the blank lines and comments the library counts to it."""
    if getattr(node, "value", None) and isinstance(node, yaml.CollectionNode) and not node.flow_style:
        last = node.value[-1]
        return _content_end(text, last[1] if isinstance(last, tuple) else last)
    return max(node.start_mark.index, len(text[: node.end_mark.index].rstrip()))


def _is_void(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and node.tag == "tag:yaml.org,2002:null" and not node.value


def _column(node: yaml.Node) -> int:
    return int(node.start_mark.column)


def _next_line(text: str, key: yaml.Node) -> int:
    return text.find("\n", key.end_mark.index) + 1 or len(text)


def _eol(text: str, key: yaml.Node) -> str:
    """Return the line end that is missing when a key stands on the last line."""
    return "" if "\n" in text[key.end_mark.index :] else "\n"


def _lead(text: str) -> str:
    return "" if not text or text.endswith("\n") else "\n"


def _member(keys: Keys, edit: YamlEdit, indent: str) -> str:
    """Return lines that hold a value below the maps `keys` name."""
    lines = [f"{indent}{'  ' * depth}{_key(key)}:" for depth, key in enumerate(keys)]
    if isinstance(edit, Item):
        lines.append(f"{indent}{'  ' * len(keys)}- {_flow(edit)}")
    else:
        lines[-1] += f" {_flow(edit)}"
    return "\n".join(lines) + "\n"


def _flow_member(keys: Keys, edit: YamlEdit) -> str:
    value: Any = [edit.value] if isinstance(edit, Item) else edit.value
    for key in reversed(keys[1:]):
        value = {key: value}
    return f"{_key(keys[0])}: {json.dumps(value, ensure_ascii=False)}"


def _flow(edit: YamlEdit) -> str:
    return json.dumps(edit.value, ensure_ascii=False)


def _key(name: str) -> str:
    return name if _PLAIN.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _unreadable(error: Exception) -> ConfigUnreadable:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or "it cannot be understood"
    return ConfigUnreadable(f"not valid YAML: {problem}", line=mark.line + 1 if mark else 0)
