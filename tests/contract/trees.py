"""Builders of small invented transcripts of Pi, Cline, Roo, Continue, Amp and Aider, as each agent writes them."""

import json
from typing import Any

from tests.contract.transcripts import clock

PI_SESSION = "019e0000-0000-7000-8000-000000000001"
PI_FILE = f"2026-03-01T10-00-00-000Z_{PI_SESSION}.jsonl"
TASK = "1772359200000"
"""A Cline task begun on 2026-03-01 at 10:00."""
THREAD = "T-019e0000-0000-7000-8000-000000000001"
CHAT = "019e0000-1111-4000-8000-000000000001"


class Pi:
    """Writes entries of a session, each the child of the one before."""

    def __init__(self) -> None:
        self.count = 0
        self.leaf: str | None = None

    def header(self, **fields: Any) -> dict[str, Any]:
        known = {"type": "session", "version": 3, "id": PI_SESSION, "timestamp": clock(0), "cwd": "/home/ana/kiln"}
        return {**known, **fields}

    def entry(self, kind: str, **fields: Any) -> dict[str, Any]:
        self.count += 1
        found = {"type": kind, "id": f"e{self.count:07}", "parentId": self.leaf, "timestamp": clock(self.count)}
        self.leaf = str({**found, **fields}["id"])
        return {**found, **fields}

    def message(self, role: str, content: Any, **fields: Any) -> dict[str, Any]:
        return self.entry("message", message={"role": role, "content": content, **fields})

    def user(self, text: str) -> dict[str, Any]:
        return self.message("user", [{"type": "text", "text": text}])

    def agent(self, *blocks: Any, **fields: Any) -> dict[str, Any]:
        content = [{"type": "text", "text": block} if isinstance(block, str) else block for block in blocks]
        return self.message("assistant", content, **{"model": "claude-opus-4-5", "stopReason": "stop", **fields})

    def call(self, name: str, arguments: Any, call: str = "call_1") -> dict[str, Any]:
        return self.agent({"type": "toolCall", "id": call, "name": name, "arguments": arguments}, stopReason="toolUse")

    def result(self, text: str, call: str = "call_1", *, error: bool = False) -> dict[str, Any]:
        content = [{"type": "text", "text": text}]
        return self.message("toolResult", content, toolCallId=call, toolName="bash", isError=error)


def title_slot(title: str = "") -> dict[str, Any]:
    """Return the first line of an Oh My Pi session."""
    return {"type": "title", "v": 1, "title": title, "updatedAt": clock(0), "pad": " " * 20}


def pretty(value: Any) -> bytes:
    return json.dumps(value, indent=2).encode() + b"\n"


def said(role: str, *blocks: Any, **fields: Any) -> dict[str, Any]:
    """Return a message of content blocks, as Cline, Roo and Amp keep it."""
    content = [{"type": "text", "text": block} if isinstance(block, str) else block for block in blocks]
    return {"role": role, "content": content, **fields}


def use(name: str, data: Any, call: str = "toolu_1") -> dict[str, Any]:
    return {"type": "tool_use", "id": call, "name": name, "input": data}


def gave(content: Any, call: str = "toolu_1", **fields: Any) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": call, "content": content, **fields}


def environment(folder: str = "Working", clock: str = "3/1/2026, 11:00:00 AM (Europe/Vienna, UTC+1:00)") -> str:
    return (
        "<environment_details>\n# Visual Studio Code Open Tabs\nkiln.py\n\n"
        f"# Current Time\n{clock}\n\n# Current {folder} Directory (/home/ana/kiln) Files\nkiln.py\n\n"
        '# Workspace Configuration\n{"associatedRemoteUrls": ["origin: https://example.test/ana/kiln"]}\n'
        "</environment_details>"
    )


def session(**fields: Any) -> dict[str, Any]:
    """Return the document Cline's command line keeps of a task."""
    origin = {"source": "cli", "version": "3.0.65"}
    known = {"version": 1, "updated_at": clock(9), "agent": "lead", "sessionId": f"{TASK}_abcde", "origin": origin}
    return {**known, "messages": [], "system_prompt": "<env>\n4. Working Directory: /home/ana/kiln\n</env>", **fields}


def chat(*history: Any, **fields: Any) -> dict[str, Any]:
    """Return a session of Continue."""
    known = {"sessionId": CHAT, "title": "Glaze", "workspaceDirectory": "/home/ana/kiln", "history": list(history)}
    return {**known, **fields}


def thread(*messages: Any, **fields: Any) -> dict[str, Any]:
    """Return a thread of Amp."""
    repository = {"type": "git", "url": "https://example.test/ana/kiln", "ref": "refs/heads/main", "sha": "c" * 40}
    tree = {"displayName": "kiln", "uri": "file:///home/ana/kiln%20one", "repository": repository}
    known = {"v": 3, "id": THREAD, "created": 1772359200000, "title": "Glaze", "env": {"initial": {"trees": [tree]}}}
    return {**known, "messages": list(messages), **fields}
