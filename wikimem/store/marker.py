"""The marker `.wikimem.toml`: what a person decided for the folder it lies in and all below.

    vault = "~/work-wiki"            # where sessions from here go
    project = "shop"                 # whatever git says
    workspace = "acme"               # projects of the same name in two workspaces are two
    drop_subagents = true            # keep what the main agent said only

    [capture]
    ignore = ["private/**"]          # folders whose sessions are not captured, from this file
    allowlist = true                 # capture only where a nearer marker lies

    [briefing]
    inject = false                   # give agents nothing at a start
    bytes = 4000                     # of what they are given

The nearest one wins; two are never merged. `.ai-memory.toml` of the tool of that name is read where no `.wikimem.toml`
lies beside it. Hooks, capture and questions read it; without a marker that costs a look into each folder above.
"""

import os
from collections.abc import Mapping

from wikimem.store.repository import ancestors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wikimem.model.diagnostic import Diagnostic

NAMES = (".wikimem.toml", ".ai-memory.toml")
"""File names of a marker, the one that wins first."""

_MOST_GLOBS = 128
_LONGEST_GLOB = 1024
_KEYS = {
    "vault": ("vault", str),
    "project": ("project", str),
    "workspace": ("workspace", str),
    "drop_subagents": ("drop_subagents", bool),
    "drop_subagent_captures": ("drop_subagents", bool),
    "capture.ignore": ("ignore", list),
    "capture.ignore_paths": ("ignore", list),
    "capture.allowlist": ("allowlist", bool),
    "briefing.inject": ("inject", bool),
    "briefing.inject_on_session_start": ("inject", bool),
    "briefing.bytes": ("budget", int),
    "briefing.max_chars": ("budget", int),
}
"""Field and type of each key, those of `.ai-memory.toml` among them."""
_OTHERS = frozenset({"project_strategy", "recall.default_global"})
"""Keys of `.ai-memory.toml` that say what we do anyway."""


class Marker:
    """What holds for a folder. Without a marker file, every field has its default."""

    __slots__ = (
        "allowlist",
        "budget",
        "diagnostics",
        "drop_subagents",
        "folder",
        "ignore",
        "inject",
        "path",
        "project",
        "vault",
        "workspace",
    )

    def __init__(self, path: str = "", values: "Mapping[str, Any] | None" = None) -> None:
        """Take the values of a file by field; those of the wrong type were left out before."""
        values = values or {}
        self.path = path
        self.folder = os.path.dirname(path)
        self.vault: str = values.get("vault", "")
        """As it is written; relative to nothing, so `~` or absolute."""
        self.project: str = values.get("project", "")
        self.workspace: str = values.get("workspace", "")
        self.ignore: tuple[str, ...] = tuple(values.get("ignore", ()))
        self.allowlist: bool = values.get("allowlist", False)
        self.drop_subagents: bool = values.get("drop_subagents", False)
        self.inject: bool = values.get("inject", True)
        self.budget: int = values.get("budget", 0)
        """Bytes an agent is given at a start; 0 for the vault's own limit."""
        self.diagnostics: tuple[Diagnostic, ...] = ()
        """What is wrong with the file."""

    @property
    def scope(self) -> str:
        """Return the name of the project a person gave, with its workspace before it; empty when they gave none."""
        return f"{self.workspace}-{self.project}" if self.workspace and self.project else self.project

    def captures(self, cwd: str) -> bool:
        """Tell whether a session that ran in an absolute folder may be captured."""
        if self.allowlist:
            return False
        if not self.ignore:
            return True
        from fnmatch import fnmatchcase

        below = os.path.relpath(cwd, self.folder).replace(os.sep, "/")
        parts = below.split("/")
        folders = ["/".join(parts[:count]) for count in range(1, len(parts) + 1)]
        globs = [glob.strip("/").removesuffix("/**") for glob in self.ignore]
        return not any(fnmatchcase(folder, glob) for folder in folders for glob in globs)


def marker_of(cwd: str) -> Marker:
    """Return what the nearest marker of a folder says.

    One that cannot be read may have meant to keep sessions out, so it keeps all of them out and is a finding. A marker
    of another user is passed over: whoever may write to /tmp must not decide where our words go.
    """
    if not os.path.isabs(cwd):
        return Marker()
    for folder in ancestors(cwd):
        for name in NAMES:
            path = os.path.join(folder, name)
            if _is_ours(path):
                return _read(path)
    return Marker()


def marker_here() -> Marker:
    """Return the marker of the folder this process runs in."""
    try:
        return marker_of(os.getcwd())
    except FileNotFoundError:  # the folder was removed under us
        return Marker()


def _is_ours(path: str) -> bool:
    try:
        owner = os.stat(path).st_uid
    except (OSError, ValueError):
        return False
    return os.name == "nt" or owner in (0, os.geteuid())


def _read(path: str) -> Marker:
    import tomllib

    try:
        with open(path, "rb") as file:
            document = tomllib.load(file)
    except (OSError, ValueError, RecursionError) as error:
        marker = Marker(path, {"allowlist": True, "inject": False})
        marker.diagnostics = (_finding("marker-unreadable", f"cannot read the marker: {error}", path),)
        return marker
    values: dict[str, Any] = {}
    findings = []
    for key, value in _flat(document):
        field, kind = _KEYS.get(key, ("", str))
        worth = _worth(kind, value)
        if field and worth is not None:
            values.setdefault(field, worth)
        elif field:
            findings.append(_finding("marker-value", f"{key} cannot be {value!r}", path))
        elif key not in _OTHERS:
            hint = "known keys: " + ", ".join(sorted(_KEYS))
            findings.append(_finding("marker-key", f"no setting of a marker is called {key}", path, hint))
    marker = Marker(path, values)
    marker.diagnostics = tuple(findings)
    return marker


def _worth(kind: type, value: object) -> object:
    """Return a value of the wanted type, None when it is of another; `.ai-memory.toml` writes true as a text."""
    if kind is bool:
        return value if isinstance(value, bool) else {"true": True, "false": False}.get(str(value))
    if kind is int:
        return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None
    if kind is list:
        if not isinstance(value, list) or len(value) > _MOST_GLOBS:
            return None
        return value if all(isinstance(item, str) and len(item) <= _LONGEST_GLOB for item in value) else None
    return value if isinstance(value, str) and value.isprintable() else None


def _flat(document: "Mapping[str, Any]") -> "list[tuple[str, Any]]":
    pairs: list[tuple[str, Any]] = []
    for key, value in document.items():
        if isinstance(value, dict):
            pairs.extend((f"{key}.{inner}", inner_value) for inner, inner_value in value.items())
        else:
            pairs.append((key, value))
    return pairs


def _finding(code: str, what: str, path: str, hint: str = "correct the line by hand") -> "Diagnostic":
    from wikimem.model.diagnostic import Diagnostic

    return Diagnostic(code, what, path=path, hint=hint)
