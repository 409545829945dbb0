"""The root of the command line: which commands there are, and the one place that turns errors into words.

Commands are imported when they are called. The exit status is 0 done, 1 failed, 2 misuse, 3 findings, 130 interrupted.
"""

import os
import sys
from importlib import import_module
from pathlib import Path

import click

from wikimem import __version__
from wikimem.cli.console import Console, printable
from wikimem.errors import WikimemError

INTERRUPTED = 130
"""What shells report for a command that Ctrl-C ended."""

_COMMANDS = {
    "init": "build",
    "capture": "build",
    "compile": "build",
    "ask": "recall",
    "search": "recall",
    "inject": "recall",
    "feedback": "recall",
    "remember": "memory",
    "forget": "memory",
    "purge": "erase",
    "handoff": "handoffs",
    "bundle": "bundles",
    "page": "pages",
    "project": "projects",
    "log": "pages",
    "why": "pages",
    "history": "review",
    "review": "review",
    "checkpoints": "backup",
    "verify": "health",
    "sync": "syncing",
    "status": "health",
    "lint": "health",
    "doctor": "health",
    "backup": "backup",
    "restore": "backup",
    "mcp": "serve",
    "sweep": "services",
    "hook": "services",
    "watch": "services",
    "agents": "wiring",
    "install": "wiring",
    "uninstall": "wiring",
    "merge-driver": "syncing",
}
"""Module of `wikimem.cli` that holds each command, in the order the help lists them."""


class Root(click.Group):
    """The group of all commands, each imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        """Return the names of all commands, the main job first."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import and return a command, None when there is no such."""
        module = _COMMANDS.get(cmd_name)
        if module is None:
            return None
        command: click.Command = getattr(
            import_module(f"wikimem.cli.{module}"), f"{cmd_name.replace('-', '_')}_command"
        )
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; whatever it raises becomes words on stderr and an exit status."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except (click.ClickException, click.exceptions.Exit):
            raise
        except WikimemError as error:
            _tell(error)
            ctx.exit(error.exit_status)
        except (KeyboardInterrupt, click.Abort):
            click.echo("interrupted", err=True)
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            # The reader has seen enough. What is still buffered must not fail once more when the interpreter ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(0)
        except Exception as error:  # noqa: BLE001 (the last resort of the whole program)
            _confess(error)
            ctx.exit(1)
        return result


@click.group(
    cls=Root,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit status: 0 done, 1 failed, 2 misuse, 3 findings.",
)
@click.option("--vault", type=click.Path(path_type=Path), help="The vault; else WIKIMEM_VAULT, else ~/wikimem.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option("--quiet", is_flag=True, help="Print results and errors, nothing else.")
@click.version_option(__version__, message="wikimem %(version)s")
@click.pass_context
def cli(ctx: click.Context, vault: Path | None, as_json: bool, quiet: bool) -> None:
    """Compile what you and your coding agents said into a wiki you own, and ask it questions."""
    ctx.obj = Console(vault, as_json=as_json, quiet=quiet)


def _tell(error: WikimemError) -> None:
    """Print an error as `error: path:line: message` and its hint."""
    place = f"{error.path}:{error.line}: " if error.path and error.line else f"{error.path}: " if error.path else ""
    click.echo(printable(f"error: {place}{error.message}"), err=True)
    if error.hint:
        click.echo(printable(f"hint: {error.hint}"), err=True)


def _confess(error: Exception) -> None:
    """Say that something went wrong inside, and where its traceback was written."""
    import traceback
    from datetime import UTC, datetime

    from wikimem.store.files import write_atomically
    from wikimem.store.layout import state_home
    from wikimem.text.redact import Redactor

    redactor = Redactor()
    words = redactor.text(f"error: {type(error).__name__}: {error}")
    click.echo(printable(words.partition("\n")[0][:300]), err=True)
    now = datetime.now(UTC)
    log = state_home(os.environ) / "wikimem" / "logs" / f"{now:%Y%m%dT%H%M%SZ}-{os.getpid()}.log"
    told = redactor.text("".join(traceback.format_exception(error)))
    try:
        write_atomically(log, f"wikimem {__version__}\n{told}".encode("utf-8", "replace"))
    except WikimemError:
        click.echo(printable(told), err=True)
    else:
        click.echo(f"hint: this is a fault of wikimem; the traceback is in {log}", err=True)
