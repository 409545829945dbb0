"""`agents`, `install`, `uninstall`: which agents are here, and how they come to call wikimem."""

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wikimem.cli.console import FINDINGS, Console, finding_document, leave, table, wired
from wikimem.errors import UsageError

if TYPE_CHECKING:
    from wikimem.install.plan import Change
    from wikimem.verbs.wiring import AgentState, Proposal

_names = click.argument("names", nargs=-1, metavar="[AGENT]...")
_project = click.option(
    "--project",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    metavar="DIR",
    help="Only for the project in DIR, in its own files.",
)
_dry_run = click.option("--dry-run", is_flag=True, help="Print what would change as a diff, and change nothing.")
_yes = click.option("--yes", is_flag=True, help="Do not ask.")


@click.command("agents")
@wired
def agents_command(console: Console) -> None:
    """List the agents: which are here, and which are wired."""
    from wikimem.store.layout import Layout, vault_path
    from wikimem.verbs.activity import activities, said
    from wikimem.verbs.wiring import agents

    vault = Layout(vault_path(console.vault, os.environ))
    states = agents({each.agent: said(each) for each in activities(vault, time.time())})
    documents = [
        {
            "agent": each.name,
            "title": each.title,
            "found": each.is_here,
            "wired": _wired_word(each),
            "transcripts": each.transcripts,
            "verified": each.verified,
            "last_event": each.last_event or None,
        }
        for each in states
    ]
    head = ("agent", "found", "wired", "transcripts", "last event", "verified")
    rows = [
        (
            each.name,
            "yes" if each.is_here else "no",
            _wired_word(each),
            f"{each.transcripts:,}",
            each.last_event or "never",
            each.verified,
        )
        for each in states
    ]
    console.show({"agents": documents}, table([head, *rows]))


@click.command("install")
@_names
@_project
@_dry_run
@click.option("--print", "as_text", is_flag=True, help="Print what belongs into which file, to be put there by hand.")
@_yes
@wired
def install_command(
    console: Console, names: tuple[str, ...], project: Path | None, dry_run: bool, as_text: bool, yes: bool
) -> None:
    """Wire agents: hooks, MCP server, instructions, skill.

    Without AGENT, every agent found on this machine. Comments, order and the entries of others stay as they are.
    """
    from wikimem.verbs.wiring import advice, propose_install, snippets

    if as_text:
        pieces = snippets(names, project)
        documents = [{"agent": name, "path": path, "text": text} for name, path, text in pieces]
        shown = "\n".join(f"==> {name}: {path} <==\n{text}" for name, path, text in pieces)
        console.show({"files": documents}, shown)
        return
    proposal = propose_install(names, project)
    _carry_out(console, [proposal], dry_run=dry_run, yes=yes)
    for words in advice(proposal):
        console.say(words)
    _end([proposal])


@click.command("uninstall")
@_names
@_project
@_dry_run
@_yes
@wired
def uninstall_command(console: Console, names: tuple[str, ...], project: Path | None, dry_run: bool, yes: bool) -> None:
    """Take out what `install` put in, and nothing else. The wiki stays.

    Without AGENT, every agent that was wired.
    """
    from wikimem.verbs.wiring import propose_uninstall

    proposals = propose_uninstall(names, project)
    _carry_out(console, proposals, dry_run=dry_run, yes=yes)
    _end(proposals)


def _carry_out(console: Console, proposals: "Sequence[Proposal]", *, dry_run: bool, yes: bool) -> None:
    """Show the proposals, ask unless told not to, and do them."""
    from wikimem.install.plan import diff
    from wikimem.verbs.wiring import carry_out_proposal

    changes = [change for proposal in proposals for change in proposal.needed]
    findings = [finding for proposal in proposals for finding in proposal.findings]
    console.say_findings(findings)
    listed = [{"path": str(each.path), "change": _verb(each), "agents": list(each.agents)} for each in changes]
    if dry_run:
        documents = [{**document, "diff": diff(each)} for document, each in zip(listed, changes, strict=True)]
        console.show(
            {"changes": documents, "findings": [*map(finding_document, findings)]}, "\n".join(map(diff, changes))
        )
        return
    if changes and not yes:
        _ask(console, changes)
    for proposal in proposals:
        late = carry_out_proposal(proposal)
        findings += late
        for finding in late:
            console.say(str(finding))
    console.show({"changes": listed, "findings": [*map(finding_document, findings)]}, "")
    console.say("".join(f"{_verb(each)} {each.path}\n" for each in changes).rstrip() or "nothing to change")


def _ask(console: Console, changes: "Sequence[Change]") -> None:
    if not sys.stdin.isatty():
        raise UsageError("nobody is here to be asked", hint="look with --dry-run, then add --yes")
    for change in changes:
        console.complain(f"{_verb(change)} {change.path}")
    click.confirm("Go on?", abort=True, err=True)


def _verb(change: "Change") -> str:
    if change.after is None:
        return "remove"
    return "make" if change.before is None else "edit"


def _wired_word(state: "AgentState") -> str:
    return {None: "no", False: "in part", True: "yes"}[state.is_wired]


def _end(proposals: "Sequence[Proposal]") -> None:
    if any(proposal.findings for proposal in proposals):
        leave(FINDINGS)
