"""Which project a session belongs to: the identity of a git repository, read from its files without running git.

`locate` looks at a folder, `decide` chooses by values alone, `Projects` keeps the identities of one vault. Capture
calls the first, the compiler the last.
"""

import hashlib
import os
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from wikimem.errors import StoreError, UsageError
from wikimem.store import moves
from wikimem.store.layout import Layout
from wikimem.store.repository import repository
from wikimem.text.lazy_pattern import LazyPattern
from wikimem.text.slug import slug

if TYPE_CHECKING:
    from wikimem.model.change import Write

NOWHERE = "unknown"
"""The project of sessions whose transcript says nothing about where they ran."""

_SLUG_BYTES = 60

_WORKTREE = LazyPattern(r"(?P<main>.+?)/(?:\.worktrees|\.claude/worktrees|\.git/worktrees)/[^/]+(?:/.*)?$")
_WINDOWS_DRIVE = LazyPattern(r"[A-Za-z]:[\\/]")
_SCP_LIKE = LazyPattern(r"(?:[^@/\s]+@)?(?P<host>[\w.-]{2,}|\[[0-9a-fA-F:]+\]):(?P<path>(?!//)\S+)$")
_URL = LazyPattern(r"(?P<scheme>[a-zA-Z][\w+.-]*)://(?:[^@/\s]*@)?(?P<host>[^/\s?#]*)(?P<path>/[^?#\s]*)?")
_DEFAULT_PORT = {"ssh": ":22", "https": ":443", "http": ":80", "git": ":9418"}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a session ran. Each part is empty when it is not known."""

    path: str = ""
    """The folder, as the transcript spells it."""
    root: str = ""
    """The main folder of its git repository, when that is on this machine: the same for all linked worktrees."""
    remote: str = ""
    """The repository's remote as `host/path`, see `normal_remote`."""


@dataclass(frozen=True, slots=True)
class Project:
    """A known project: the places that are it."""

    slug: str
    """What it was called first, for ever: its file has this name, and ids of claims are made with it."""
    paths: tuple[str, ...] = ()
    remotes: tuple[str, ...] = ()
    now: str = ""
    """What it is called since it was renamed or joined to another; "" when it never was."""

    @property
    def name(self) -> str:
        """Return what it is called, as its folder is."""
        return self.now or self.slug


@dataclass(frozen=True, slots=True)
class Assignment:
    """The project of a place, and the change to the vault that remembers it, when it is news."""

    slug: str
    change: "Write | None" = None
    first: str = ""
    """What the project was called first, when that was another name."""


def locate(cwd: str) -> Place:
    """Return what the files at `cwd` say about its repository; only the path when the folder is not on this machine."""
    path = cwd.strip()
    for folder in dict.fromkeys((path, main_path(path))):
        if os.path.isabs(folder) and os.path.isdir(folder):  # noqa: PTH112, PTH117 (no error for a hostile path)
            found = repository(os.path.realpath(folder))
            if found is None:
                return Place(path)
            root, config = found
            return Place(path, root, _origin(Path(config)))
    return Place(path)


def decide(place: Place, known: Iterable[Project], override: str = "") -> Project:
    """Return the project of a place as it should be known from now on.

    An override names it outright. Else the remote says which one it is, else the path. Places with one path and two
    remotes are two projects: containers mount every repository at the same path.
    """
    projects = {project.slug: project for project in known}
    if override:
        named = slug_of(override)
        called = next((project for project in projects.values() if project.name == named), Project(named))
        return projects.get(named, called)
    path = place.root or main_path(place.path)
    for project in projects.values():
        if place.remote and place.remote in project.remotes:
            return _with(project, place.root, place.remote)
    for project in projects.values():
        if path and path in project.paths and not (place.remote and project.remotes):
            return _with(project, path, place.remote)
    identity = place.remote or path
    if not identity:
        return Project(NOWHERE)
    name = slug(_last_part(place.root) or _last_part(place.remote) or _last_part(path), _SLUG_BYTES)
    digest = hashlib.sha256(identity.encode("utf-8", "replace")).hexdigest()
    names = {project.name for project in projects.values()}.difference(projects)
    for candidate in (name, *(f"{name}-{digest[:length]}" for length in (4, 8, 16))):
        taken = projects.get(candidate)
        if candidate not in names and (taken is None or not (taken.paths or taken.remotes)):
            return _with(Project(candidate), path, place.remote)
    raise StoreError(f"no free name for the project at {identity}")


def slug_of(name: str) -> str:
    """Return the slug of a project a person named."""
    return slug(name, _SLUG_BYTES)


def assign(vault: Layout, place: Place, *, override: str = "") -> Assignment:
    """Return the project of one place; a run that assigns many keeps a `Projects` instead."""
    return Projects.read(vault).assign(place, override=override)


class Projects:
    """The identities of a vault, with those this run has added."""

    def __init__(self, vault: Layout, known: Iterable[Project] = ()) -> None:
        """Start from known identities."""
        self._vault = vault
        self._known = {project.slug: project for project in known}

    @classmethod
    def read(cls, vault: Layout) -> "Projects":
        """Read `.wikimem/projects/*.toml`; `UsageError` names a file that is no TOML."""
        files = sorted(vault.projects_dir.glob("*.toml")) if vault.projects_dir.is_dir() else []
        known = moves.read(vault.read(moves.PATH)) if files else {}
        return cls(vault, [_read(file, known) for file in files])

    def all(self) -> tuple[Project, ...]:
        """Return every project, with the places that are it."""
        return tuple(self._known.values())

    def known(self, place: Place) -> str:
        """Return the slug of the project of a place, empty when the vault does not know it."""
        project = decide(place, self._known.values())
        return project.name if project.slug in self._known else ""

    def first(self, name: str) -> str:
        """Return what the project that is called `name` was called first."""
        return decide(Place(), self._known.values(), name).slug

    def assign(self, place: Place, *, override: str = "") -> Assignment:
        """Return the project of a place. The change, when there is one, goes into the session's commit."""
        project = decide(place, self._known.values(), override)
        first = project.slug if project.now else ""
        if self._known.get(project.slug, Project(NOWHERE)) == project:
            return Assignment(project.name, first=first)
        return Assignment(project.name, self._noted(project), first)

    def found(self, slug: str, remotes: Iterable[str] = ()) -> "Write | None":
        """Return the change that makes a project known by its name, with remotes that are it; None for no news."""
        project = self._known.get(slug, Project(slug))
        for remote in remotes:
            project = _with(project, "", remote)
        return None if self._known.get(slug) == project else self._noted(project)

    def _noted(self, project: Project) -> "Write":
        from wikimem.model.change import Write

        self._known[project.slug] = project
        file = self._vault.projects_dir / f"{project.slug}.toml"
        return Write(self._vault.relative(file), _formatted(file, project))


def main_path(path: str) -> str:
    """Return the main checkout's path when `path` lies in a worktree by its name, else the path, in one spelling."""
    spelled = unicodedata.normalize("NFC", path.strip())
    if _WINDOWS_DRIVE.compiled.match(spelled):
        spelled = spelled[0].upper() + spelled[1:].replace("\\", "/")
    worktree = _WORKTREE.compiled.match(spelled)
    return (worktree["main"] if worktree else spelled).rstrip("/") or spelled


def normal_remote(url: str) -> str:
    """Return a remote as `host/path`: no scheme, user, password, default port, query, `.git`; case does not matter.

    Empty for what names no place elsewhere, such as a relative path.
    """
    text = url.strip()
    if match := _URL.compiled.match(text):
        host = match["host"].casefold().removesuffix(_DEFAULT_PORT.get(match["scheme"].casefold(), ":"))
        path = match["path"] or ""
    elif not _WINDOWS_DRIVE.compiled.match(text) and (match := _SCP_LIKE.compiled.match(text)):
        host, path = match["host"].casefold(), "/" + match["path"]
    elif text.startswith("/"):
        host, path = "", text
    else:
        return ""
    trimmed = re.sub(r"/+", "/", path).rstrip("/").removesuffix(".git").rstrip("/")
    return (host + trimmed.casefold()) if trimmed else ""


def _last_part(path: str) -> str:
    return re.split(r"[/\\]", path.rstrip("/\\"))[-1].removesuffix(".git")


def _with(project: Project, path: str, remote: str) -> Project:
    """Return the project knowing this place too."""
    paths = tuple(dict.fromkeys((*project.paths, *([path] if path else []))))
    remotes = tuple(dict.fromkeys((*project.remotes, *([remote] if remote else []))))
    return replace(project, paths=paths, remotes=remotes)


def _origin(config: Path) -> str:
    """Return the URL of `origin`, else of the first remote, from a git config file, without its credentials."""
    try:
        lines = config.read_text("utf-8", "replace").splitlines()
    except OSError:
        return ""
    urls: dict[str, str] = {}
    remote = ""
    for line in lines:
        if section := re.match(r"\s*\[\s*([\w.-]+)(?:\s+\"((?:[^\"\\]|\\.)*)\")?\s*\]", line):
            remote = section[2] or "" if section[1].casefold() == "remote" else ""
        elif remote and (setting := re.match(r"\s*url\s*=\s*\"?([^\"#;]+)", line, re.IGNORECASE)):
            urls.setdefault(remote, setting[1].strip())
    return normal_remote(urls.get("origin") or next(iter(urls.values()), ""))


def _read(file: Path, known: moves.Moves) -> Project:
    import tomllib

    try:
        document = tomllib.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot read the project's identity: {error}", path=str(file)) from error
    lists = [document.get(key, []) for key in ("paths", "remotes")]
    paths, remotes = (tuple(str(item) for item in items) if isinstance(items, list) else () for items in lists)
    name = moves.project_now(file.stem, known)
    return Project(file.stem, paths, remotes, name if name != file.stem else "")


def _formatted(file: Path, project: Project) -> bytes:
    """Return the identity file, keeping what a person wrote in an existing one."""
    import tomlkit

    try:
        document = tomlkit.parse(file.read_text("utf-8"))
    except FileNotFoundError:
        document = tomlkit.document()
        document.add(tomlkit.comment("The places that are this project."))
    for key, values in (("paths", project.paths), ("remotes", project.remotes)):
        listed = document.get(key)
        if not isinstance(listed, list):
            listed = document[key] = tomlkit.array()
        for value in values:
            if value not in listed:
                listed.append(value)
    return tomlkit.dumps(document).encode("utf-8", "replace")
