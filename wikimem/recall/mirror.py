"""Keep the index in step with the files: what it holds is a function of the wiki's branch and of the raw logs.

Whoever reads the index gets it from here. Cost follows the change: git says which paths differ since the commit the
index mirrors, and only these are read again. Whatever is wrong with an index is cured by building a new one aside.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain

from wikimem import __version__
from wikimem.errors import GitFailed, IndexUnusable, NotFound, PageError, RawLogDamaged
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.model.passage import Passage
from wikimem.passes.naming import name
from wikimem.recall.pages import passages_of_page
from wikimem.recall.turns import passages_of_turns
from wikimem.store import moves, rawlog
from wikimem.store.history import History
from wikimem.store.index import Index
from wikimem.store.layout import Layout
from wikimem.store.passages import entry_of
from wikimem.store.project import Projects
from wikimem.text.paths import DERIVED, scope_of

Report = Callable[[Diagnostic], None]


def current(vault: Layout, history: History, report: Report) -> Index:
    """Return an index that mirrors the newest commits of both branches."""
    try:
        index = Index.open(vault.index_dir, __version__)
        if not index.head and history.head():
            raise IndexUnusable("an update of the search index was cut short", path=str(vault.index_dir))
        _catch_up(index, vault, history, report)
    except IndexUnusable:
        index = rebuilt(vault, history, report)
    return index


def rebuilt(vault: Layout, history: History, report: Report) -> Index:
    """Build the index anew from the files, aside, and put it in the place of the old one."""
    head, raw_head = history.head(), history.raw_head()
    pages = (path for path in history.paths() if is_page(path)) if head else ()
    waiting = set(rawlog.pending(vault))
    logs = [path for path in rawlog.raw_logs(vault) if path not in waiting]
    passages = chain(_of_pages(vault, pages, report), _of_logs(vault, logs, report))
    return Index.rebuild(
        vault.index_dir, map(entry_of, passages), fingerprint=__version__, head=head, raw_head=raw_head
    )


def is_page(path: str) -> bool:
    """Tell whether a path of the wiki's branch is a page to be searched."""
    return path.endswith(".md") and not path.startswith((".", "raw/")) and path.rsplit("/", 1)[-1] not in DERIVED


def passages_of_log(log: rawlog.RawLog, project: str) -> Iterator[Passage]:
    """Yield the passages of a raw log whose session belongs to `project`."""
    session = replace(log.session(), project=project)
    yield from passages_of_turns(session, name(session))


def _catch_up(index: Index, vault: Layout, history: History, report: Report) -> None:
    head, raw_head = history.head(), history.raw_head()
    if (index.head, index.raw_head) == (head, raw_head):
        return
    try:
        changed = history.changed(index.head, head) if head != index.head else []
        pages = [(status, path) for status, path in changed if is_page(path)]
        logs = (
            [path for _, path in history.changed(index.raw_head, raw_head, raw=True)]
            if raw_head != index.raw_head
            else []
        )
    except (NotFound, GitFailed) as error:
        raise IndexUnusable("the search index mirrors a commit that is gone", path=str(vault.index_dir)) from error
    if any(path == moves.PATH for _, path in changed) and _renames(vault, history, index.head):
        raise IndexUnusable("projects were renamed since the search index was made", path=str(vault.index_dir))
    gone = [path for status, path in pages if status == "D"]
    present = [path for status, path in pages if status != "D"]
    passages = chain(_of_pages(vault, present, report), _of_logs(vault, logs, report))
    index.update([*gone, *present, *logs], map(entry_of, passages), head, raw_head)


def _renames(vault: Layout, history: History, since: str) -> bool:
    """Tell whether a project has another name than at a commit: the turns of its sessions are filed by it."""
    try:
        before = moves.read(history.show(moves.PATH, since).decode("utf-8", "replace")) if since else {}
    except NotFound:
        before = {}
    return any(moves.project_now(first, before) != now for first, now in vault.project_names().items())


def _of_pages(vault: Layout, paths: Iterable[str], report: Report) -> Iterator[Passage]:
    for path in paths:
        try:
            text = vault.path(path).read_bytes().decode("utf-8", "replace")
            yield from passages_of_page(path, text, scope_of(path))
        except FileNotFoundError:
            continue
        except PageError as error:
            report(Diagnostic.of("page-unreadable", error, Severity.WARNING, path))


def _of_logs(vault: Layout, paths: Iterable[str], report: Report) -> Iterator[Passage]:
    projects = Projects.read(vault)
    for path in paths:
        try:
            log = rawlog.read_log(vault, path)
        except (NotFound, RawLogDamaged) as error:
            report(Diagnostic.of("raw-log-unreadable", error, Severity.WARNING, path))
            continue
        yield from passages_of_log(log, projects.assign(log.header.place, override=log.header.project).slug)
