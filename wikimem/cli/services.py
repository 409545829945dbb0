"""`hook`, `sweep` and `watch`: what keeps the wiki up to date without anybody naming a transcript."""

import time

import click

from wikimem.cli.build import finish, order_of
from wikimem.cli.console import Console, wired


@click.command("hook")
@click.option(
    "--agent", default="", metavar="NAME", help="The agent it was installed for; the payload may know better."
)
@click.option("--event", default="", metavar="NAME", help="The event, where the agent's payload does not name it.")
def hook_command(agent: str, event: str) -> None:
    """Take one call of an agent's hook from standard input.

    Agents run this, not people. It notes the event, prints what the agent should know, and never fails.
    """
    from wikimem.hook.entry import main

    main(("--agent", agent, "--event", event))


@click.command("sweep")
@click.option("--background", is_flag=True, help="Work for hooks: one process for a vault, nothing printed.")
@wired
def sweep_command(console: Console, background: bool) -> None:
    """Compile the sessions that are over, whether or not their agent said so.

    A session is over when its agent reported it, or when nobody wrote to it for capture.idle_minutes.
    """
    order = order_of((), "", "", 0)
    if background:
        from wikimem.verbs.background import run

        with console.wiki() as wiki:
            run(wiki.vault, lambda: wiki.sweep(order))
        return
    began = time.monotonic()
    with console.wiki() as wiki, console.progress() as progress:
        report = wiki.sweep(order, progress, console.say)
    finish(console, report, began)


@click.command("watch")
@wired
def watch_command(console: Console) -> None:
    """Sweep whenever an agent writes, until it is interrupted.

    Hooks do the same without a process that stays; this is for agents that have none.
    """
    from wikimem.watch import watch

    with console.wiki() as wiki:
        watch(wiki, console.say)
