"""Every transcript by its path. Whoever looks for transcripts goes through here."""

import glob
import re
from collections.abc import Mapping
from pathlib import Path

from wikimem.frontends import FRONTENDS


def agent_homes(environ: Mapping[str, str], agent: str = "") -> list[Path]:
    """Return the transcripts in the agents' own folders, of one agent or of all, sorted."""

    def value(variable: re.Match[str]) -> str:
        return glob.escape(environ[variable[1]]) if environ.get(variable[1]) else variable[2] or ""

    home = environ.get("HOME") or environ.get("USERPROFILE") or str(Path.home())
    found: set[Path] = set()
    for frontend in FRONTENDS:
        if agent in ("", frontend.name):
            for pattern in frontend.homes:
                expanded = re.sub(r"\$\{(\w+)(?::-([^}]*))?\}", value, pattern)
                if expanded.startswith("~/"):
                    expanded = glob.escape(home) + expanded[1:]
                found.update(map(Path, glob.glob(expanded)))  # noqa: PTH207 (the pattern is absolute)
    return sorted(found)
