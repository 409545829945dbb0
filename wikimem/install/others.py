"""What in a configuration is not ours: the measure by which an edit is judged before it is written.

Pure. It works on plain data, whatever the format.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from wikimem.install.edit import Default, Edit, Item, Keys, Member, at_path, is_ours


def theirs(data: Any, edits: Iterable[Edit]) -> Any:
    """Return what others wrote: the data without what the edits put in, and without containers that are empty then."""
    for edit in edits:
        if isinstance(edit, Member | Default):
            data = _without_key(data, edit.keys)
        elif isinstance(edit, Item):
            data = _without_hooks(data, edit.keys, edit.value)
    return _pruned(data)


def holds(data: Any, edit: Item | Member | Default) -> bool:
    """Tell whether data has what an edit says; what a person added to an entry of ours does not count against it."""
    there = at_path(data, edit.keys)
    if isinstance(edit, Item):
        return isinstance(there, list) and edit.value in there
    if isinstance(edit, Default):
        return there is not None
    if isinstance(there, Mapping) and isinstance(edit.value, Mapping):
        return all(there.get(key) == value for key, value in edit.value.items())
    return bool(there == edit.value)


def has_stale(data: Any, edit: Edit, new: Sequence[Edit]) -> bool:
    """Tell whether data has something of ours where an edit would put it that the new edits do not want."""
    if isinstance(edit, Member):
        return edit not in new and at_path(data, edit.keys) is not None
    if not isinstance(edit, Item):
        return False
    there = at_path(data, edit.keys)
    wanted = [each.value for each in new if isinstance(each, Item) and each.keys == edit.keys]
    ours = [each for each in there if is_ours(each) or each == edit.value] if isinstance(there, list) else []
    return any(each not in wanted for each in ours) or len(ours) > len(wanted)


def missing(data: Any, edit: Edit) -> list[Keys]:
    """Return what has to be made for an edit, beside its own value: containers, or the key an agent demands."""
    if not isinstance(edit, Item | Member | Default):
        return []
    deepest = len(edit.keys) - isinstance(edit, Member)
    steps = (edit.keys[:depth] for depth in range(1, deepest + 1))
    return [keys for keys in steps if at_path(data, keys) is None]


def _without_key(data: Any, keys: Keys) -> Any:
    if not isinstance(data, Mapping) or keys[0] not in data:
        return data
    rest = {key: value for key, value in data.items() if key != keys[0]}
    return rest if len(keys) == 1 else {**rest, keys[0]: _without_key(data[keys[0]], keys[1:])}


def _without_hooks(data: Any, keys: Keys, value: Any) -> Any:
    if keys:
        if not isinstance(data, Mapping) or keys[0] not in data:
            return data
        return {**data, keys[0]: _without_hooks(data[keys[0]], keys[1:], value)}
    if not isinstance(data, list):
        return data
    return [left for each in data if each != value and (left := _without_our_part(each)) is not None]


def _without_our_part(element: Any) -> Any:
    """Return an element of a list of hooks without the hooks of ours in it, None when there is no other."""
    inner = at_path(element, ("hooks",))
    if not is_ours(element):
        return element
    if not isinstance(inner, list) or all(map(is_ours, inner)):
        return None
    return {**element, "hooks": [each for each in inner if not is_ours(each)]}


def _pruned(data: Any) -> Any:
    if isinstance(data, Mapping):
        kept = {key: _pruned(value) for key, value in data.items()}
        return {key: value for key, value in kept.items() if value is not None} or None
    if isinstance(data, list):
        return [_pruned(each) for each in data] or None
    return data
