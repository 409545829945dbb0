"""What a person means by a scope: `global`, `project:NAME`, `agent:NAME`, `user:NAME` or `agent:NAME/user:NAME`."""

import hashlib
import re
from pathlib import Path

from wikimem.errors import UsageError
from wikimem.model.audience import GLOBAL, Audience
from wikimem.model.change import Change
from wikimem.store.layout import Layout
from wikimem.store.project import Projects
from wikimem.text.clean import clean
from wikimem.text.slug import slug
from wikimem.verbs.projects import assigned, known

HINT = "give global, project:NAME, agent:NAME, user:NAME or agent:NAME/user:NAME"
"""The next step for who gives what is no scope."""
_ENDS_IN_HASH = re.compile(r"-[0-9a-f]{8}\Z")


def audience(agent: str = "", user: str = "") -> Audience:
    """Return the audience of an agent and a user by any names."""
    return Audience(_folder(agent), _folder(user))


def scope_named(vault: Layout, text: str) -> str:
    """Return a scope that is named as scopes are stored; `UsageError` for what is none, `NotFound` for no project."""
    if text == GLOBAL:
        return text
    match [part.partition(":") for part in text.split("/", 1)]:
        case [("project", ":", name)] if name:
            return f"project:{known(vault, name)}"
        case [("agent", ":", name)] if name:
            return audience(name).scope
        case [("user", ":", name)] if name:
            return audience(user=name).scope
        case [("agent", ":", name), ("user", ":", user)] if name and user:
            return audience(name, user).scope
    raise UsageError(f"{text!r} is no scope", hint=HINT)


def scope_to_write(
    vault: Layout, whose: Audience, scope: str, project: str, cwd: Path | None
) -> tuple[str, tuple[Change, ...]]:
    """Return the scope to write to, and what makes its project known to the vault when it is new.

    That is the one named, else the audience's own, else the project of a folder. `UsageError` where it may not write.
    """
    if scope and project:
        raise UsageError("a project and a scope are given", hint="give one of the two")
    if named := scope or (f"project:{project}" if project else ""):
        meant = scope_named(vault, named)
        if whose.own and meant not in whose.own:
            hint = "let the wiki itself write there, with `by` saying who speaks"
            raise UsageError(f"the memory of {whose.scope} does not write to {meant}", hint=hint)
        kind, _, name = meant.partition(":")
        return f"project:{Projects.read(vault).first(name)}" if kind == "project" else meant, ()
    if whose.own:
        return whose.scope, ()
    assignment = assigned(vault, "", cwd)
    return f"project:{assignment.first or assignment.slug}", (assignment.change,) if assignment.change else ()


def _folder(name: str) -> str:
    """Return the folder of an agent or user; two names never share one, however alike, and none shows a secret."""
    if not name:
        return ""
    from wikimem.text.redact import Redactor

    folder = slug(Redactor().text(clean(name)))
    if folder == name and not _ENDS_IN_HASH.search(name):
        return folder
    return f"{folder}-{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:8]}"
