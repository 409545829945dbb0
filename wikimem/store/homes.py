"""The folders outside a vault, as text: where a person's caches and a program's own state lie on this machine.

Any room may call it, and hooks do on every prompt, so it imports next to nothing.
"""

import os
from binascii import crc32
from collections.abc import Mapping

VAULT = "~/wikimem"
"""Where the vault is when neither `--vault` nor `WIKIMEM_VAULT` says."""
CONTEXTS = "contexts"
"""Folder of the cache that holds what agents are given at a start."""
MAP = "map.json"
"""File among them that leads from folders to projects."""
SPOOL = "spool"
"""Folder of the state that hooks append to."""
GIVEN = "given"
"""Folder of the state with one empty file for each session that was given what it is given only once."""
TURNS = "turns"
"""Folder of the state that says whose turn it is to compile a vault in the background."""
_NAME = 40
"""Characters of a folder's name that stay readable in its key."""


def vault(environ: Mapping[str, str], named: str = "") -> str:
    """Return the absolute folder of the vault a person means, with symbolic links as they wrote them."""
    meant = named or environ.get("WIKIMEM_VAULT") or VAULT
    return os.path.abspath(expand_home(meant, environ))


def vault_key(root: str) -> str:
    """Return the name of what this machine keeps for a vault: readable, and the same however the vault is spelled."""
    real = os.path.realpath(root)
    name = "".join(letter if letter.isalnum() else "-" for letter in os.path.basename(real))[:_NAME]
    return f"{name}-{crc32(os.fsencode(real)):08x}"


def cache_home(environ: Mapping[str, str]) -> str:
    """Return the person's folder for disposable files."""
    return _home(environ, "XDG_CACHE_HOME", "~/.cache")


def state_home(environ: Mapping[str, str]) -> str:
    """Return the person's folder for a program's own state."""
    return _home(environ, "XDG_STATE_HOME", "~/.local/state")


def cache_dir(environ: Mapping[str, str]) -> str:
    """Return wikimem's disposable files on this machine."""
    return f"{cache_home(environ)}/wikimem"


def state_dir(environ: Mapping[str, str]) -> str:
    """Return wikimem's own state on this machine: the spool of hooks, what is known of sessions, logs."""
    return f"{state_home(environ)}/wikimem"


def expand_home(path: str, environ: Mapping[str, str]) -> str:
    """Expand a leading `~` by the given environment, so that a caller can stand in for the person's."""
    if path == "~" or path.startswith(("~/", "~\\")):
        home = environ.get("HOME") or environ.get("USERPROFILE")
        if home:
            return home + path[1:]
    return os.path.expanduser(path)


def _home(environ: Mapping[str, str], variable: str, fallback: str) -> str:
    """Return the folder a variable names when it is absolute, as the XDG rules demand, else the usual one."""
    named = environ.get(variable, "")
    if named and os.path.isabs(named):
        return named
    if os.name == "nt" and environ.get("LOCALAPPDATA"):
        return environ["LOCALAPPDATA"]
    return expand_home(fallback, environ)
