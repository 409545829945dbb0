"""The agents we can read: one static table, one module each.

A module is imported when the first of its functions is called, so that a hook pays for one agent only.
Capture and the command line may call this room; `docs/add-an-agent.md` says how to add a row.
"""

from collections.abc import Iterator
from importlib import import_module

from wikimem.frontends.frontend import HEAD_BYTES, Frontend, Lines
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Identity, Record

__all__ = ["FRONTENDS", "HEAD_BYTES", "Frontend", "Lines", "recognise"]


def _frontend(module: str, title: str, *homes: str) -> Frontend:
    """Make a row of the table whose functions load `module` on first use."""

    def recognise_later(name: str, head: bytes) -> bool:
        return bool(import_module(f"{__name__}.{module}").recognise(name, head))

    def identify_later(name: str, lines: Lines) -> Identity | None:
        identity: Identity | None = import_module(f"{__name__}.{module}").identify(name, lines)
        return identity

    def parse_later(lines: Lines, identity: Identity) -> Iterator[Record | Diagnostic]:
        records: Iterator[Record | Diagnostic] = import_module(f"{__name__}.{module}").parse(lines, identity)
        return records

    return Frontend(module.replace("_", "-"), title, recognise_later, identify_later, parse_later, homes)


FRONTENDS: tuple[Frontend, ...] = (
    _frontend(
        "claude_code",
        "Claude Code",
        "${CLAUDE_CONFIG_DIR:-~/.claude}/projects/*/*.jsonl",
        "${CLAUDE_CONFIG_DIR:-~/.claude}/projects/*/*/subagents/agent-*.jsonl",
    ),
    _frontend(
        "codex",
        "Codex CLI",
        "${CODEX_HOME:-~/.codex}/sessions/*/*/*/rollout-*.jsonl",
        "${CODEX_HOME:-~/.codex}/archived_sessions/rollout-*.jsonl",
    ),
    _frontend(
        "opencode",
        "OpenCode",
        "${OPENCODE_DB:-~/.local/share/opencode/opencode.db}",
        "${XDG_DATA_HOME:-~/.local/share}/opencode/opencode*.db",
        "${XDG_DATA_HOME:-~/.local/share}/opencode/storage/session/*/ses_*.json",
    ),
    _frontend(
        "hermes",
        "Hermes Agent",
        "${HERMES_HOME:-~/.hermes}/state.db",
        "${HERMES_HOME:-~/.hermes}/profiles/*/state.db",
        "${HERMES_HOME:-~/.hermes}/sessions/session_*.json",
        "${HERMES_HOME:-~/.hermes}/sessions/*.jsonl",
    ),
    _frontend(
        "openclaw",
        "OpenClaw",
        "${OPENCLAW_STATE_DIR:-~/.openclaw}/agents/*/agent/openclaw-agent.sqlite",
        "${OPENCLAW_STATE_DIR:-~/.openclaw}/agents/*/sessions/*.jsonl",
        "~/.clawdbot/agents/*/sessions/*.jsonl",
        "~/.moltbot/agents/*/sessions/*.jsonl",
    ),
    _frontend(
        "cursor",
        "Cursor",
        "~/.cursor/projects/*/agent-transcripts/*.jsonl",
        "~/.cursor/projects/*/agent-transcripts/*/*.jsonl",
        "~/.cursor/projects/*/agent-transcripts/*/subagents/*.jsonl",
        "~/.cursor/chats/*/*/store.db",
        "${XDG_CONFIG_HOME:-~/.config}/Cursor/User/globalStorage/state.vscdb",
        "~/Library/Application Support/Cursor/User/globalStorage/state.vscdb",
        "${APPDATA:-~/AppData/Roaming}/Cursor/User/globalStorage/state.vscdb",
    ),
    _frontend(
        "goose",
        "Goose",
        "${GOOSE_PATH_ROOT}/data/sessions/sessions.db",
        "${XDG_DATA_HOME:-~/.local/share}/goose/sessions/sessions.db",
        "${XDG_DATA_HOME:-~/.local/share}/goose/sessions/*.jsonl",
        "~/Library/Application Support/Block.goose/sessions/sessions.db",
        "${APPDATA:-~/AppData/Roaming}/Block/goose/data/sessions/sessions.db",
    ),
    _frontend("crush", "Crush"),
    _frontend(
        "kiro",
        "Kiro",
        "${XDG_DATA_HOME:-~/.local/share}/kiro-cli/data.sqlite3",
        "~/Library/Application Support/kiro-cli/data.sqlite3",
        "~/.kiro/sessions/cli/*.jsonl",
        "~/.kiro/sessions/*/sess_*/messages.jsonl",
    ),
    _frontend("generic_jsonl", "Generic JSON lines"),
)
"""Every front-end, the most particular first: the first that recognises a transcript reads it."""


def recognise(name: str, head: bytes) -> Frontend | None:
    """Return the front-end for a file, by its name and first 64 KB; None when no agent wrote it."""
    return next((frontend for frontend in FRONTENDS if frontend.recognise(name, head)), None)
