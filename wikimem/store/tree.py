"""Read a session that an agent spread over a tree of small JSON files, as JSON lines.

The lines have the shape `store.database` gives them, so that one front-end reads both: `table`, `id`, for a part
`message_id`, and the file's whole content under `data`.
"""

import glob
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import orjson

from wikimem.errors import TranscriptUnreadable
from wikimem.model.keeping import Branch, Tree
from wikimem.store.sources import Stamp

Entry = dict[str, Any]


def tree_of(path: Path, trees: Sequence[Tree]) -> Tree | None:
    """Return the tree whose session a file is, None when it is none's."""
    return next((tree for tree in trees if path.match(tree.session)), None)


def is_leaf(path: Path, trees: Sequence[Tree]) -> bool:
    """Tell whether a file is a message or part of a tree, and so no transcript of its own."""
    for tree in trees:
        for branch in (*tree.messages, *tree.parts):
            if path.match(branch.pattern.replace("{id}", "*")):
                root = path.parents[branch.pattern.count("/")]
                if (root / tree.session.partition("/")[0]).is_dir():
                    return True
    return False


def stamp_of(path: Path, tree: Tree) -> Stamp:
    """Return a stamp that changes with a session's file and its messages; `OSError` when it cannot be looked at.

    Parts are not looked at: a message's file is written again when its last part is.
    """
    own = path.stat()
    size, modified = own.st_size, own.st_mtime_ns
    for message in _names(_root(path, tree), tree.messages, _id(path, _object(path) or {})):
        status = message.stat()
        size, modified = size + status.st_size, max(modified, status.st_mtime_ns)
    return size, modified


def lines_of(path: Path, tree: Tree) -> Iterator[bytes]:
    """Yield a session as JSON lines; a file that is no JSON object, half written perhaps, is left for later.

    `OSError` when a file cannot be read, `TranscriptUnreadable` when the session's own file is no JSON object.
    """
    session = _object(path)
    if session is None:
        hint = "when the agent is writing it just now, the next run reads it"
        raise TranscriptUnreadable("the session's file is no JSON object", hint=hint, path=str(path))
    id_ = _id(path, session)
    yield _line({"database": tree.agent, "session": id_})
    yield _line({"table": "session", "id": id_, "data": session})
    root = _root(path, tree)
    for message_file, message in _entries(root, tree.messages, id_):
        message_id = _id(message_file, message)
        yield _line({"table": "message", "id": message_id, "data": message})
        for file, part in _entries(root, tree.parts, message_id):
            yield _line({"table": "part", "id": _id(file, part), "message_id": message_id, "data": part})


def _root(path: Path, tree: Tree) -> Path:
    return path.parents[tree.session.count("/")]


def _names(root: Path, branches: Sequence[Branch], owner: str) -> Iterator[Path]:
    for branch in branches:
        pattern = branch.pattern.replace("{id}", glob.escape(owner))
        yield from (root / name for name in glob.glob(pattern, root_dir=root))  # noqa: PTH207 (`Path.glob` has no escape)


def _entries(root: Path, branches: Sequence[Branch], owner: str) -> list[tuple[Path, Entry]]:
    """Return the files an owner has, in the order they were begun, and of their names where none says when."""
    found = []
    for branch in branches:
        for path in _names(root, (branch,), owner):
            entry = _object(path)
            if entry is not None and (not branch.owner or entry.get(branch.owner) == owner):
                found.append((path, entry))
    return sorted(found, key=lambda item: (_begun(item[1]), item[0].name))


def _begun(entry: Entry) -> float:
    time = entry.get("time")
    created = time.get("created") if isinstance(time, dict) else None
    return created if isinstance(created, int | float) else 0


def _object(path: Path) -> Entry | None:
    try:
        value = orjson.loads(path.read_bytes())
    except orjson.JSONDecodeError:
        return None
    return value if isinstance(value, dict) else None


def _id(path: Path, entry: Entry) -> str:
    id_ = entry.get("id")
    return id_ if isinstance(id_, str) and id_ else path.stem


def _line(entry: Entry) -> bytes:
    return orjson.dumps(entry, option=orjson.OPT_APPEND_NEWLINE)
