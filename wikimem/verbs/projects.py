"""Which project of a vault a name or a folder means, and where a question from there looks."""

from pathlib import Path

from wikimem.errors import NotFound, UsageError
from wikimem.store.layout import Layout
from wikimem.store.marker import marker_of
from wikimem.store.project import Assignment, Projects, locate, slug_of


def project_of(vault: Layout, cwd: Path) -> str:
    """Return the slug of the project a folder belongs to, empty when the vault does not know it.

    The marker of the folder names it, else its repository. A folder in no repository belongs to the project of the
    nearest folder above it that a session ran in.
    """
    if named := marker_of(str(cwd)).scope:
        slugs = vault.project_names()
        return slugs.get(slug_of(named), slug_of(named) if slug_of(named) in slugs.values() else "")
    projects = Projects.read(vault)
    place = locate(str(cwd))
    folders = [] if place.root else [locate(str(folder)) for folder in cwd.parents]
    return next((slug for known in (place, *folders) if (slug := projects.known(known))), "")


def known(vault: Layout, project: str) -> str:
    """Return the slug of a project a person named; `NotFound` when the vault does not know it."""
    slugs = vault.projects()
    if project not in slugs:
        raise NotFound(f"no project is called {project!r}", hint="projects: " + (", ".join(slugs) or "none"))
    return project


def assigned(vault: Layout, project: str, cwd: Path | None) -> Assignment:
    """Return the project to write to: a named one, else that of a folder, which is made for a repository without one.

    `NotFound` for a name the vault does not know, `UsageError` for a folder that is no project's.
    """
    if project:
        return Assignment(known(vault, project), first=Projects.read(vault).first(project))
    if cwd and (slug := project_of(vault, cwd)):
        return Assignment(slug, first=Projects.read(vault).first(slug))
    place, named = locate(str(cwd or "")), marker_of(str(cwd or "")).scope
    if not place.root and not named:
        hint = "name one; projects: " + (", ".join(vault.projects()) or "none")
        raise UsageError("this folder belongs to no project the wiki knows", hint=hint, path=str(cwd or ""))
    return Projects.read(vault).assign(place, override=named)
