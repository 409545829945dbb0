"""Which transcripts an order means, the files and folders a person named or the agents' own folders, and doing it."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from wikimem.compiler import Order, Progress, Report, capture_all, compile_vault
from wikimem.config import Config
from wikimem.errors import NotFound
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.store.layout import Layout
from wikimem.transcripts import agent_homes, discover


def capture(vault: Layout, config: Config, order: Order, progress: Progress) -> Report:
    """Redact the transcripts an order means into raw logs, nothing more."""
    full, findings = expanded(order, os.environ)
    return with_findings(capture_all(vault, config, full, progress), findings)


def compile_all(
    vault: Layout, config: Config, order: Order, progress: Progress, waiting: Callable[[str], None] | None
) -> Report:
    """Capture the transcripts an order means, then write and commit what they say."""
    full, findings = expanded(order, os.environ)
    return with_findings(compile_vault(vault, config, full, progress, waiting), findings)


def expanded(order: Order, environ: Mapping[str, str]) -> tuple[Order, list[Diagnostic]]:
    """Return the order with every transcript by its own path, and what was wrong with the paths it named.

    `NotFound` when it named paths and none of them is there.
    """
    if not order.sources:
        return replace(order, sources=tuple(agent_homes(environ, order.agent))), []
    sources, findings = discover(order.sources)
    if not sources and all(finding.code == "no-such-path" for finding in findings):
        first = findings[0]
        raise NotFound(first.message, hint=first.hint, path=first.path)
    return replace(order, sources=tuple(sources)), findings


def with_findings(report: Report, findings: Sequence[Diagnostic]) -> Report:
    """Return the report that also tells what was wrong with the paths; a path that gave nothing has failed."""
    failed = tuple(finding.path for finding in findings if finding.severity is not Severity.INFO)
    return replace(report, diagnostics=(*findings, *report.diagnostics), failed=(*failed, *report.failed))
