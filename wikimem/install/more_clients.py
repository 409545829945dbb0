"""The rest of the table of agents we wire; `clients` holds the first part and says what holds for all.

Pure.
"""

from typing import Any

from wikimem.install.client import Client, Piece
from wikimem.install.command import Command
from wikimem.install.edit import Default, Edit, Item, Member
from wikimem.install.entries import (
    SECONDS,
    bare_line,
    both,
    flat,
    grouped,
    json_file,
    line,
    prose,
    server,
    skill,
    whole,
)
from wikimem.install.rewire import Format

_OPENCLAW = "${OPENCLAW_STATE_DIR:-~/.openclaw}"
_HERMES = "${HERMES_HOME:-~/.hermes}"
_ZERO = "${XDG_CONFIG_HOME:-~/.config}/zero"
_GOOSE = "${XDG_CONFIG_HOME:-~/.config}/goose"
_AMP = "~/.config/amp"
_SERVER = server("mcpServers")


def _zero_hooks(command: Command) -> tuple[Edit, ...]:
    return (
        Default(("enabled",), True),
        *(Item(("hooks",), _zero_hook(command, event)) for event in ("sessionStart", "sessionEnd")),
    )


def _zero_hook(command: Command, event: str) -> dict[str, Any]:
    named = {"id": f"wikimem-{event}", "event": event}
    return {**named, "command": command.program, "args": list(command.hook[1:]), "enabled": True}


def _hermes_hook(command: Command, event: str) -> dict[str, Any]:
    return {**bare_line(command, event), "timeout": SECONDS}


def _hermes_hooks(command: Command) -> tuple[Edit, ...]:
    events = ("pre_llm_call", "on_session_start", "on_session_end", "on_session_finalize")
    return tuple(Item(("hooks", event), _hermes_hook(command, event)) for event in events)


def _antigravity_hooks(command: Command) -> tuple[Edit, ...]:
    hooks = {event: [{"type": "command", "command": command.hook_line}] for event in ("PreInvocation", "Stop")}
    return (Member(("wikimem",), hooks),)


def _goose_server(command: Command) -> tuple[Edit, ...]:
    named = {"enabled": True, "type": "stdio", "name": "wikimem"}
    started = {"cmd": command.program, "args": ["mcp"], "envs": {}, "timeout": 300}
    return (Member(("extensions", "wikimem"), {**named, **started}),)


def _openclaw(command: Command) -> tuple[Edit, ...]:
    allowed = {"enabled": True, "hooks": {"allowConversationAccess": True}}
    return (*server("mcp", "servers")(command), Member(("plugins", "entries", "wikimem"), allowed))


def _cline_server(command: Command) -> tuple[Edit, ...]:
    return (Member(("mcpServers", "wikimem"), {"transport": command.stdio(type="stdio")}),)


def _continue_server(command: Command) -> tuple[Edit, ...]:
    return (Item(("mcpServers",), {"name": "wikimem", "type": "stdio", "command": command.program, "args": ["mcp"]}),)


_CLINE_EVENTS = ("TaskStart", "TaskResume", "TaskComplete", "TaskCancel", "PreCompact")
_GOOSE_HOOKS = grouped(("SessionStart", "Stop", "SessionEnd"), line)
_WINDSURF_HOOKS = flat(("post_cascade_response",), bare_line)

MORE_CLIENTS: tuple[Client, ...] = (
    Client(
        "openclaw",
        "OpenClaw",
        (_OPENCLAW,),
        "the plug-in's calls ran in 2026.9.6; its folder is by documentation",
        (
            json_file(f"{_OPENCLAW}/openclaw.json", edits=_openclaw),
            whole(f"{_OPENCLAW}/extensions/wikimem/index.ts", "openclaw.ts.j2"),
            whole(f"{_OPENCLAW}/extensions/wikimem/openclaw.plugin.json", "openclaw.plugin.json.j2"),
            whole(f"{_OPENCLAW}/extensions/wikimem/package.json", "openclaw.package.json.j2"),
        ),
        advice="run `openclaw plugins enable wikimem` when `openclaw plugins list` does not show it as enabled",
    ),
    Client(
        "hermes",
        "Hermes Agent",
        (_HERMES,),
        "shapes ran in 0.19.0",
        (Piece((f"{_HERMES}/config.yaml",), Format.YAML, both(server("mcp_servers"), _hermes_hooks)),),
        advice="start it once with --accept-hooks, or it asks for each hook; MCP needs `hermes-agent[mcp]`",
    ),
    Client(
        "cline",
        "Cline CLI",
        ("~/.cline",),
        "the server's shape and the hooks ran in 3.0.65",
        (
            json_file("~/.cline/data/settings/cline_mcp_settings.json", edits=_cline_server),
            *(
                whole(f"~/.cline/hooks/{name}", "cline.sh.j2", executable=True, posix_only=True)
                for name in _CLINE_EVENTS
            ),
        ),
        (prose("AGENTS.md"),),
    ),
    Client(
        "antigravity",
        "Antigravity CLI",
        ("~/.gemini/antigravity-cli", "~/.gemini/config"),
        "documentation of 1.5",
        (
            json_file("~/.gemini/config/mcp_config.json", edits=_SERVER),
            json_file("~/.gemini/config/hooks.json", edits=_antigravity_hooks),
        ),
        (
            json_file(".agents/mcp_config.json", edits=_SERVER),
            json_file(".agents/hooks.json", edits=_antigravity_hooks),
            prose("AGENTS.md"),
        ),
    ),
    Client(
        "vscode",
        "VS Code agent mode",
        ("@app/Code/User",),
        "documentation of 2026-10",
        (json_file("@app/Code/User/mcp.json", edits=server("servers", type="stdio")),),
        (json_file(".vscode/mcp.json", edits=server("servers", type="stdio")), prose("AGENTS.md")),
        advice="it runs the hooks of Claude Code and Copilot CLI: wire one of these as well",
    ),
    Client(
        "zero",
        "Zero",
        (_ZERO,),
        "documentation",
        (
            json_file(f"{_ZERO}/config.json", edits=server("mcp", "servers", type="stdio")),
            json_file(f"{_ZERO}/hooks.json", edits=_zero_hooks),
            skill("~/.agents/skills"),
        ),
        (
            json_file(".zero/config.json", edits=server("mcp", "servers", type="stdio")),
            json_file(".zero/hooks.json", edits=_zero_hooks),
            prose("AGENTS.md"),
        ),
    ),
    Client(
        "goose",
        "Goose",
        (_GOOSE, "@app/Block/goose"),
        "documentation of 1.38",
        (
            Piece((f"{_GOOSE}/config.yaml",), Format.YAML, _goose_server, ("@app/Block/goose/config/config.yaml",)),
            whole("~/.agents/plugins/wikimem/plugin.json", "goose.plugin.json.j2"),
            json_file("~/.agents/plugins/wikimem/hooks/hooks.json", edits=_GOOSE_HOOKS),
        ),
        (prose("AGENTS.md"),),
    ),
    Client(
        "crush",
        "Crush",
        ("${XDG_CONFIG_HOME:-~/.config}/crush",),
        "documentation of 0.96",
        (json_file("${XDG_CONFIG_HOME:-~/.config}/crush/crush.json", edits=server("mcp", type="stdio")),),
        (json_file(".crush.json", "crush.json", edits=server("mcp", type="stdio")), prose("AGENTS.md")),
        advice="no hooks are set: an event its version does not know is an error there",
    ),
    Client(
        "kiro",
        "Kiro",
        ("~/.kiro",),
        "documentation of 3",
        (json_file("~/.kiro/settings/mcp.json", edits=_SERVER),),
        (json_file(".kiro/settings/mcp.json", edits=_SERVER), whole(".kiro/steering/wikimem.md", "steering.md.j2")),
    ),
    Client(
        "windsurf",
        "Windsurf",
        ("~/.codeium/windsurf",),
        "documentation",
        (
            json_file("~/.codeium/windsurf/mcp_config.json", edits=_SERVER),
            json_file("~/.codeium/windsurf/hooks.json", edits=_WINDSURF_HOOKS),
        ),
        (json_file(".windsurf/hooks.json", edits=_WINDSURF_HOOKS), prose("AGENTS.md")),
    ),
    Client(
        "continue-dev",
        "Continue",
        ("~/.continue",),
        "the server's shape ran in 1.5.47",
        (Piece(("~/.continue/config.yaml",), Format.YAML, _continue_server, if_there=True),),
        (prose("AGENTS.md"),),
    ),
    Client(
        "claude-desktop",
        "Claude Desktop",
        ("@app/Claude",),
        "documentation",
        (json_file("@app/Claude/claude_desktop_config.json", edits=_SERVER),),
        advice="its Code tab runs the hooks of Claude Code: wire that as well",
    ),
    Client(
        "amp",
        "Amp",
        (_AMP,),
        "documentation",
        (
            json_file(f"{_AMP}/settings.json", edits=server("amp.mcpServers")),
            prose(f"{_AMP}/AGENTS.md"),
            skill("~/.config/agents/skills"),
        ),
        (json_file(".amp/settings.json", edits=server("amp.mcpServers")), prose("AGENTS.md")),
    ),
    Client(
        "aider",
        "Aider",
        ("~/.aider.conf.yml", "~/.aider"),
        "`read:` ran in 0.86.2",
        project=(prose("AGENTS.md"),),
        advice="it has neither hooks nor MCP: add `read: AGENTS.md` to .aider.conf.yml",
    ),
)
