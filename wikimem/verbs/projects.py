"""Which project of a vault a folder belongs to."""

from pathlib import Path

from wikimem.errors import NotFound
from wikimem.store.layout import Layout
from wikimem.store.project import Projects, locate


def project_of(vault: Layout, cwd: Path) -> str:
    """Return the slug of the project a folder belongs to, empty when the vault does not know it.

    A folder in no repository belongs to the project of the nearest folder above it that a session ran in.
    """
    projects = Projects.read(vault)
    place = locate(str(cwd))
    folders = [] if place.root else [locate(str(folder)) for folder in cwd.parents]
    return next((slug for known in (place, *folders) if (slug := projects.known(known))), "")


def known_project(vault: Layout, slug: str) -> str:
    """Return the slug of a project the vault knows; `NotFound` for others."""
    projects = vault.projects()
    if slug not in projects:
        raise NotFound(f"no project is called {slug!r}", hint="projects: " + (", ".join(projects) or "none"))
    return slug
