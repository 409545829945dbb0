"""Whether wired agents would reach us: drift of their configurations, and each of their commands, run once.

Part of `doctor`.
"""

import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from wikimem.errors import ConfigUnreadable
from wikimem.install.clients import CLIENTS
from wikimem.install.consent import untrusted
from wikimem.install.found import Argv, commands
from wikimem.install.ledger import Ledger, Wired, ledger_path
from wikimem.install.payloads import session_start
from wikimem.install.plan import Setting, Target, targets
from wikimem.install.rewire import is_wired
from wikimem.install.trial import Trial, try_hook, try_server
from wikimem.model.diagnostic import Diagnostic, Severity

_SLOW = 1.0
"""Seconds for a hook beyond which a person would notice it, on any machine."""


def examine(setting: Setting) -> Iterator[Diagnostic]:
    """Yield what was found of the agents that were wired for all projects; nothing when none was."""
    ledger = Ledger.read(ledger_path(os.environ))
    servers: dict[Argv, Trial] = {}
    for client in CLIENTS:
        files = {
            path: wired for path, wired in ledger.files.items() if client.name in wired.agents and not wired.project
        }
        if not files:
            continue
        found = [target for target in targets(setting, client) if str(target.path) in files]
        yield from _drift(client.name, found, files)
        yield from _tried(client.name, found, servers)
        if client.name == "codex":
            yield from _trusted(Path(setting.machine.home))


def _drift(name: str, found: list[Target], files: Mapping[str, Wired]) -> Iterator[Diagnostic]:
    hint = f"run `wikimem install {name}` again, or `wikimem uninstall {name}`"
    for path in set(files) - {str(target.path) for target in found}:
        text = f"{name} was wired here, and would be elsewhere now"
        yield Diagnostic("wiring-moved", text, path=path, hint=hint)
    for target in found:
        try:
            content = target.path.read_bytes()
            drifted = not is_wired(content, target.form, target.edits)
        except FileNotFoundError:
            drifted = True
        except (ConfigUnreadable, OSError) as error:
            yield Diagnostic("wiring-unreadable", str(error), Severity.ERROR, str(target.path), hint="mend the file")
            continue
        if drifted:
            text = f"what {name} needs is gone from here, or was changed"
            yield Diagnostic("wiring-changed", text, path=str(target.path), hint=hint)


def _tried(name: str, found: list[Target], servers: dict[Argv, Trial]) -> Iterator[Diagnostic]:
    """Run each command of ours that is in an agent's files, once; a server that several agents start, once for all."""
    known: dict[Argv, Path] = {}
    for target in found:
        try:
            text = target.path.read_bytes().decode("utf-8-sig")
            known |= dict.fromkeys(commands(text, target.form), target.path)
        except (ConfigUnreadable, OSError, UnicodeDecodeError):
            continue  # told as drift already
    for command, path in known.items():
        if command[1:2] == ("hook",):
            trial = try_hook(command, session_start(name, str(path.parent)), os.environ)
            yield _told(name, "hook", trial, path)
        else:
            trial = servers.get(command) or try_server(command, os.environ)
            servers[command] = trial
            yield _told(name, "MCP server", trial, path)


def _trusted(folder: Path) -> Iterator[Diagnostic]:
    program = shutil.which("codex")
    skipped = untrusted(program, str(folder), os.environ) if program else None
    if skipped is None:
        yield Diagnostic("codex-trust", "codex was not there to be asked whether it trusts our hooks", Severity.INFO)
    elif skipped:
        text = f"codex skips our hooks until a person trusts them: {', '.join(skipped)}"
        yield Diagnostic("codex-trust", text, hint="open codex, run /hooks and trust them")
    else:
        yield Diagnostic("codex-trust", "codex trusts our hooks", Severity.INFO)


def _told(name: str, kind: str, trial: Trial, path: Path) -> Diagnostic:
    if trial.problem:
        text = f"the {kind} of {name} does not work: {trial.problem}"
        return Diagnostic("wiring", text, Severity.ERROR, str(path), hint=f"run `wikimem install {name}` again")
    told = f"the {kind} of {name} answered after {trial.seconds * 1000:,.0f} ms"
    if kind == "hook" and trial.seconds > _SLOW:
        return Diagnostic("wiring", told, path=str(path), hint="the machine is busy, or the disk is slow")
    return Diagnostic("wiring", told, Severity.INFO)
