"""Prepare what agents are given at a start: one file a project, and the map that leads from a folder to it.

Written after each commit of pages, read by hooks, which have no time to look for anything. Disposable.
"""

from collections.abc import Iterable
from pathlib import Path

import orjson

from wikimem.config import Config
from wikimem.store.files import write_atomically
from wikimem.store.homes import MAP
from wikimem.store.layout import Layout
from wikimem.store.project import Projects
from wikimem.store.refs import locate
from wikimem.verbs.briefing import briefing, pages_of

NO_PROJECT = "-"
"""Name of the file for folders that belong to no project we know."""


def prepare(vault: Layout, config: Config) -> bool:
    """Write the files whose pages changed since the commit they speak of, and return whether that was needed.

    The map comes last, because it says which commit they speak of. `StoreError` when they cannot be written.
    """
    head = f"{locate(vault.root.resolve()).head()} {config.inject_bytes}"
    folder = vault.contexts_dir
    before = _prepared(vault)
    if before == head:
        return False
    fits = before.endswith(f" {config.inject_bytes}")
    projects = Projects.read(vault).all()
    for slug in ("", *dict.fromkeys(project.name for project in projects)):
        path = folder / f"{slug or NO_PROJECT}.md"
        if not (fits and _is_newer(path, pages_of(vault, slug))):
            write_atomically(path, briefing(vault, slug, config.inject_bytes).encode("utf-8", "replace"))
    document = {
        "of": head,
        "projects": list(dict.fromkeys(project.name for project in projects)),
        "folders": {path: project.name for project in projects for path in project.paths},
        "remotes": {remote: project.name for project in projects for remote in project.remotes},
    }
    write_atomically(folder / MAP, orjson.dumps(document))
    return True


def _is_newer(path: Path, pages: Iterable[Path]) -> bool:
    """Tell whether a file was written after the last change to any of the pages and folders it was made of.

    The change of the inode counts, and not that of the content, which whoever copies a page may set back.
    """
    try:
        written = path.stat().st_ctime_ns
        return all(page.stat().st_ctime_ns < written for page in pages if page.exists())
    except OSError:
        return False


def _prepared(vault: Layout) -> str:
    try:
        return str(orjson.loads((vault.contexts_dir / MAP).read_bytes())["of"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""
