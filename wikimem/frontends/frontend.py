"""What a front-end is: data and three pure functions, nothing to inherit.

A front-end reads the records of one agent's transcript into the form all agents share. It opens no file:
capture hands it lines. The laws every front-end keeps are the tests of `tests/contract/frontend_suite.py`.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Record

Lines = Iterable[bytes]
"""Lines of one transcript, with or without the newline; the last may be torn."""

HEAD_BYTES = 65536
"""How much of a transcript's beginning `recognise` is given."""


@dataclass(frozen=True, slots=True)
class Frontend:
    """One agent we can read."""

    name: str
    """Stable and kebab-case: the folder of its raw logs and the agent's name in citations."""
    title: str
    """The name people use."""
    recognise: Callable[[str, bytes], bool]
    """Tell from a file's name and its first 64 KB whether it is this agent's transcript."""
    identify: Callable[[str, Lines], Identity | None]
    """Say which session a file holds, reading only as far as needed; None when there is none."""
    parse: Callable[[Lines, Identity], Iterator[Record | Diagnostic]]
    """Yield the records in file order; a grown file yields the same records first."""
    homes: tuple[str, ...] = ()
    """Globs of where the agent keeps transcripts, `${VAR:-default}` and `~` unexpanded."""
    verified: str = "fixtures only"
    """What the front-end was checked against: `real sessions`, `recorded from the real agent`, `fixtures only`
    (captures that others published, or our own) or `documentation only`."""
    in_folder: bool = False
    """Whether transcripts lie in the folder the agent worked in: where they do not say it, it is that one."""
    beside: tuple[str, ...] = ()
    """Globs, from a transcript's folder, of other transcripts of the same project: where it does not say the folder
    the agent worked in, the newest of them does."""
