"""`mcp`: the wiki for agents."""

import click

from wikimem.cli.console import Console, here, wired


@click.command("mcp")
@wired
def mcp_command(console: Console) -> None:
    """Serve the wiki to an agent over the Model Context Protocol.

    Agents start it themselves; it speaks JSON on standard input and output and ends with its input.
    """
    from wikimem.mcp.server import serve

    serve(console.vault, here())
