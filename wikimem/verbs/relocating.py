"""Give a page, or a folder of pages, another place: one commit that moves it and mends every link to it and from it."""

from collections.abc import Mapping
from dataclasses import dataclass

from wikimem.errors import NotFound, UsageError
from wikimem.model.change import Change, Changeset, Remove, Write
from wikimem.model.claim import ClaimKind
from wikimem.passes.moving import moved_pages, names_of
from wikimem.store import moves
from wikimem.store.history import History
from wikimem.store.layout import Layout
from wikimem.store.message import SUBJECT_WIDTH
from wikimem.store.view import View
from wikimem.text.clean import clip
from wikimem.verbs.pages import find_page, normal_path
from wikimem.verbs.places import new_place, portable, refuse_kept
from wikimem.verbs.rewriting import Rewritten
from wikimem.verbs.writing import Pen, now

_KINDS = {kind.value for kind in ClaimKind}


@dataclass(frozen=True, slots=True)
class Move:
    """Pages that go from one path to another."""

    of: Mapping[str, str]
    """Page or folder -> where it goes: what is remembered."""
    to: Mapping[str, str]
    """The same for every file that goes with them."""


def move_page(pen: Pen, name: str, new: str, *, dry_run: bool = False) -> Rewritten:
    """Move what `name` names to a path, into a folder, or to another name in its own; `UsageError`, `NotFound`."""
    goal = ""

    def plan(view: View) -> Changeset:
        nonlocal goal
        move = _meant(pen.vault, name, new)
        ((old, goal),) = move.of.items()
        at = now()
        changes = relocated(view, pen.vault, pen.history, move, at) if old != goal else ()
        names = [path.rpartition("/")[2] for path in (old, goal)]
        place = names[1] if names[0] != names[1] else goal.rpartition("/")[0]
        subject = clip(f"Move {names[0]} to {place}", SUBJECT_WIDTH)
        return Changeset(subject, changes, at, body=f"{old}\n{goal}")

    written = pen.write(plan, dry_run=dry_run)
    return Rewritten(goal, written)


def relocated(view: View, vault: Layout, history: History, move: Move, at: str) -> tuple[Change, ...]:
    """Return everything that a move changes, with the line that remembers it."""
    names = names_of(history.paths(), move.to)
    changes = list(moved_pages(view, move.to, history.mentioning, names, move.of))
    for old, new in move.to.items():
        if not old.endswith(".md"):
            changes += [Remove(old), Write(new, vault.path(old).read_bytes())]
    record = moves.appended(view.read(moves.PATH) or "", move.of, at)
    return (*changes, Write(moves.PATH, record.encode()))


def files_below(vault: Layout, old: str, new: str) -> dict[str, str]:
    """Return for every file below the folder `old`, hidden ones aside, where it goes when that becomes `new`."""
    found = sorted(path for path in vault.path(old).rglob("*") if path.is_file() and not path.is_symlink())
    return {name: new + name[len(old) :] for name in map(vault.relative, found) if "/." not in name}


def is_of_subject(path: str) -> bool:
    """Tell whether a path is that of a page of claims about a subject: two of one name can be joined."""
    return path.endswith(".md") and f"/{path}".rsplit("/", 2)[-2] in _KINDS


def _meant(vault: Layout, name: str, new: str) -> Move:
    old = normal_path(vault, name)
    if vault.path(old).is_dir() and not vault.path(f"{old}.md").is_file():
        return _of_folder(vault, old, new)
    old = find_page(vault, name)
    refuse_kept(old)
    file = old.rpartition("/")[2]
    target = new.rstrip("/") if new.startswith("/") else normal_path(vault, new)
    if new.endswith("/") or _is_folder(vault, target):
        path = f"{target}/{file}"
    elif "/" in new:
        path = target
    else:
        path = f"{old.rpartition('/')[0]}/{portable(new)}"
    path = new_place(vault, path if path.endswith(".md") else f"{path}.md", leaving=old)
    if path != old and vault.path(path).exists():
        what = "a folder" if vault.path(path).is_dir() else "a page"
        raise UsageError(f"{what} is at {path} already", hint="give another name", path=path)
    return Move({old: path}, {old: path})


def _of_folder(vault: Layout, old: str, new: str) -> Move:
    refuse_kept(old)
    if old.count("/") < (1 if old.startswith("global/") else 2):
        hint = "a project is renamed with `wikimem project rename`" if old.startswith("projects/") else ""
        raise UsageError(f"{old} is no folder of pages that could be moved", hint=hint, path=old)
    above, _, name = old.rpartition("/")
    inside = f"{new}{name}" if new.endswith("/") else new
    path = new_place(vault, inside if "/" in inside else f"{above}/{portable(new)}", leaving=old)
    if path != old and vault.path(path).exists():
        raise UsageError(f"{path} is there already", hint="move its pages one by one, or give another name", path=path)
    if path.startswith(f"{old}/"):
        raise UsageError("a folder cannot go into itself", path=path)
    to = files_below(vault, old, path)
    if not to:
        raise NotFound(f"there is no page in {old}", path=old)
    return Move({old: path}, to)


def _is_folder(vault: Layout, path: str) -> bool:
    """Tell whether a path is that of a folder, or ends in a name that means one."""
    if not path:
        return False
    return vault.path(path).is_dir() or ("/" in path and path.rpartition("/")[2] in {*_KINDS, "notes"})
