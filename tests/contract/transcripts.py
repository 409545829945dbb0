"""Builders of small invented transcripts, one line at a time, as each agent writes them."""

import json
from typing import Any

SESSION = "11111111-2222-4333-8444-555555555555"
PARENT = "99999999-2222-4333-8444-555555555555"
CODEX_SESSION = "019b0000-0000-7000-8000-000000000001"
CODEX_PARENT = "019a0000-0000-7000-8000-000000000001"


def lines(*entries: Any) -> list[bytes]:
    """Write one line each; bytes stay as they are."""
    return [entry if isinstance(entry, bytes) else json.dumps(entry).encode() + b"\n" for entry in entries]


def whole(*entries: Any) -> bytes:
    return b"".join(lines(*entries))


def clock(n: int) -> str:
    return f"2026-03-01T10:{n // 60:02}:{n % 60:02}.000Z"


class Claude:
    """Writes Claude Code records with uuids u1, u2 ... in order."""

    def __init__(self, session: str = SESSION, **envelope: Any) -> None:
        self.count = 0
        self.envelope = {
            "isSidechain": False,
            "userType": "external",
            "cwd": "/home/ana/kiln",
            "sessionId": session,
            "version": "2.1.40",
            "gitBranch": "main",
            **envelope,
        }

    def entry(self, kind: str, **fields: Any) -> dict[str, Any]:
        self.count += 1
        n = self.count
        stamp = {"type": kind, "uuid": f"u{n}", "timestamp": clock(n)}
        return {"parentUuid": f"u{n - 1}" if n > 1 else None, **self.envelope, **stamp, **fields}

    def user(self, content: Any, **fields: Any) -> dict[str, Any]:
        return self.entry("user", message={"role": "user", "content": content}, **fields)

    def agent(self, *blocks: Any, id: str = "", model: str = "claude-opus-4-5", **fields: Any) -> dict[str, Any]:
        found = [{"type": "text", "text": block} if isinstance(block, str) else block for block in blocks]
        message = {"id": id or f"msg_{self.count + 1}", "model": model, "role": "assistant", "content": found}
        return self.entry("assistant", message=message, **fields)

    def call(self, name: str, data: Any, call: str = "toolu_1", **fields: Any) -> dict[str, Any]:
        return self.agent({"type": "tool_use", "id": call, "name": name, "input": data}, **fields)

    def result(self, content: Any, call: str = "toolu_1", *, error: bool = False, **fields: Any) -> dict[str, Any]:
        block: dict[str, Any] = {"type": "tool_result", "tool_use_id": call, "content": content}
        if error:
            block["is_error"] = True
        return self.user([block], **fields)

    def progress(self, data: Any) -> dict[str, Any]:
        head = {"parentUuid": None, **self.envelope}
        return {
            **head,
            "type": "progress",
            "data": data,
            "toolUseID": "t",
            "uuid": f"p{self.count}",
            "timestamp": clock(0),
        }

    def system(self, subtype: str, **fields: Any) -> dict[str, Any]:
        return self.entry("system", subtype=subtype, **fields)


class Codex:
    """Writes Codex rollout lines in the wrapped format."""

    def __init__(self) -> None:
        self.count = 0

    def line(self, kind: str, payload: dict[str, Any]) -> dict[str, Any]:
        self.count += 1
        return {"timestamp": clock(self.count), "type": kind, "payload": payload}

    def meta(self, id: str = CODEX_SESSION, **fields: Any) -> dict[str, Any]:
        git = {"commit_hash": "c" * 40, "branch": "main", "repository_url": "https://example.test/ana/kiln.git"}
        known = {"id": id, "timestamp": clock(0), "cwd": "/home/ana/kiln", "cli_version": "0.150.0", "source": "cli"}
        return self.line("session_meta", {**known, "git": git, **fields})

    def turn(self, **fields: Any) -> dict[str, Any]:
        return self.line("turn_context", {"cwd": "/home/ana/kiln", "model": "gpt-5.2-codex", **fields})

    def item(self, kind: str, **fields: Any) -> dict[str, Any]:
        return self.line("response_item", {"type": kind, **fields})

    def event(self, kind: str, **fields: Any) -> dict[str, Any]:
        return self.line("event_msg", {"type": kind, **fields})

    def user(self, *texts: str, **fields: Any) -> dict[str, Any]:
        content = [{"type": "input_text", "text": text} for text in texts]
        return self.item("message", role="user", content=content, **fields)

    def agent(self, text: str) -> dict[str, Any]:
        return self.item("message", role="assistant", content=[{"type": "output_text", "text": text}])

    def call(self, name: str, arguments: Any, call: str = "call_1") -> dict[str, Any]:
        text = arguments if isinstance(arguments, str) else json.dumps(arguments)
        return self.item("function_call", name=name, arguments=text, call_id=call)

    def output(self, output: Any, call: str = "call_1") -> dict[str, Any]:
        return self.item("function_call_output", call_id=call, output=output)
