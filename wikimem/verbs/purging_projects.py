"""Take a whole project out: its pages, its identity, its raw logs and what its sessions said elsewhere.

The newest commits hold nothing of it then, and a sweep does not bring it back. What is older stays in the history.
"""

from wikimem.errors import NotFound, RawLogDamaged
from wikimem.model.change import Change, Changeset, Remove, Write
from wikimem.model.ids import short_id
from wikimem.passes.subject_pages import kept_in
from wikimem.store import rawlog, tombstones
from wikimem.store.layout import Layout
from wikimem.store.message import SUBJECT_WIDTH
from wikimem.store.project import Project, Projects
from wikimem.store.view import View
from wikimem.text.claims import drop_session
from wikimem.text.clean import clip
from wikimem.text.paths import scope_of
from wikimem.verbs.relocating import files_below
from wikimem.verbs.writing import Pen, Written, now


def purge_project(pen: Pen, name: str, *, dry_run: bool = False) -> tuple[tuple[str, ...], Written]:
    """Remove a project and return the raw logs that went, and what was written."""
    vault = pen.vault
    projects = Projects.read(vault)
    parts = [project for project in projects.all() if project.name == name]
    raws: list[str] = []

    def plan(view: View) -> Changeset:
        at = now()
        logs = _logs(vault, projects, name)
        raws.extend(logs)
        files = [*files_below(vault, f"projects/{name}", ""), *(_identity(vault, project) for project in parts)]
        elsewhere = _elsewhere(view, name, logs)
        kept_out = [
            *logs,
            *(tombstones.place(where) for project in parts for where in (*project.paths, *project.remotes)),
        ]
        stones = view.read(tombstones.PATH) or ""
        for each in kept_out:
            stones = tombstones.appended(stones, each, at, out=True)
        changes: list[Change] = [*map(Remove, files), *elsewhere, Write(tombstones.PATH, stones.encode())]
        subject = clip(f"Purge the project {name}", SUBJECT_WIDTH)
        return Changeset(subject, tuple(changes), at, raw_gone=tuple(logs))

    written = pen.write(plan, dry_run=dry_run)
    if not dry_run:
        rawlog.clear_pending(vault, dict.fromkeys(raws, 0))
    return tuple(raws), written


def _identity(vault: Layout, project: Project) -> str:
    return vault.relative(vault.projects_dir / f"{project.slug}.toml")


def _logs(vault: Layout, projects: Projects, name: str) -> dict[str, str]:
    """Return the raw logs of a project's sessions, each with the session's id."""
    found = {}
    for raw in rawlog.raw_logs(vault):
        try:
            header = rawlog.read_header(vault, raw)
        except (NotFound, RawLogDamaged):
            continue
        if header and projects.assign(header.place, override=header.project).slug == name:
            found[raw] = header.session
    return found


def _elsewhere(view: View, name: str, logs: dict[str, str]) -> list[Change]:
    """Return the pages of other scopes without what the project's sessions said there."""
    texts: dict[str, str] = {}
    for session in logs.values():
        short = short_id(session)
        page = view.page_of_session(name, short)
        for path in kept_in(page, view.read(page) or "") if page else ():
            text = texts.get(path, view.read(path) or "")
            if scope_of(path) != f"project:{name}" and (dropped := drop_session(text, short)) != text:
                texts[path] = dropped
    return [Write(path, text.encode()) if text else Remove(path) for path, text in texts.items()]
