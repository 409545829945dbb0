"""The whole of a compile, as people, hooks and `watch` ask for it: sweep, compile, prepare what agents start from."""

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from wikimem import compiler
from wikimem.compiler import Order, Progress, Report
from wikimem.config import Config
from wikimem.errors import StoreError
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.store import sessions
from wikimem.store.layout import Layout
from wikimem.store.sessions import SessionNote
from wikimem.verbs import sweeping
from wikimem.verbs.contexts import prepare
from wikimem.verbs.orders import expanded, with_findings

Waiting = Callable[[str], None] | None


def capture(vault: Layout, config: Config, order: Order, progress: Progress) -> Report:
    """Redact the transcripts of an order into raw logs, nothing more; without sources, what a sweep finds."""
    notes, noted = _folded(vault, time.time())
    full, findings = expanded(order, os.environ, notes)
    return _told(with_findings(compiler.capture_all(vault, config, full, progress), findings), noted)


def compile_order(vault: Layout, config: Config, order: Order, progress: Progress, waiting: Waiting) -> Report:
    """Capture and compile the transcripts of an order; without sources, what a sweep finds, at rest or not."""
    began = time.time()
    notes, noted = _folded(vault, began)
    full, findings = expanded(order, os.environ, notes)
    report = _compiled(vault, config, full, progress, waiting, notes, began)
    return _told(with_findings(report, findings), noted)


def sweep(vault: Layout, config: Config, order: Order, progress: Progress, waiting: Waiting) -> Report:
    """Capture and compile what a sweep finds and what is at rest: a session at work is left to its end."""
    began = time.time()
    notes, noted = _folded(vault, began)
    full, _ = expanded(replace(order, sources=()), os.environ, notes)
    resting = sweeping.at_rest(full.sources, notes, config.capture_idle_minutes, began)
    return _told(_compiled(vault, config, replace(full, sources=resting), progress, waiting, notes, began), noted)


def _compiled(
    vault: Layout,
    config: Config,
    order: Order,
    progress: Progress,
    waiting: Waiting,
    notes: Sequence[SessionNote],
    began: float,
) -> Report:
    report = compiler.compile_vault(vault, config, order, progress, waiting)
    try:
        prepare(vault, config)
        sessions.compiled(vault, sweeping.covered(order.sources, notes), began)
    except StoreError as error:
        return _told(report, [Diagnostic.of("state-unwritable", error, Severity.WARNING)])
    return report


def _told(report: Report, findings: Sequence[Diagnostic]) -> Report:
    """Return the report with findings that are about no transcript, so that none has failed by them."""
    return replace(report, diagnostics=(*findings, *report.diagnostics))


def _folded(vault: Layout, now: float) -> tuple[tuple[SessionNote, ...], list[Diagnostic]]:
    """Return what hooks told of the vault's sessions; a state nobody can write is no reason not to compile."""
    findings: list[Diagnostic] = []
    try:
        return sessions.fold(vault, now, findings.append).of(vault), findings
    except StoreError as error:
        return (), [Diagnostic.of("spool-unreadable", error, Severity.WARNING)]
