"""Prepare what agents are given at a start: one file a project, and the map that leads from a folder to it.

Written after each commit of pages, read by hooks, which have no time to look for anything. Disposable.
"""

import orjson

from wikimem.config import Config
from wikimem.store.files import write_atomically
from wikimem.store.homes import MAP
from wikimem.store.layout import Layout
from wikimem.store.project import Projects
from wikimem.store.refs import locate
from wikimem.verbs.briefing import briefing

NO_PROJECT = "-"
"""Name of the file for folders that belong to no project we know."""


def prepare(vault: Layout, config: Config) -> bool:
    """Write the files anew unless they speak of the newest commit, and return whether they were; `StoreError`.

    The map comes last, because it says which commit they speak of.
    """
    head = f"{locate(vault.root.resolve()).head()} {config.inject_bytes}"
    folder = vault.contexts_dir
    if _prepared(vault) == head:
        return False
    projects = Projects.read(vault).all()
    for slug in ("", *(project.slug for project in projects)):
        text = briefing(vault, slug, config.inject_bytes)
        write_atomically(folder / f"{slug or NO_PROJECT}.md", text.encode("utf-8", "replace"))
    document = {
        "of": head,
        "projects": [project.slug for project in projects],
        "folders": {path: project.slug for project in projects for path in project.paths},
        "remotes": {remote: project.slug for project in projects for remote in project.remotes},
    }
    write_atomically(folder / MAP, orjson.dumps(document))
    return True


def _prepared(vault: Layout) -> str:
    try:
        return str(orjson.loads((vault.contexts_dir / MAP).read_bytes())["of"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""
