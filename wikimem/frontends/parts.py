"""Message parts in Google's form: text, thought, functionCall, functionResponse, inlineData.

For the front-ends of Gemini CLI and of its fork Qwen Code.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from wikimem.frontends.fence import cut_blocks
from wikimem.frontends.fields import binary_stub, compact, content_text, mapping, string

_HOOK_TAG = "hook_context"
_SNAPSHOT = re.compile(r"\A\s*<state_snapshot>(.*?)(?:</state_snapshot>.*)?\Z", re.DOTALL)
_STATUS = re.compile(r"(?:Error|Exit Code|Signal|Background PIDs|Process Group PGID): ")
_EXIT_CODE = re.compile(r"^Exit Code: (-?\d+)$", re.MULTILINE)
_ERROR = re.compile(r"^Error: (?!\(none\))(.+)$", re.MULTILINE)
_TAIL_LINES = 60
"""Lines a hook may have put after the status lines."""


class Response(NamedTuple):
    """What a tool gave back; `call` is empty when the part names none."""

    call: str
    name: str
    text: str
    ok: bool


def parts_of(content: Any) -> list[dict[str, Any]]:
    """Return a message's parts; agents write a string, one part, or a list of either."""
    given = content if isinstance(content, list) else [content]
    return [{"text": part} if isinstance(part, str) else part for part in given if isinstance(part, str | dict)]


def part_text(part: dict[str, Any]) -> str:
    """Return the words of a part, or a stub for what is no text."""
    text = part.get("text")
    if isinstance(text, str):
        return text
    data = mapping(part.get("inlineData"))
    if data:
        return binary_stub({"source": {"media_type": data.get("mimeType"), "data": data.get("data")}})
    file = mapping(part.get("fileData"))
    return binary_stub({"url": file.get("fileUri")}) if file else ""


def summary_of(text: str) -> str:
    """Return the compaction summary a user text holds, empty when it holds none."""
    found = _SNAPSHOT.match(text)
    return found[1].strip() if found else ""


def words(content: Any) -> str:
    """Return what a message says, without thoughts and without what hooks put in."""
    texts = [part_text(part) for part in parts_of(content) if not part.get("thought")]
    return "\n".join(filter(None, (cut_blocks(text, _HOOK_TAG).strip() for text in texts)))


def responses(content: Any) -> Iterator[Response]:
    """Yield the tool results among a message's parts."""
    for part in parts_of(content):
        found = mapping(part.get("functionResponse"))
        if found:
            yield _response(found)


def _response(found: dict[str, Any]) -> Response:
    response = mapping(found.get("response"))
    given = response.get("output", response.get("error", response.get("content")))
    text = content_text(given) or (compact(response) if response and given is None else "")
    text, ok = _shell_output(cut_blocks(text, _HOOK_TAG).rstrip())
    return Response(string(found.get("id")), string(found.get("name")), text, ok and "error" not in response)


def _shell_output(text: str) -> tuple[str, bool]:
    """Return what a command printed, without the lines the shell tool and hooks add, and whether it succeeded."""
    head, found, output = ("", "Output: ", text[8:]) if text.startswith("Output: ") else text.partition("\nOutput: ")
    if not found or (head and not head.startswith("Command: ")):
        return text, True
    lines = output.split("\n")
    end = len(lines)
    while end > max(0, len(lines) - _TAIL_LINES) and not _STATUS.match(lines[end - 1]):
        end -= 1
    start = end
    while start > 0 and _STATUS.match(lines[start - 1]):
        start -= 1
    status = "\n".join(lines[start:end])
    code, error = _EXIT_CODE.search(status), _ERROR.search(status)
    printed = lines[:start] if start < end else lines
    return "\n".join(printed + ([error[1]] if error else [])), code is None or code[1] == "0"
