"""The vault as the tools use it: opened anew for each call, and never waited for while its index is being built.

A call opens its own `Wiki`, so calls at the same time share nothing and each sees what other processes wrote.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from threading import Lock, Thread

from wikimem.errors import WikimemError
from wikimem.mcp.words import NotReady
from wikimem.model.diagnostic import Diagnostic
from wikimem.wiki import Wiki

EVERYTHING = "*"
"""What a call names as its project to search them all."""
PATIENCE = 1.5
"""Seconds a question waits for the index: an agent asks again sooner than it waits."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls, as far as the protocol tells."""

    agent: str = "agent"
    roots: tuple[Path, ...] = ()
    """Folders the client says it works in."""


CALLER: ContextVar[Caller] = ContextVar("caller", default=Caller())  # noqa: B039 (it cannot be changed)
"""Who makes the call that is being answered."""


@dataclass(frozen=True, slots=True)
class Place:
    """Which project a call is about, and how that is known."""

    project: str
    """Slug, "" for none."""
    cwd: Path | None
    """Folder the project was looked for in."""
    how: str

    def heading(self) -> str:
        """Return the line that tells which project replied."""
        return f"[project: {self.project or 'none'}, {self.how}]"


class Desk:
    """One vault, at a path or where the environment says."""

    def __init__(self, vault: Path | None, cwd: Path | None, report: Callable[[Diagnostic], None]) -> None:
        """Note where the vault is; nothing is opened."""
        self._vault = vault
        self._cwd = cwd
        self._report = report
        self._builder: Thread | None = None
        self._lock = Lock()

    @contextmanager
    def files(self) -> Iterator[Wiki]:
        """Lend the wiki to a call that needs no index."""
        with Wiki.open(self._vault, self._report) as wiki:
            yield wiki

    @contextmanager
    def indexed(self) -> Iterator[Wiki]:
        """Lend the wiki with its index in step; `NotReady` when that would take long."""
        with self.files() as wiki:
            if not wiki.is_ready():
                self._await_index()
            yield wiki

    def place(self, wiki: Wiki, project: str) -> Place:
        """Return what a call is about: what it names, else the project of this folder, else of a root of the client.

        A call names a project, or the absolute path of a folder in one.
        """
        if project == EVERYTHING:
            return Place("", None, "everything counts")
        if project and not Path(project).is_absolute():
            return Place(project, None, "as named")
        if project:
            return Place(wiki.project_of(Path(project)), Path(project), "by the folder named")
        roots = ((root, "by a root of the client") for root in CALLER.get().roots)
        for folder, how in ((self._cwd, "by the working directory"), *roots):
            if folder and (slug := wiki.project_of(folder)):
                return Place(slug, folder, how)
        return Place("", self._cwd, "this folder belongs to none, so everything counts")

    def _await_index(self) -> None:
        with self._lock:
            if self._builder is None or not self._builder.is_alive():
                self._builder = Thread(target=self._build, name="index", daemon=True)
                self._builder.start()
            builder = self._builder
        builder.join(PATIENCE)
        if builder.is_alive():
            raise NotReady("the search index is being brought into step with the files of the wiki")

    def _build(self) -> None:
        with suppress(WikimemError), self.files() as wiki:  # the call that waits meets the same error, and tells it
            _ = wiki.index
