from tests.contract.frontend_suite import FrontendSuite
from tests.contract.transcripts import CODEX_PARENT, CODEX_SESSION, SESSION, Claude, Codex, whole

_c = Claude()
_CLAUDE = whole(
    {"type": "file-history-snapshot", "messageId": "u1", "snapshot": {}},
    {"type": "summary", "summary": "Glaze firing schedule", "leafUuid": "u3"},
    {
        "type": "queue-operation",
        "operation": "enqueue",
        "timestamp": "2026-03-01T09:59:00Z",
        "sessionId": SESSION,
        "content": "typed early",
    },
    _c.user("Please check the kiln <system-reminder>be nice</system-reminder>"),
    {"type": "queue-operation", "operation": "remove", "timestamp": "2026-03-01T10:00:00Z", "sessionId": SESSION},
    _c.agent({"type": "thinking", "thinking": "hm", "signature": "x"}, id="m1"),
    _c.agent("I will look.", id="m1"),
    _c.call("Bash", {"command": "gh pr create --fill"}, id="m1"),
    _c.progress({"type": "bash_progress", "output": "..."}),
    _c.result("https://github.com/ana/kiln/pull/7\n"),
    _c.call("TaskCreate", {"subject": "Fire the kiln"}, "toolu_2"),
    _c.result("Task #1 created successfully: Fire the kiln", "toolu_2"),
    _c.call(
        "AskUserQuestion",
        {"questions": [{"question": "Which cone?", "options": [{"label": "6"}, {"label": "10"}]}]},
        "toolu_3",
    ),
    _c.result('User has answered your questions: "Which cone?"="6". You can now continue.', "toolu_3"),
    _c.system("compact_boundary", content="Conversation compacted"),
    _c.user(
        "This session is being continued from a previous conversation.\n\nSummary:\n1. Intent: fire",
        isCompactSummary=True,
    ),
    _c.user("<bash-input>ls</bash-input>"),
    _c.user("<bash-stdout>a.txt</bash-stdout><bash-stderr></bash-stderr>"),
    _c.user("typed early"),
    _c.entry("novelty", body="from the future"),
)

_x = Codex()
_CODEX = whole(
    _x.meta(forked_from_id=CODEX_PARENT),
    _x.meta(CODEX_PARENT),
    _x.user("the parent's words"),
    _x.turn(turn_id="019b0000-0001-7000-8000-000000000009"),
    _x.user("# AGENTS.md instructions for /home/ana/kiln\n\nBe brief."),
    _x.event("user_message", message="Fix the thermostat", images=[]),
    _x.user("Fix the thermostat"),
    _x.item("reasoning", summary=[{"type": "summary_text", "text": "Look first"}], encrypted_content="zzz"),
    _x.agent("Looking."),
    _x.event("agent_message", message="Looking."),
    _x.call("shell", {"command": ["bash", "-lc", "ls"]}),
    _x.output("Exit code: 0\nWall time: 0.1 seconds\nOutput:\na.txt\n"),
    _x.call("update_plan", {"plan": [{"step": "Look", "status": "completed"}]}, "call_2"),
    _x.output("Plan updated", "call_2"),
    _x.event("token_count", info=None),
    _x.event("turn_aborted", reason="interrupted"),
    _x.line("compacted", {"message": "We looked."}),
)
_OLD_CODEX = whole(
    {"id": CODEX_SESSION, "timestamp": "2025-08-01T10:00:00Z", "instructions": None, "git": {"branch": "main"}},
    {"record_type": "state"},
    {
        "type": "message",
        "role": "user",
        "content": [
            {"type": "input_text", "text": "<environment_context>\n<cwd>/home/ana/kiln</cwd>\n</environment_context>"}
        ],
    },
    {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hello"}]},
    {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hello"}]},
    {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Hi."}]},
)

_GENERIC = whole(
    {"role": "user", "content": "Which clay?", "time": "2026-03-01T11:00:00+01:00", "id": 1},
    {"role": "assistant", "content": [{"type": "text", "text": "Stoneware."}], "ts": 1772359260},
    {"author": "Ana", "text": "Agreed", "date": "2026-03-01"},
    {"author": "Ana", "text": "Agreed", "date": "2026-03-01"},
    {"role": "tool", "content": "ok", "tool_call_id": "c1"},
)
_DOCUMENT = b"""{
  "id": "chat-1",
  "title": "Clay",
  "messages": [
    {"role": "user", "content": "Which clay?"},
    {"role": "assistant", "content": "Stoneware."}
  ]
}
"""


class TestClaudeCode(FrontendSuite):
    name = "claude-code"
    file_name = f"{SESSION}.jsonl"
    samples = (_CLAUDE,)

    def person_line(self, text: str) -> bytes:
        return whole(Claude().user("SAID")).replace(b"SAID", text.encode())


class TestCodex(FrontendSuite):
    name = "codex"
    file_name = f"rollout-2026-03-01T10-00-00-{CODEX_SESSION}.jsonl"
    samples = (_CODEX, _OLD_CODEX)

    def person_line(self, text: str) -> bytes:
        return whole(Codex().user("SAID")).replace(b"SAID", text.encode())


class TestGenericJsonl(FrontendSuite):
    name = "generic-jsonl"
    file_name = "talk.jsonl"
    samples = (_GENERIC, _DOCUMENT)

    def person_line(self, text: str) -> bytes:
        return whole({"role": "user", "content": "SAID"}).replace(b"SAID", text.encode())
