"""`handoff`: where work was left off, for whoever goes on."""

from typing import TYPE_CHECKING

import click

from wikimem.cli.console import Console, changes_document, changes_text, here, table, wired

if TYPE_CHECKING:
    from wikimem.model.handoff import Handoff
    from wikimem.verbs.handoffs import HandedOver
    from wikimem.wiki import Wiki

_project = click.option("--project", default="", metavar="NAME", help="The project; else that of this folder.")
_by = click.option("--agent", "by", default="human:user", metavar="NAME", help="Do it in the name of an agent.")
_dry_run = click.option("--dry-run", is_flag=True, help="Print what would be committed, and write nothing.")
_name = click.argument("handoff", default="")


@click.group("handoff")
def handoff_command() -> None:
    """Hand work over. Without HANDOFF, a command means the one that is offered in this project."""


@handoff_command.command("begin")
@click.argument("summary", nargs=-1, required=True)
@click.option("--next", "next_steps", multiple=True, metavar="STEP", help="What comes next; may be given again.")
@click.option("--question", "questions", multiple=True, metavar="TEXT", help="What is open; may be given again.")
@click.option("--file", "files", multiple=True, metavar="PATH", help="A file that matters; may be given again.")
@_project
@_by
@_dry_run
@wired
def begin_command(
    console: Console,
    summary: tuple[str, ...],
    next_steps: tuple[str, ...],
    questions: tuple[str, ...],
    files: tuple[str, ...],
    project: str,
    by: str,
    dry_run: bool,
) -> None:
    """Leave a handoff for the next session.

    It is shown to every session of the project, whatever the agent, until it is accepted or another is begun.
    """
    from wikimem.model.handoff import Begun

    with console.wiki() as wiki:
        begun = Begun(project, by, "", " ".join(summary), next_steps, questions, files)
        done = wiki.handoffs.begin(begun, here(), dry_run=dry_run)
    _tell(console, done, dry_run=dry_run)


@handoff_command.command("list")
@_project
@click.option("--all", "closed", is_flag=True, help="Those that were accepted or replaced, too.")
@wired
def list_command(console: Console, project: str, closed: bool) -> None:
    """List the handoffs that wait, the one that is offered first. Without --project, those of every project."""
    with console.wiki() as wiki:
        found = wiki.handoffs.listed(project, closed=closed)
    rows = [(each.at[:10] or "undated", each.status, each.project, each.by, each.path, each.title) for each in found]
    console.show({"handoffs": [_document(each) for each in found]}, table(rows) if rows else "")
    if not found:
        console.say("no handoff waits")


@handoff_command.command("show")
@_name
@_project
@wired
def show_command(console: Console, handoff: str, project: str) -> None:
    """Print a handoff and leave it open."""
    with console.wiki() as wiki:
        found = _find(wiki, handoff, project)
    console.show({**_document(found), "text": found.text}, found.text)


@handoff_command.command("accept")
@_name
@_project
@_by
@_dry_run
@wired
def accept_command(console: Console, handoff: str, project: str, by: str, dry_run: bool) -> None:
    """Take a handoff over, so that nobody else is offered it."""
    with console.wiki() as wiki:
        done = wiki.handoffs.accept(_find(wiki, handoff, project), by, dry_run=dry_run)
    _tell(console, done, dry_run=dry_run)


@handoff_command.command("cancel")
@_name
@_project
@_by
@_dry_run
@wired
def cancel_command(console: Console, handoff: str, project: str, by: str, dry_run: bool) -> None:
    """Take a handoff back, so that nobody is offered it."""
    with console.wiki() as wiki:
        done = wiki.handoffs.cancel(_find(wiki, handoff, project), by, dry_run=dry_run)
    _tell(console, done, dry_run=dry_run)


def _find(wiki: "Wiki", name: str, project: str) -> "Handoff":
    """Return the handoff that is named, else the one offered in a project: the named one, or that of this folder."""
    folder = here()
    return wiki.handoffs.find(name, project or (wiki.project_of(folder) if folder and not name else ""))


def _tell(console: Console, done: "HandedOver", *, dry_run: bool) -> None:
    lines = changes_text(done.written) if dry_run else f"{done.handoff.status}  {done.handoff.path}"
    console.show({**_document(done.handoff), **changes_document(done.written)}, lines)


def _document(handoff: "Handoff") -> dict[str, object]:
    return {
        "path": handoff.path,
        "project": handoff.project,
        "title": handoff.title,
        "status": str(handoff.status),
        "by": handoff.by,
        "at": handoff.at,
        "begun": handoff.is_begun,
        "accepted_by": handoff.accepted_by,
        "accepted_at": handoff.accepted_at,
    }
