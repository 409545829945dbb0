"""`project`: the projects of the wiki, renamed, joined, emptied into each other and purged."""

from typing import TYPE_CHECKING

import click

from wikimem.cli.console import Console, changes_document, changes_text, table, wired

if TYPE_CHECKING:
    from wikimem.verbs.projecting import Reordered

_dry_run = click.option("--dry-run", is_flag=True, help="Print what would be committed, and write nothing.")
_yes = click.option("--yes", is_flag=True, help="Do not ask.")


@click.group("project")
def project_command() -> None:
    """See and order the projects of the wiki."""


@project_command.command("list")
@wired
def list_command(console: Console) -> None:
    """List the projects and the places that are each."""
    with console.wiki() as wiki:
        projects = wiki.projects.list()
    documents = [
        {
            "name": project.name,
            "first_names": list(project.firsts),
            "paths": list(project.paths),
            "remotes": list(project.remotes),
            "pages": project.pages,
            "sessions": project.sessions,
        }
        for project in projects
    ]
    rows = [
        (
            project.name,
            f"{project.pages:5} pages",
            f"{project.sessions:5} sessions",
            ", ".join((*project.remotes, *project.paths)) or "-",
        )
        for project in projects
    ]
    console.show({"projects": documents}, table(rows) if rows else "")
    if not projects:
        console.say("no project")


@project_command.command("rename")
@click.argument("old")
@click.argument("new")
@_dry_run
@wired
def rename_command(console: Console, old: str, new: str, dry_run: bool) -> None:
    """Call a project otherwise.

    Its folder moves and links are mended. Ids of claims, raw logs and what is compiled later stay as they are.
    """
    with console.wiki() as wiki:
        _show(console, wiki.projects.rename(old, new, dry_run=dry_run), dry_run)


@project_command.command("merge")
@click.argument("old")
@click.argument("into")
@_yes
@_dry_run
@wired
def merge_command(console: Console, old: str, into: str, yes: bool, dry_run: bool) -> None:
    """Join the project OLD to INTO.

    Pages about one subject become one page with the claims of both. Later sessions of either go to INTO.
    """
    with console.wiki() as wiki:
        if not (yes or dry_run):
            click.confirm(f"Merge the project {old} into {into}?", abort=True, err=True)
        _show(console, wiki.projects.merge(old, into, dry_run=dry_run), dry_run)


@project_command.command("move")
@click.argument("page")
@click.option("--to", required=True, metavar="NAME", help="The project it goes to.")
@_dry_run
@wired
def move_command(console: Console, page: str, to: str, dry_run: bool) -> None:
    """Move a page or a session to another project.

    PAGE is a page, or the short id of a session, which goes with its handoff and what it said.
    """
    with console.wiki() as wiki:
        _show(console, wiki.projects.move(page, to, dry_run=dry_run), dry_run)


@project_command.command("purge")
@click.argument("name")
@_yes
@_dry_run
@wired
def purge_command(console: Console, name: str, yes: bool, dry_run: bool) -> None:
    """Take out a project and its raw logs, and keep it out.

    Its words stay in the history of the vault, and the agents' own transcripts stay where they are.
    """
    with console.wiki() as wiki:
        if not (yes or dry_run):
            click.confirm(f"Take out the project {name} with all pages and raw logs?", abort=True, err=True)
        done = wiki.projects.purge(name, dry_run=dry_run)
        _show(console, done, dry_run)
    if not dry_run:
        console.say("its words stay in the history of the vault; `wikimem purge` rewrites that")


def _show(console: Console, done: "Reordered", dry_run: bool) -> None:
    document = {"project": done.project, "paths": list(done.paths), **changes_document(done.written)}
    lines = "\n".join((*done.paths[:20], f"project {done.project}"))
    console.show(document, changes_text(done.written) if dry_run else lines)
    if not done.written.files:
        console.say("nothing changes")
