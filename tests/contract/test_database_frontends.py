"""The laws of `frontend_suite` for agents whose sessions are rows: the lines the rows come out as, and older files."""

from typing import Any

from tests.contract.frontend_suite import FrontendSuite
from tests.contract.transcripts import whole

AT = 1_772_359_200_000
"""2026-03-01T10:00:00Z in milliseconds."""


def rows(agent: str, session: str, *given: tuple[str, dict[str, Any]]) -> bytes:
    heading = {"database": agent, "session": session, "path": f"/home/ana/kiln/.{agent}/{agent}.db"}
    return whole(heading, *({"table": table, **row} for table, row in given))


def message(id: str, role: str, **data: Any) -> tuple[str, dict[str, Any]]:
    return "message", {"id": id, "time_created": AT, "data": {"role": role, **data}}


def part(id: str, message_id: str, **data: Any) -> tuple[str, dict[str, Any]]:
    return "part", {"id": id, "message_id": message_id, "data": data}


class TestOpenCode(FrontendSuite):
    name = "opencode"
    file_name = "/home/ana/.local/share/opencode/opencode.db/ses_1"
    samples = (
        rows(
            "opencode",
            "ses_1",
            ("session", {"id": "ses_1", "directory": "/home/ana/kiln", "title": "Kiln", "time_created": AT}),
            message("msg_1", "user", time={"created": AT}),
            part("prt_1", "msg_1", type="text", text="Fire the kiln"),
            part("prt_2", "msg_1", type="text", text="AGENTS.md says", synthetic=True),
            part("prt_3", "msg_1", type="file", mime="image/png", filename="a.png", url="data:image/png;base64,AAAA"),
            message("msg_2", "assistant", modelID="opus", path={"cwd": "/home/ana/kiln"}, time={"created": AT}),
            part("prt_4", "msg_2", type="reasoning", text="Look first", time={"start": AT}),
            part("prt_5", "msg_2", type="text", text="Looking.", time={"start": AT}),
            part(
                "prt_6",
                "msg_2",
                type="tool",
                tool="bash",
                callID="call_1",
                state={
                    "status": "completed",
                    "input": {"command": "ls"},
                    "output": "a.txt",
                    "metadata": {"exit": 1},
                    "time": {"start": AT, "end": AT},
                },
            ),
            message("msg_3", "assistant", error={"name": "MessageAbortedError", "data": {"message": "stop"}}),
            part("prt_7", "msg_3", type="novelty", body="from the future"),
        ),
        whole(
            {
                "info": {"id": "ses_2", "directory": "/home/ana/kiln", "title": "Kiln"},
                "messages": [
                    {"info": {"id": "m1", "role": "user"}, "parts": [{"id": "p1", "type": "text", "text": "Hello"}]}
                ],
            }
        ),
    )

    def person_line(self, text: str) -> bytes:
        return rows("opencode", "ses_1", message("m", "user"), part("p", "m", type="text", text="SAID")).replace(
            b"SAID", text.encode()
        )


class TestHermes(FrontendSuite):
    name = "hermes"
    file_name = "/home/ana/.hermes/sessions/20260301_100000_ab12cd34.jsonl"
    samples = (
        rows(
            "hermes",
            "20260301_100000_ab12cd",
            ("session", {"id": "20260301_100000_ab12cd", "source": "telegram", "model": "opus", "cwd": "/home/ana"}),
            ("message", {"id": 1, "role": "user", "content": "[Ana] Fire the kiln", "timestamp": 1772359200.5}),
            (
                "message",
                {
                    "id": 2,
                    "role": "assistant",
                    "content": "Looking.",
                    "reasoning": "Look first",
                    "timestamp": 1772359201.5,
                    "tool_calls": [{"id": "c1", "function": {"name": "terminal", "arguments": '{"command": "ls"}'}}],
                },
            ),
            ("message", {"id": 3, "role": "tool", "tool_call_id": "c1", "content": '{"output": "a", "exit_code": 1}'}),
            ("message", {"id": 4, "role": "user", "content": "no, wait", "active": 0}),
            ("message", {"id": 5, "role": "assistant", "content": "[CONTEXT COMPACTION — REFERENCE ONLY] We looked."}),
        ),
        whole(
            {"role": "user", "content": "Fire the kiln"},
            {"role": "assistant", "content": "Fired."},
            {"role": "user", "content": "Fire the kiln"},
        ),
    )

    def person_line(self, text: str) -> bytes:
        return whole({"role": "user", "content": "SAID"}).replace(b"SAID", text.encode())


class TestOpenClaw(FrontendSuite):
    name = "openclaw"
    file_name = "/home/ana/.openclaw/agents/main/sessions/9f3c.jsonl"
    samples = (
        whole(
            {"type": "session", "version": 3, "id": "9f3c", "timestamp": "2026-03-01T10:00:00Z", "cwd": "/home/ana"},
            {"type": "model_change", "id": "e1", "modelId": "opus", "timestamp": "2026-03-01T10:00:01Z"},
            {"type": "custom_message", "customType": "openclaw.runtime-context", "content": "Be brief.", "id": "e2"},
            {"type": "message", "id": "e3", "message": {"role": "user", "content": "[Telegram Ana 10:00] Fire it"}},
            {
                "type": "message",
                "id": "e4",
                "message": {
                    "role": "assistant",
                    "content": [
                        {"type": "thinking", "thinking": "Look first"},
                        {"type": "text", "text": "Looking."},
                        {"type": "toolCall", "id": "c1", "name": "exec", "arguments": {"command": "ls"}},
                    ],
                },
            },
            {"type": "message", "id": "e5", "message": {"role": "toolResult", "toolCallId": "c1", "content": "a.txt"}},
            {"type": "compaction", "id": "e6", "summary": "We looked."},
            {"type": "novelty", "id": "e7", "body": "from the future"},
        ),
        rows(
            "openclaw",
            "9f3c",
            ("session", {"session_id": "9f3c", "display_name": "Kiln", "created_at": AT}),
            ("event", {"seq": 0, "event_json": {"type": "session", "id": "9f3c", "cwd": "/home/ana"}}),
            (
                "event",
                {"seq": 1, "event_json": {"type": "message", "id": "e", "message": {"role": "user", "content": "Hi"}}},
            ),
        ),
    )

    def person_line(self, text: str) -> bytes:
        said = {"type": "message", "id": "e", "message": {"role": "user", "content": "SAID"}}
        return whole(said).replace(b"SAID", text.encode())


class TestCursor(FrontendSuite):
    name = "cursor"
    file_name = "/home/ana/.cursor/projects/home-ana-kiln/agent-transcripts/7d1e/7d1e.jsonl"
    samples = (
        whole(
            {"role": "user", "message": {"content": [{"type": "text", "text": "<user_query>\nFire\n</user_query>"}]}},
            {
                "role": "assistant",
                "message": {
                    "content": [
                        {"type": "thinking", "thinking": "Look first"},
                        {"type": "text", "text": "Looking."},
                        {"type": "tool_use", "name": "Shell", "input": {"command": "ls"}},
                    ]
                },
            },
            {"role": "user", "message": {"content": [{"type": "tool_result", "tool_use_id": "t", "content": "a.txt"}]}},
            {"role": "user", "message": {"content": [{"type": "text", "text": "<user_query>\nFire\n</user_query>"}]}},
            {"type": "turn_ended", "status": "success"},
        ),
        rows(
            "cursor",
            "7d1e",
            (
                "session",
                {"value": {"composerId": "7d1e", "name": "Kiln", "createdAt": AT, "status": "generating"}},
            ),
            ("bubble", {"value": {"bubbleId": "b1", "type": 1, "text": "Fire", "workspaceUris": ["file:///home/ana"]}}),
            ("bubble", {"value": {"bubbleId": "b2", "type": 2, "text": "Looking.", "thinking": {"text": "Hm"}}}),
            (
                "bubble",
                {
                    "value": {
                        "bubbleId": "b3",
                        "type": 2,
                        "toolFormerData": {
                            "name": "run_terminal_cmd",
                            "rawArgs": '{"command": "ls"}',
                            "status": "completed",
                            "result": '{"output": "a.txt"}',
                        },
                    }
                },
            ),
        ),
        rows(
            "cursor",
            "chat",
            ("session", {"meta": b'{"agentId": "7d1f", "name": "Kiln", "lastUsedModel": "opus"}'.hex()}),
            ("blob", {"id": "aa", "data": {"role": "user", "content": "Fire"}}),
            ("blob", {"id": "bb", "data": "[33 bytes]"}),
            (
                "blob",
                {
                    "id": "cc",
                    "data": {
                        "role": "assistant",
                        "content": [{"type": "tool-call", "toolCallId": "c1", "toolName": "Shell", "args": {}}],
                    },
                },
            ),
            (
                "blob",
                {
                    "id": "dd",
                    "data": {
                        "role": "tool",
                        "content": [{"type": "tool-result", "toolCallId": "c1", "result": "a.txt"}],
                    },
                },
            ),
        ),
    )

    def person_line(self, text: str) -> bytes:
        said = {"role": "user", "message": {"content": [{"type": "text", "text": "SAID"}]}}
        return whole(said).replace(b"SAID", text.encode())


class TestGoose(FrontendSuite):
    name = "goose"
    file_name = "/home/ana/.local/share/goose/sessions/20260301_1.jsonl"
    samples = (
        whole(
            {"working_dir": "/home/ana/kiln", "description": "Kiln", "message_count": 3},
            {"id": "m1", "role": "user", "created": 1772359200, "content": [{"type": "text", "text": "Fire it"}]},
            {
                "role": "assistant",
                "created": 1772359201,
                "content": [
                    {"type": "thinking", "thinking": "Look first"},
                    {
                        "type": "toolRequest",
                        "id": "c1",
                        "toolCall": {
                            "status": "success",
                            "value": {"name": "developer__shell", "arguments": {"command": "ls"}},
                        },
                    },
                ],
            },
            {
                "role": "user",
                "created": 1772359202,
                "content": [
                    {
                        "type": "toolResponse",
                        "id": "c1",
                        "toolResult": {"status": "success", "value": [{"type": "text", "text": "a.txt"}]},
                    }
                ],
            },
        ),
        rows(
            "goose",
            "20260301_2",
            ("session", {"id": "20260301_2", "working_dir": "/home/ana/kiln", "name": "Kiln"}),
            (
                "message",
                {
                    "message_id": "m1",
                    "role": "user",
                    "content_json": [{"type": "text", "text": "Hi"}],
                    "metadata_json": {"userVisible": True},
                },
            ),
        ),
    )

    def person_line(self, text: str) -> bytes:
        return whole({"role": "user", "content": [{"type": "text", "text": "SAID"}]}).replace(b"SAID", text.encode())


class TestCrush(FrontendSuite):
    name = "crush"
    file_name = "/home/ana/kiln/.crush/crush.db/5b7a"
    samples = (
        rows(
            "crush",
            "5b7a",
            ("session", {"id": "5b7a", "title": "Kiln", "created_at": 1772359200}),
            ("message", {"id": "m1", "role": "user", "parts": [{"type": "text", "data": {"text": "Fire it"}}]}),
            (
                "message",
                {
                    "id": "m2",
                    "role": "assistant",
                    "model": "opus",
                    "parts": [
                        {"type": "reasoning", "data": {"thinking": "Look first"}},
                        {"type": "text", "data": {"text": "Looking."}},
                        {"type": "tool_call", "data": {"id": "c1", "name": "bash", "input": '{"command": "ls"}'}},
                    ],
                },
            ),
            (
                "message",
                {
                    "id": "m3",
                    "role": "tool",
                    "parts": [{"type": "tool_result", "data": {"tool_call_id": "c1", "content": "a.txt"}}],
                },
            ),
            (
                "message",
                {
                    "id": "m4",
                    "role": "user",
                    "parts": [{"type": "shell_command", "data": {"command": "ls", "output": "a", "exit_code": 0}}],
                },
            ),
        ),
    )

    def person_line(self, text: str) -> bytes:
        said = {"role": "user", "parts": [{"type": "text", "data": {"text": "SAID"}}]}
        return whole(said).replace(b"SAID", text.encode())


class TestKiro(FrontendSuite):
    name = "kiro"
    file_name = "/home/ana/.kiro/sessions/cli/4e6f.jsonl"
    samples = (
        whole(
            {"kind": "Prompt", "data": {"content": [{"kind": "text", "data": "Fire it"}], "meta": {"timestamp": AT}}},
            {
                "kind": "AssistantMessage",
                "data": {
                    "message_id": "m2",
                    "content": [
                        {"kind": "text", "data": "Looking."},
                        {
                            "kind": "toolUse",
                            "data": {"toolUseId": "c1", "name": "execute_bash", "input": {"command": "ls"}},
                        },
                    ],
                },
            },
            {
                "kind": "ToolResults",
                "data": {
                    "content": [
                        {
                            "kind": "toolResult",
                            "data": {
                                "toolUseId": "c1",
                                "content": [{"kind": "text", "data": "a.txt"}],
                                "status": "success",
                            },
                        }
                    ]
                },
            },
        ),
        whole(
            {"timestamp": "2026-03-01T10:00:00Z", "payload": {"type": "user", "content": "Fire it"}},
            {
                "timestamp": "2026-03-01T10:00:01Z",
                "payload": {"type": "tool_call", "toolCallId": "c1", "toolName": "execute_bash", "args": {}},
            },
            {
                "timestamp": "2026-03-01T10:00:02Z",
                "payload": {"type": "tool_result", "toolCallId": "c1", "content": "no", "success": False},
            },
            {"timestamp": "2026-03-01T10:00:03Z", "payload": {"type": "assistant", "content": "It failed."}},
        ),
        rows(
            "kiro",
            "4e70",
            (
                "session",
                {
                    "key": "/home/ana/kiln",
                    "created_at": AT,
                    "value": {
                        "model_info": {"model_id": "opus"},
                        "history": [
                            {
                                "user": {"content": {"Prompt": {"prompt": "Fire it"}}},
                                "assistant": {
                                    "ToolUse": {
                                        "content": "Looking.",
                                        "tool_uses": [{"id": "c1", "name": "execute_bash", "args": {"command": "ls"}}],
                                    }
                                },
                            },
                            [
                                {
                                    "content": {
                                        "ToolUseResults": {
                                            "tool_use_results": [
                                                {
                                                    "tool_use_id": "c1",
                                                    "content": [{"Json": {"stdout": "a.txt"}}],
                                                    "status": "Success",
                                                }
                                            ]
                                        }
                                    }
                                },
                                {"Response": {"content": "Fired."}},
                            ],
                        ],
                    },
                },
            ),
        ),
    )

    def person_line(self, text: str) -> bytes:
        said = {"kind": "Prompt", "data": {"content": [{"kind": "text", "data": "SAID"}]}}
        return whole(said).replace(b"SAID", text.encode())
