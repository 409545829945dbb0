"""The projects of a vault: what they are called, what belongs to them, and how one goes into another or goes away.

A project's first name is its identity for ever: it names its file in `.wikimem/projects/` and is hashed into the ids of
its claims. What it is called is where its folder lies, and that the moves record tells. So renaming and merging move
pages and leave every id, every raw log and every later compile alone.
"""

from collections.abc import Callable
from dataclasses import dataclass

from wikimem.errors import UsageError
from wikimem.model.change import Change, Changeset, Remove
from wikimem.store.layout import Layout
from wikimem.store.message import SUBJECT_WIDTH
from wikimem.store.project import Projects, slug_of
from wikimem.store.view import View
from wikimem.text.clean import clip
from wikimem.text.paths import DERIVED
from wikimem.text.slug import unique
from wikimem.verbs.projects import known
from wikimem.verbs.relocating import Move, files_below, is_of_subject, relocated
from wikimem.verbs.writing import Pen, Written, now


@dataclass(frozen=True, slots=True)
class Listed:
    """A project as it stands."""

    name: str
    firsts: tuple[str, ...]
    """What it, and those that were joined to it, were called first."""
    paths: tuple[str, ...]
    remotes: tuple[str, ...]
    pages: int
    sessions: int


@dataclass(frozen=True, slots=True)
class Reordered:
    """Projects after one was renamed, joined to another or purged, or a page went to another."""

    project: str
    """The one that is meant from now on."""
    paths: tuple[str, ...]
    """Where pages lie now, for `move`; raw logs that went, for `purge`."""
    written: Written


@dataclass(frozen=True, slots=True)
class ProjectBook:
    """The projects of one wiki. A project is named by its slug."""

    vault: Layout
    pen_of: Callable[[], Pen]

    def list(self) -> tuple[Listed, ...]:
        """Return the projects by name, with the places that are each."""
        every = Projects.read(self.vault).all()
        found = []
        for name in sorted({project.name for project in every}):
            parts = [project for project in every if project.name == name]
            folder = self.vault.root / "projects" / name
            pages = [path for path in folder.rglob("*.md") if path.name not in DERIVED]
            sessions = sum("sessions" in path.relative_to(folder).parts[:1] for path in pages)
            paths = tuple(path for project in parts for path in project.paths)
            remotes = tuple(remote for project in parts for remote in project.remotes)
            found.append(Listed(name, tuple(project.slug for project in parts), paths, remotes, len(pages), sessions))
        return tuple(found)

    def rename(self, old: str, new: str, *, dry_run: bool = False) -> Reordered:
        """Call a project otherwise: its folder moves, and nothing else changes. `UsageError` for a name in use."""
        old, new = known(self.vault, old), slug_of(new)
        taken = self.vault.project_names()
        mine = {first for first, name in taken.items() if name == old}
        is_taken = new in {*taken.keys() - mine, *taken.values()} or files_below(self.vault, f"projects/{new}", "")
        if new != old and is_taken:
            hint = "choose another name, or join the two with `wikimem project merge`"
            raise UsageError(f"{new} is or was the name of a project", hint=hint)
        return self._moved(old, new, f"Rename the project {old} to {new}", dry_run=dry_run)

    def merge(self, old: str, into: str, *, dry_run: bool = False) -> Reordered:
        """Join a project to another: its pages go there, those of one name are made one, later sessions follow."""
        old, into = known(self.vault, old), known(self.vault, into)
        if old == into:
            raise UsageError("a project cannot be joined to itself", hint="name another")
        return self._moved(old, into, f"Merge the project {old} into {into}", dry_run=dry_run)

    def move(self, name: str, to: str, *, dry_run: bool = False) -> Reordered:
        """Move a page to another project, or a session with its page, its handoff and what it said."""
        from wikimem.verbs.reassigning import move_to_project

        paths, written = move_to_project(self.pen_of(), name, known(self.vault, to), dry_run=dry_run)
        return Reordered(to, paths, written)

    def purge(self, name: str, *, dry_run: bool = False) -> Reordered:
        """Take a project out with its raw logs and keep sweeps from bringing it back; history keeps it."""
        from wikimem.verbs.purging_projects import purge_project

        raws, written = purge_project(self.pen_of(), known(self.vault, name), dry_run=dry_run)
        return Reordered(name, raws, written)

    def _moved(self, old: str, new: str, subject: str, *, dry_run: bool) -> Reordered:
        pen = self.pen_of()

        def plan(view: View) -> Changeset:
            at = now()
            changes = _changes(view, pen, old, new, at) if old != new else ()
            return Changeset(clip(subject, SUBJECT_WIDTH), changes, at)

        return Reordered(new, (), pen.write(plan, dry_run=dry_run))


def _changes(view: View, pen: Pen, project: str, goal: str, at: str) -> tuple[Change, ...]:
    """Return what changes when a project's folder becomes another's.

    Of two pages about one subject one is made; other files whose name is taken get the project's name at their end.
    """
    vault, old, new = pen.vault, f"projects/{project}", f"projects/{goal}"
    to = files_below(vault, old, new)
    derived = [path for path in to if path in {f"{old}/{name}" for name in DERIVED}]
    for path in derived:
        del to[path]
    beside = {
        path: _beside(vault, target, project)
        for path, target in to.items()
        if vault.path(target).exists() and not is_of_subject(path)
    }
    move = Move({old: new, **beside}, to | beside)
    return (*map(Remove, derived), *relocated(view, vault, pen.history, move, at))


def _beside(vault: Layout, path: str, project: str) -> str:
    """Return a free path next to one that is taken, which says where the file comes from."""
    stem, dot, ending = path.rpartition(".")
    free = unique(f"{stem}-{project}", lambda name: vault.path(f"{name}{dot}{ending}").exists(), path)
    return f"{free}{dot}{ending}"
