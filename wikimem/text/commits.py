"""Read the commits and pull requests an agent made out of the commands it ran. Pure."""

import re
from dataclasses import dataclass

from wikimem.model.record import Act
from wikimem.model.session import ToolCall

_COMMIT = re.compile(
    r"(?:^|[;&|\n(]\s*|\bthen\s+)(?:\w+=\S+\s+)*git\s+(?:-[cC]\s+\S+\s+)*commit\b([^\n]*)", re.MULTILINE
)
_HEREDOC = re.compile(r"-[a-z]*m\s+\"?\$\(cat\s+<<-?\s*['\"]?(\w+)['\"]?\s*\n(.*?)\n\s*\1", re.DOTALL)
_MESSAGE = re.compile(r"(?:^|\s)(?:-[a-z]*m|--message)[ =]?(?:\"((?:[^\"\\]|\\.)*)\"|'([^']*)')", re.DOTALL)
_RESULT = re.compile(r"^\[(?:detached HEAD|[^\s\]]+)(?: \(root-commit\))? ([0-9a-f]{7,40})\] (.+)$", re.MULTILINE)
_REFUSALS = ("nothing to commit", "error:", "fatal:")
_PULL = re.compile(r"https://github\.com/[\w.-]+/[\w.-]+/pull/\d+")
_CREDIT = re.compile(
    r"^(?:Co-authored-by|Signed-off-by|🤖 Generated|Generated with|Entire-[\w-]+)\b.*$", re.IGNORECASE | re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit an agent made in somebody's repository."""

    id: str
    """Short commit id as git printed it, or empty."""
    subject: str
    body: str = ""


def commits_of(call: ToolCall) -> list[Commit]:
    """Return the commits a tool call made, by the messages in its command and what git answered.

    `git commit` inside other text is not a commit: the command must stand at a command's place, and a commit that git
    refused is left out.
    """
    command, output = call.asked, call.result or ""
    if call.act is not Act.RUN or not call.ok or "commit" not in command or "git" not in command:
        return []
    found = _COMMIT.search(command)
    if found is None or (not _RESULT.search(output) and any(refusal in output for refusal in _REFUSALS)):
        return []
    printed = _RESULT.findall(output)
    commits = []
    for number, message in enumerate(_messages(command, found.start())):
        subject, _, body = _CREDIT.sub("", message).strip().partition("\n")
        ident, shown = printed[number] if number < len(printed) else (_logged(output, subject), "")
        if subject or shown:
            commits.append(Commit(ident, (subject or shown).strip(), body.strip()))
    return commits


def _messages(command: str, start: int) -> list[str]:
    heredocs = [text for _, text in _HEREDOC.findall(command)]
    if heredocs:
        return heredocs
    parts = [double.replace('\\"', '"') or single for double, single in _MESSAGE.findall(command[start:])]
    return ["\n\n".join(parts)]


def _logged(output: str, subject: str) -> str:
    """Return the id of a quiet commit that `git log --oneline` showed afterwards."""
    shown = re.search(rf"^([0-9a-f]{{7,40}}) {re.escape(subject)}", output, re.MULTILINE) if subject else None
    return shown[1] if shown else ""


def pulls_of(call: ToolCall) -> list[str]:
    """Return the URLs of pull requests a tool call created."""
    return _PULL.findall(call.result or "") if call.act is Act.RUN and "gh pr create" in call.asked else []
