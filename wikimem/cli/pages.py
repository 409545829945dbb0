"""`page`, `log`, `why`: pages, their history, and where their lines come from."""

import sys
from typing import TYPE_CHECKING

import click

from wikimem.cli.console import Console, changes_document, changes_text, source_document, table, wired
from wikimem.model.ids import short_id
from wikimem.text.clean import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wikimem.model.change import Revision
    from wikimem.verbs.rewriting import Rewritten
    from wikimem.verbs.trace import Trace

_SHORT = 10
"""Characters of a commit id that are shown."""
_MOST_WORDS = 1_200
"""Characters of a turn that are shown to a person."""

_limit = click.option(
    "--limit", type=click.IntRange(1), default=50, show_default=True, metavar="N", help="Most revisions."
)

_dry_run = click.option("--dry-run", is_flag=True, help="Print what would be committed, and write nothing.")


@click.group("page")
def page_command() -> None:
    """Read, write and move pages. A page is named by its path, its file name or the id it ends in."""


@page_command.command("show")
@click.argument("page")
@click.option("--at", default="", metavar="REVISION", help="As of a commit or a day such as 2026-02-03.")
@wired
def show_command(console: Console, page: str, at: str) -> None:
    """Print a page."""
    with console.wiki() as wiki:
        path, text = wiki.pages.show(page, at)
    console.show({"path": path, "text": text}, text)


@page_command.command("list")
@click.option("--type", "kind", default="", metavar="TYPE", help="Session, Decision, Lesson, Preference, Fact, ...")
@click.option("--project", default="", metavar="NAME", help="Pages of this project.")
@wired
def list_command(console: Console, kind: str, project: str) -> None:
    """List pages by path."""
    with console.wiki() as wiki:
        pages = wiki.pages.list(kind.capitalize(), project)
    documents = [
        {
            "path": page.path,
            "type": page.type,
            "title": page.title,
            "scope": page.scope,
            "status": page.status,
            "at": page.at,
        }
        for page in pages
    ]
    rows = [(page.at[:10] or "undated", page.type, page.path, page.title) for page in pages]
    console.show({"pages": documents}, table(rows) if rows else "")
    if not pages:
        console.say("no page")


@page_command.command("history")
@click.argument("page")
@_limit
@wired
def history_command(console: Console, page: str, limit: int) -> None:
    """List the revisions of a page, the newest first."""
    with console.wiki() as wiki:
        _show_log(console, wiki.pages.history(page, limit)[1])


@page_command.command("diff")
@click.argument("page")
@click.argument("old", default="")
@click.argument("new", default="")
@wired
def diff_command(console: Console, page: str, old: str, new: str) -> None:
    """Print what changed in a page.

    OLD and NEW are revisions or days; without them, it is what its newest revision changed.
    """
    with console.wiki() as wiki:
        path, text = wiki.pages.diff(page, old, new)
        console.show({"path": path, "diff": text}, text)
    if not text:
        console.say("no difference")


@page_command.command("write")
@click.argument("path")
@click.option("--body", default="-", metavar="TEXT", help="What it says; - reads standard input.  [default: -]")
@click.option("--title", default="", help="Its title; else the one in the text, or its first heading.")
@click.option("--type", "kind", default="", metavar="TYPE", help="Its type; else the one in the text, or its folder's.")
@click.option("--tag", "tags", multiple=True, metavar="WORD", help="A tag; may be given again.")
@click.option("--force", is_flag=True, help="Replace the page that is there.")
@_dry_run
@wired
def write_command(
    console: Console, path: str, body: str, title: str, kind: str, tags: tuple[str, ...], force: bool, dry_run: bool
) -> None:
    """Write a page of your own.

    PATH lies in global/, projects/PROJECT/ or agents/AGENT/. Secrets are masked first. The commit is yours.
    """
    from wikimem.verbs.rewriting import Draft

    text = sys.stdin.buffer.read().decode("utf-8", "replace") if body == "-" else body
    with console.wiki() as wiki:
        _show_rewritten(
            console, wiki.pages.write(path, Draft(text, title, kind, tags), force=force, dry_run=dry_run), dry_run
        )


@page_command.command("move")
@click.argument("page")
@click.argument("new")
@_dry_run
@wired
def move_command(console: Console, page: str, new: str, dry_run: bool) -> None:
    """Give a page another name or place, and mend the links.

    PAGE may be a folder. NEW is a path, a folder (which ends in /) or a name. What is compiled later goes where the
    page lies then.
    """
    with console.wiki() as wiki:
        _show_rewritten(console, wiki.pages.move(page, new, dry_run=dry_run), dry_run)


@page_command.command("restore")
@click.argument("page")
@click.option("--from", "revision", required=True, metavar="REVISION", help="A commit or a day such as 2026-02-03.")
@_dry_run
@wired
def restore_command(console: Console, page: str, revision: str, dry_run: bool) -> None:
    """Bring back what a page said.

    A page that is gone is named by its path. Claims that come back are let in again, those that go are kept out; the
    history keeps both.
    """
    with console.wiki() as wiki:
        _show_rewritten(console, wiki.pages.restore(page, revision, dry_run=dry_run), dry_run)


def _show_rewritten(console: Console, done: "Rewritten", dry_run: bool) -> None:
    document = {"path": done.path, **changes_document(done.written)}
    console.show(document, changes_text(done.written) if dry_run else done.path)
    if not done.written.files:
        console.say("nothing changes")


@click.command("log")
@click.argument("path", default="")
@_limit
@click.option("--since", default="", metavar="DAY", help="First day, such as 2026-02-03.")
@click.option("--until", default="", metavar="DAY", help="Last day.")
@wired
def log_command(console: Console, path: str, limit: int, since: str, until: str) -> None:
    """List the newest commits.

    With PATH, those of a page or a folder.
    """
    with console.wiki() as wiki:
        _show_log(console, wiki.log(path, limit, since, until))


@click.command("why")
@click.argument("claim")
@wired
def why_command(console: Console, claim: str) -> None:
    """Go from a line back to the words that were said.

    CLAIM is a block id (c-1f0c77aa), page#c-1f0c77aa, or the label of a footnote (b17a94e0-1).
    """
    with console.wiki() as wiki:
        trace = wiki.why(claim)
    document = {
        "name": trace.name,
        "text": trace.text,
        "page": trace.page,
        "superseded": trace.superseded,
        "superseded_by": {"claim": trace.successor, "text": trace.successor_text} if trace.successor else None,
        "commit": _revision_document(trace.revision) if trace.revision else None,
        "said": [{**source_document(said.source), "words": said.words} for said in trace.said],
    }
    console.show(document, "\n".join(_trace_lines(trace)))


def _trace_lines(trace: "Trace") -> list[str]:
    lines = [f"line    {one_line(trace.text)}"] if trace.text else []
    lines += [f"page    {trace.page}"] if trace.page else []
    if trace.successor:
        lines.append(f"now     {one_line(trace.successor_text)} ^{trace.successor}")
    if trace.revision:
        lines.append(
            f"commit  {trace.revision.id[:_SHORT]} {trace.revision.at[:10]} {one_line(trace.revision.subject)}"
        )
    for said in trace.said:
        source = said.source
        lines += ["", f"turn    {source.turn} of {source.session}, {source.said_by}, {source.at or 'undated'}"]
        lines.append(f"raw     {source.raw}")
        words = said.words if len(said.words) <= _MOST_WORDS else said.words[:_MOST_WORDS].rstrip() + " …"
        lines += [f"  > {line}" for line in words.split("\n")] if words else ["  (the raw log does not hold this turn)"]
    return lines


def _show_log(console: Console, revisions: "Sequence[Revision]") -> None:
    rows = []
    for revision in revisions:
        session = short_id(named) if (named := dict(revision.trailers).get("Session", "")) else "-"
        pages = sum(path.endswith(".md") for path in revision.paths)
        rows.append((revision.id[:_SHORT], revision.at[:10], session or "-", f"{pages:3}", revision.subject))
    console.show({"revisions": [_revision_document(revision) for revision in revisions]}, table(rows) if rows else "")
    if not revisions:
        console.say("no revision")


def _revision_document(revision: "Revision") -> dict[str, object]:
    return {
        "commit": revision.id,
        "at": revision.at,
        "author": revision.author,
        "subject": revision.subject,
        "body": revision.body,
        "trailers": [[key, value] for key, value in revision.trailers],
        "paths": list(revision.paths),
    }
