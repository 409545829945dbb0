"""What is installed on this machine: `installed.json` in the state folder, one record a file we wrote to.

The room's only memory. It holds places and sizes and no word of any configuration.
"""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wikimem.errors import StoreError
from wikimem.install.rewire import Trace
from wikimem.store.files import disk_refused, locked, write_atomically
from wikimem.store.layout import state_home

_FORM = 1
"""Version of the file's form."""


@dataclass(frozen=True, slots=True)
class Wired:
    """One file we wrote to."""

    agents: tuple[str, ...]
    """Whose edits are in it."""
    project: str
    """The project they are for, "" when they are for all of a person's."""
    trace: Trace


@dataclass(frozen=True, slots=True)
class Ledger:
    """The record of all files, by path, and of the folders that were made for them."""

    path: Path
    files: Mapping[str, Wired]
    folders: frozenset[str] = frozenset()

    @classmethod
    def read(cls, path: Path) -> "Ledger":
        """Read the record; none yet is an empty one. `StoreError` when it is damaged."""
        try:
            document = json.loads(path.read_bytes())
            files = {name: _wired(entry) for name, entry in document["files"].items()}
            folders = frozenset(map(str, document["folders"]))
            if document["form"] != _FORM:
                raise ValueError(f"form {document['form']}")
        except FileNotFoundError:
            return cls(path, {})
        except OSError as error:
            raise StoreError(f"cannot read: {error.strerror}", path=str(path)) from error
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            hint = "move it away; uninstall then finds our entries by their commands"
            raise StoreError("the record of what is installed is damaged", hint=hint, path=str(path)) from error
        return cls(path, files, folders)

    def put(self, name: str, wired: Wired) -> "Ledger":
        """Return the record with a file in it and the folders that have to be made for that, and write it."""
        missing = (str(folder) for folder in Path(name).parents if not folder.exists())
        return Ledger(self.path, {**self.files, name: wired}, self.folders.union(missing))._written()

    def drop(self, name: str) -> "Ledger":
        """Return the record without a file, and write it. Folders of ours that are empty now are removed."""
        files = {key: value for key, value in self.files.items() if key != name}
        left = set()
        for folder in sorted(self.folders, key=len, reverse=True):
            try:
                Path(folder).rmdir()
            except OSError:  # not empty, gone, or not to be written: each is fine
                left.add(folder)
        kept = frozenset(folder for folder in left if any(Path(folder) in Path(key).parents for key in files))
        return Ledger(self.path, files, kept)._written()

    def _written(self) -> "Ledger":
        files = {key: _document(value) for key, value in sorted(self.files.items())}
        document = {"form": _FORM, "files": files, "folders": sorted(self.folders)}
        if files:
            write_atomically(self.path, (json.dumps(document, indent=1) + "\n").encode())
        else:
            _remove(self.path)
        return self


def ledger_path(environ: Mapping[str, str]) -> Path:
    """Return where the record lies."""
    return state_home(environ) / "wikimem" / "installed.json"


@contextmanager
def alone(environ: Mapping[str, str]) -> Iterator[None]:
    """Keep other installs out for as long as the block runs; a second one waits."""
    path = ledger_path(environ).with_name("install.lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise disk_refused(error, path) from error
    try:
        with locked(descriptor):
            yield
    finally:
        os.close(descriptor)


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise disk_refused(error, path) from error


def _document(wired: Wired) -> dict[str, Any]:
    trace = wired.trace
    return {
        "agents": list(wired.agents),
        "project": wired.project,
        "sha256": trace.sha256,
        "spans": [list(span) for span in trace.spans],
        "created": trace.created,
        "made": [list(keys) for keys in trace.made],
    }


def _wired(entry: Mapping[str, Any]) -> Wired:
    spans = tuple((int(start), int(end)) for start, end in entry["spans"])
    made = tuple(tuple(map(str, keys)) for keys in entry["made"])
    trace = Trace(str(entry["sha256"]), spans, bool(entry["created"]), made)
    return Wired(tuple(entry["agents"]), str(entry["project"]), trace)
