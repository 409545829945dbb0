"""What every command prints with: data on stdout, words on stderr, nothing a terminal could be tricked by.

`wired` gives a command the options that all commands have and hands it its `Console`.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from wikimem.text.clean import clean, one_line

if TYPE_CHECKING:
    from wikimem.model.claim import Source
    from wikimem.model.diagnostic import Diagnostic
    from wikimem.verbs.writing import Written
    from wikimem.wiki import Wiki

FINDINGS = 3
"""Exit status of a command that did its work and found something a person should look at."""

_MOST_TOLD = 20
"""Findings that are printed one by one."""


def printable(text: str) -> str:
    """Return text that a terminal shows and does not obey."""
    return clean(text)


class Console:
    """Where one command prints, in which form, and the vault it is about."""

    def __init__(self, vault: Path | None = None, *, as_json: bool = False, quiet: bool = False) -> None:
        """Keep what the options said."""
        self.vault = vault
        self.as_json = as_json
        self.quiet = quiet

    def wiki(self) -> "Wiki":
        """Open the vault; findings on the way are said on stderr."""
        from wikimem.wiki import Wiki

        return Wiki.open(self.vault, self.say_finding)

    def show(self, document: object, text: str) -> None:
        """Print the result: the document as JSON when that was asked for, else the text, when there is any."""
        if self.as_json:
            import json

            click.echo(json.dumps(document, ensure_ascii=False, indent=2).encode("utf-8", "replace"))
        elif text:
            click.echo(printable(text.rstrip("\n")))

    def lines(self, documents: Iterable[bytes]) -> None:
        """Print one JSON document a line."""
        for document in documents:
            click.echo(document)

    def say(self, words: str) -> None:
        """Tell the person something on stderr, unless quiet."""
        if not self.quiet:
            click.echo(printable(words), err=True)

    def complain(self, words: str) -> None:
        """Tell the person on stderr what went wrong, also when quiet."""
        click.echo(printable(words), err=True)

    def say_finding(self, finding: "Diagnostic") -> None:
        """Tell a finding that is worth a person's time on stderr; when quiet, only an error."""
        if finding.severity == "error":
            self.complain(line_of(finding))
        elif finding.severity == "warning":
            self.say(line_of(finding))

    def say_findings(self, findings: Sequence["Diagnostic"]) -> None:
        """Tell the first findings on stderr, and how many more there are."""
        worth = [finding for finding in findings if finding.severity != "info"]
        for finding in worth[:_MOST_TOLD]:
            self.say_finding(finding)
        if len(worth) > _MOST_TOLD:
            self.say(f"... and {len(worth) - _MOST_TOLD:,} more findings; --json lists them all")

    @contextmanager
    def progress(self) -> Iterator[Callable[[str, int, int], None]]:
        """Lend what draws a bar a stage on a terminal, and does nothing elsewhere."""
        if self.quiet or not sys.stderr.isatty():
            yield lambda *_: None
            return
        from rich.console import Console as Terminal
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        columns = TextColumn("{task.description:8}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
        with Progress(*columns, console=Terminal(stderr=True), transient=True) as bars:
            tasks: dict[str, Any] = {}

            def draw(stage: str, done: int, total: int) -> None:
                if stage not in tasks:
                    tasks[stage] = bars.add_task(stage, total=total)
                bars.update(tasks[stage], completed=done, total=total)

            yield draw


def wired(command: Callable[..., None]) -> Callable[..., None]:
    """Add `--vault`, `--json` and `--quiet` to a command, whose first argument is its `Console`.

    The options may stand before the verb as well; after it they win.
    """

    @wraps(command)
    def run(vault: Path | None, as_json: bool, quiet: bool, **arguments: Any) -> None:
        above = click.get_current_context().find_object(Console) or Console()
        command(
            Console(vault or above.vault, as_json=as_json or above.as_json, quiet=quiet or above.quiet), **arguments
        )

    for option in (
        click.option("--quiet", is_flag=True, help="Print results and errors, nothing else."),
        click.option("--json", "as_json", is_flag=True, help="Print one JSON document."),
        click.option("--vault", type=click.Path(path_type=Path), help="The vault; else WIKIMEM_VAULT, else ~/wikimem."),
    ):
        run = option(run)
    return run


def here() -> Path | None:
    """Return the working directory, None when it has been deleted."""
    try:
        return Path(os.getcwd())  # noqa: PTH109 (pathlib's own call, without its import of everything else)
    except OSError:
        return None


def leave(status: int) -> NoReturn:
    """End the command with an exit status."""
    click.get_current_context().exit(status)


def finding_document(finding: "Diagnostic") -> dict[str, object]:
    """Return a finding as data."""
    return {
        "code": finding.code,
        "severity": str(finding.severity),
        "path": finding.path,
        "line": finding.line,
        "message": finding.message,
        "hint": finding.hint,
    }


def source_document(source: "Source") -> dict[str, object]:
    """Return a citation as data."""
    return {
        "session": source.session,
        "turn": source.turn,
        "raw": source.raw,
        "said_by": source.said_by,
        "at": source.at,
    }


def changes_document(written: "Written") -> dict[str, object]:
    """Return what was written, or would be, as data."""
    changes = [{"status": status, "path": path} for status, path in written.files]
    return {"commit": written.commit, "changes": changes}


def changes_text(written: "Written") -> str:
    """Return what would be written, as `compile --dry-run` prints it; "" for nothing."""
    lines = [f"  {status} {path}" for status, path in written.files]
    return "\n".join([written.changeset.subject, *lines]) if lines else ""


def show_findings(console: Console, findings: Sequence["Diagnostic"], well: str, text: str = "") -> None:
    """Print findings as the result of a command; leave with 3 when one of them is a warning or an error.

    `well` is said when there is nothing to mend, `text` shown in place of one finding a line.
    """
    lines = text or "\n".join(map(line_of, findings))
    console.show({"findings": [finding_document(finding) for finding in findings]}, lines)
    bad = sum(finding.severity != "info" for finding in findings)
    console.say(f"{bad:,} finding{'s' if bad > 1 else ''}" if bad else well)
    if bad:
        leave(FINDINGS)


def line_of(finding: "Diagnostic") -> str:
    """Return a finding on one line."""
    return one_line(str(finding))


def table(rows: Iterable[Sequence[str]]) -> str:
    """Return rows as aligned columns; the last column is as wide as it likes."""
    cells = [[one_line(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row[:-1], widths, strict=False)) + "  " + row[-1]
        for row in cells
    )
