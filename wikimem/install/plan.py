"""What an install or uninstall will do to each file, decided before any is written.

Reads configurations and the record of what is installed, and writes nothing. A file that cannot be understood is a
finding: the others are planned all the same.
"""

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wikimem.errors import ConfigUnreadable
from wikimem.install.client import Client, Piece
from wikimem.install.clients import CLIENTS, client
from wikimem.install.command import Command
from wikimem.install.edit import Edit, Whole
from wikimem.install.ledger import Ledger, Wired
from wikimem.install.places import Machine
from wikimem.install.rewire import Format, Trace, is_wired, rewire
from wikimem.model.diagnostic import Diagnostic, Severity


@dataclass(frozen=True, slots=True)
class Setting:
    """For whom, with what and where agents are wired."""

    machine: Machine
    program: str
    """The absolute path of `wikimem`."""
    fill: Callable[[str, Mapping[str, Any]], str]
    project: Path | None = None
    """The folder of the one project that is meant, None for all of a person's."""

    def command(self, agent: str) -> Command:
        """Return how an agent is to call wikimem."""
        return Command(self.program, agent, self.machine.is_windows, self.fill)


@dataclass(frozen=True, slots=True)
class Target:
    """One file of one agent and what shall be in it. `path` follows symbolic links to the file that is written."""

    path: Path
    form: Format
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """What happens to one file."""

    path: Path
    before: bytes | None
    """None when there is no file."""
    after: bytes | None
    """None when there shall be none."""
    agents: tuple[str, ...]
    """Whose edits are in it afterwards."""
    project: str
    trace: Trace | None
    executable: bool = False
    is_first: bool = True
    """Whether we never wrote to the file before."""

    @property
    def is_needed(self) -> bool:
        """Tell whether a byte would change."""
        return self.before != self.after


def targets(setting: Setting, agent: Client, *, even_missing: bool = False) -> list[Target]:
    """Return the files of an agent, each once, with what belongs into them.

    Files that are edited only where there is one are left out when there is none, unless `even_missing`.
    """
    found: dict[Path, Target] = {}
    for piece in agent.pieces if setting.project is None else agent.project:
        path = _place(setting, piece, even_missing=even_missing)
        if path is not None:
            edits = piece.edits(setting.command(agent.name))
            known = found[path].edits if path in found else ()
            found[path] = Target(path, piece.form, _union(known, edits))
    return list(found.values())


def plan(
    setting: Setting, ledger: Ledger, install: Iterable[str] = (), uninstall: Iterable[str] = ()
) -> tuple[list[Change], list[Diagnostic]]:
    """Return the changes that wire some agents and unwire others, and what stands in the way of some of them."""
    arriving, leaving = list(install), set(uninstall)
    changes: list[Change] = []
    findings: list[Diagnostic] = []
    for path, form in _files(setting, ledger, [*arriving, *leaving]).items():
        known = ledger.files.get(str(path))
        wired = tuple(known.agents if known else ())
        here = [name for name in arriving if any(each.path == path for each in targets(setting, client(name)))]
        stay = [each.name for each in CLIENTS if each.name in {*wired, *here} - leaving]
        try:
            changes.append(_change(setting, path, form, known, stay, {*wired, *here, *leaving}))
        except ConfigUnreadable as error:
            findings.append(Diagnostic.of("config-refused", error, path=str(path)))
        except OSError as error:
            text = f"cannot be read: {error.strerror or error}"
            findings.append(Diagnostic("config-unreadable", text, Severity.ERROR, str(path)))
    return changes, findings


def diff(change: Change) -> str:
    """Return what would change in a file, as a unified diff."""
    before, after = ((side or b"").decode("utf-8", "replace") for side in (change.before, change.after))
    old = "/dev/null" if change.before is None else str(change.path)
    new = "/dev/null" if change.after is None else str(change.path)
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), old, new, lineterm="")
    return "\n".join(lines)


def is_fully_wired(setting: Setting, agent: Client) -> bool | None:
    """Tell whether every file of an agent holds what it shall; None when none of it is there.

    A file nobody can read counts as one that does not.
    """
    states = [_holds(target) for target in targets(setting, agent)]
    return all(states) if any(states) else None


def _holds(target: Target) -> bool:
    try:
        return is_wired(_read(target.path), target.form, target.edits)
    except (ConfigUnreadable, OSError):
        return False


def _files(setting: Setting, ledger: Ledger, names: Iterable[str]) -> dict[Path, Format]:
    """Return the files that agents of these names have, by the table and by the record."""
    files: dict[Path, Format] = {}
    for name in names:
        for target in targets(setting, client(name)):
            files[target.path] = target.form
        for spelled, wired in ledger.files.items():
            if name in wired.agents and wired.project == _scope(setting):
                path = Path(spelled)
                files.setdefault(path, next((each.form for each in _pieces(setting, name, path)), Format.PROSE))
    return files


def _change(setting: Setting, path: Path, form: Format, known: Wired | None, stay: list[str], ever: set[str]) -> Change:
    old = _union(*(_edits(setting, name, path) for name in sorted(ever)))
    new = _union(*(_edits(setting, name, path) for name in stay))
    if form is Format.WHOLE and len(new) > 1:
        raise ConfigUnreadable("two agents want different files here", hint=f"install one of {', '.join(stay)}")
    before = _read(path)
    after, trace = rewire(before, known.trace if known else None, form, old, new)
    executable = any(isinstance(edit, Whole) and edit.executable for edit in new)
    return Change(path, before, after, tuple(stay), _scope(setting), trace, executable, known is None)


def _edits(setting: Setting, name: str, path: Path) -> tuple[Edit, ...]:
    command = setting.command(name)
    return _union(*(piece.edits(command) for piece in _pieces(setting, name, path)))


def _pieces(setting: Setting, name: str, path: Path) -> Iterator[Piece]:
    """Yield the pieces of an agent that belong into a file: by its place, or by its name when folders were moved."""
    agent = client(name)
    pieces = agent.pieces if setting.project is None else agent.project
    exact = [piece for piece in pieces if path in _candidates(setting, piece)]
    yield from exact or (piece for piece in pieces if path.name in {each.name for each in _candidates(setting, piece)})


def _candidates(setting: Setting, piece: Piece) -> list[Path]:
    folder = setting.project or Path(setting.machine.home)
    return [Path(folder, str(setting.machine.path(place))).resolve() for place in piece.on(setting.machine)]


def _place(setting: Setting, piece: Piece, *, even_missing: bool) -> Path | None:
    paths = _candidates(setting, piece)
    there = next((path for path in paths if path.exists()), None)
    return there or (paths[-1] if paths and (even_missing or not piece.if_there) else None)


def _scope(setting: Setting) -> str:
    return str(setting.project) if setting.project else ""


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None


def _union(*parts: Iterable[Edit]) -> tuple[Edit, ...]:
    """Return all edits, each once; values need not be hashable."""
    found: list[Edit] = []
    for part in parts:
        found += [edit for edit in part if edit not in found]
    return tuple(found)
