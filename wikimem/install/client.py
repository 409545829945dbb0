"""What a client is: one record of the table that says what to write for it and where.

Pure. The records are in `clients`; `docs/install.md` shows them.
"""

from collections.abc import Callable
from dataclasses import dataclass

from wikimem.install.command import Command
from wikimem.install.edit import Edit
from wikimem.install.places import Machine
from wikimem.install.rewire import Format


@dataclass(frozen=True, slots=True)
class Piece:
    """Some edits of one file."""

    places: tuple[str, ...]
    """Where the file may lie: the first that exists is meant, else the last. Relative ones are below the project."""
    form: Format
    edits: Callable[[Command], tuple[Edit, ...]]
    windows: tuple[str, ...] = ()
    """The places on Windows where they differ."""
    if_there: bool = False
    """Whether the file is left alone when there is none."""
    posix_only: bool = False

    def on(self, machine: Machine) -> tuple[str, ...]:
        """Return the places that count on a machine; none when the piece is not for it."""
        if machine.is_windows and self.posix_only:
            return ()
        return self.windows if machine.is_windows and self.windows else self.places


@dataclass(frozen=True, slots=True)
class Client:
    """One agent we can wire."""

    name: str
    """As in the table of front-ends, where there is one."""
    title: str
    marks: tuple[str, ...]
    """Folders or files whose presence says that the agent is on this machine."""
    verified: str
    """How we know that what we write works."""
    pieces: tuple[Piece, ...] = ()
    """For all of a person's projects."""
    project: tuple[Piece, ...] = ()
    """For one project."""
    advice: str = ""
    """What is left for the person to do."""
