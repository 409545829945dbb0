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


def _frontend(module: str, title: str, *homes: str, verified: str = "fixtures only") -> Frontend:
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
    return Frontend(name, title, recognise_later, identify_later, parse_later, homes, verified)


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
    _frontend("generic_jsonl", "Generic JSON lines"),
)
"""Every front-end, the most particular first: the first that recognises a transcript reads it."""


def recognise(name: str, head: bytes) -> Frontend | None:
    """Return the front-end for a file, by its name and first 64 KB; None when no agent wrote it."""
    return next((frontend for frontend in FRONTENDS if frontend.recognise(name, head)), None)
