"""What the text in a Codex rollout is: a person's words, or text put in by the harness; and what a tool printed.

For `codex` only.
"""

import re
from typing import Any, NamedTuple

import orjson

from wikimem.frontends.fields import content_text, mapping, string

_INJECTED_STARTS = (
    "# AGENTS.md instructions",
    "<INSTRUCTIONS>",
    "<permissions instructions>",
    "<skill>",
    "Another language model started to solve this problem",
    "Warning: ",
)
_WRAPPED = re.compile(r"<([a-z]+(?:_[a-z]+)+)>.*</\1>", re.DOTALL)
_SHELL = re.compile(r"<user_shell_command>\s*<command>\n?(.*?)\n?</command>\s*<result>\n?(.*?)\n?</result>", re.DOTALL)
_IDE_CONTEXT = "# Context from my IDE setup:"
_IDE_REQUEST = re.compile(r"^## My request for Codex:[ \t]*\n", re.MULTILINE)
_CWD = re.compile(r"<cwd>(.*?)</cwd>")

_HEADER_LINES = 8
_EXIT_CODE = re.compile(r"^(?:Process exited with code|Exit code:)[ \t]*(-?\d+)", re.MULTILINE)
_OUTPUT = re.compile(r"^Output:[ \t]*\n?", re.MULTILINE)
_REFUSED = ("exec command rejected by user", "rejected by user", "patch rejected by user", "aborted by user")
_PATCH_FILE = re.compile(r"^\*\*\* (?:Add|Update|Delete) File: (.+?)[ \t\r]*$", re.MULTILINE)
_SUMMARY_PREAMBLE = re.compile(
    r"\AAnother language model started to solve this problem.*?summary[^\n]*:[ \t]*\n", re.DOTALL
)


class Output(NamedTuple):
    """What a tool gave back."""

    text: str
    ok: bool


def person_words(text: str) -> str:
    """Return what a person said in a user text; empty when the harness wrote it."""
    text = text.strip()
    if text.startswith(_IDE_CONTEXT):
        request = _IDE_REQUEST.search(text)
        return text[request.end() :].strip() if request else ""
    if text.startswith(_INJECTED_STARTS) or _WRAPPED.fullmatch(text):
        return ""
    return text


def shell_command(text: str) -> tuple[str, Output] | None:
    """Return the `!` command a person ran and its output, when a user text tells of one."""
    found = _SHELL.search(text)
    return (found[1], tool_output(found[2])) if found else None


def environment_cwd(text: str) -> str:
    """Return the directory an `<environment_context>` names; old rollouts tell it nowhere else."""
    if not text.lstrip().startswith("<environment_context>"):
        return ""
    found = _CWD.search(text)
    return found[1].strip() if found else ""


def tool_output(output: Any) -> Output:
    """Read a tool's output: text, content blocks, or JSON in a string with an exit code."""
    if isinstance(output, str) and output.startswith("{"):
        output = _decoded(output) or output
    if isinstance(output, dict):
        exit_code = mapping(output.get("metadata")).get("exit_code", output.get("exit_code"))
        text = string(output.get("output")) or content_text(output.get("content", output))
        return Output(text.rstrip(), exit_code in (None, 0) and output.get("success") is not False)
    text = content_text(output)
    if text.startswith(_REFUSED):
        return Output(text, ok=False)
    return _without_header(text)


def _decoded(text: str) -> dict[str, Any] | None:
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    return value if isinstance(value, dict) and "output" in value else None


def _without_header(text: str) -> Output:
    """Take the exit code from the lines the shell tools print before `Output:`, and leave those lines out."""
    head = "\n".join(text.split("\n", _HEADER_LINES)[:_HEADER_LINES])
    exit_code = _EXIT_CODE.search(head)
    if exit_code is None:
        return Output(text.rstrip(), ok=True)
    output = _OUTPUT.search(head, exit_code.end())
    return Output((text[output.end() :] if output else text).rstrip(), ok=exit_code[1] == "0")


def patched_files(patch: str) -> list[str]:
    """Return the files a patch adds, updates or deletes, in its order."""
    return list(dict.fromkeys(_PATCH_FILE.findall(patch)))


def summary_words(text: str) -> str:
    """Return a compaction summary without the sentence that hands it over."""
    return _SUMMARY_PREAMBLE.sub("", text).strip()
