"""`remember`, `forget`: single claims by hand."""

import click

from wikimem.cli.console import Console, changes_document, changes_text, here, wired

_by = click.option("--agent", "by", default="human:user", metavar="NAME", help="Say it in the name of an agent.")
_dry_run = click.option("--dry-run", is_flag=True, help="Print what would be committed, and write nothing.")


@click.command("remember")
@click.argument("words", nargs=-1, required=True)
@click.option("--type", "kind", default="", metavar="TYPE", help="Decision, Lesson, Preference, Fact, Plan, Question.")
@click.option("--scope", default="", help="global, project:NAME or agent:NAME; else the project of this folder.")
@click.option("--tag", "tags", multiple=True, metavar="WORD", help="A tag for its page; may be given again.")
@_by
@_dry_run
@wired
def remember_command(
    console: Console, words: tuple[str, ...], kind: str, scope: str, tags: tuple[str, ...], by: str, dry_run: bool
) -> None:
    """Write one claim to the wiki.

    Give a sentence that stands alone. What the wiki holds already is not written again. Secrets are masked first.
    """
    from wikimem.verbs.memory import Note

    with console.wiki() as wiki:
        done = wiki.remember(Note(" ".join(words), by, kind, scope, tags, here()), dry_run=dry_run)
    document = {"claim": done.claim, "page": done.page, "text": done.text, "new": done.is_new}
    lines = changes_text(done.written) if dry_run else f"{done.claim}  {done.page}"
    console.show({**document, **changes_document(done.written)}, lines)
    if not done.is_new:
        console.say("the wiki holds this already")


@click.command("forget")
@click.argument("claim")
@_by
@_dry_run
@wired
def forget_command(console: Console, claim: str, by: str, dry_run: bool) -> None:
    """Take a claim out of the wiki, and keep it out.

    CLAIM is a block id (c-1f0c77aa) or page#c-1f0c77aa. What was said stays in the raw logs, on the page of its session
    and in the history of the wiki.
    """
    with console.wiki() as wiki:
        done = wiki.forget(claim, by, dry_run=dry_run)
    document = {"claim": done.claim, "pages": list(done.pages), **changes_document(done.written)}
    console.show(document, changes_text(done.written) if dry_run else "\n".join(done.pages))
    if done.pages:
        console.say(f"{done.claim}: its words stay in the raw logs, on the page of its session and in the history")
    else:
        console.say(f"{done.claim} was forgotten already")
