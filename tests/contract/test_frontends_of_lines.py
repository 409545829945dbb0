"""The laws for the agents that write lines or JSON documents; their samples are the golden transcripts."""

from pathlib import Path
from typing import Any

from tests.contract.frontend_suite import FrontendSuite
from tests.contract.transcripts import whole

_GOLDEN = Path(__file__).parents[1] / "golden" / "frontends"


def _golden(agent: str, *names: str) -> tuple[bytes, ...]:
    return tuple((_GOLDEN / agent / name).read_bytes() for name in names)


def _line(text: str, entry: dict[str, Any]) -> bytes:
    return whole(entry).replace(b"SAID", text.encode())


class TestGeminiCli(FrontendSuite):
    name = "gemini-cli"
    file_name = "session-2026-03-01T10-00-22222222.jsonl"
    samples = _golden(name, file_name, "session-2026-03-01T10-00-11111111.json")

    def person_line(self, text: str) -> bytes:
        return _line(text, {"id": "m1", "type": "user", "content": [{"text": "SAID"}]})


class TestQwenCode(FrontendSuite):
    name = "qwen-code"
    file_name = "33333333-2222-4333-8444-555555555555.jsonl"
    samples = _golden(name, file_name, "rewound.jsonl")

    def person_line(self, text: str) -> bytes:
        message = {"role": "user", "parts": [{"text": "SAID"}]}
        session = "33333333-2222-4333-8444-555555555555"
        return _line(text, {"uuid": "u1", "sessionId": session, "type": "user", "message": message})


class TestCopilotCli(FrontendSuite):
    name = "copilot-cli"
    file_name = "events.jsonl"
    samples = _golden(name, file_name, "55555555-2222-4333-8444-555555555555.jsonl")

    def person_line(self, text: str) -> bytes:
        return _line(text, {"type": "user.message", "data": {"content": "SAID"}, "id": "e1"})


class TestKimiCli(FrontendSuite):
    name = "kimi-cli"
    file_name = "wire.jsonl"
    samples = _golden(name, file_name, "state.json")

    def person_line(self, text: str) -> bytes:
        message = {"role": "user", "content": [{"type": "text", "text": "SAID"}], "origin": {"kind": "user"}}
        return _line(text, {"type": "context.append_message", "message": message, "time": 1772359200000})


class TestFactoryDroid(FrontendSuite):
    name = "factory-droid"
    file_name = "store.jsonl"
    samples = _golden(name, file_name, "stream.jsonl")

    def person_line(self, text: str) -> bytes:
        message = {"role": "user", "content": [{"type": "text", "text": "SAID"}]}
        return _line(text, {"type": "message", "id": "m1", "message": message})


class TestGrokBuild(FrontendSuite):
    name = "grok-build"
    file_name = "chat_history.jsonl"
    samples = _golden(name, file_name, "updates.jsonl", "summary.json")

    def person_line(self, text: str) -> bytes:
        return _line(text, {"type": "user", "content": [{"type": "text", "text": "SAID"}], "prompt_index": 0})


class TestAntigravity(FrontendSuite):
    name = "antigravity"
    file_name = "transcript_full.jsonl"
    samples = _golden(name, file_name, "resumed.jsonl")

    def person_line(self, text: str) -> bytes:
        step = {"step_index": 0, "source": "USER_EXPLICIT", "type": "USER_INPUT", "status": "DONE"}
        return _line(text, {**step, "content": "<USER_REQUEST>\nSAID\n</USER_REQUEST>"})


class TestZero(FrontendSuite):
    name = "zero"
    file_name = "events.jsonl"
    samples = _golden(name, file_name, "metadata.json")

    def person_line(self, text: str) -> bytes:
        event = {"id": "evt_1", "sessionId": "zero-1", "sequence": 1, "type": "message", "createdAt": ""}
        return _line(text, {**event, "payload": {"role": "user", "content": "SAID"}})
