"""Plan what sessions make of a wiki: compiled sessions + view -> changesets, one a session.

The compiler calls it under the vault's lock. What is derived from many sessions (handoffs, MEMORY.md, index.md) rides
in the last changeset, because it needs the index to know all the others.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, replace

from wikimem import templating
from wikimem.config import Config
from wikimem.errors import PageError
from wikimem.model.change import Change, Changeset, Remove, Write
from wikimem.model.handoff import Handoff, HandoffStatus
from wikimem.model.session import Session
from wikimem.model.signal import is_claim
from wikimem.model.story import Distilled
from wikimem.passes.contents import index_page, memory_page, root_index, root_memory
from wikimem.passes.handoff_page import expired, handoff_page, read_handoff
from wikimem.passes.session_page import session_page
from wikimem.passes.subject_pages import is_open, subject_pages
from wikimem.passes.supersession import settled
from wikimem.recall import mirror
from wikimem.recall.pages import passages_of_page
from wikimem.store import moves
from wikimem.store.batch import Batch
from wikimem.store.index import Index
from wikimem.store.layout import Layout
from wikimem.store.message import SUBJECT_WIDTH
from wikimem.store.passages import Entry, entry_of
from wikimem.store.project import Assignment
from wikimem.store.signals import NO_SIGNALS, Fresh
from wikimem.store.view import View
from wikimem.text.clean import clip
from wikimem.text.paths import handoff_page as handoff_path
from wikimem.text.paths import is_subject_page, page_key, scope_folder, scope_of
from wikimem.text.paths import session_page as session_path
from wikimem.text.sheet import PRODUCER
from wikimem.text.time import local_day

_ONLY_SIGNALS = "Note what was of use"
_UNDATED = "1970-01-01T00:00:00Z"
"""Author date of a session whose transcript holds no instant: compiling reads no clock."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """One session of this run."""

    session: Session
    """Without its turns."""
    distilled: Distilled
    entries: tuple[Entry, ...]
    """What the index keeps of its turns."""
    assignment: Assignment


def planned(
    sessions: Iterable[Compiled],
    view: View,
    config: Config,
    index: Index,
    vault: Layout,
    fresh: Fresh = NO_SIGNALS,
    count: int = 0,
) -> Generator[Changeset, None, None]:
    """Yield one changeset a session, of which there are `count`; the last carries what is derived from all of them.

    It carries the fresh signals, too; without any session they have one of their own. The index takes in each session
    as it comes, and mirrors no commit until they are committed.
    """
    last: Changeset | None = None
    done: list[Compiled] = []
    derived: list[Change] = []
    with index.updating(count) as batch:
        for compiled in sessions:
            if last is not None:
                yield last
            last = _plan(compiled, view, config)
            view.apply(last.changes)
            batch.forget((compiled.session.raw.path,))
            batch.add(compiled.entries)
            done.append(replace(compiled, entries=()))
        derived += _handoffs(done, view, config)
        view.apply(derived)
        _index_pages(batch, view)
    if last is None and fresh.paths:
        last = Changeset(_ONLY_SIGNALS, (), fresh.at or _UNDATED)
    if last is not None:
        scopes = {f"project:{one.session.project}" for one in done if one.distilled.story.substantive}
        scopes.update(map(scope_of, view.changed()))
        derived += _contents(scopes | _judged(fresh, index, vault), view, config, vault)
        yield replace(last, changes=(*last.changes, *derived), signals=fresh.paths)


def _plan(compiled: Compiled, view: View, config: Config) -> Changeset:
    session, story = compiled.session, compiled.distilled.story
    changes: list[Change] = [compiled.assignment.change] if compiled.assignment.change else []
    retired: tuple[tuple[str, str], ...] = ()
    if story.substantive:
        page = _page(compiled, view, config)
        filed = subject_pages(session, compiled.distilled.claims, view, page, story.title, config.timezone)
        result = settled(filed.texts, view, session.ended or _UNDATED)
        changes += [Write(path, text.encode()) if text else Remove(path) for path, text in result.texts.items()]
        retired = result.pairs
        if page and is_open(page, view) and not view.is_forgotten(page_key(page)):
            text = session_page(
                session,
                compiled.distilled,
                filed.kept,
                page,
                zone=config.timezone,
                maker=PRODUCER,
                render=templating.render,
            )
            changes.append(Write(page, text.encode()))
    return Changeset(
        clip(story.title, SUBJECT_WIDTH),
        tuple(changes),
        session.ended or _UNDATED,
        trailers=(
            ("Session", session.id),
            ("Agent", session.agent),
            ("Project", session.project),
            ("Raw", f"{session.raw.path} {session.raw.bytes} sha256:{session.raw.sha256}"),
            *_superseded(retired),
        ),
        raw=(session.raw.path,),
    )


def _superseded(pairs: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield a trailer for each claim that another one replaced."""
    return (("Supersedes", f"{old} by {new}") for old, new in pairs)


def _page(compiled: Compiled, view: View, config: Config) -> str:
    """Return the path of the session's page: the one it has, else its name by day and title; "" when none may be."""
    session = compiled.session
    known = view.page_of_session(session.project, session.short)
    day = local_day(session.started, config.timezone) if session.started else ""
    path = known or view.moved(session_path(session.born, day, compiled.distilled.story.title, session.short))
    return "" if view.is_forgotten(page_key(path)) and view.read(path) is None else path


def _handoffs(done: Sequence[Compiled], view: View, config: Config) -> Iterator[Change]:
    """Yield the handoff of each project's newest session; an older one that a session left expires.

    None is written for a session older than the newest handoff, and one that was accepted or replaced is not opened
    again, unless its session went on.
    """
    newest = {compiled.session.project: compiled for compiled in done if compiled.distilled.story.substantive}
    for project, compiled in newest.items():
        session, distilled = compiled.session, compiled.distilled
        day = local_day(session.ended, config.timezone) if session.ended else "undated"
        path = view.moved(handoff_path(session.born, day, session.short))
        others = [other for other in _left_open(project, view) if other.path != path]
        before = read_handoff(path, view.read(path) or "")
        last = view.newest_handoff(project)
        is_late = last is not None and last.path != path and last.at > session.ended
        is_closed = before is not None and before.status is not HandoffStatus.OPEN and before.at >= session.ended
        if is_late or is_closed or view.is_forgotten(page_key(path)) or not is_open(path, view):
            continue
        yield from (Write(other.path, expired(other.text).encode()) for other in others)
        page = _page(compiled, view, config)
        yield Write(
            path,
            handoff_page(
                session,
                distilled.story,
                distilled.claims,
                page,
                path,
                zone=config.timezone,
                maker=PRODUCER,
                render=templating.render,
            ).encode(),
        )


def _left_open(project: str, view: View) -> Iterator[Handoff]:
    """Yield the open handoffs that sessions of a project left; what somebody began is not for us to expire."""
    for path in view.open_handoffs(project):
        handoff = read_handoff(path, view.read(path) or "")
        if handoff and handoff.status is HandoffStatus.OPEN and not handoff.is_begun:
            yield handoff


def completed(
    changeset: Changeset, view: View, config: Config, index: Index, vault: Layout, edited: Iterable[str] = ()
) -> Changeset:
    """Return a changeset of pages with what is derived from them, and take the pages into the index.

    For whoever writes without a session. `edited` are pages that others changed and the index holds already. As with
    `planned`, the index mirrors no commit until that is made.
    """
    changeset = _settled(changeset, view)
    view.apply(changeset.changes)
    if view.changed():
        with index.updating(len(changeset.changes)) as batch:
            _index_pages(batch, view)
    scopes = {scope_of(path) for path in (*view.changed(), *edited)}
    return replace(changeset, changes=(*changeset.changes, *_contents(scopes, view, config, vault)))


def _settled(changeset: Changeset, view: View) -> Changeset:
    """Return a changeset with the claims that its pages retire, or let live again, where they belong."""
    texts = {
        change.path: change.content.decode() if isinstance(change, Write) else ""
        for change in changeset.changes
        if is_subject_page(change.path)
    }
    result = settled(texts, view, changeset.at)
    if result.texts == texts:
        return changeset
    others = [change for change in changeset.changes if change.path not in texts]
    pages = [Write(path, text.encode()) if text else Remove(path) for path, text in result.texts.items()]
    trailers = (*changeset.trailers, *_superseded(result.pairs))
    return replace(changeset, changes=(*others, *pages), trailers=trailers)


def _index_pages(batch: Batch, view: View) -> None:
    """Bring the pages that this run changes into the index."""
    for path, text in view.changed().items():
        if mirror.is_page(path):
            batch.forget((path,))
            with suppress(PageError):  # a page nobody can read is not searched
                batch.add([entry_of(found) for found in passages_of_page(path, text, scope_of(path))] if text else ())


def _judged(fresh: Fresh, index: Index, vault: Layout) -> set[str]:
    """Return the scopes of what fresh signals are about, without those the vault does not know."""
    found = (index.find(claim=subject, limit=1) for subject in fresh.subjects if is_claim(subject))
    scopes = {passage.scope for passages in found for passage in passages}
    scopes.update(scope_of(subject) for subject in fresh.subjects if not is_claim(subject))
    return scopes.intersection(("global", *(f"project:{project}" for project in vault.projects())))


def _contents(scopes: Set[str], view: View, config: Config, vault: Layout) -> list[Change]:
    """Return MEMORY.md and index.md of scopes and of the whole, where they change."""
    projects = _projects(view, vault)
    named = {scope.partition(":")[2] for scope in scopes if scope.startswith("project:")}
    touched = sorted(name for name in named if name in projects or _is_held(name, view))
    texts: dict[str, str] = {}
    for project in touched:
        scope = f"project:{project}"
        folder = scope_folder(scope)
        texts[f"{folder}/MEMORY.md"] = memory_page(scope, project, view, config, templating.render)
        texts[f"{folder}/index.md"] = index_page(scope, project, view, templating.render)
    if scopes:
        every = sorted({*touched, *projects})
        listed = [(project, scope_folder(f"project:{project}")) for project in every]
        texts["index.md"] = root_index(listed, templating.render)
        texts["MEMORY.md"] = root_memory(listed, view, config, templating.render)
    return [Write(path, text.encode()) for path, text in texts.items() if text != view.read(path)]


def _projects(view: View, vault: Layout) -> set[str]:
    """Return the slugs of the projects the vault knows once the changes of this run are made."""
    files = (path for path in vault.projects_dir.glob("*.toml") if view.read(vault.relative(path)) is not None)
    return {moves.project_in(view.moved(f"projects/{path.stem}")) or path.stem for path in files}


def _is_held(project: str, view: View) -> bool:
    """Tell whether this run leaves a page in the folder of a project the vault does not know."""
    folder = f"projects/{project}/"
    return any(text is not None for path, text in view.changed().items() if path.startswith(folder))
