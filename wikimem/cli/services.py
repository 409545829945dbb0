"""`sweep` and `watch`: what keeps the wiki up to date without anybody naming a transcript."""

import time

import click

from wikimem.cli.build import finish, order_of
from wikimem.cli.console import Console, wired


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
