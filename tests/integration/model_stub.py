"""A model on loopback that always says the same: the four protocols coding agents speak, as far as one reply needs.

Real agents are driven by it in `test_real_agents.py`. It keeps what it was asked, so that a test can see what reached
the model.
"""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

REPLY = (
    "Root cause: the scan queue loses jobs because two writers share one SQLite file. "
    "We decided to move the scan queue to Postgres instead of SQLite. Next step: write the migration."
)
USAGE = {"input_tokens": 10, "output_tokens": 10}


class ModelStub:
    """The server, and everything it was asked."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.asked: list[str] = []
        """Bodies of the requests, in the order they came."""


@contextmanager
def serving() -> Iterator[ModelStub]:
    """Serve on a free port until the block ends."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    stub = ModelStub(server.server_address[1])
    server.stub = stub  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield stub
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        self._whole({"object": "list", "data": [{"id": "stub-model", "object": "model"}]})

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length") or 0)) or self._chunks()
        self.server.stub.asked.append(body.decode("utf-8", "replace"))  # type: ignore[attr-defined]
        try:
            asked = json.loads(body or b"{}")
        except ValueError:
            asked = {}
        path = self.path.partition("?")[0]
        if path.endswith("count_tokens") or "countTokens" in path:
            self._whole({"input_tokens": 10, "totalTokens": 10})
        elif path.endswith("/messages"):
            self._answer(asked, _anthropic_whole(), _anthropic_events())
        elif path.endswith("/responses"):
            self._answer(asked, _response("completed"), _response_events())
        elif path.endswith("/chat/completions"):
            self._answer(asked, _chat_whole(), _chat_events())
        elif "enerateContent" in path:
            self._answer({"stream": "stream" in path}, _gemini(asked), iter([("", _gemini(asked))]))
        else:
            self._whole({}, 404)

    def _chunks(self) -> bytes:
        if self.headers.get("transfer-encoding", "").lower() != "chunked":
            return b""
        pieces = []
        while size := int(self.rfile.readline().strip() or b"0", 16):
            pieces.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(pieces)

    def _answer(self, asked: dict[str, Any], whole: object, events: Iterator[tuple[str, object]]) -> None:
        if not asked.get("stream"):
            self._whole(whole)
            return
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        for name, data in events:
            line = data if isinstance(data, str) else json.dumps(data)
            self.wfile.write((f"event: {name}\n" if name else "").encode() + f"data: {line}\n\n".encode())
        self.close_connection = True

    def _whole(self, document: object, status: int = 200) -> None:
        content = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)


def _anthropic_whole() -> dict[str, Any]:
    return {
        "id": "msg_stub",
        "type": "message",
        "role": "assistant",
        "model": "stub-model",
        "content": [{"type": "text", "text": REPLY}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": USAGE,
    }


def _anthropic_events() -> Iterator[tuple[str, object]]:
    begun = {**_anthropic_whole(), "content": [], "stop_reason": None}
    yield "message_start", {"type": "message_start", "message": begun}
    block = {"type": "text", "text": ""}
    yield "content_block_start", {"type": "content_block_start", "index": 0, "content_block": block}
    delta = {"type": "text_delta", "text": REPLY}
    yield "content_block_delta", {"type": "content_block_delta", "index": 0, "delta": delta}
    yield "content_block_stop", {"type": "content_block_stop", "index": 0}
    end = {"stop_reason": "end_turn", "stop_sequence": None}
    yield "message_delta", {"type": "message_delta", "delta": end, "usage": {"output_tokens": 10}}
    yield "message_stop", {"type": "message_stop"}


def _response(status: str) -> dict[str, Any]:
    item = {
        "type": "message",
        "id": "msg_stub",
        "status": "completed",
        "role": "assistant",
        "content": [{"type": "output_text", "text": REPLY, "annotations": []}],
    }
    return {
        "id": "resp_stub",
        "object": "response",
        "created_at": 0,
        "status": status,
        "model": "stub-model",
        "output": [item] if status == "completed" else [],
        "usage": {**USAGE, "total_tokens": 20} if status == "completed" else None,
    }


def _response_events() -> Iterator[tuple[str, object]]:
    yield "response.created", {"type": "response.created", "response": _response("in_progress")}
    item = _response("completed")["output"][0]
    yield "response.output_item.added", {"type": "response.output_item.added", "output_index": 0, "item": item}
    yield "response.output_item.done", {"type": "response.output_item.done", "output_index": 0, "item": item}
    yield "response.completed", {"type": "response.completed", "response": _response("completed")}


def _chat_whole() -> dict[str, Any]:
    message = {"role": "assistant", "content": REPLY}
    return {**_chat_chunk({}, "stop"), "object": "chat.completion", "choices": [{"index": 0, "message": message}]}


def _chat_chunk(delta: dict[str, str], reason: str | None) -> dict[str, Any]:
    choice = {"index": 0, "delta": delta, "finish_reason": reason}
    return {
        "id": "chat_stub",
        "object": "chat.completion.chunk",
        "created": 0,
        "model": "stub-model",
        "choices": [choice],
    }


def _chat_events() -> Iterator[tuple[str, object]]:
    yield "", _chat_chunk({"role": "assistant", "content": REPLY}, None)
    yield "", _chat_chunk({}, "stop")
    yield "", "[DONE]"


def _gemini(asked: dict[str, Any]) -> dict[str, Any]:
    wants_json = (asked.get("generationConfig") or {}).get("responseMimeType") == "application/json"
    text = '{"reasoning": "stub", "next_speaker": "user"}' if wants_json else REPLY
    candidate = {"content": {"role": "model", "parts": [{"text": text}]}, "finishReason": "STOP", "index": 0}
    return {"candidates": [candidate], "usageMetadata": {"promptTokenCount": 10, "totalTokenCount": 20}}
