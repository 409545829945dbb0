"""Name a point in the history of a wiki, try things, and go back to it.

Going back is a commit like any other: what was tried stays in the history, and what was forgotten since stays out.
"""

from wikimem.errors import NotFound, PageError
from wikimem.model.change import Change, Changeset, Remove, Write
from wikimem.store import forks as store
from wikimem.store.view import View
from wikimem.text.claims import claim_lines, drop_claim
from wikimem.text.frontmatter import parse
from wikimem.text.slug import slug
from wikimem.verbs.writing import Pen, Written, now


def fork(pen: Pen, name: str, *, dry_run: bool) -> tuple[str, str]:
    """Name the newest commit and return name and commit; without a name, by the day and the commit."""
    commit = pen.history.head()
    if not commit:
        raise NotFound("the wiki has no history yet", hint="compile something first")
    name = slug(name) if name else f"{now()[:10]}-{commit[:8]}"
    store.add_fork(pen.vault.root, name, commit, dry_run=dry_run)
    return name, commit


def forks(pen: Pen) -> dict[str, str]:
    """Return the commit of each fork by its name."""
    return store.forks(pen.vault.root)


def unfork(pen: Pen, name: str, *, dry_run: bool) -> str:
    """Forget the name of a fork and return its commit; `NotFound`."""
    return store.remove_fork(pen.vault.root, name, dry_run=dry_run)


def go_back(pen: Pen, name: str, *, dry_run: bool) -> Written:
    """Make every page what it was at a fork; `NotFound`."""
    commit = store.fork_named(pen.vault.root, name)

    def plan(view: View) -> Changeset:
        changes: list[Change] = []
        for status, path in pen.history.changed(commit, pen.history.head()):
            if path.startswith("."):
                continue
            content = b"" if status == "A" else _without_forgotten(pen.history.show(path, commit), path, view)
            changes.append(Write(path, content) if content else Remove(path))
        subject = f"Go back to the fork {name}"
        return Changeset(subject, tuple(changes), now(), trailers=(("Fork", f"{name} {commit}"),))

    return pen.write(plan, dry_run=dry_run)


def _without_forgotten(content: bytes, path: str, view: View) -> bytes:
    """Return a page without the claims that were forgotten since; empty when nothing else is left."""
    if not path.endswith(".md"):
        return content
    text = content.decode("utf-8", "replace")
    try:
        claims = [line.id for line in claim_lines(parse(text, path)[1]) if line.id]
    except PageError:
        return content
    for claim in claims:
        if text and view.is_forgotten(claim):
            text = drop_claim(text, claim, "")
    return text.encode()
