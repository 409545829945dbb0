"""What a compile would do, without doing it: the changesets it would commit, and each form on the way to them.

Everything that is written goes to a scratch folder, which is removed again.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from wikimem import __version__, compiler
from wikimem.capture import group_key
from wikimem.compiler import Order, Progress, Report
from wikimem.config import Config
from wikimem.model.change import Change, Changeset, Write, pages_left
from wikimem.model.claim import Claim
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.session import Session
from wikimem.planner import Compiled
from wikimem.recall import mirror
from wikimem.store import rawlog, sessions, signals
from wikimem.store.history import History
from wikimem.store.index import Index
from wikimem.store.layout import Layout
from wikimem.store.sources import SourceCache
from wikimem.transcripts import stamp_of
from wikimem.verbs.orders import expanded, with_findings
from wikimem.workers import crew


@dataclass(frozen=True, slots=True)
class Emitted:
    """The forms that transcripts take on their way to pages, as if the wiki were empty."""

    sessions: tuple[Session, ...]
    claims: tuple[tuple[str, Claim], ...]
    """Each with its session's id."""
    pages: tuple[tuple[str, str], ...]
    """Path and text, sorted by path."""
    report: Report


def dry_run(vault: Layout, history: History, config: Config, order: Order, progress: Progress) -> Report:
    """Return the report of the compile that would be made now; its commits are empty."""
    order, unfit = expanded(order, os.environ, sessions.read(vault).of(vault))
    with _scratch(vault) as scratch:
        sources = tuple(compiler.fresh(order, SourceCache(vault, stamp_of)))
        _copy_logs(vault, scratch, sources, order.agent)
        captured = compiler.capture_all(scratch, config, replace(order, sources=sources), progress)
        findings = list(captured.diagnostics)
        pending = rawlog.pending(scratch)
        done = _distilled(scratch, pending, order, progress, findings)
        mirror.current(vault, history, findings.append)
        planning = Layout(vault.root, scratch.cache_home, scratch.state_home)
        shutil.copytree(vault.index_dir, planning.index_dir)
        changesets = compiler.plan_all(
            planning, config, done, Index.open(planning.index_dir, __version__), signals.fresh(vault, history)
        )
    unchanged = len(order.sources) - len(sources) + captured.unchanged
    report = Report(changesets, (), len(done), len(order.sources), unchanged, tuple(findings), captured.failed)
    return with_findings(report, unfit)


def emit(vault: Layout, config: Config, order: Order, progress: Progress) -> Emitted:
    """Return sessions, claims and pages of the transcripts an order means."""
    order, unfit = expanded(order, os.environ, sessions.read(vault).of(vault))
    with _scratch(vault) as scratch:
        captured = compiler.capture_all(scratch, config, order, progress)
        findings: list[Diagnostic] = list(captured.diagnostics)
        logs = rawlog.raw_logs(scratch)
        done = _distilled(scratch, logs, order, progress, findings)
        read = tuple(
            replace(rawlog.read(scratch, compiled.session.raw.path), project=compiled.session.project)
            for compiled in done
        )
        index = Index.rebuild(scratch.index_dir, (), fingerprint=__version__)
        left = pages_left(compiler.plan_all(scratch, config, done, index))
        pages = tuple(sorted((path, content.decode()) for path, content in left.items()))
    claims = tuple((compiled.session.id, claim) for compiled in done for claim in compiled.distilled.claims)
    report = replace(captured, diagnostics=tuple(findings), sessions=len(done))
    return Emitted(read, claims, pages, with_findings(report, unfit))


def statuses(
    vault: Layout, changesets: tuple[Changeset, ...]
) -> Iterator[tuple[Changeset, tuple[tuple[str, str], ...]]]:
    """Yield each changeset with (`A`, `M` or `D`, path) of what it changes, as git would name it."""
    texts: dict[str, bytes | None] = {}
    for changeset in changesets:
        listed = []
        for change in changeset.changes:
            if change.path not in texts:
                texts[change.path] = _content(vault.path(change.path))
            status = _status(texts[change.path], change)
            texts[change.path] = change.content if isinstance(change, Write) else None
            if status:
                listed.append((status, change.path))
        yield changeset, tuple(listed)


def _distilled(
    scratch: Layout, logs: list[str], order: Order, progress: Progress, findings: list[Diagnostic]
) -> list[Compiled]:
    with crew(order.jobs, sum(scratch.path(log).stat().st_size for log in logs)) as run:
        return list(compiler.distil_all(scratch, logs, run, progress, findings))


def _status(before: bytes | None, change: Change) -> str:
    if not isinstance(change, Write):
        return "" if before is None else "D"
    return "A" if before is None else "" if before == change.content else "M"


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


@contextmanager
def _scratch(vault: Layout) -> Iterator[Layout]:
    """Lend a vault of our own that knows the projects and formats of `vault` and nothing else."""
    with TemporaryDirectory(prefix="wikimem-", ignore_cleanup_errors=True) as folder:
        scratch = Layout(Path(folder, "vault"), Path(folder, "cache"), Path(folder, "state"))
        scratch.policy_dir.mkdir(parents=True)
        for known, copy in ((vault.projects_dir, scratch.projects_dir), (vault.formats_dir, scratch.formats_dir)):
            if known.is_dir():
                shutil.copytree(known, copy)
        yield scratch


def _copy_logs(vault: Layout, scratch: Layout, sources: tuple[Path, ...], agent: str) -> None:
    """Copy the raw logs that the sources would go on with, and those that wait to be compiled."""
    sessions = {group_key(vault, source, agent) for source in sources}
    going_on = {rawlog.find(vault, name, session) for name, session in sessions if name}
    waiting = rawlog.pending(vault)
    for raw_path in sorted({*going_on, *waiting} - {""}):
        copy = scratch.path(raw_path)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(vault.path(raw_path), copy)
    for raw_path in waiting:
        rawlog.mark_pending(scratch, raw_path)
