"""What the tools of coding agents do and what they are asked, by names that many agents share.

For front-ends only. Agents spell one name in several ways (`read_file`, `ReadFile`), so names are compared in lower
case without separators.
"""

import re
from typing import Any

import orjson

from wikimem.frontends.fields import STATUSES, first_string, mapping, sequence, string, todo_items, tool_input
from wikimem.model.record import Act

_NAMES = {
    Act.RUN: "bash shell powershell execute runcommand runshellcommand runterminalcmd runterminalcommand execcommand",
    Act.READ: "read readfile readmanyfiles readmediafile view viewfile viewimage",
    Act.EDIT: "applypatch codeaction create createfile deletefile edit editfile insert multiedit"
    " multireplacefilecontent notebookedit replace replacefilecontent searchreplace strreplace strreplaceeditor write"
    " writefile writetofile",
    Act.SEARCH: "codebasesearch findbyname glob grep grepsearch greptool listdir listdirectory listfiles ls rg"
    " searchfilecontent searchtext",
    Act.WEB: "browsernavigate fetch fetchurl googlewebsearch readurlcontent searchweb webfetch websearch",
    Act.TASK: "agent agentswarm delegate delegatetoagent invokesubagent spawnagent spawnsubagent specialist task",
    Act.ASK: "askuser askuserquestion exitplanmode exitspecmode requestuserinput",
}
_EDITOR_AGENTS = {
    Act.RUN: "runcommands executecommand runterminalcommand",
    Act.READ: "readfiles readcurrentlyopenfile fetchinstructions",
    Act.EDIT: "replaceinfile applydiff insertcontent editexistingfile createnewfile singlefindandreplace"
    " searchandreplace editor undoedit",
    Act.SEARCH: "find searchfiles searchcode searchcodebase fileglobsearch listcodedefinitionnames viewrepomap"
    " viewsubdirectory finder",
    Act.WEB: "browseraction fetchurlcontent readwebpage",
    Act.TASK: "newtask usesubagents oracle subagent",
    Act.ASK: "ask askfollowupquestion askquestion",
}
"""Further names, of agents that live in editors, and of Pi."""
_DATABASE_AGENTS = {
    Act.RUN: "developershell exec executebash executecmd process runterminal shellexec terminal",
    Act.READ: "fsread",
    Act.EDIT: "developertexteditor fswrite patch texteditor",
    Act.SEARCH: "filesearch",
    Act.WEB: "agenticfetch webextract",
    Act.TASK: "delegatetask sessionsspawn",
    Act.ASK: "clarify question",
}
"""Further names, of agents that keep databases."""
_TABLES = (_NAMES, _EDITOR_AGENTS, _DATABASE_AGENTS)
_ACTS = {name: act for table in _TABLES for act, names in table.items() for name in names.split()}
_LISTS = frozenset({"settodolist", "todo", "todolist", "todos", "todowrite", "updateplan", "updatetodo", "writetodos"})
_PLANS = frozenset({"exitplanmode", "exitspecmode"})
_PATHS = (
    "file_path",
    "path",
    "absolute_path",
    "target_file",
    "filePath",
    "TargetFile",
    "AbsolutePath",
    "notebook_path",
)
_ASKED = {
    Act.RUN: ("command", "cmd", "CommandLine"),
    Act.READ: _PATHS,
    Act.EDIT: _PATHS,
    Act.SEARCH: ("pattern", "query", "Query", "glob_pattern", "path", "dir_path", "target_directory", "DirectoryPath"),
    Act.WEB: ("url", "Url", "query", "prompt"),
    Act.TASK: ("prompt", "task", "objective", "description"),
    Act.ASK: ("question",),
}
_TASK_TEXTS = ("content", "description", "title", "step", "text")
_CHECKLIST = re.compile(r"^[ \t]*(?:[-*]|\d+[.)])[ \t]*\[([^\]\n]*)\][ \t]*(\S[^\n]*)$", re.MULTILINE)
_MARKS = {"x": "done", "~": "active"}


def act_of(tool: str) -> Act:
    """Return what a tool does; `Act.OTHER` when its name says nothing."""
    return _ACTS.get(_plain(tool), Act.OTHER)


def is_plan(tool: str) -> bool:
    """Tell whether a tool shows the person a plan and waits for a yes."""
    return _plain(tool) in _PLANS


def _plain(tool: str) -> str:
    return re.sub(r"[_\-. ]", "", tool).lower()


def decoded(arguments: Any) -> dict[str, Any]:
    """Return a tool's input as an object that a raw log can hold; agents write an object or JSON in a string."""
    if isinstance(arguments, str):
        try:
            value = orjson.loads(arguments)
        except orjson.JSONDecodeError:
            return {"arguments": arguments} if arguments else {}
        return tool_input(value) if isinstance(value, dict) else {"arguments": arguments}
    return tool_input(arguments)


def asked(act: Act, data: dict[str, Any]) -> str:
    """Return the one thing a tool call asks for."""
    if act is Act.ASK and (questions := questions_of(data)):
        return "\n".join(question for question, _ in questions)
    if found := first_string(data, _ASKED.get(act, ())):
        return found
    texts = [value for value in data.values() if isinstance(value, str)]
    lists = [item for value in data.values() for item in sequence(value) if isinstance(item, str)]
    return texts[0] if texts else "\n".join(lists)


def questions_of(data: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """Return each question of a call to the person, with the options offered."""
    given = [mapping(item) for item in sequence(data.get("questions"))] or [data]
    found = []
    for item in given:
        if question := string(item.get("question")):
            offered = sequence(item.get("options")) or sequence(item.get("choices"))
            labels = [option if isinstance(option, str) else string(mapping(option).get("label")) for option in offered]
            found.append((question, [label for label in labels if label]))
    return found


def task_list(tool: str, data: dict[str, Any]) -> list[dict[str, str]]:
    """Return the task list a call sets, in the form of `Kind.TODO`; empty when it sets none."""
    if _plain(tool) not in _LISTS:
        return []
    given = next((data[name] for name in ("todos", "plan", "items") if data.get(name)), None)
    if isinstance(given, str):
        return [{"text": text.strip(), "status": _status(mark)} for mark, text in _CHECKLIST.findall(given)]
    fields = {name for item in sequence(given) if isinstance(item, dict) for name in item}
    return todo_items(given, next((name for name in _TASK_TEXTS if name in fields), _TASK_TEXTS[0]))


def _status(mark: str) -> str:
    mark = mark.strip().lower()
    return _MARKS.get(mark) or STATUSES.get(mark, "open")
