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


def _frontend(
    module: str,
    title: str,
    *homes: str,
    verified: str = "fixtures only",
    in_folder: bool = False,
    beside: tuple[str, ...] = (),
) -> Frontend:
    """Make a row of the table whose functions load `module` on first use."""

    def recognise_later(name: str, head: bytes) -> bool:
        return bool(import_module(f"{__name__}.{module}").recognise(name, head))

    def identify_later(name: str, lines: Lines) -> Identity | None:
        identity: Identity | None = import_module(f"{__name__}.{module}").identify(name, lines)
        return identity

    def parse_later(lines: Lines, identity: Identity) -> Iterator[Record | Diagnostic]:
        records: Iterator[Record | Diagnostic] = import_module(f"{__name__}.{module}").parse(lines, identity)
        return records

    name = module.replace("_", "-")
    return Frontend(name, title, recognise_later, identify_later, parse_later, homes, verified, in_folder, beside)


def _editor_tasks(extension: str) -> list[str]:
    """Return where an extension of VS Code and its kin keeps the histories of its tasks, on each system."""
    roots = (
        "${XDG_CONFIG_HOME:-~/.config}/*",
        "~/Library/Application Support/*",
        "${APPDATA:-~/AppData/Roaming}/*",
        "~/.vscode-server/data",
    )
    tasks = f"User/globalStorage/{extension}/tasks/*/api_conversation_history.json"
    return [f"{root}/{tasks}" for root in roots]


_BESIDE_MEMORY = tuple(f"{up}/memory/../{names}" for up in ("..", "../..") for names in ("*.jsonl", "chats/*.jsonl"))
"""Transcripts beside a folder called `memory`, from a file in it or one folder deeper: Codex's `memories` has none."""

FRONTENDS: tuple[Frontend, ...] = (
    _frontend(
        "claude_code",
        "Claude Code",
        "${CLAUDE_CONFIG_DIR:-~/.claude}/projects/*/*.jsonl",
        "${CLAUDE_CONFIG_DIR:-~/.claude}/projects/*/*/subagents/agent-*.jsonl",
        verified="real sessions",
    ),
    _frontend(
        "codex",
        "Codex CLI",
        "${CODEX_HOME:-~/.codex}/sessions/*/*/*/rollout-*.jsonl",
        "${CODEX_HOME:-~/.codex}/archived_sessions/rollout-*.jsonl",
        verified="real sessions",
    ),
    _frontend(
        "gemini_cli",
        "Gemini CLI",
        "${GEMINI_CLI_HOME:-~}/.gemini/tmp/*/chats/session-*.json",
        "${GEMINI_CLI_HOME:-~}/.gemini/tmp/*/chats/session-*.jsonl",
        "${GEMINI_CLI_HOME:-~}/.gemini/tmp/*/chats/*/*.jsonl",
        verified="real sessions",
    ),
    _frontend(
        "qwen_code",
        "Qwen Code",
        "${QWEN_HOME:-~/.qwen}/projects/*/chats/*.jsonl",
        "${QWEN_RUNTIME_DIR:-~/.qwen}/projects/*/chats/*.jsonl",
        verified="recorded from the real agent",
    ),
    _frontend(
        "copilot_cli",
        "Copilot CLI",
        "${COPILOT_HOME:-~/.copilot}/session-state/*/events.jsonl",
        "${COPILOT_HOME:-~/.copilot}/session-state/*.jsonl",
        verified="recorded from the real agent",
    ),
    _frontend(
        "kimi_cli",
        "Kimi Code CLI",
        "${KIMI_CODE_HOME:-~/.kimi-code}/sessions/*/session_*/state.json",
        "${KIMI_CODE_HOME:-~/.kimi-code}/sessions/*/session_*/agents/*/wire.jsonl",
    ),
    _frontend("factory_droid", "Factory Droid", "~/.factory/sessions/*.jsonl", "~/.factory/sessions/*/*.jsonl"),
    _frontend(
        "grok_build",
        "Grok Build",
        "${GROK_HOME:-~/.grok}/sessions/*/*/summary.json",
        "${GROK_HOME:-~/.grok}/sessions/*/*/updates.jsonl",
        verified="recorded from the real agent",
    ),
    _frontend(
        "antigravity",
        "Antigravity CLI",
        "~/.gemini/antigravity-cli/brain/*/.system_generated/logs/transcript_full.jsonl",
        "~/.gemini/antigravity/brain/*/.system_generated/logs/transcript_full.jsonl",
    ),
    _frontend(
        "zero",
        "Zero",
        "${XDG_DATA_HOME:-~/.local/share}/zero/sessions/*/events.jsonl",
        "${XDG_DATA_HOME:-~/.local/share}/zero/sessions/*/metadata.json",
        verified="documentation only",
    ),
    _frontend(
        "opencode",
        "OpenCode",
        "${OPENCODE_DB:-~/.local/share/opencode/opencode.db}",
        "${XDG_DATA_HOME:-~/.local/share}/opencode/opencode*.db",
        "${XDG_DATA_HOME:-~/.local/share}/opencode/storage/session/*/ses_*.json",
        verified="recorded from the real agent",
    ),
    _frontend(
        "hermes",
        "Hermes Agent",
        "${HERMES_HOME:-~/.hermes}/state.db",
        "${HERMES_HOME:-~/.hermes}/profiles/*/state.db",
        "${HERMES_HOME:-~/.hermes}/sessions/session_*.json",
        "${HERMES_HOME:-~/.hermes}/sessions/*.jsonl",
        verified="recorded from the real agent",
    ),
    _frontend(
        "openclaw",
        "OpenClaw",
        "${OPENCLAW_STATE_DIR:-~/.openclaw}/agents/*/agent/openclaw-agent.sqlite",
        "${OPENCLAW_STATE_DIR:-~/.openclaw}/agents/*/sessions/*.jsonl",
        "~/.clawdbot/agents/*/sessions/*.jsonl",
        "~/.moltbot/agents/*/sessions/*.jsonl",
        verified="recorded from the real agent",
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
        verified="fixtures only",
    ),
    _frontend(
        "goose",
        "Goose",
        "${GOOSE_PATH_ROOT:-~/.local/share/goose}/data/sessions/sessions.db",
        "${XDG_DATA_HOME:-~/.local/share}/goose/sessions/sessions.db",
        "${XDG_DATA_HOME:-~/.local/share}/goose/sessions/*.jsonl",
        "~/Library/Application Support/Block.goose/sessions/sessions.db",
        "${APPDATA:-~/AppData/Roaming}/Block/goose/data/sessions/sessions.db",
        verified="documentation only",
    ),
    _frontend("crush", "Crush", verified="documentation only"),
    _frontend(
        "kiro",
        "Kiro",
        "${XDG_DATA_HOME:-~/.local/share}/kiro-cli/data.sqlite3",
        "~/Library/Application Support/kiro-cli/data.sqlite3",
        "~/.kiro/sessions/cli/*.jsonl",
        "~/.kiro/sessions/*/sess_*/messages.jsonl",
        verified="documentation only",
    ),
    _frontend(
        "oh_my_pi",
        "Oh My Pi",
        "${PI_CODING_AGENT_DIR:-~/.omp/agent}/sessions/*/*.jsonl",
        "${PI_CODING_AGENT_DIR:-~/.omp/agent}/sessions/*/*/*.jsonl",
        verified="recorded from the real agent",
    ),
    _frontend(
        "pi",
        "Pi",
        "${PI_CODING_AGENT_DIR:-~/.pi/agent}/sessions/*/*.jsonl",
        "${PI_CODING_AGENT_SESSION_DIR:-~/.pi/agent/sessions}/*.jsonl",
        "${PI_CODING_AGENT_SESSION_DIR:-~/.pi/agent/sessions}/*/*.jsonl",
        verified="real sessions",
    ),
    _frontend(
        "roo",
        "Roo Code",
        *_editor_tasks("rooveterinaryinc.roo-cline"),
        *_editor_tasks("kilocode.kilo-code"),
        verified="documentation only",
    ),
    _frontend(
        "cline",
        "Cline",
        "${CLINE_DIR:-~/.cline}/data/sessions/*/*.json",
        *_editor_tasks("saoudrizwan.claude-dev"),
        verified="recorded from the real agent",
    ),
    _frontend(
        "continue_dev",
        "Continue",
        "${CONTINUE_GLOBAL_DIR:-~/.continue}/sessions/*-*.json",
        verified="recorded from the real agent",
    ),
    _frontend("amp", "Amp", "${XDG_DATA_HOME:-~/.local/share}/amp/threads/T-*.json", verified="documentation only"),
    _frontend(
        "native_memory",
        "Memory folders of agents",
        "${CLAUDE_CONFIG_DIR:-~/.claude}/projects/*/memory/*.md",
        "${CLAUDE_CONFIG_DIR:-~/.claude}/projects/*/memory/*/*.md",
        "${QWEN_HOME:-~/.qwen}/projects/*/memory/*.md",
        "${QWEN_HOME:-~/.qwen}/projects/*/memory/*/*.md",
        "${CODEX_HOME:-~/.codex}/memories/MEMORY.md",
        verified="documentation only",
        beside=_BESIDE_MEMORY,
    ),
    _frontend("aider", "Aider", verified="real sessions", in_folder=True),
    _frontend("generic_markdown", "Generic markdown"),
    _frontend("generic_jsonl", "Generic JSON lines"),
)
"""Every front-end, the most particular first: the first that recognises a transcript reads it."""


def recognise(name: str, head: bytes) -> Frontend | None:
    """Return the front-end for a file, by its name and first 64 KB; None when no agent wrote it."""
    return next((frontend for frontend in FRONTENDS if frontend.recognise(name, head)), None)
