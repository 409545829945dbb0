"""Where and when to look, in the words of a person; `verbs.narrowing` finds out what they mean, or raises."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Narrow:
    """What an answer may come from. Whatever is empty means: any."""

    since: str = ""
    """A day (`2026-02-04`), or a period in words ("last week"), of which the first day counts."""
    until: str = ""
    """The last day, included; of a period in words, its last."""
    types: tuple[str, ...] = ()
    """Page types in any case, and `Turn` for what was said in sessions."""
    scope: str = ""
    """`global`, `project:<slug>`, `agent:<name>`, `user:<name>` or `agent:<name>/user:<name>`."""
    agent: str = ""
    """Name of a front-end, such as `claude-code`: what its sessions said, and pages that cite them."""
    superseded: bool = False
    """Let what no longer holds answer, too."""
    as_of: str = ""
    """A day, an instant or a revision: what the wiki said then."""


ANYWHERE = Narrow()
"""No narrowing at all."""
