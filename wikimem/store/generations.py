"""Where an index lies: one folder a generation, a pointer to the current one, and a note of what it mirrors.

    <root>/current            name of the generation in use, replaced in one step
    <root>/<generation>/      what tantivy wrote
    <root>/<generation>.json  the note: fingerprint and heads

Only `store.index` calls this. A generation that is built aside disturbs no reader; one that is no longer current stays
until the next build, for readers that have it open.
"""

import os
from dataclasses import asdict, dataclass
from pathlib import Path

import orjson

from wikimem.errors import IndexUnusable, StoreError
from wikimem.store.files import disk_refused, write_atomically

_POINTER = "current"


@dataclass(frozen=True, slots=True)
class Note:
    """What a generation was built with and from."""

    fingerprint: str
    head: str = ""
    """Commit of the wiki's branch the index mirrors."""
    raw_head: str = ""
    """Commit of the raw logs' branch the index mirrors."""


def current(root: Path) -> str:
    """Return the name of the generation in use; `IndexUnusable` when there is none."""
    try:
        name = (root / _POINTER).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise IndexUnusable("there is no search index yet", path=str(root)) from error
    if not name.isalnum():
        raise IndexUnusable("the search index points nowhere", path=str(root))
    return name


def read_note(root: Path, generation: str) -> Note:
    """Return the note of a generation; `IndexUnusable` when it is missing or garbled."""
    try:
        return Note(**orjson.loads((root / f"{generation}.json").read_bytes()))
    except (OSError, ValueError, TypeError) as error:
        raise IndexUnusable("the search index has no readable note of what it holds", path=str(root)) from error


def write_note(root: Path, generation: str, note: Note) -> None:
    """Replace the note of a generation."""
    write_atomically(root / f"{generation}.json", orjson.dumps(asdict(note)))


def begin(root: Path) -> str:
    """Make the folder of a new generation and return its name."""
    name = os.urandom(6).hex()
    try:
        (root / name).mkdir(parents=True, mode=0o700)
    except OSError as error:
        raise disk_refused(error, root) from error
    return name


def switch(root: Path, generation: str) -> None:
    """Make `generation` the current one; drop all others but the one it replaces."""
    try:
        replaced = current(root)
    except IndexUnusable:
        replaced = ""
    write_atomically(root / _POINTER, generation.encode())
    for entry in root.iterdir():
        if entry.is_dir() and entry.name not in (generation, replaced):
            drop(root, entry.name)


def drop(root: Path, generation: str) -> None:
    """Delete a generation as far as the operating system lets us; what stays is deleted after the next build."""
    import shutil

    shutil.rmtree(root / generation, ignore_errors=True)
    try:
        (root / f"{generation}.json").unlink(missing_ok=True)
    except OSError as error:
        raise StoreError("a note of an old search index cannot be deleted", path=str(root)) from error
