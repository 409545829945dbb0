"""Take apart what Cline and Roo write into user messages, and the calls older versions wrote into agent messages.

For `cline_reader` only. Every search is one forward scan for each tag, so hostile text costs no more than its length.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import Any

from wikimem.frontends.fields import first_string, instant, mapping, sequence, string

PERSON_TAGS = frozenset({"task", "feedback", "user_message", "user_input", "user_query", "answer"})
"""What wraps the words a person typed."""

_TOOLS = frozenset(
    {
        "access_mcp_resource",
        "apply_diff",
        "ask_followup_question",
        "attempt_completion",
        "browser_action",
        "codebase_search",
        "execute_command",
        "insert_content",
        "list_code_definition_names",
        "list_files",
        "new_task",
        "plan_mode_respond",
        "read_file",
        "replace_in_file",
        "search_and_replace",
        "search_files",
        "switch_mode",
        "update_todo_list",
        "use_mcp_tool",
        "write_to_file",
    }
)
_CHECKBOX = re.compile(r"^[ \t]*(?:[-*][ \t]*)?\[([ xX~-])\][ \t]*(\S.*)$", re.MULTILINE)
_MARKS = {" ": "open", "x": "done", "X": "done", "~": "active", "-": "active"}
_OPENING = re.compile(r"<([a-z_]+)(?:[ \t][^<>\n]*)?>")
_RESULT = re.compile(r"\[(\w+)(?: for [^\n]*?)?\] Result:[ \t]*\n?")
_FOLDER = re.compile(r"^# Current (?:Working|Workspace) Directory \((.+)\) Files$", re.MULTILINE)
_REMOTE = re.compile(r'"(?:origin: )([^"\n]+)"')
_COMMIT = re.compile(r'"latestGitCommitHash": "([0-9a-f]{40})"')
_LOCAL_TIME = re.compile(
    r"^# Current Time\n(\d\d?)/(\d\d?)/(\d{4}), (\d\d?):(\d\d):(\d\d) ([AP]M) \([^)\n]*UTC([+-]\d\d?)(?::(\d\d))?\)",
    re.MULTILINE,
)
_UTC_TIME = re.compile(r"^Current time in ISO 8601 UTC format: (\S+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Element:
    """One `<name>body</name>` of a text; `start` and `end` say where it stands."""

    name: str
    body: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What an environment block says about where and when the agent works."""

    at: str = ""
    context: dict[str, str] = field(default_factory=dict)


def elements(text: str, names: frozenset[str] | None = None) -> Iterator[Element]:
    """Yield the outermost closed elements of a text, of the given names or of all."""
    unclosed: set[str] = set()
    at = 0
    while opening := _OPENING.search(text, at):
        name, at = opening[1], opening.end()
        if name in unclosed or (names is not None and name not in names):
            continue
        closing = f"</{name}>"
        end = text.find(closing, at)
        if end < 0:
            unclosed.add(name)
            continue
        yield Element(name, text[at:end], opening.start(), end + len(closing))
        at = end + len(closing)


def without(text: str, found: list[Element]) -> str:
    """Return a text without some of its elements."""
    kept, done = [], 0
    for element in found:
        kept.append(text[done : element.start])
        done = element.end
    return "".join([*kept, text[done:]]).strip()


def result_head(text: str) -> tuple[str, str] | None:
    """Return the tool and the rest of a text that begins with `[tool for '...'] Result:`."""
    found = _RESULT.match(text)
    return (found[1], text[found.end() :]) if found else None


def surroundings(text: str) -> Surroundings:
    """Return what a text says in its environment block; a time of day comes with its distance from UTC."""
    if "<environment_details>" not in text:
        return Surroundings()
    patterns = {"cwd": _FOLDER, "remote": _REMOTE, "commit": _COMMIT}
    context = {name: found[1] for name, pattern in patterns.items() if (found := pattern.search(text))}
    if utc := _UTC_TIME.search(text):
        return Surroundings(instant(utc[1]), context)
    local = _LOCAL_TIME.search(text)
    return Surroundings(_utc(local) if local else "", context)


def _utc(found: re.Match[str]) -> str:
    month, day, year, hour, minute, second = (int(found[number]) for number in range(1, 7))
    hours, minutes = int(found[8]), int(found[9] or 0)
    try:
        zone = timezone(timedelta(hours=hours, minutes=-minutes if found[8].startswith("-") else minutes))
        clock = hour % 12 + (12 if found[7] == "PM" else 0)
        return instant(datetime(year, month, day, clock, minute, second, tzinfo=zone).isoformat())
    except ValueError:
        return ""


def written_calls(text: str) -> tuple[str, list[tuple[str, dict[str, str]]]]:
    """Return what an agent said, and the calls it wrote into its words as `<tool><field>value</field></tool>`."""
    found = list(elements(text, _TOOLS))
    calls = [(one.name, {part.name: part.body.strip("\n") for part in elements(one.body)}) for one in found]
    return without(text, found), calls


def checklist(text: str) -> list[dict[str, str]]:
    """Return a list of boxes in the form of `Kind.TODO`."""
    return [{"text": said.strip(), "status": _MARKS[mark]} for mark, said in _CHECKBOX.findall(text)]


def offered(data: dict[str, Any]) -> list[str]:
    """Return the answers a question offers, whether they are texts or objects with one."""
    given = sequence(data.get("options", data.get("follow_up")))
    return [text for one in given if (text := string(one) or first_string(mapping(one), ("label", "text", "answer")))]
