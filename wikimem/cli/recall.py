"""`ask`, `search`, `inject`, `feedback`: what the wiki knows, and whether that was any good."""

from collections.abc import Callable
from dataclasses import asdict
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wikimem.cli.console import Console, here, source_document, wired
from wikimem.model.narrow import Narrow
from wikimem.text.clean import one_line

if TYPE_CHECKING:
    from wikimem.model.passage import Hit

_SNIPPET = 100

_words = click.argument("words", nargs=-1, required=True)
_project = click.option("--project", default="", metavar="NAME", help="Search this project and what is global.")
_day = 'a day, or words such as "last week"'
_NARROWING = (
    click.option("--since", default="", metavar="DAY", help=f"Nothing older: {_day}."),
    click.option("--until", default="", metavar="DAY", help=f"Nothing newer: {_day}."),
    click.option("--type", "types", multiple=True, help="Only this type of page, or Turn; may be given again."),
    click.option("--scope", default="", help="Only this scope: global, project:NAME, agent:NAME or user:NAME."),
    click.option("--agent", default="", metavar="NAME", help="Only what sessions of this agent said."),
    click.option("--include", type=click.Choice(["superseded"]), help="Find what no longer holds, too."),
    click.option("--as-of", default="", metavar="DATE|REVISION", help="Answer with what the wiki said then."),
)
_all = click.option("--all", "everywhere", is_flag=True, help="Search every project, also inside one.")
_no_signal = click.option("--no-signal", is_flag=True, help="Do not count what is shown as used.")


def _narrowed(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that say where and when to look; the command gets them as one `narrow`."""

    @wraps(command)
    def run(
        *arguments: object,
        since: str,
        until: str,
        types: tuple[str, ...],
        scope: str,
        agent: str,
        include: str | None,
        as_of: str,
        **more: object,
    ) -> None:
        command(*arguments, narrow=Narrow(since, until, types, scope, agent, include is not None, as_of), **more)

    for option in reversed(_NARROWING):
        run = option(run)
    return run


@click.command("ask")
@_words
@click.option(
    "--budget", type=click.IntRange(1), default=None, metavar="TOKENS", help="Size of the answer; 4 characters each."
)
@click.option(
    "--level",
    type=click.Choice(["L0", "L1", "L2"]),
    default="L2",
    show_default=True,
    help="Show of each place its title, one line, or passages.",
)
@_project
@_all
@_narrowed
@_no_signal
@wired
def ask_command(
    console: Console,
    words: tuple[str, ...],
    budget: int | None,
    level: str,
    project: str,
    everywhere: bool,
    narrow: Narrow,
    no_signal: bool,
) -> None:
    """Answer a question with the best passages, each with its source.

    Inside a known project, that project and what is global are searched; elsewhere, everything. A question that begins
    with a dash goes after --.
    """
    with console.wiki() as wiki:
        cwd = None if everywhere else here()
        answer = wiki.ask(
            " ".join(words), budget or 0, project=project, cwd=cwd, narrow=narrow, level=level, signal=not no_signal
        )
    document = {
        "question": answer.question,
        "context": answer.context,
        "tokens": answer.tokens,
        "budget": answer.budget,
        "answered": answer.answered,
        "hits": [_hit_document(hit) for hit in answer.hits],
    }
    console.show(document, answer.context)


@click.command("search")
@_words
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, metavar="N", help="Most hits.")
@click.option("--explain", is_flag=True, help="Print what the score of each hit is made of.")
@_project
@_all
@_narrowed
@_no_signal
@wired
def search_command(
    console: Console,
    words: tuple[str, ...],
    limit: int,
    explain: bool,
    project: str,
    everywhere: bool,
    narrow: Narrow,
    no_signal: bool,
) -> None:
    """List ranked hits, the best first."""
    text = " ".join(words)
    cwd = None if everywhere else here()
    with console.wiki() as wiki:
        hits = wiki.search(text, project=project, cwd=cwd, narrow=narrow, limit=limit, signal=not no_signal)
    parts = [_parts(hit) if explain else {} for hit in hits]
    documents = [
        {**_hit_document(hit), "text": hit.passage.text, **part} for hit, part in zip(hits, parts, strict=True)
    ]
    lines = [
        _hit_lines(number, hit) + _explanation(hit, part)
        for number, (hit, part) in enumerate(zip(hits, parts, strict=True), 1)
    ]
    console.show({"question": text, "hits": documents}, "\n".join(lines))
    if not hits:
        console.say("nothing found")


@click.command("inject")
@click.option(
    "--cwd", type=click.Path(path_type=Path), default=None, help="The folder the agent works in; else this one."
)
@wired
def inject_command(console: Console, cwd: Path | None) -> None:
    """Print what an agent should read first.

    That is the newest handoff and MEMORY.md of the project of this folder, then the vault's MEMORY.md.
    """
    with console.wiki() as wiki:
        folder = cwd.absolute() if cwd else here() or wiki.vault.root
        project = wiki.project_of(folder) if console.as_json else ""
        text = wiki.inject(folder)
    console.show({"project": project, "context": text}, text)


@click.command("feedback")
@click.argument("name", metavar="PATH|CLAIM")
@click.argument("verdict", type=click.Choice(["up", "down"]))
@wired
def feedback_command(console: Console, name: str, verdict: str) -> None:
    """Say that a page or a claim was of use, or was not.

    A page goes by path, file name or id, a claim by its block id (c-1f0c77aa). A verdict on a page counts for each of
    its claims.
    """
    from wikimem.model.signal import SignalKind

    with console.wiki() as wiki:
        subject = wiki.feedback(name, SignalKind(verdict))
    console.show({"subject": subject, "verdict": verdict}, f"{verdict}  {subject}")


def _hit_document(hit: "Hit") -> dict[str, object]:
    passage = hit.passage
    return {
        "path": passage.path,
        "type": passage.type,
        "title": passage.title,
        "score": round(hit.score, 4),
        "level": str(passage.level),
        "sources": [source_document(source) for source in passage.sources],
    }


def _hit_lines(number: int, hit: "Hit") -> str:
    passage = hit.passage
    snippet = " ".join(passage.text.split())
    if len(snippet) > _SNIPPET:
        snippet = snippet[: _SNIPPET - 1].rstrip() + "…"
    day = passage.at[:10] or "undated"
    return f"{number:3}. {day}  {passage.type}  {one_line(passage.title)}\n     {passage.path}\n     {snippet}"


def _parts(hit: "Hit") -> dict[str, dict[str, float]]:
    """Return what a hit's score is the product of, and what the factor `merit` among it comes from."""
    merit = asdict(hit.merit) if hit.merit else {}
    return {
        "factors": {name: round(value, 4) for name, value in hit.factors},
        "merit": {name: round(value, 4) for name, value in merit.items()},
    }


def _explanation(hit: "Hit", parts: dict[str, dict[str, float]]) -> str:
    """Return the parts of a score on lines of their own, "" when there are none."""
    if not parts:
        return ""
    product = " x ".join(f"{name} {value:.3f}" for name, value in parts["factors"].items())
    merit = ", ".join(f"{name} {value:.2f}" for name, value in parts["merit"].items())
    return f"\n     {hit.score:.3f} = {product}\n     merit: {merit}"
