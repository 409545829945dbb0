"""Where pages went that a person moved: `.wikimem/moves.jsonl`, one line a move, committed with it.

    {"at":"2026-03-10T08:41:30.000000Z","from":"projects/p/decisions/a.md","to":"projects/p/decisions/b.md"}

The compiler still calls a page by the name it would have given it and asks here where that lies now. A line may move a
page or a folder with all in it. The order of lines does not matter, so that two clones are merged by keeping all: of
two lines about one name the later counts, and a path is followed forward in time only, so that there and back is back.
A line nobody can read counts for nothing.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta

import orjson

from wikimem.text.time import parse_instant

PATH = ".wikimem/moves.jsonl"
"""Vault-relative; tracked, so that a page has the same name in every clone."""

Moves = Mapping[str, tuple[str, str]]
"""Path of a page or folder -> when it moved last, and where it went then."""


def read(text: str) -> Moves:
    """Return the moves that the text of the file tells of."""
    rows: list[tuple[str, str, str]] = []
    for line in text.splitlines():
        try:
            row = orjson.loads(line)
            rows.append((str(row["at"]), str(row["from"]), str(row["to"])))
        except (ValueError, KeyError, TypeError):
            continue
    return {old: (at, new) for at, old, new in sorted(rows)}


def now_at(path: str, moves: Moves) -> str:
    """Return where lies now what would be called `path`: itself, unless it or a folder above it was moved."""
    since = ""
    while moves:
        steps = [(moves[name][0], -len(name), name) for name in _and_above(path) if name in moves]
        since, _, old = min((step for step in steps if step[0] > since), default=("", 0, ""))
        if not old:
            break
        new = moves[old][1]
        path = new + path[len(old) :]
    return path


def before(path: str, moves: Moves) -> list[str]:
    """Return what the page at `path` was called before, the newest name first."""
    names = [path]
    steps = sorted(((at, old, new) for old, (at, new) in moves.items()), reverse=True)
    for name in names:  # which grows: a name before this one may have had others before
        for _, old, new in steps:
            former = old + name[len(new) :]
            is_here = name == new or name.startswith(f"{new}/")
            if is_here and former not in names and now_at(former, moves) == path:
                names.append(former)
    return names[1:]


def project_now(slug: str, moves: Moves) -> str:
    """Return what the project that was first called `slug` is called now: its folder tells."""
    return project_in(now_at(f"projects/{slug}", moves)) or slug


def project_in(folder: str) -> str:
    """Return the slug of the project whose own folder this is, "" for another folder."""
    return folder.partition("/")[2] if folder.startswith("projects/") and folder.count("/") == 1 else ""


def appended(text: str, moved: Mapping[str, str], at: str) -> str:
    """Return the text of the file with one line more for each move (old path to new), made at an instant.

    A line is dated after all that are there, whatever the clock says: what was moved last counts.
    """
    known = max((when for when, _ in read(text).values()), default="")
    instant = _precise(at)
    if instant <= known:
        instant = _precise(known, later=1)
    ended = text if not text or text.endswith("\n") else f"{text}\n"
    lines = [orjson.dumps({"at": instant, "from": old, "to": new}).decode() for old, new in sorted(moved.items())]
    return ended + "".join(f"{line}\n" for line in lines)


def _and_above(path: str) -> Iterable[str]:
    """Yield a path and the folders above it."""
    while path:
        yield path
        path = path.rpartition("/")[0]


def _precise(at: str, *, later: int = 0) -> str:
    """Return an instant in microseconds, `later` ones of them after it."""
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        moment = datetime.fromisoformat(parse_instant(at) or "1970-01-01T00:00:00Z")
    return f"{moment.astimezone(UTC) + timedelta(microseconds=later):%Y-%m-%dT%H:%M:%S.%fZ}"
