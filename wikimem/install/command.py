"""The commands agents are told to run, in the form each of them takes.

Pure. The program is an absolute path that an upgrade does not change. No version and no token is ever in a command:
agents show it, and some ask for consent again when it changes.
"""

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Command:
    """How one agent is to call wikimem, and how its texts are made."""

    program: str
    """The absolute path of `wikimem`."""
    agent: str
    is_windows: bool
    fill: Callable[[str, Mapping[str, Any]], str]
    """Fills one of the templates that ship with wikimem."""

    @property
    def hook(self) -> tuple[str, ...]:
        """Return the hook as a program with its arguments."""
        return (self.program, "hook", "--agent", self.agent)

    @property
    def hook_line(self) -> str:
        """Return the hook as one line for the platform's shell."""
        if not self.is_windows:
            return shlex.join(self.hook)
        return " ".join([f'"{self._slashed}"' if " " in self._slashed else self._slashed, *self.hook[1:]])

    @property
    def hook_powershell(self) -> str:
        """Return the hook as one line for PowerShell."""
        quoted = self._slashed.replace("'", "''")
        return " ".join([f"& '{quoted}'", *self.hook[1:]])

    def stdio(self, **more: Any) -> dict[str, Any]:
        """Return the usual entry of an MCP server that is started and spoken to over its standard streams."""
        return {**more, "command": self.program, "args": ["mcp"]}

    def text(self, template: str) -> str:
        """Return a template of `agent/` filled for this agent."""
        return self.fill(f"agent/{template}", {"agent": self.agent, "command": list(self.hook), "line": self.hook_line})

    @property
    def _slashed(self) -> str:
        """Return the program with slashes, which every shell of Windows takes and no one eats."""
        return self.program.replace("\\", "/")
