"""Keep the index of versions in step: what was on which page, and in which session, as of every commit.

Sibling of `recall.mirror`: what the index holds is a function of the wiki's branch and of the raw logs. Pages come from
git alone; the turns of a session are those of the prefix of its raw log that its last commit so far was compiled from.
Cost follows the change; whatever is wrong with the index is cured by building a new one aside.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from wikimem import __version__
from wikimem.errors import GitFailed, IndexUnusable, NotFound, PageError, RawLogDamaged, StoreError
from wikimem.model.change import Step
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.recall.mirror import Report, is_page, passages_of_log
from wikimem.recall.pages import passages_of_page
from wikimem.store import rawlog
from wikimem.store.history import History
from wikimem.store.layout import Layout
from wikimem.store.lock import vault_lock
from wikimem.store.passages import Entry, entry_of, entry_of_commit, lifetimes
from wikimem.store.versions import Versions
from wikimem.text.paths import scope_of

_PREFIX = re.compile(r"(raw/\S+) (\d+) sha256:[0-9a-f]{64}")


def current(vault: Layout, history: History, report: Report) -> Versions:
    """Return an index that knows every version up to the newest commit; `NotFound` before the first."""
    if not history.head():
        raise NotFound("the wiki has no commit yet, so it has no past", hint="compile a session first")
    with vault_lock(vault.root):
        try:
            return _caught_up(vault, history, report)
        except IndexUnusable:
            return rebuilt(vault, history, report)


def follow(vault: Layout, history: History, report: Report) -> None:
    """Bring the index into step if there is one, so that the next question need not; the caller holds the vault.

    What goes wrong is left to that question, which can say so.
    """
    with suppress(StoreError):
        _caught_up(vault, history, report)


def rebuilt(vault: Layout, history: History, report: Report) -> Versions:
    """Build the index anew from git and the raw logs, aside, and put it in the place of the old one."""
    news = _news(history.steps(), 0)
    entries = _entries(news, vault, history, report, lambda _: ())
    return Versions.rebuild(vault.versions_dir, news.commits, entries, fingerprint=__version__, head=news.head)


def _caught_up(vault: Layout, history: History, report: Report) -> Versions:
    """Return the index in step with git; `IndexUnusable` when it must be built anew."""
    versions = Versions(vault.versions_dir, __version__)
    if versions.head == history.head():
        return versions
    try:
        news = _news(history.steps(versions.head), versions.number(versions.head))
    except GitFailed as error:
        raise IndexUnusable(
            "the index of versions knows a commit that is gone", path=str(vault.versions_dir)
        ) from error
    if news.after != versions.head:
        raise IndexUnusable("the history of the wiki was rewritten", path=str(vault.versions_dir))
    entries = _entries(news, vault, history, report, versions.standing)
    versions.update(news.commits, entries, news.head)
    return versions


@dataclass(slots=True)
class _News:
    """What commits changed, by path: each list in the order of the commits' numbers."""

    after: str = ""
    head: str = ""
    commits: list[Entry] = field(default_factory=list)
    pages: defaultdict[str, list[tuple[int, str]]] = field(default_factory=lambda: defaultdict(list))
    """Number of the commit and id of the blob, "" for a page that is gone."""
    logs: defaultdict[str, dict[int, tuple[int, str]]] = field(default_factory=lambda: defaultdict(dict))
    """Number of the commit -> bytes of the raw log it was compiled from, and the project of the session."""


def _news(steps: Iterable[Step], known: int) -> _News:
    news = _News()
    for number, step in enumerate(steps, known + 1):
        if not news.commits:
            news.after = step.before
        news.head = step.id
        news.commits.append(entry_of_commit(step.id, number, step.at))
        for path, oid in step.changes:
            if is_page(path):
                news.pages[path].append((number, oid))
        project = ""
        for key, value in step.trailers:
            if key == "Project":
                project = value
            elif key == "Raw" and (prefix := _PREFIX.fullmatch(value)):
                news.logs[prefix[1]][number] = int(prefix[2]), project
    return news


def _entries(
    news: _News, vault: Layout, history: History, report: Report, standing: Callable[[str], Iterable[Entry]]
) -> Iterator[Entry]:
    """Yield the entries of every path that commits changed: what dies with them, what is born, what lives on."""
    with history.reading_blobs() as content:
        for path, blobs in news.pages.items():
            versions = ((number, _of_page(path, content(oid)) if oid else ()) for number, oid in blobs)
            yield from lifetimes(standing(path), versions)
    for path, prefixes in news.logs.items():
        turns = ((number, _of_log(vault, path, *prefix, report)) for number, prefix in prefixes.items())
        yield from lifetimes(standing(path), turns)


def _of_page(path: str, content: bytes) -> list[Entry]:
    """Return the entries of a page; one that cannot be understood has none, and its past nobody can mend."""
    try:
        return [*map(entry_of, passages_of_page(path, content.decode("utf-8", "replace"), scope_of(path)))]
    except PageError:
        return []


def _of_log(vault: Layout, path: str, size: int, project: str, report: Report) -> list[Entry]:
    """Return the entries of the first `size` bytes of a raw log; a vault without it, a clone say, has none."""
    try:
        log = rawlog.read_log(vault, path, size)
    except NotFound:
        return []
    except RawLogDamaged as error:
        report(Diagnostic.of("raw-log-unreadable", error, Severity.WARNING, path))
        return []
    return [*map(entry_of, passages_of_log(log, project))]
