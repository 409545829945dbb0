"""Where agents keep their configuration, on any machine: pure functions of the platform, the environment, the home.

A place is written as `~/x`, `${VARIABLE:-~/x}` or `@app/x`, always with `/`; `@app` is the folder where a platform
keeps the settings of programs: `$XDG_CONFIG_HOME` or `~/.config`, `~/Library/Application Support`, `%APPDATA%`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath, PurePosixPath, PureWindowsPath

from wikimem.errors import UsageError

_VARIABLE = re.compile(r"\$\{(\w+):-([^}]*)\}")
_APP = {
    "win32": "${APPDATA:-~/AppData/Roaming}",
    "darwin": "~/Library/Application Support",
    "": "${XDG_CONFIG_HOME:-~/.config}",
}


@dataclass(frozen=True, slots=True)
class Machine:
    """What decides where files lie. `platform` is as `sys.platform` has it."""

    platform: str
    environ: Mapping[str, str]
    home: str

    @property
    def is_windows(self) -> bool:
        """Tell whether paths are those of Windows."""
        return self.platform == "win32"

    def path(self, place: str) -> PurePath:
        """Return the absolute path a place means here."""
        if place.startswith("@app/"):
            place = f"{_APP.get(self.platform, _APP[''])}{place[4:]}"
        place = _VARIABLE.sub(self._value, place)
        if place == "~" or place.startswith(("~/", "~\\")):
            place = self.home + place[1:]
        return PureWindowsPath(place) if self.is_windows else PurePosixPath(place)

    def _value(self, variable: re.Match[str]) -> str:
        return self.environ.get(variable[1]) or variable[2]


def this_machine(platform: str, environ: Mapping[str, str]) -> Machine:
    """Return the machine an environment describes; `UsageError` when nothing says where the home is."""
    named = ("USERPROFILE", "HOME") if platform == "win32" else ("HOME", "USERPROFILE")
    home = next((environ[name] for name in named if environ.get(name)), "")
    if not home:
        raise UsageError("no home folder is known", hint="set HOME to the folder whose agents are meant")
    return Machine(platform, environ, home.rstrip("/\\") or home)
