"""Read the commits and pull requests an agent made out of the commands it ran. Pure."""

import re
from dataclasses import dataclass

_COMMIT = re.compile(r"(?:^|[;&|\n(]\s*|\bthen\s+)(?:\w+=\S+\s+)*git\s+(?:-[cC]\s+\S+\s+)*commit\b([^\n]*)", re.MULTILINE)
_HEREDOC = re.compile(r"-m\s+\"?\$\(cat\s+<<-?\s*['\"]?(\w+)['\"]?\s*\n(.*?)\n\s*\1", re.DOTALL)
_MESSAGE = re.compile(r"(?:^|\s)(?:-[a-z]*m|--message)[ =]?(?:\"((?:[^\"\\]|\\.)*)\"|'([^']*)')", re.DOTALL)
_RESULT = re.compile(r"^\[(?:detached HEAD|[^\s\]]+)(?: \(root-commit\))? ([0-9a-f]{7,40})\] (.+)$", re.MULTILINE)
_PULL = re.compile(r"https://github\.com/[\w.-]+/[\w.-]+/pull/\d+")
_CREDIT = re.compile(r"^(?:Co-authored-by|Signed-off-by|🤖 Generated|Generated with|Entire-[\w-]+)\b.*$", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit an agent made in somebody's repository."""

    id: str
    """Short commit id as git printed it, or empty."""
    subject: str
    body: str = ""


def commits_of(command: str, output: str) -> list[Commit]:
    """Return the commits a shell command made, by its messages and what git answered.

    `git commit` inside other text is not a commit: the command must stand at a command's place, and a commit that git
    refused (no `[branch id]` line, an error in the output) is left out.
    """
    if "git" not in command or "commit" not in command or not _COMMIT.search(command):
        return []
    printed = _RESULT.findall(output)
    messages = [found[1] for found in _HEREDOC.findall(command)]
    if not messages:
        messages = ["\n\n".join(double.replace('\\"', '"') or single for double, single in _MESSAGE.findall(command[_COMMIT.search(command).start() :]))]  # type: ignore[union-attr]
    commits = []
    for number, message in enumerate(messages):
        subject, _, body = _CREDIT.sub("", message).strip().partition("\n")
        ident, shown = printed[number] if number < len(printed) else ("", "")
        if not printed and ("nothing to commit" in output or "error:" in output or "fatal:" in output):
            continue
        if subject or shown:
            commits.append(Commit(ident, (subject or shown).strip(), body.strip()))
    return commits


def pulls_of(command: str, output: str) -> list[str]:
    """Return the URLs of pull requests a command created."""
    return _PULL.findall(output) if "gh pr create" in command else []
