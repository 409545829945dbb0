"""Which project of a vault a folder belongs to."""

from pathlib import Path

from wikimem.store.layout import Layout
from wikimem.store.project import Projects, locate


def project_of(vault: Layout, cwd: Path) -> str:
    """Return the slug of the project a folder belongs to, empty when the vault does not know it.

    A folder in no repository belongs to the project of the nearest folder above it that a session ran in.
    """
    if not vault.projects_dir.is_dir():
        return ""
    place = locate(str(cwd))
    slug = Projects.read(vault).assign(place).slug
    if _is_known(vault, slug):
        return slug
    for folder in () if place.root else cwd.parents:
        found = Projects.read(vault).assign(locate(str(folder)))
        if found.change is None and _is_known(vault, found.slug):
            return found.slug
    return ""


def _is_known(vault: Layout, slug: str) -> bool:
    return (vault.projects_dir / f"{slug}.toml").is_file()
