"""The driver: transcripts -> raw logs -> sessions -> changesets -> commits -> index.

    capture     every transcript into the raw log of its session           (workers)
    distil      every raw log that holds more than was compiled            (workers)
    plan        sessions in the order they ended, each one changeset       (this process, pure passes)
    commit      all changesets through one door; then the index notes it   (one lock)

A run that is killed leaves marks of what is not compiled yet; the next run finishes the work.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import Path

from wikimem import capture as capturing
from wikimem.config import Config
from wikimem.errors import NotFound, RawLogDamaged
from wikimem.model.change import Changeset
from wikimem.model.diagnostic import Diagnostic, Severity, unheard
from wikimem.passes.pipeline import distil
from wikimem.people import Ground, on_top
from wikimem.planner import Compiled, planned
from wikimem.recall import past
from wikimem.recall.turns import passages_of_turns
from wikimem.store import rawlog, signals
from wikimem.store.history import History
from wikimem.store.index import Index
from wikimem.store.layout import Layout
from wikimem.store.lock import vault_lock
from wikimem.store.passages import entry_of
from wikimem.store.project import Assignment, Projects
from wikimem.store.signals import NO_SIGNALS, Fresh
from wikimem.store.sources import SourceCache
from wikimem.store.tallies import tallies_of
from wikimem.store.view import View
from wikimem.transcripts import stamp_of
from wikimem.workers import Run, crew

Progress = Callable[[str, int, int], None]
"""Hears the stage, how much of it is done, and how much there is."""


def _quiet(stage: str, done: int, total: int) -> None:
    """Tell nobody."""


@dataclass(frozen=True, slots=True)
class Order:
    """What to compile, and how."""

    sources: tuple[Path, ...] = ()
    agent: str = ""
    """Front-end that reads the sources, whatever they look like."""
    project: str = ""
    """Project the sessions belong to, whatever they say."""
    jobs: int = 0
    """Worker processes; 0 means as many as there are processors and work for."""
    swept: bool = False
    """Whether nobody named the sources, so that the marker of a session's folder may keep it out."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a run did."""

    changesets: tuple[Changeset, ...] = ()
    commits: tuple[str, ...] = ()
    sessions: int = 0
    sources: int = 0
    unchanged: int = 0
    """Sources that held nothing new."""
    diagnostics: tuple[Diagnostic, ...] = ()
    failed: tuple[str, ...] = field(default=())
    """Sources that yielded nothing because something is wrong with them."""
    edited: tuple[str, ...] = ()
    """Files that a person had changed, committed as theirs."""


def compile_vault(
    vault: Layout,
    config: Config,
    order: Order,
    progress: Progress = _quiet,
    waiting: Callable[[str], None] | None = None,
) -> Report:
    """Capture what is new in the sources, compile every raw log that holds more than was compiled, and commit."""
    diagnostics: list[Diagnostic] = []
    history = History(vault.root, track_raw=config.raw_track, zone=config.timezone, report=diagnostics.append)
    cache = SourceCache(vault, stamp_of)
    sources = fresh(order, cache)
    with history.looking(), crew(order.jobs, _size(sources)) as run:
        unchanged, failed = _capture_all(vault, config, order, sources, cache, run, progress, diagnostics)
        with vault_lock(vault.root, waiting=waiting):
            make = partial(_compile_pending, vault, config, history, run, progress, diagnostics)
            changesets, commits, sessions, edited = on_top(vault, config, history, diagnostics.append, make)
            past.follow(vault, history, diagnostics.append)
    return Report(changesets, commits, sessions, len(order.sources), unchanged, tuple(diagnostics), failed, edited)


def _compile_pending(
    vault: Layout,
    config: Config,
    history: History,
    run: Run,
    progress: Progress,
    diagnostics: list[Diagnostic],
    ground: Ground,
) -> tuple[tuple[Changeset, ...], tuple[str, ...], int, tuple[str, ...]]:
    """Compile every raw log that waits; return changesets, commits, how many sessions, what was edited."""
    pending = rawlog.pending(vault)
    compiled = dict.fromkeys(pending, 0)
    changesets: list[Changeset] = []
    commits: list[str] = []
    signalled = signals.fresh(vault, history)
    if pending or signalled.paths:
        done = distil_all(vault, pending, run, progress, diagnostics)
        changes = planned(_measured(done, compiled), ground.view, config, ground.index, vault, signalled, len(pending))
        with closing(changes):
            commits = history.commit(
                _noted(changes, changesets),
                seen=ground.view.seen,
                on_progress=lambda count: progress("commit", count, len(pending)),
            )
        ground.index.mark(history.head(), history.raw_head())
    rawlog.clear_pending(vault, compiled)
    return tuple(changesets), tuple(commits), sum(map(bool, compiled.values())), ground.edited


def _measured(sessions: Iterator[Compiled], compiled: dict[str, int]) -> Iterator[Compiled]:
    """Yield sessions, noting how many bytes of each raw log were compiled."""
    for one in sessions:
        compiled[one.session.raw.path] = one.session.raw.bytes
        yield one


def _noted(changesets: Iterator[Changeset], seen: list[Changeset]) -> Iterator[Changeset]:
    """Yield changesets as they are planned, so that git works on the first while the last is planned."""
    for changeset in changesets:
        seen.append(changeset)
        yield changeset


def fresh(order: Order, cache: SourceCache) -> list[Path]:
    """Return the sources that must be read; a project that is named counts for all, whatever was read before."""
    return [source for source in order.sources if order.project or cache.get(source) is None]


def _depth(source: Path) -> int:
    """Return how deep a transcript lies: those of sub-agents lie below that of their session, and come after it."""
    return len(source.parts)


def _size(sources: Sequence[Path]) -> int:
    return sum(source.stat().st_size for source in sources if source.is_file())


def _capture_all(
    vault: Layout,
    config: Config,
    order: Order,
    sources: Sequence[Path],
    cache: SourceCache,
    run: Run,
    progress: Progress,
    diagnostics: list[Diagnostic],
) -> tuple[int, tuple[str, ...]]:
    """Capture the sources that changed; return how many had nothing new, and which yielded nothing at all."""
    unchanged = len(order.sources) - len(sources)
    failed: list[str] = []
    groups: dict[tuple[str, str], list[Path]] = {}
    for source in sources:
        groups.setdefault(capturing.group_key(vault, source, order.agent), []).append(source)
    longest_first = sorted(groups.values(), key=_size, reverse=True)  # so that no long one is waited for at the end
    tasks = [
        (vault, config.raw_result_limit, tuple(sorted(group, key=_depth)), order.agent, order.project, order.swept)
        for group in longest_first
    ]
    captured = run(_capture_group, tasks, lambda done: progress("capture", done, len(tasks)))
    for source, result in sorted(chain.from_iterable(captured), key=lambda item: item[0]):
        diagnostics.extend(result.diagnostics)
        if result.raw_path:
            cache.put(source, result.stamp, result.raw_path)
            unchanged += not result.appended
        elif any(found.severity is not Severity.INFO for found in result.diagnostics):
            failed.append(str(source))
    cache.save()
    return unchanged, tuple(failed)


def _capture_group(
    task: tuple[Layout, int, tuple[Path, ...], str, str, bool],
) -> list[tuple[Path, capturing.CaptureResult]]:
    vault, limit, sources, agent, project, swept = task
    return [
        (source, capturing.capture(vault, source, agent=agent, project=project, result_limit=limit, swept=swept))
        for source in sources
    ]


def distil_all(
    vault: Layout, raw_paths: Sequence[str], run: Run, progress: Progress, diagnostics: list[Diagnostic]
) -> Iterator[Compiled]:
    """Yield the sessions of raw logs distilled, in the order of their last words, while others are still worked on."""
    projects = Projects.read(vault)
    logs = [(raw, header) for raw in raw_paths if (header := rawlog.read_header(vault, raw)) is not None]
    logs.sort(key=lambda log: (rawlog.last_instant(vault, log[0]), log[1].session))
    tasks = [(vault, raw, projects.assign(header.place, override=header.project)) for raw, header in logs]
    for result in run(_distil_one, tasks, lambda done: progress("distil", done, len(tasks))):
        for found in result:
            if isinstance(found, Diagnostic):
                diagnostics.append(found)
            else:
                yield found


def _distil_one(task: tuple[Layout, str, Assignment]) -> list[Compiled | Diagnostic]:
    vault, raw_path, assignment = task
    try:
        log = rawlog.read_log(vault, raw_path)
    except (NotFound, RawLogDamaged) as error:
        return [Diagnostic.of("raw-log-unreadable", error, path=raw_path)]
    session = replace(log.session(), project=assignment.slug, first_project=assignment.first)
    distilled = distil(session)
    entries = tuple(map(entry_of, passages_of_turns(session, distilled.story.title)))
    return [Compiled(replace(session, turns=()), distilled, entries, assignment), *log.diagnostics]


def capture_all(vault: Layout, config: Config, order: Order, progress: Progress = _quiet) -> Report:
    """Bring what is new in the sources into their raw logs, and nothing more."""
    diagnostics: list[Diagnostic] = []
    cache = SourceCache(vault, stamp_of)
    sources = fresh(order, cache)
    with crew(order.jobs, _size(sources)) as run:
        unchanged, failed = _capture_all(vault, config, order, sources, cache, run, progress, diagnostics)
    return Report(sources=len(order.sources), unchanged=unchanged, diagnostics=tuple(diagnostics), failed=failed)


def plan_all(
    vault: Layout, config: Config, done: Iterable[Compiled], index: Index, signalled: Fresh = NO_SIGNALS
) -> tuple[Changeset, ...]:
    """Return the changesets that sessions and signals make of the vault; `index` is brought in step with them."""
    return tuple(
        planned(done, View(vault, index, partial(tallies_of, vault, report=unheard)), config, index, vault, signalled)
    )
