"""Which transcripts an order means: the files and folders a person named, or those a sweep finds."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from wikimem.compiler import Order, Report
from wikimem.errors import NotFound
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.store.sessions import SessionNote
from wikimem.transcripts import discover
from wikimem.verbs import sweeping


def expanded(order: Order, environ: Mapping[str, str], notes: Sequence[SessionNote]) -> tuple[Order, list[Diagnostic]]:
    """Return the order with every transcript by its own path, and what was wrong with the paths it named.

    Without paths, they are those in the agents' own folders, and those hooks named, of which `notes` tell. `NotFound`
    when it named paths and none of them is there.
    """
    if not order.sources:
        sources = sweeping.transcripts(environ, order.agent, notes)
        return replace(order, sources=sources, swept=True), []
    found, findings = discover(order.sources)
    if not found and all(finding.code == "no-such-path" for finding in findings):
        first = findings[0]
        raise NotFound(first.message, hint=first.hint, path=first.path)
    return replace(order, sources=tuple(found)), findings


def with_findings(report: Report, findings: Sequence[Diagnostic]) -> Report:
    """Return the report that also tells what was wrong with the paths; a path that gave nothing has failed."""
    failed = tuple(finding.path for finding in findings if finding.severity is not Severity.INFO)
    return replace(report, diagnostics=(*findings, *report.diagnostics), failed=(*failed, *report.failed))
