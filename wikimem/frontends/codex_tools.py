"""What Codex's tools do and what they are asked.

For `codex_reader` only.
"""

from typing import Any, NamedTuple

import orjson

from wikimem.frontends.codex_text import patched_files
from wikimem.frontends.fields import first_string, mapping, sequence, string, todo_items, tool_input
from wikimem.model.record import Act

_ACTS = {
    "shell": Act.RUN,
    "shell_command": Act.RUN,
    "exec_command": Act.RUN,
    "local_shell_call": Act.RUN,
    "container.exec": Act.RUN,
    "apply_patch": Act.EDIT,
    "read_file": Act.READ,
    "view_image": Act.READ,
    "grep_files": Act.SEARCH,
    "list_dir": Act.SEARCH,
    "tool_search": Act.SEARCH,
    "web_search": Act.WEB,
    "spawn_agent": Act.TASK,
    "request_user_input": Act.ASK,
}
_ASKED = ("cmd", "command", "path", "file_path", "dir_path", "pattern", "query", "url", "message", "prompt")
_SHELL_FLAGS = frozenset({"-lc", "-c", "-Command"})


class Asked(NamedTuple):
    """A tool call in the form all agents share."""

    act: Act
    text: str
    data: dict[str, Any]


def asked(name: str, arguments: Any) -> Asked:
    """Return what a call asks for; `arguments` is a JSON string, an object, or a tool's own text such as a patch."""
    act = _ACTS.get(name, Act.OTHER)
    data = _decoded(arguments)
    command = command_line(data.get("command", data.get("cmd")))
    patch = _patch(name, arguments, data)
    if patch:
        files = patched_files(patch)
        return Asked(Act.EDIT, files[0] if files else "", {"patch": patch, "files": files})
    if act is Act.ASK:
        questions = [string(mapping(item).get("question")) for item in sequence(data.get("questions"))]
        return Asked(act, "\n".join(filter(None, questions)), data)
    return Asked(act, command or first_string(data, _ASKED), data)


def command_line(command: Any) -> str:
    """Return a command as a person would type it, without the shell that runs it."""
    if not isinstance(command, list):
        return string(command)
    words = [word for word in command if isinstance(word, str)]
    if len(words) > 2 and words[1] in _SHELL_FLAGS:
        return words[2]
    return " ".join(words)


def plan_items(arguments: Any) -> list[dict[str, str]]:
    """Return the task list an `update_plan` call sets, in the form of `Kind.TODO`."""
    return todo_items(_decoded(arguments).get("plan"), "step")


def given_answers(data: dict[str, Any], output: str) -> list[tuple[str, str, list[str]]]:
    """Return question, answer and offered options of each answer to a `request_user_input` call."""
    answers = mapping(_decoded(output).get("answers"))
    found = []
    for question in map(mapping, sequence(data.get("questions"))):
        answer = answers.get(string(question.get("id")))
        texts = sequence(mapping(answer).get("answers")) if isinstance(answer, dict) else [answer]
        text = ", ".join(one for one in texts if isinstance(one, str) and one)
        if text:
            options = [string(mapping(option).get("label")) for option in sequence(question.get("options"))]
            found.append((string(question.get("question")), text, options))
    return found


def _decoded(arguments: Any) -> dict[str, Any]:
    if not isinstance(arguments, str):
        return tool_input(arguments)
    try:
        value = orjson.loads(arguments)
    except orjson.JSONDecodeError:
        return {"arguments": arguments} if arguments else {}
    return tool_input(value) if isinstance(value, dict) else {"arguments": arguments}


def _patch(name: str, arguments: Any, data: dict[str, Any]) -> str:
    """Return the patch of a call, whether to the tool itself or to a shell that runs `apply_patch`."""
    if name == "apply_patch":
        return string(data.get("input")) or string(arguments)
    command = data.get("command")
    if isinstance(command, list) and len(command) > 1 and command[0] == "apply_patch":
        return string(command[1])
    line = command_line(command if command is not None else data.get("cmd"))
    start = line.find("*** Begin Patch")
    if start < 0 or not line.startswith("apply_patch"):
        return ""
    end = line.rfind("*** End Patch")
    return line[start:] if end < start else f"{line[start:end]}*** End Patch"
