"""The table of agents we wire, the most used first; the others follow from `more_clients`.

Pure. Facts and versions are in `docs/install.md`. Hooks are hints, so only those are set that begin or end something:
one at every tool call would cost a process each.
"""

from typing import Any

from wikimem.errors import UsageError
from wikimem.install.client import Client, Piece
from wikimem.install.command import Command
from wikimem.install.edit import Default, Member
from wikimem.install.entries import SECONDS, bare_line, flat, grouped, json_file, line, prose, server, skill, whole
from wikimem.install.more_clients import MORE_CLIENTS
from wikimem.install.rewire import Format

_CLAUDE = "${CLAUDE_CONFIG_DIR:-~/.claude}"
_CODEX = "${CODEX_HOME:-~/.codex}"
_GEMINI = "${GEMINI_CLI_HOME:-~}/.gemini"
_QWEN = "~/.qwen"
_OPENCODE = "${XDG_CONFIG_HOME:-~/.config}/opencode"
_PI = "${PI_CODING_AGENT_DIR:-~/.pi/agent}"
_COPILOT = "${COPILOT_HOME:-~/.copilot}"
_GROK = "${GROK_HOME:-~/.grok}"
_CLAUDE_EVENTS = ("SessionStart", "PreCompact", "PostCompact", "Stop", "SessionEnd")
_CODEX_CAP = 3
"""Seconds Codex allows for the end of a session; it warns at each start about more."""


def _exec(command: Command, event: str) -> dict[str, Any]:
    """Return a hook that no shell touches; the end of a turn is not waited for."""
    waits = {"timeout": SECONDS, **({"async": True} if event == "Stop" else {})}
    return {"type": "command", "command": command.program, "args": list(command.hook[1:]), **waits}


def _codex(command: Command, event: str) -> dict[str, Any]:
    return {**line(command, event), "timeout": _CODEX_CAP if event == "SessionEnd" else SECONDS}


def _gemini(command: Command, event: str) -> dict[str, Any]:
    return {"name": "wikimem", **line(command, event), "timeout": SECONDS * 1000}


def _copilot(command: Command, event: str) -> dict[str, Any]:  # noqa: ARG001 (a Handler)
    lines = {"bash": command.hook_line, "powershell": command.hook_powershell}
    return {"type": "command", **lines, "timeoutSec": SECONDS}


def _opencode_server(command: Command) -> tuple[Member]:
    return (Member(("mcp", "wikimem"), {"type": "local", "command": [command.program, "mcp"], "enabled": True}),)


_COPILOT_HOOKS = flat(("sessionStart", "agentStop", "preCompact", "sessionEnd"), _copilot, Default(("version",), 1))
_CURSOR_HOOKS = flat(("sessionStart", "preCompact", "stop", "sessionEnd"), bare_line, Default(("version",), 1))
_GROK_HOOKS = grouped(("SessionStart", "Stop", "SessionEnd"), line)
_CLAUDE_SERVER = server("mcpServers", type="stdio")

CLIENTS: tuple[Client, ...] = (
    Client(
        "claude-code",
        "Claude Code",
        (_CLAUDE,),
        "ran as installed in 2.1.332",
        (
            json_file("${CLAUDE_CONFIG_DIR:-~}/.claude.json", edits=_CLAUDE_SERVER),
            json_file(f"{_CLAUDE}/settings.json", edits=grouped(_CLAUDE_EVENTS, _exec)),
            prose(f"{_CLAUDE}/CLAUDE.md", if_there=True),  # a new one could hide AGENTS.md, which is read without it
            skill(f"{_CLAUDE}/skills"),
        ),
        (
            json_file(".mcp.json", edits=_CLAUDE_SERVER),
            json_file(".claude/settings.local.json", edits=grouped(_CLAUDE_EVENTS, _exec)),
            prose("CLAUDE.md", "AGENTS.md"),
            skill(".claude/skills"),
        ),
    ),
    Client(
        "codex",
        "Codex CLI",
        (_CODEX,),
        "ran as installed in 0.171.0",
        (
            Piece((f"{_CODEX}/config.toml",), Format.TOML, server("mcp_servers")),
            json_file(f"{_CODEX}/hooks.json", edits=grouped(_CLAUDE_EVENTS, _codex)),
            prose(f"{_CODEX}/AGENTS.md"),
            skill(f"{_CODEX}/skills"),
        ),
        (
            Piece((".codex/config.toml",), Format.TOML, server("mcp_servers")),
            json_file(".codex/hooks.json", edits=grouped(_CLAUDE_EVENTS, _codex)),
            prose("AGENTS.md"),
            skill(".agents/skills"),
        ),
        advice="open Codex, run /hooks and trust the hooks of wikimem: until then it skips them without a word",
    ),
    Client(
        "gemini-cli",
        "Gemini CLI",
        (f"{_GEMINI}/settings.json", f"{_GEMINI}/tmp"),  # noqa: S108 (a folder of its own)
        "ran as installed in 0.61.0",
        (
            json_file(f"{_GEMINI}/settings.json", edits=server("mcpServers")),
            json_file(f"{_GEMINI}/settings.json", edits=grouped(("SessionStart", "AfterAgent", "SessionEnd"), _gemini)),
            prose(f"{_GEMINI}/GEMINI.md"),
            skill(f"{_GEMINI}/skills"),
        ),
        (
            json_file(".gemini/settings.json", edits=server("mcpServers")),
            json_file(".gemini/settings.json", edits=grouped(("SessionStart", "AfterAgent", "SessionEnd"), _gemini)),
            prose("GEMINI.md"),
            skill(".gemini/skills"),
        ),
    ),
    Client(
        "opencode",
        "OpenCode",
        (_OPENCODE, "${XDG_DATA_HOME:-~/.local/share}/opencode"),
        "ran as installed in 1.18.33",
        (
            json_file(f"{_OPENCODE}/opencode.jsonc", f"{_OPENCODE}/opencode.json", edits=_opencode_server),
            whole(f"{_OPENCODE}/plugins/wikimem.js", "opencode.js.j2"),
            prose(f"{_OPENCODE}/AGENTS.md"),
        ),
        (
            json_file("opencode.jsonc", "opencode.json", edits=_opencode_server),
            whole(".opencode/plugins/wikimem.js", "opencode.js.j2"),
            prose("AGENTS.md"),
        ),
    ),
    Client(
        "cursor",
        "Cursor",
        ("~/.cursor",),
        "documentation of 3.24",
        (
            json_file("~/.cursor/mcp.json", edits=server("mcpServers")),
            json_file("~/.cursor/hooks.json", edits=_CURSOR_HOOKS),
        ),
        (
            json_file(".cursor/mcp.json", edits=server("mcpServers")),
            json_file(".cursor/hooks.json", edits=_CURSOR_HOOKS),
            prose("AGENTS.md"),
        ),
    ),
    Client(
        "copilot-cli",
        "Copilot CLI",
        (_COPILOT,),
        "ran as installed in 1.0.102",
        (
            json_file(f"{_COPILOT}/mcp-config.json", edits=server("mcpServers", type="local", tools=["*"])),
            json_file(f"{_COPILOT}/hooks/wikimem.json", edits=_COPILOT_HOOKS),
        ),
        (
            json_file(".mcp.json", edits=_CLAUDE_SERVER),
            json_file(".github/hooks/wikimem.json", edits=_COPILOT_HOOKS),
            prose("AGENTS.md"),
        ),
    ),
    Client(
        "qwen-code",
        "Qwen Code",
        (_QWEN,),
        "shapes ran in 0.24.4",
        (
            json_file(f"{_QWEN}/settings.json", edits=server("mcpServers")),
            json_file(f"{_QWEN}/settings.json", edits=grouped(_CLAUDE_EVENTS, line)),
            prose(f"{_QWEN}/QWEN.md"),
        ),
        (
            json_file(".qwen/settings.json", edits=server("mcpServers")),
            json_file(".qwen/settings.json", edits=grouped(_CLAUDE_EVENTS, line)),
            prose("QWEN.md"),
        ),
    ),
    Client(
        "pi",
        "Pi",
        (_PI,),
        "the extension's calls ran in 1.6.0",
        (
            json_file(f"{_PI}/mcp.json", edits=server("mcpServers", exposure="direct")),
            whole(f"{_PI}/extensions/wikimem.ts", "pi.ts.j2"),
            prose(f"{_PI}/AGENTS.md"),
        ),
        (
            json_file(".pi/mcp.json", edits=server("mcpServers", exposure="direct")),
            whole(".pi/extensions/wikimem.ts", "pi.ts.j2"),
            prose("AGENTS.md"),
        ),
    ),
    Client(
        "oh-my-pi",
        "Oh My Pi",
        ("~/.omp",),
        "the extension's calls ran in 18.2.3",
        (
            json_file("~/.omp/agent/mcp.json", edits=server("mcpServers", type="stdio")),
            whole("~/.omp/agent/extensions/wikimem.ts", "pi.ts.j2"),
        ),
        (json_file(".omp/mcp.json", edits=server("mcpServers", type="stdio")), prose("AGENTS.md")),
    ),
    Client(
        "grok-build",
        "Grok Build",
        (_GROK,),
        "shapes ran in 1.0.41",
        (
            Piece((f"{_GROK}/config.toml",), Format.TOML, server("mcp_servers", enabled=True)),
            json_file(f"{_GROK}/hooks/wikimem.json", edits=_GROK_HOOKS),
        ),
        (
            Piece((".grok/config.toml",), Format.TOML, server("mcp_servers", enabled=True)),
            json_file(".grok/hooks/wikimem.json", edits=_GROK_HOOKS),
            prose("AGENTS.md"),
        ),
    ),
    *MORE_CLIENTS,
)


def client(name: str) -> Client:
    """Return the client of a name; `UsageError` when there is none."""
    for each in CLIENTS:
        if each.name == name:
            return each
    known = ", ".join(each.name for each in CLIENTS)
    raise UsageError(f"no agent is called {name!r}", hint=f"choose from {known}")
