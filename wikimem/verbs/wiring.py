"""Wire agents and unwire them, and say which are here: what `install`, `uninstall` and `agents` do.

None of it needs a vault. What is shown to a person is what is done: the plan is made again under the lock of installs,
and a configuration that changed in between stops it.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from wikimem import templating
from wikimem.errors import StoreError, UsageError
from wikimem.frontends import FRONTENDS
from wikimem.install.apply import carry_out
from wikimem.install.clients import CLIENTS, client
from wikimem.install.ledger import Ledger, alone, ledger_path
from wikimem.install.places import this_machine
from wikimem.install.plan import Change, Setting, is_fully_wired, plan, targets
from wikimem.install.rewire import rewire
from wikimem.model.diagnostic import Diagnostic
from wikimem.transcripts import agent_homes
from wikimem.verbs.program import own_program


@dataclass(frozen=True, slots=True)
class Proposal:
    """What would be done, to be shown before it is."""

    setting: Setting
    install: tuple[str, ...]
    uninstall: tuple[str, ...]
    changes: tuple[Change, ...]
    findings: tuple[Diagnostic, ...]

    @property
    def needed(self) -> tuple[Change, ...]:
        """Return the changes that change a byte."""
        return tuple(change for change in self.changes if change.is_needed)


@dataclass(frozen=True, slots=True)
class AgentState:
    """One agent, as this machine knows it."""

    name: str
    title: str
    is_here: bool
    is_wired: bool | None
    """None for not at all, False for in part or as an older version did it."""
    transcripts: int
    verified: str
    last_event: str
    """What its hook reported last, when that was and how far behind the wiki is; "" when it never did."""


def setting(project: Path | None = None) -> Setting:
    """Return for whom and with what program agents are wired; `UsageError` when either is unknown."""
    machine = this_machine(sys.platform, os.environ)
    return Setting(machine, own_program(), templating.render, project.resolve() if project else None)


def setting_to_look() -> Setting:
    """Return a setting to look around with, also when no program is installed that agents could be wired to."""
    try:
        return setting()
    except UsageError:
        return Setting(this_machine(sys.platform, os.environ), "wikimem", templating.render)


def propose_install(names: Sequence[str], project: Path | None = None) -> Proposal:
    """Return what wires the agents of these names, or all that are on this machine; `UsageError` for unknown ones."""
    where = setting(project)
    wanted = tuple(client(name).name for name in names) or tuple(
        each.name for each in CLIENTS if _is_here(where, each.name)
    )
    if not wanted:
        raise UsageError("no agent was found on this machine", hint="name one: wikimem install claude-code")
    return _proposal(where, wanted, ())


def propose_uninstall(names: Sequence[str], project: Path | None = None) -> list[Proposal]:
    """Return what unwires the agents of these names, or all that were wired, for each project and for all projects."""
    where = setting(project)
    ledger = Ledger.read(ledger_path(os.environ))
    scopes = {str(where.project)} if where.project else {"", *(wired.project for wired in ledger.files.values())}
    proposals = []
    for scope in sorted(scopes):
        there = Setting(where.machine, where.program, where.fill, Path(scope) if scope else None)
        wired = {name for each in ledger.files.values() if each.project == scope for name in each.agents}
        wanted = tuple(client(name).name for name in names) or tuple(
            each.name for each in CLIENTS if each.name in wired
        )
        if wanted:
            proposals.append(_proposal(there, (), wanted))
    return proposals


def carry_out_proposal(proposal: Proposal) -> list[Diagnostic]:
    """Do what was proposed and return what a person should know; `StoreError` when a configuration changed since."""
    with alone(os.environ):
        again = _proposal(proposal.setting, proposal.install, proposal.uninstall)
        if again.needed != proposal.needed:
            path = next((change.path for change in again.needed if change not in proposal.needed), "")
            raise StoreError("a configuration changed meanwhile", hint="run the same command again", path=str(path))
        return carry_out(again.changes, Ledger.read(ledger_path(os.environ)))


def agents(last_events: Mapping[str, str]) -> list[AgentState]:
    """Return all agents we can wire or read; `last_events` says by name what each reported last."""
    where = setting_to_look()
    counts = {each.name: len(agent_homes(os.environ, each.name)) for each in FRONTENDS if each.homes}
    wirable = [
        AgentState(
            each.name,
            each.title,
            _is_here(where, each.name),
            is_fully_wired(where, each),
            counts.pop(each.name, 0),
            each.verified,
            last_events.get(each.name, ""),
        )
        for each in CLIENTS
    ]
    return wirable + [
        AgentState(name, name, count > 0, None, count, "read only: nothing is known to wire", last_events.get(name, ""))
        for name, count in counts.items()
    ]


def advice(proposal: Proposal) -> list[str]:
    """Return what is left for the person to do after an install, a line each."""
    lines = []
    for each in map(client, proposal.install):
        if not targets(proposal.setting, each, even_missing=True):
            lines.append(f"{each.title}: it has no configuration that could be written here")
        elif not targets(proposal.setting, each):
            lines.append(
                f"{each.title}: nothing was written; `wikimem install --print {each.name}` shows what to put in"
            )
        if each.advice:
            lines.append(f"{each.title}: {each.advice}")
    return lines


def snippets(names: Sequence[str], project: Path | None = None) -> list[tuple[str, str, str]]:
    """Return agent, file and text of all that belongs to some agents, as if their files were empty."""
    where = setting(project)
    found = []
    for name in names or [each.name for each in CLIENTS]:
        for target in targets(where, client(name), even_missing=True):
            content, _ = rewire(None, None, target.form, (), target.edits)
            found.append((name, str(target.path), (content or b"").decode()))
    return found


def _proposal(where: Setting, install: tuple[str, ...], uninstall: tuple[str, ...]) -> Proposal:
    changes, findings = plan(where, Ledger.read(ledger_path(os.environ)), install, uninstall)
    return Proposal(where, install, uninstall, tuple(changes), tuple(findings))


def _is_here(where: Setting, name: str) -> bool:
    return any(Path(where.machine.path(mark)).exists() for mark in client(name).marks)
