"""`bundle`: pages as a folder to give away, folders of others taken in, points to go back to."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from wikimem.cli.console import (
    FINDINGS,
    Console,
    changes_document,
    changes_text,
    finding_document,
    leave,
    wired,
)
from wikimem.model.bundle import EXPORTED, IMPORTED, BundleFormat

if TYPE_CHECKING:
    from wikimem.model.diagnostic import Diagnostic

_dry_run = click.option("--dry-run", is_flag=True, help="Print what would be written, and write nothing.")
_folder = click.argument("folder", type=click.Path(path_type=Path))


@click.group("bundle")
def bundle_command() -> None:
    """Exchange pages as a folder with a MEMORY.md."""


@bundle_command.command("export")
@_folder
@click.option("--project", "projects", multiple=True, metavar="NAME", help="Pages of this project; may be given again.")
@click.option("--scope", "scopes", multiple=True, help="global, project:NAME or agent:NAME; may be given again.")
@click.option(
    "--min-importance",
    type=click.FloatRange(0, 1),
    default=0.0,
    help="Leave out pages whose best claim is worth less, and sessions.",
)
@click.option("--format", "format_", type=click.Choice([str(one) for one in EXPORTED]), default="wikimem")
@click.option("--force", is_flag=True, help="Write beside files of others, and over ours that were edited.")
@_dry_run
@wired
def export_command(
    console: Console,
    folder: Path,
    projects: tuple[str, ...],
    scopes: tuple[str, ...],
    min_importance: float,
    format_: str,
    force: bool,
    dry_run: bool,
) -> None:
    """Write pages to FOLDER.

    The same pages give the same bytes. What an earlier export left there and this one does not hold goes; files of
    others are never touched. Raw logs stay at home, and secrets are masked.
    """
    from wikimem.verbs.bundling import Choice

    choice = Choice(projects, scopes, min_importance)
    with console.wiki() as wiki:
        done = wiki.bundles.export(folder, BundleFormat(format_), choice, force=force, dry_run=dry_run)
    put = done.put
    marked = [("A", path) for path in put.added] + [("M", path) for path in put.changed]
    files = sorted(marked + [("D", path) for path in put.removed], key=lambda item: item[1])
    document = {
        "format": str(done.format),
        "folder": str(folder),
        "pages": done.pages,
        "changes": [{"status": status, "path": path} for status, path in files],
        "findings": [finding_document(finding) for finding in done.findings],
    }
    console.show(document, "\n".join(f"  {status} {path}" for status, path in files) if dry_run else str(folder))
    console.say(
        f"{_count(done.pages, 'page')}, {_count(len(files), 'file')} {'would change' if dry_run else 'changed'}"
    )
    _tell(console, done.findings)


@bundle_command.command("import")
@_folder
@click.option("--project", default="", metavar="NAME", help="Where pages go; else the project of FOLDER, else global.")
@click.option("--scope", default="", help="The same as global, project:NAME or agent:NAME.")
@click.option("--format", "format_", type=click.Choice([str(one) for one in IMPORTED]), help="Else told by the files.")
@_dry_run
@wired
def import_command(
    console: Console, folder: Path, project: str, scope: str, format_: str | None, dry_run: bool
) -> None:
    """Take in the pages of FOLDER: a bundle, another tool's memory, or any markdown.

    Importing twice is importing once. What was forgotten stays out, and what you wrote is never replaced.
    """
    from wikimem.verbs.importing import Target

    format = BundleFormat(format_) if format_ else None
    with console.wiki() as wiki:
        done = wiki.bundles.import_from(folder, Target(project, scope), format, dry_run=dry_run)
    document = {
        "format": str(done.format),
        **changes_document(done.written),
        "findings": [finding_document(finding) for finding in done.findings],
    }
    lines = changes_text(done.written) if dry_run else "\n".join(path for _, path in done.written.files)
    console.show(document, lines)
    if not done.written.files:
        console.say(f"nothing is new in this folder, read as {done.format}")
    _tell(console, done.findings)


@bundle_command.command("fork")
@click.argument("name", default="")
@click.option("--list", "listed", is_flag=True, help="List the forks.")
@click.option("--back", is_flag=True, help="Make the pages what they were at NAME, as a new commit.")
@click.option("--remove", is_flag=True, help="Forget NAME; no page changes.")
@click.option("--yes", is_flag=True, help="Do not ask before going back.")
@_dry_run
@wired
def fork_command(console: Console, name: str, listed: bool, back: bool, remove: bool, yes: bool, dry_run: bool) -> None:
    """Name the wiki as it is now, to try things and go back.

    A fork is a tag, so `fork/NAME` stands for that moment wherever a revision does: `ask --as-of fork/NAME`.
    """
    if back + remove + listed > 1 or ((back or remove) and not name):
        raise click.UsageError("give NAME with one of --back and --remove, or --list alone")
    with console.wiki() as wiki:
        if listed:
            found = wiki.bundles.forks()
            console.show({"forks": found}, "\n".join(f"{commit[:10]}  {fork}" for fork, commit in found.items()))
        elif remove:
            commit = wiki.bundles.unfork(name, dry_run=dry_run)
            console.show({"fork": name, "commit": commit}, f"{commit[:10]}  {name}")
        elif back:
            if not (yes or dry_run):
                click.confirm(f"Make every page what it was at {name}?", abort=True, err=True)
            written = wiki.bundles.go_back(name, dry_run=dry_run)
            console.show(changes_document(written), changes_text(written))
        else:
            fork, commit = wiki.bundles.fork(name, dry_run=dry_run)
            console.show({"fork": fork, "commit": commit}, f"{commit[:10]}  {fork}")


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def _tell(console: Console, findings: "tuple[Diagnostic, ...]") -> None:
    """Say the findings; leave with 3 when a person should look at one."""
    console.say_findings(findings)
    if any(finding.severity != "info" for finding in findings):
        leave(FINDINGS)
