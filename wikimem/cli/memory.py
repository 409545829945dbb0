"""`remember`, `forget`: single claims and pages by hand."""

import sys
from typing import TYPE_CHECKING

import click

from wikimem.cli.console import Console, changes_document, changes_text, here, wired
from wikimem.errors import UsageError

if TYPE_CHECKING:
    from wikimem.verbs.forgetting import Forgotten
    from wikimem.wiki import Wiki

_by = click.option("--agent", "by", default="human:user", metavar="NAME", help="Say it in the name of an agent.")
_dry_run = click.option("--dry-run", is_flag=True, help="Print what would be committed, and write nothing.")


@click.command("remember")
@click.argument("words", nargs=-1, required=True)
@click.option("--type", "kind", default="", metavar="TYPE", help="Decision, Lesson, Preference, Fact, Plan, Question.")
@click.option("--scope", default="", help="global, project:NAME, agent:NAME or user:NAME; else this folder's project.")
@click.option("--tag", "tags", multiple=True, metavar="WORD", help="A tag for its page; may be given again.")
@click.option("--pin", is_flag=True, help="Show it before all else in MEMORY.md.")
@click.option("--external-id", default="", metavar="ID", help="Your own name for it; another text replaces it then.")
@click.option("--expires", default="", metavar="DATE|DURATION", help="Until when it holds: 2026-12-31, 30d, 6 months.")
@_by
@_dry_run
@wired
def remember_command(
    console: Console,
    words: tuple[str, ...],
    kind: str,
    scope: str,
    tags: tuple[str, ...],
    pin: bool,
    external_id: str,
    expires: str,
    by: str,
    dry_run: bool,
) -> None:
    """Write one claim to the wiki.

    Give a sentence that stands alone. What the wiki holds already is not written again. Secrets are masked first.
    """
    with console.wiki() as wiki:
        done = wiki.remember(
            " ".join(words), kind=kind, scope=scope, tags=tags, pin=pin, external_id=external_id, expires=expires,
            by=by, cwd=here(), dry_run=dry_run,
        )  # fmt: skip
    document = {"claim": done.claim, "page": done.page, "text": done.text, "new": done.is_new}
    lines = changes_text(done.written) if dry_run else f"{done.claim}  {done.page}"
    console.show({**document, "superseded": done.superseded, **changes_document(done.written)}, lines)
    if done.superseded:
        console.say(f"it takes the place of {done.superseded}")
    elif not done.is_new:
        terms = ", and now on these terms" if done.written.files else ""
        console.say(f"the wiki holds this already{terms}")


@click.command("forget")
@click.argument("name", metavar="CLAIM|PAGE", default="")
@click.option("--external-id", default="", metavar="ID", help="The claim remembered under this name.")
@click.option("--scope", default="", help="The scope of the external id, where several have one of that name.")
@click.option("--yes", is_flag=True, help="Forget a page without asking.")
@_by
@_dry_run
@wired
def forget_command(
    console: Console, name: str, external_id: str, scope: str, yes: bool, by: str, dry_run: bool
) -> None:
    """Take a claim or a page out of the wiki, and keep it out.

    CLAIM is a block id (c-1f0c77aa) or page#c-1f0c77aa. A page goes with its claims, that of a session with what only
    it says. What was said stays in the raw logs, on the page of its session and in the history of the wiki.
    """
    from wikimem.verbs.trace import claim_named

    with console.wiki() as wiki:
        if name and not (claim_named(name) or yes or dry_run):
            _ask(console, wiki, name)
        done = wiki.forget(name, by, external_id=external_id, scope=scope, dry_run=dry_run)
    document = {"claim": claim_named(done.subject), "claims": list(done.claims), "pages": list(done.pages)}
    lines = changes_text(done.written) if dry_run else "\n".join(done.pages)
    console.show({**document, **changes_document(done.written)}, lines)
    _tell(console, done)


def _ask(console: Console, wiki: "Wiki", name: str) -> None:
    """Ask whether a page may go with all that goes with it."""
    planned = wiki.forget(name, dry_run=True)
    if not planned.pages:
        return
    if not sys.stdin.isatty():
        raise UsageError("nobody is here to be asked", hint="look with --dry-run, then add --yes")
    console.complain(changes_text(planned.written))
    click.confirm("Go on?", abort=True, err=True)


def _tell(console: Console, done: "Forgotten") -> None:
    if not done.pages:
        console.say(f"{done.subject} was forgotten already")
    elif done.subject.endswith(".md"):
        console.say(f"{done.subject}: it stays in the history, and what was said in the raw logs")
    else:
        console.say(f"{done.subject}: its words stay in the raw logs, on the page of its session and in the history")
