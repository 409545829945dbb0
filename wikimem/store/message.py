"""Commit messages: subject, body and trailers, to text and back. Pure.

Only the history room calls this.
"""

import re

from wikimem.model.change import Changeset

SUBJECT_WIDTH = 72
"""Characters a generated subject may take, as git's own tools wrap it."""

_TRAILER = re.compile(r"([A-Za-z][A-Za-z0-9-]*): (.*)")


def format_message(changeset: Changeset) -> str:
    """Return the commit message of a changeset."""
    trailers = "\n".join(f"{key}: {_one_line(value)}" for key, value in changeset.trailers)
    parts = (_one_line(changeset.subject) or "Update the wiki", changeset.body.strip().replace("\0", ""), trailers)
    return "\n\n".join(part for part in parts if part) + "\n"


def edit_message(verb: str, paths: list[str]) -> str:
    """Return the message for a person's own edits, naming the pages."""
    names = [_one_line(path) for path in paths]
    subject = f"{verb} {', '.join(names)}"
    if len(subject) <= SUBJECT_WIDTH:
        return subject + "\n"
    if len(names) == 1:
        return f"{verb} {names[0].rsplit('/', 1)[-1]}\n\n{names[0]}\n"
    short = names[0].rsplit("/", 1)[-1]
    return f"{verb} {short} and {len(names) - 1} more\n\n" + "\n".join(f"- {name}" for name in names) + "\n"


def parse_body(text: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return a message without its subject as body and trailers: a last paragraph of nothing but `Key: value`."""
    paragraphs = text.strip("\n").split("\n\n")
    matches = [_TRAILER.fullmatch(line) for line in paragraphs[-1].splitlines()]
    trailers = tuple((match[1], match[2]) for match in matches if match)
    if not trailers or len(trailers) != len(matches):
        return text.strip("\n"), ()
    return "\n\n".join(paragraphs[:-1]).strip("\n"), trailers


def _one_line(text: str) -> str:
    return " ".join(text.replace("\0", "").split())
