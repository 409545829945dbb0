"""`verify`, `status`, `lint`, `doctor`: what holds, what waits, what is wrong."""

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from wikimem.cli.console import Console, show_findings, table, wired

if TYPE_CHECKING:
    from wikimem.model.diagnostic import Diagnostic
    from wikimem.verbs.status import Status


_VERDICTS = {"info": "ok", "warning": "warning", "error": "error"}


@click.command("verify")
@wired
def verify_command(console: Console) -> None:
    """Prove that no raw log changed since it was compiled.

    And that every page keeps its form, that its links lead somewhere and that its sources are there.
    """
    with console.wiki() as wiki:
        findings = wiki.verify()
    show_findings(console, findings, "every raw log, commit, source and link holds")


@click.command("lint")
@wired
def lint_command(console: Console) -> None:
    """Find what is wrong in the pages.

    That is broken links, double titles, and pages that are empty, too large or without frontmatter.
    """
    with console.wiki() as wiki:
        findings = wiki.lint()
    show_findings(console, findings, "nothing to mend")


@click.command("doctor")
@wired
def doctor_command(console: Console) -> None:
    """Find what is wrong in the installation.

    Examines git, the vault, the index and the agents' folders, and takes an invented session all the way once.
    """
    from wikimem.wiki import Wiki

    findings = Wiki.doctor(console.vault)
    rows = [(_VERDICTS[finding.severity], finding.code, _without_severity(finding)) for finding in findings]
    show_findings(console, findings, "all is well", table(rows))


def _without_severity(finding: "Diagnostic") -> str:
    place = f"{finding.path}:{finding.line}: " if finding.line else f"{finding.path}: " if finding.path else ""
    return f"{place}{finding.message}{f' ({finding.hint})' if finding.hint else ''}"


@click.command("status")
@wired
def status_command(console: Console) -> None:
    """Say what is captured, compiled and indexed, and what waits."""
    with console.wiki() as wiki:
        status = wiki.status()
    commit = status.commit
    document = {
        "vault": status.vault,
        "pages": status.pages,
        "sessions": status.sessions,
        "projects": list(status.projects),
        "raw_logs": status.raw_logs,
        "raw_bytes": status.raw_bytes,
        "pending": list(status.pending),
        "index": status.index,
        "commit": {"id": commit.id, "at": commit.at, "subject": commit.subject} if commit else None,
        "dirty": list(status.dirty),
        "agents": [asdict(activity) for activity in status.agents],
    }
    console.show(document, "\n".join(_status_lines(status)))


def _status_lines(status: "Status") -> list[str]:
    from wikimem.verbs.activity import said

    pages = ", ".join(f"{number:,} {kind}" for kind, number in status.pages.items()) or "none"
    commit = status.commit
    newest = f"{commit.id[:10]} {commit.at[:10]} {commit.subject}" if commit else "none"
    return [
        f"vault     {status.vault}",
        f"pages     {sum(status.pages.values()):,}: {pages}",
        f"projects  {', '.join(status.projects) or 'none'}",
        f"raw logs  {status.raw_logs:,}, {status.raw_bytes:,} bytes",
        f"pending   {_listed(status.pending, 'nothing waits to be compiled')}",
        f"index     {status.index}",
        f"commit    {newest}",
        f"dirty     {_listed(status.dirty, 'everything is committed')}",
        *(f"agent     {activity.agent}: {said(activity)}" for activity in status.agents),
    ]


def _listed(paths: tuple[str, ...], none: str) -> str:
    if not paths:
        return none
    return ", ".join(paths[:3]) + (f" and {len(paths) - 3:,} more" if len(paths) > 3 else "")
