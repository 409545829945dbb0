"""`history`, `review`: what became of claims, and what a person should decide."""

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from wikimem.cli.console import Console, show_findings, wired
from wikimem.model.ids import short_id
from wikimem.text.clean import one_line

if TYPE_CHECKING:
    from wikimem.verbs.chain import Event

_SHORT = 10
"""Characters of a commit id that are shown."""


@click.command("history")
@click.argument("name", metavar="PAGE|CLAIM")
@wired
def history_command(console: Console, name: str) -> None:
    """Tell what became of a claim, and of those before and after it.

    Oldest first: who said what when, in which session, and what replaced it. With a page, that of all its claims.
    """
    with console.wiki() as wiki:
        events = wiki.history(name)
    documents = [asdict(event) for event in events]
    console.show({"name": name, "events": documents}, "\n".join(line for event in events for line in _lines(event)))
    if not events:
        console.say("no claim ever stood there")


def _lines(event: "Event") -> list[str]:
    session = f", session {short_id(event.session)}" if event.session else ""
    lines = [
        f"{event.at[:10]}  {event.turn} by {event.who}{session}, commit {event.commit[:_SHORT]}",
        f"    {one_line(event.text)}  ^{event.claim}",
    ]
    return [*lines, f"    because: {one_line(event.why)}  ^{event.by}"] if event.by else lines


@click.group("review")
def review_command() -> None:
    """Show what a person should decide."""


@review_command.command("contradictions")
@wired
def contradictions_command(console: Console) -> None:
    """List claims about the same subject with different values, which nothing decides.

    Such are lines that a person wrote, or said on the same day. Exit status 3 when there are any.
    """
    with console.wiki() as wiki:
        findings = wiki.review.contradictions()
    show_findings(console, findings, "no contradiction")


@review_command.command("edits")
@wired
def edits_command(console: Console) -> None:
    """List what two people changed at once on two machines: a sync keeps both versions.

    One is listed until its page holds no more than one of the two. Exit status 3 when there are any.
    """
    with console.wiki() as wiki:
        findings = wiki.review.edits()
    show_findings(console, findings, "nothing to decide")
