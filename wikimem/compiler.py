"""The driver: transcripts -> raw logs -> sessions -> changesets -> commits -> index.

    capture     every transcript into the raw log of its session           (workers)
    distil      every raw log that holds more than was compiled            (workers)
    plan        sessions in the order they ended, each one changeset       (this process, pure passes)
    commit      all changesets through one door; then the index notes it   (one lock)

A run that is killed leaves marks of what is not compiled yet; the next run finishes the work.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from wikimem import capture as capturing
from wikimem import templating
from wikimem.config import Config
from wikimem.errors import NotFound, RawLogDamaged
from wikimem.model.change import Change, Changeset, Remove, Write
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.model.passage import Passage
from wikimem.model.session import Session
from wikimem.model.story import Distilled
from wikimem.passes.contents import index_page, memory_page, root_index, root_memory
from wikimem.passes.handoff_page import expired, handoff_page
from wikimem.passes.pipeline import distil
from wikimem.passes.session_page import session_page
from wikimem.passes.subject_pages import subject_pages
from wikimem.recall import mirror
from wikimem.recall.pages import passages_of_page
from wikimem.recall.turns import passages_of_turns
from wikimem.store import rawlog
from wikimem.store.history import History
from wikimem.store.index import Index
from wikimem.store.layout import Layout
from wikimem.store.lock import vault_lock
from wikimem.store.project import Assignment, Projects
from wikimem.store.sources import SourceCache
from wikimem.store.view import View
from wikimem.text.claims import PRODUCER
from wikimem.text.paths import handoff_page as handoff_path
from wikimem.text.paths import scope_folder, scope_of
from wikimem.text.paths import session_page as session_path
from wikimem.text.time import local_day
from wikimem.workers import run_all

Progress = Callable[[str, int, int], None]
"""Hears the stage, how much of it is done, and how much there is."""

_SUBJECT = 72
"""Characters of a commit subject: what `git log --oneline` shows in a terminal."""


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


@dataclass(frozen=True, slots=True)
class Compiled:
    """One session of this run."""

    session: Session
    """Without its turns."""
    distilled: Distilled
    passages: tuple[Passage, ...]
    assignment: Assignment


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


def compile_vault(vault: Layout, config: Config, order: Order, progress: Progress = _quiet, waiting: Callable[[str], None] | None = None) -> Report:
    """Capture what is new in the sources, compile every raw log that holds more than was compiled, and commit."""
    diagnostics: list[Diagnostic] = []
    history = History(vault.root, track_raw=config.raw_track, report=diagnostics.append)
    unchanged, failed = _capture_all(vault, config, order, progress, diagnostics)
    with vault_lock(vault.root, waiting=waiting):
        history.recover()
        pending = rawlog.pending(vault)
        if not pending:
            mirror.current(vault, history, diagnostics.append)
            return Report(sources=len(order.sources), unchanged=unchanged, diagnostics=tuple(diagnostics), failed=failed)
        done = distil_all(vault, pending, order.jobs, progress, diagnostics)
        index = mirror.current(vault, history, diagnostics.append)
        changesets = tuple(_planned(done, View(vault, index), config, index, vault))
        commits = history.commit(changesets, on_progress=lambda count: progress("commit", count, len(done)))
        index.mark(history.head(), history.raw_head())
        rawlog.clear_pending(vault, pending)
    return Report(changesets, tuple(commits), len(done), len(order.sources), unchanged, tuple(diagnostics), failed)


def _capture_all(vault: Layout, config: Config, order: Order, progress: Progress, diagnostics: list[Diagnostic]) -> tuple[int, tuple[str, ...]]:
    """Capture the sources that changed; return how many had nothing new, and which yielded nothing at all."""
    cache = SourceCache(vault)
    fresh = [source for source in order.sources if order.project or cache.get(source) is None]
    unchanged = len(order.sources) - len(fresh)
    failed: list[str] = []
    groups: dict[tuple[str, str], list[Path]] = {}
    for source in fresh:
        groups.setdefault(capturing.group_key(source, order.agent), []).append(source)
    tasks = [(vault, config.raw_result_limit, tuple(group), order.agent, order.project) for group in groups.values()]
    size = sum(source.stat().st_size for source in fresh if source.is_file())
    for results in run_all(_capture_group, tasks, order.jobs, size, lambda done: progress("capture", done, len(tasks))):
        for source, result in results:
            diagnostics.extend(result.diagnostics)
            if result.raw_path:
                cache.put(source, result.stamp, result.raw_path)
                unchanged += not result.appended
            elif any(found.severity is not Severity.INFO for found in result.diagnostics):
                failed.append(str(source))
    cache.save()
    return unchanged, tuple(failed)


def _capture_group(task: tuple[Layout, int, tuple[Path, ...], str, str]) -> list[tuple[Path, capturing.CaptureResult]]:
    vault, limit, sources, agent, project = task
    return [(source, capturing.capture(vault, source, agent=agent, project=project, result_limit=limit)) for source in sources]


def distil_all(vault: Layout, raw_paths: Sequence[str], jobs: int, progress: Progress, diagnostics: list[Diagnostic]) -> list[Compiled]:
    """Read and distil raw logs; return their sessions in the order they ended."""
    projects = Projects.read(vault)
    tasks = []
    for raw_path in raw_paths:
        header = rawlog.read_header(vault, raw_path)
        if header is not None:
            tasks.append((vault, raw_path, projects.assign(header.place, override=header.project)))
    found: list[Compiled] = []
    size = sum(vault.path(raw_path).stat().st_size for raw_path in raw_paths)
    for result in run_all(_distil_one, tasks, jobs, size, lambda done: progress("distil", done, len(tasks))):
        diagnostics.extend(found_ for found_ in result if isinstance(found_, Diagnostic))
        found.extend(compiled for compiled in result if isinstance(compiled, Compiled))
    return sorted(found, key=lambda compiled: (compiled.session.ended, compiled.session.id))


def _distil_one(task: tuple[Layout, str, Assignment]) -> list[Compiled | Diagnostic]:
    vault, raw_path, assignment = task
    try:
        log = rawlog.read_log(vault, raw_path)
    except (NotFound, RawLogDamaged) as error:
        return [Diagnostic("raw-log-unreadable", error.message, Severity.ERROR, error.path or raw_path, error.line, error.hint)]
    session = replace(log.session(), project=assignment.slug)
    distilled = distil(session)
    passages = tuple(passages_of_turns(session, distilled.story.title))
    count = len(session.turns)
    return [Compiled(replace(session, turns=session.turns[:0]), replace(distilled, turns=count), passages, assignment), *log.diagnostics]


def _planned(done: Sequence[Compiled], view: View, config: Config, index: Index, vault: Layout) -> Iterator[Changeset]:
    """Yield one changeset a session; the last one carries what is derived from all of them."""
    last: Changeset | None = None
    for compiled in done:
        if last is not None:
            yield last
        last = _plan(compiled, view, config)
        view.apply(last.changes)
    if last is None:
        return
    derived = [*_handoffs(done, view, config)]
    view.apply(derived)
    _index(index, view, done)
    derived += _contents(done, view, vault)
    yield replace(last, changes=(*last.changes, *derived))


def _plan(compiled: Compiled, view: View, config: Config) -> Changeset:
    session, story = compiled.session, compiled.distilled.story
    changes: list[Change] = [compiled.assignment.change] if compiled.assignment.change else []
    if story.substantive:
        page = _page(compiled, view, config)
        filed = subject_pages(session, compiled.distilled.claims, view, page, story.title)
        changes += [Write(path, text.encode()) if text else Remove(path) for path, text in filed.texts.items()]
        text = session_page(session, compiled.distilled, filed.kept, page, zone=config.timezone, maker=PRODUCER, render=templating.render)
        changes.append(Write(page, text.encode()))
    return Changeset(
        story.title if len(story.title) <= _SUBJECT else story.title[: _SUBJECT - 1].rsplit(" ", 1)[0] + "…",
        tuple(changes),
        session.ended,
        trailers=(
            ("Session", session.id),
            ("Agent", session.agent),
            ("Project", session.project),
            ("Raw", f"{session.raw.path} {session.raw.bytes} sha256:{session.raw.sha256}"),
        ),
        raw=(session.raw.path,),
    )


def _page(compiled: Compiled, view: View, config: Config) -> str:
    """Return the path of the session's page: the one it has, else its name by day and title."""
    session = compiled.session
    known = view.page_of_session(session.project, session.short)
    day = local_day(session.started, config.timezone) if session.started else ""
    return known or session_path(session.project, day, compiled.distilled.story.title, session.short)


def _handoffs(done: Sequence[Compiled], view: View, config: Config) -> Iterator[Change]:
    """Yield the handoff of each project's newest session; an older one expires."""
    newest = {compiled.session.project: compiled for compiled in done if compiled.distilled.story.substantive}
    for project, compiled in newest.items():
        session, distilled = compiled.session, compiled.distilled
        path = handoff_path(project, local_day(session.ended, config.timezone) if session.ended else "undated", session.short)
        before = view.newest_handoff(project)
        if before and before != path:
            if before.rsplit("/", 1)[-1] > path.rsplit("/", 1)[-1]:
                continue
            text = view.read(before)
            if text:
                yield Write(before, expired(text).encode())
        page = _page(compiled, view, config)
        yield Write(path, handoff_page(session, distilled.story, distilled.claims, page, path, zone=config.timezone, maker=PRODUCER, render=templating.render).encode())


def _index(index: Index, view: View, done: Sequence[Compiled]) -> None:
    """Bring the changes of this run into the index; it mirrors no commit until they are committed."""
    changed = {path: text for path, text in view.changed().items() if mirror.is_page(path)}

    def passages() -> Iterator[Passage]:
        for path, text in changed.items():
            if text:
                yield from passages_of_page(path, text, scope_of(path))
        for compiled in done:
            yield from compiled.passages

    index.update([*changed, *(compiled.session.raw.path for compiled in done)], passages())


def _contents(done: Iterable[Compiled], view: View, vault: Layout) -> list[Change]:
    """Return MEMORY.md and index.md of every scope this run touched, where they change."""
    touched = sorted({compiled.session.project for compiled in done if compiled.distilled.story.substantive})
    texts: dict[str, str] = {}
    for project in touched:
        scope = f"project:{project}"
        folder = scope_folder(scope)
        texts[f"{folder}/MEMORY.md"] = memory_page(scope, project, view, templating.render)
        texts[f"{folder}/index.md"] = index_page(scope, project, view, templating.render)
    if touched:
        every = sorted({*touched, *(path.stem for path in vault.projects_dir.glob("*.toml"))})
        listed = [(project, scope_folder(f"project:{project}")) for project in every]
        texts["index.md"] = root_index(listed, templating.render)
        texts["MEMORY.md"] = root_memory(listed, view, templating.render)
    return [Write(path, text.encode()) for path, text in texts.items() if text != view.read(path)]
