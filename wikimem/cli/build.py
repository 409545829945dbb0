"""`init`, `capture`, `compile`: from transcripts to a wiki."""

import re
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wikimem.cli.console import FINDINGS, Console, finding_document, leave, wired
from wikimem.errors import UsageError
from wikimem.model.change import pages_left

if TYPE_CHECKING:
    from wikimem.compiler import Order, Report
    from wikimem.model.diagnostic import Diagnostic
    from wikimem.wiki import Wiki

_CLAIM = re.compile(rb"\^c-[0-9a-f]{8}\s*$", re.MULTILINE)

_paths = click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
_agent = click.option("--agent", default="", metavar="NAME", help="The agent that wrote them, whatever they look like.")
_project = click.option("--project", default="", metavar="NAME", help="The project they belong to.")
_jobs = click.option("--jobs", type=click.IntRange(0), default=0, metavar="N", help="Worker processes; 0 chooses.")


@click.command("init")
@click.argument("path", required=False, type=click.Path(path_type=Path))
@click.option(
    "--timezone", default="", metavar="ZONE", help="Decides which day a session belongs to; else the machine's."
)
@wired
def init_command(console: Console, path: Path | None, timezone: str) -> None:
    """Make a vault, or finish one that was begun."""
    from wikimem.wiki import Wiki

    if path and console.vault and path != console.vault:
        raise UsageError("PATH and --vault name two places", hint="give one of them")
    with Wiki.init(path or console.vault, timezone, console.say_finding) as wiki:
        root, zone, is_new = wiki.vault.root, wiki.config.timezone, wiki.is_new
    console.show({"vault": str(root), "timezone": zone, "new": is_new}, "")
    console.say(f"made a vault at {root} (time zone {zone})" if is_new else f"there is a vault at {root} already")


@click.command("capture")
@_paths
@_agent
@_project
@_jobs
@wired
def capture_command(console: Console, paths: tuple[Path, ...], agent: str, project: str, jobs: int) -> None:
    """Redact transcripts and append them to raw logs, nothing more.

    Without PATHS, the agents' own folders are swept.
    """
    with console.wiki() as wiki, console.progress() as progress:
        report = wiki.capture(order_of(paths, agent, project, jobs), progress)
    fresh = report.sources - report.unchanged - len(report.failed)
    console.show(_report_document(report), "")
    console.say_findings(_further(report))
    console.say(f"{_count(fresh, 'transcript')} captured, {report.unchanged:,} unchanged")
    _end(console, report)


@click.command("compile")
@_paths
@_agent
@_project
@_jobs
@click.option("--dry-run", is_flag=True, help="Print what would be committed, and write nothing.")
@click.option(
    "--emit",
    type=click.Choice(["session", "claims", "pages"]),
    help="Print this form of the transcripts, and write nothing.",
)
@wired
def compile_command(
    console: Console, paths: tuple[Path, ...], agent: str, project: str, jobs: int, dry_run: bool, emit: str | None
) -> None:
    """Capture transcripts, then write pages and commit.

    Without PATHS, the agents' own folders are swept.
    """
    began = time.monotonic()
    with console.wiki() as wiki:
        order = order_of(paths, agent, project, jobs)
        if emit:
            report = _emit(console, wiki, order, emit)
        elif dry_run:
            report = _dry_run(console, wiki, order)
        else:
            with console.progress() as progress:
                report = wiki.compile(order, progress, console.say)
            console.show(_report_document(report), "")
        console.say_findings(_further(report))
        if not emit:
            console.say(_summary(report, time.monotonic() - began, dry_run=dry_run))
    _end(console, report)


def order_of(paths: tuple[Path, ...], agent: str, project: str, jobs: int) -> "Order":
    """Return the order that the arguments of a command mean."""
    from wikimem.compiler import Order

    return Order(tuple(path.absolute() for path in paths), agent, project, jobs)


def finish(console: Console, report: "Report", began: float) -> None:
    """Print what a compile did that began at a reading of the monotonic clock, and leave with its exit status."""
    console.show(_report_document(report), "")
    console.say_findings(_further(report))
    console.say(_summary(report, time.monotonic() - began, dry_run=False))
    _end(console, report)


def _dry_run(console: Console, wiki: "Wiki", order: "Order") -> "Report":
    from wikimem.verbs.preview import statuses

    with console.progress() as progress:
        report = wiki.preview(order, progress)
    planned = list(statuses(wiki.vault, report.changesets))
    documents = [
        {
            "subject": changeset.subject,
            "at": changeset.at,
            **{key.lower(): value for key, value in changeset.trailers},
            "changes": [{"status": status, "path": path} for status, path in changes],
        }
        for changeset, changes in planned
    ]
    lines = []
    for changeset, changes in planned:
        lines += [changeset.subject, *(f"  {status} {path}" for status, path in changes)]
    console.show({**_report_document(report), "changesets": documents}, "\n".join(lines))
    return report


def _emit(console: Console, wiki: "Wiki", order: "Order", form: str) -> "Report":
    import orjson

    with console.progress() as progress:
        emitted = wiki.emit(order, progress)
    if form == "session":
        console.lines(map(orjson.dumps, emitted.sessions))
    elif form == "claims":
        console.lines(
            orjson.dumps({"id": claim.id, "session": session, "claim": claim}) for session, claim in emitted.claims
        )
    else:
        pages = [{"path": path, "text": text} for path, text in emitted.pages]
        console.show({"pages": pages}, "\n".join(f"==> {path} <==\n{text}" for path, text in emitted.pages))
    return emitted.report


def _summary(report: "Report", seconds: float, *, dry_run: bool) -> str:
    """Return what a run did, on one line."""
    pages = pages_left(report.changesets)
    claims = sum(len(_CLAIM.findall(content)) for content in pages.values())
    commits = len(report.changesets) if dry_run else sum(map(bool, report.commits))
    waited = "would be " if dry_run else ""
    yours = f"your edits of {_count(len(report.edited), 'file')} committed; " if report.edited else ""
    return (
        f"{yours}{_count(report.sessions, 'session')} from {_count(report.sources, 'transcript')}"
        f"{f' ({report.unchanged:,} unchanged)' if report.unchanged else ''}: {_count(claims, 'claim')} on "
        f"{_count(len(pages), 'page')}, {waited}{_count(commits, 'commit')}, {seconds:.1f} s"
    )


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def _report_document(report: "Report") -> dict[str, object]:
    return {
        "sessions": report.sessions,
        "sources": report.sources,
        "unchanged": report.unchanged,
        "edited": list(report.edited),
        "commits": [commit for commit in report.commits if commit],
        "failed": list(report.failed),
        "findings": [finding_document(finding) for finding in report.diagnostics],
    }


def _further(report: "Report") -> "list[Diagnostic]":
    """Return the findings of transcripts that gave something; `_end` lists the others."""
    return [finding for finding in report.diagnostics if finding.path not in report.failed]


def _end(console: Console, report: "Report") -> None:
    """List the transcripts that gave nothing, with the reason, and leave with 3 when there are any."""
    if not report.failed:
        return
    reasons = {finding.path: finding.message for finding in report.diagnostics if finding.severity != "info"}
    console.complain(f"{_count(len(report.failed), 'path')} gave nothing; the rest is done:")
    for path in report.failed:
        console.complain(f"  {path}: {reasons.get(path, 'nothing in it could be read')}")
    leave(FINDINGS)
