"""What Claude Code's tools do, and the task list its task tools keep.

For `claude_code` only.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from wikimem.frontends.fields import STATUSES, first_string, mapping, sequence, string
from wikimem.model.record import Act

ACTS = {
    "bash": Act.RUN,
    "read": Act.READ,
    "edit": Act.EDIT,
    "write": Act.EDIT,
    "multiedit": Act.EDIT,
    "notebookedit": Act.EDIT,
    "grep": Act.SEARCH,
    "glob": Act.SEARCH,
    "ls": Act.SEARCH,
    "webfetch": Act.WEB,
    "websearch": Act.WEB,
    "web_search": Act.WEB,
    "web_fetch": Act.WEB,
    "task": Act.TASK,
    "agent": Act.TASK,
    "askuserquestion": Act.ASK,
    "exitplanmode": Act.ASK,
}
"""What each tool does, by its name in lower case."""

TASK_TOOLS = frozenset({"TaskCreate", "TaskUpdate"})
"""Tools that change one item of the task list."""
LIST_TOOLS = TASK_TOOLS | {"TodoWrite"}
"""Tools whose calls and results are told by the task list they leave."""

_ASKED = {
    Act.RUN: ("command",),
    Act.READ: ("file_path", "path"),
    Act.EDIT: ("file_path", "notebook_path", "path"),
    Act.SEARCH: ("pattern", "path"),
    Act.WEB: ("url", "query"),
    Act.TASK: ("prompt", "description"),
}
_CREATED = re.compile(r"Task #(\S+) created")


def act_of(tool: str) -> Act:
    """Return what a tool does."""
    return ACTS.get(tool.lower(), Act.OTHER)


def asked(act: Act, data: dict[str, Any]) -> str:
    """Return the one thing a tool call asks for."""
    if act is Act.ASK:
        questions = [string(mapping(item).get("question")) for item in sequence(data.get("questions"))]
        return "\n".join(filter(None, questions)) or plan_title(string(data.get("plan")))
    fields = _ASKED.get(act)
    if fields is not None:
        return first_string(data, fields)
    return next((value for value in data.values() if isinstance(value, str)), "")


def plan_title(plan: str) -> str:
    """Return the first line of a plan, without heading marks."""
    return plan.strip().partition("\n")[0].lstrip("# ")


@dataclass(slots=True)
class TaskList:
    """The list that TaskCreate and TaskUpdate change one item at a time."""

    _tasks: dict[str, dict[str, str]] = field(default_factory=dict)

    def create(self, data: dict[str, Any], result: str, details: Any) -> None:
        """Add the task a TaskCreate call made; its id stands in the result only."""
        found = _CREATED.match(result)
        id_ = string(mapping(mapping(details).get("task")).get("id")) or (found[1] if found else "")
        self._tasks[id_ or f"new-{len(self._tasks)}"] = {"text": string(data.get("subject")), "status": "open"}

    def update(self, data: dict[str, Any]) -> None:
        """Change the task a TaskUpdate call names; one created before the transcript began needs a subject."""
        id_, status, subject = string(data.get("taskId")), string(data.get("status")), string(data.get("subject"))
        if status == "deleted":
            self._tasks.pop(id_, None)
            return
        known = self._tasks.get(id_)
        if known is None and not subject:
            return
        task = known or {"text": "", "status": "open"}
        self._tasks[id_] = {"text": subject or task["text"], "status": STATUSES.get(status, task["status"])}

    def items(self) -> list[dict[str, str]]:
        """Return the whole list as it stands."""
        return [dict(task) for task in self._tasks.values() if task["text"]]
