"""The shapes in which agents want hooks, servers, instructions and skills: what the rows of the table are made of.

Pure. Each function returns what a `Piece` needs: a function from a command to its edits.
"""

from collections.abc import Callable, Iterable
from typing import Any

from wikimem.install.client import Piece
from wikimem.install.command import Command
from wikimem.install.edit import Block, Default, Edit, Item, Keys, Member, Whole
from wikimem.install.rewire import Format

Edits = Callable[[Command], tuple[Edit, ...]]
Handler = Callable[[Command, str], Any]

SECONDS = 10
"""How long an agent waits for a hook that takes a few hundredths of a second: a busy machine must not lose it."""


def server(*keys: str, **more: Any) -> Edits:
    """Return the edits that enter the MCP server below `keys`, with what the agent wants besides the command."""
    return lambda command: (Member((*keys, "wikimem"), command.stdio(**more)),)


def grouped(events: Iterable[str], handler: Handler, keys: Keys = ("hooks",)) -> Edits:
    """Return hooks in the manner of Claude Code: each event has groups, each group has hooks."""
    names = tuple(events)
    return lambda command: tuple(Item((*keys, name), {"hooks": [handler(command, name)]}) for name in names)


def flat(events: Iterable[str], handler: Handler, *defaults: Default) -> Edits:
    """Return hooks in the manner of Cursor: each event has hooks."""
    names = tuple(events)
    return lambda command: (*defaults, *(Item(("hooks", name), handler(command, name)) for name in names))


def both(*parts: Edits) -> Edits:
    """Return the edits of several, for one file."""
    return lambda command: tuple(edit for part in parts for edit in part(command))


def line(command: Command, event: str) -> dict[str, Any]:  # noqa: ARG001 (a Handler)
    """Return a hook as one line for a shell, with its limit in seconds."""
    return {"type": "command", "command": command.hook_line, "timeout": SECONDS}


def bare_line(command: Command, event: str) -> dict[str, Any]:  # noqa: ARG001 (a Handler)
    """Return a hook as one line for a shell and nothing else."""
    return {"command": command.hook_line}


def prose(*places: str, if_there: bool = False) -> Piece:
    """Return the block of instructions in a file the agent reads."""
    return Piece(places, Format.PROSE, lambda command: (Block(command.text("block.md.j2")),), if_there=if_there)


def skill(folder: str) -> Piece:
    """Return the skill in a folder of skills."""
    return whole(f"{folder}/wikimem/SKILL.md", "skill.md.j2")


def whole(place: str, template: str, *, executable: bool = False, posix_only: bool = False) -> Piece:
    """Return a file that is all ours, made from a template."""

    def edits(command: Command) -> tuple[Edit, ...]:
        return (Whole(command.text(template), executable),)

    return Piece((place,), Format.WHOLE, edits, posix_only=posix_only)


def json_file(*places: str, edits: Edits, windows: tuple[str, ...] = (), if_there: bool = False) -> Piece:
    """Return edits of a JSON file."""
    return Piece(places, Format.JSON, edits, windows, if_there)
