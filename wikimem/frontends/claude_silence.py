"""What Claude Code writes that says nothing about the work: left out without a word.

For `claude_reader` only. A type that is not listed here is kept as `Kind.OTHER`.
"""

RECORDS = frozenset(
    {
        "agent-name",
        "api-request",
        "api-request-blob",
        "api-request-shape",
        "atis-latch",
        "cost-state",
        "file-history-delta",
        "file-history-snapshot",
        "last-prompt",
        "mode",
        "permission-mode",
        "tools-used",
    }
)
"""Record types that say nothing about the work."""
ATTACHMENTS = frozenset(
    {
        "agent_listing_delta",
        "command_permissions",
        "date",
        "deferred_tools_delta",
        "environment",
        "instructions",
        "mcp_instructions_delta",
        "model",
        "prompt_snapshot",
        "remote_session_change",
        "session_context",
        "skill_listing",
        "task_reminder",
        "total_tokens_reminder",
    }
)
"""What the harness tells the model of itself."""
SYSTEM = frozenset({"bridge_status", "session_start", "stop_hook_summary", "turn_duration"})
"""System records: bookkeeping of hooks, times and bridges."""
