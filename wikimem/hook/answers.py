"""The shape in which each agent takes words, and at which event. None of them takes another's.

Recorded at SessionStart: Claude Code, Codex, Gemini CLI and Qwen Code take `hookSpecificOutput`, Codex rejects any key
beside it, Copilot CLI takes the top-level key only; Hermes takes `context` before its first call of a model; Grok Build
and Cline take words after a tool only. The others are as documented.
"""

from wikimem.hook.callers import START, plain
from wikimem.hook.event import Event
from wikimem.hook.quick_json import dumps

LIMIT = 9_500
"""Bytes that reach every agent whole: Claude Code and Codex cut at 10,000."""

_AT_START = frozenset(("claude-code", "codex", "gemini-cli", "qwen-code"))
_AFTER_TOOL = frozenset(("grok-build", "cline", "crush"))
_ONCE = frozenset(("cursor", "copilot-cli", "vscode", "hermes", "antigravity", *_AFTER_TOOL))
"""Agents that would be told twice: they run the hooks of other agents, too, or have no event of a start."""
_DEAF = frozenset(("zero", "goose", "windsurf", "aider", "amp", "continue"))


def listens(event: Event) -> bool:
    """Tell whether the agent takes words at this event."""
    if event.agent in _DEAF:
        return False
    if event.agent in _AFTER_TOOL:
        return plain(event.name) == "posttooluse"
    if event.agent == "hermes":
        return event.name == "pre_llm_call"
    if event.agent == "antigravity":
        return plain(event.name) in ("preinvocation", "sessionstart")
    return event.meaning == START


def is_told_once(event: Event) -> bool:
    """Tell whether a session of this agent must be given words only once."""
    return event.agent in _ONCE


def answer(event: Event, text: str) -> str:
    """Return what to print so that the agent takes the text; for an agent we do not know, the text as it is."""
    specific = {"hookEventName": event.name, "additionalContext": text}
    shapes: dict[str, dict[str, object]] = {
        "copilot-cli": {"additionalContext": text, "hookSpecificOutput": specific},
        "vscode": {"additionalContext": text, "hookSpecificOutput": specific},
        "cursor": {"additional_context": text},
        "hermes": {"context": text},
        "crush": {"context": text},
        "cline": {"cancel": False, "contextModification": text},
        "antigravity": {"injectSteps": [{"ephemeralMessage": text}]},
        "grok-build": {"hookSpecificOutput": specific},
    }
    if event.agent in _AT_START:
        return dumps({"hookSpecificOutput": specific})
    return dumps(shapes[event.agent]) if event.agent in shapes else text


def nothing(event: Event) -> str:
    """Return what to print when there is nothing to say: an agent may take silence for a refusal."""
    is_asking = event.agent == "antigravity" and plain(event.name) == "pretooluse"
    return dumps({"decision": "allow"}) if is_asking else ""
