"""What the tools of most agents do, by the names they share, and what a call of one asks for.

For front-ends only. An agent whose tools are named otherwise keeps a table of its own.
"""

import re
from typing import Any

from wikimem.frontends.fields import STATUSES, first_string, mapping, sequence, string
from wikimem.model.record import Act

_NAMES = {
    Act.RUN: "bash shell run_command run_commands execute_command run_terminal_command terminal python execute",
    Act.READ: "read read_file read_files read_currently_open_file view open_file read_file_range fetch_instructions",
    Act.EDIT: "edit write edit_file create_file write_file write_to_file replace_in_file apply_diff insert_content "
    "multi_edit multiedit edit_existing_file create_new_file single_find_and_replace search_and_replace editor "
    "search_replace apply_patch new_rule undo_edit",
    Act.SEARCH: "grep find ls glob list list_files list_dir search_files search_code search_codebase codebase_search "
    "file_glob_search grep_search list_code_definition_names view_repo_map view_subdirectory finder ast_grep",
    Act.WEB: "web_fetch webfetch fetch web_search websearch search_web fetch_url_content read_web_page browser_action",
    Act.TASK: "task agent subagent new_task use_subagents spawn_agent oracle",
    Act.ASK: "ask ask_user ask_followup_question ask_question askuserquestion",
}
_ACTS = {name: act for act, names in _NAMES.items() for name in names.split()}
_ASKED = {
    Act.RUN: ("command", "cmd", "script", "code"),
    Act.READ: ("path", "file_path", "filepath", "filePath"),
    Act.EDIT: ("path", "file_path", "filepath", "filePath"),
    Act.SEARCH: ("pattern", "filePattern", "query", "regex", "path", "dirPath"),
    Act.WEB: ("url", "query"),
    Act.TASK: ("prompt", "task", "message", "description"),
    Act.ASK: ("question", "prompt"),
}
_CHECKBOX = re.compile(r"^[ \t]*(?:[-*][ \t]*)?\[([ xX~-])\][ \t]*(\S.*)$", re.MULTILINE)
_MARKS = {" ": "open", "x": "done", "X": "done", "~": "active", "-": "active"}


def act_of(tool: str) -> Act:
    """Return what a tool does, `Act.OTHER` when its name says nothing."""
    return _ACTS.get(tool.lower(), Act.OTHER)


def asked(act: Act, data: dict[str, Any]) -> str:
    """Return the one thing a call asks for: its command, path, pattern, question or prompt."""
    if found := first_string(data, _ASKED.get(act, ())):
        return found
    texts = [value for value in data.values() if isinstance(value, str)]
    lists = [item for value in data.values() for item in sequence(value) if isinstance(item, str)]
    return texts[0] if texts else "\n".join(lists)


def options_of(data: dict[str, Any]) -> list[str]:
    """Return the answers a question offers, whether they are texts or objects with one."""
    offered = data.get("options", data.get("follow_up"))
    return [
        text
        for one in sequence(offered)
        if (text := string(one) or first_string(mapping(one), ("label", "text", "answer")))
    ]


def checklist(text: str) -> list[dict[str, str]]:
    """Return a markdown list of boxes in the form of `Kind.TODO`."""
    return [{"text": words, "status": _MARKS.get(mark, STATUSES["pending"])} for mark, words in _CHECKBOX.findall(text)]
