"""Give a page or a session to another project.

A page moves, and its claims keep their ids. A session moves with its page and its handoff, and what it says is compiled
anew for the project it belongs to: its raw log names the project from then on.
"""

from collections.abc import Mapping
from dataclasses import replace

from wikimem.compiler import Order, compile_vault
from wikimem.errors import UsageError
from wikimem.model.change import Changeset
from wikimem.model.diagnostic import Severity
from wikimem.store import rawappend, rawlog
from wikimem.store.layout import Layout
from wikimem.store.message import SUBJECT_WIDTH
from wikimem.store.project import Place, Projects
from wikimem.store.rawlines import Header
from wikimem.store.view import View
from wikimem.text.clean import clip
from wikimem.text.frontmatter import parse
from wikimem.text.paths import scope_of
from wikimem.text.redact import Redactor
from wikimem.verbs.contexts import prepare
from wikimem.verbs.pages import find_page
from wikimem.verbs.places import new_place, refuse_kept
from wikimem.verbs.relocating import Move, is_of_subject, relocated
from wikimem.verbs.writing import Pen, Written, now


def move_to_project(pen: Pen, name: str, project: str, *, dry_run: bool = False) -> tuple[tuple[str, ...], Written]:
    """Move a page, or a session by its page or short id, to a project; return where it lies now and what was written.

    `UsageError` for a page that cannot move, `NotFound` for one that is not there.
    """
    vault = pen.vault
    page = find_page(vault, name)
    refuse_kept(page)
    raw = _raw_of(vault, page)
    places = {path: _in_project(vault, path, project) for path in (page, *(_handoffs(vault, page) if raw else ()))}
    to = {old: new for old, new in places.items() if old != new}

    def plan(view: View) -> Changeset:
        at = now()
        changes = relocated(view, vault, pen.history, Move(to, to), at) if to else ()
        return Changeset(clip(f"Move {page} to the project {project}", SUBJECT_WIDTH), changes, at)

    written = pen.write(plan, dry_run=dry_run)
    if raw and not dry_run:
        written = _compiled_for(pen, raw, project, written)
    return tuple(places.values()), written


def _raw_of(vault: Layout, page: str) -> str:
    """Return the raw log of the session a page tells of, "" when it is no session's."""
    meta, _ = parse(vault.read(page), page)
    if meta.get("type") != "Session":
        return ""
    sources = meta.get("sources")
    first = sources[0] if isinstance(sources, list) and sources else {}
    raw = str(first.get("resource", "") if isinstance(first, Mapping) else "").lstrip("/")
    if raw.startswith("raw/") and vault.path(raw).is_file():
        return raw
    raise UsageError(
        "the raw log of this session is not here", hint="move its page with `wikimem page move`", path=page
    )


def _handoffs(vault: Layout, page: str) -> list[str]:
    """Return the handoffs that the session of a page left."""
    short = page.removesuffix(".md").rpartition("-")[2]
    folder = "/".join(page.split("/")[:2])
    return [vault.relative(path) for path in sorted(vault.path(f"{folder}/handoffs").glob(f"*-{short}.md"))]


def _in_project(vault: Layout, path: str, project: str) -> str:
    """Return where a page lies in a project that lies elsewhere now; `UsageError` when that is taken."""
    inside = path.partition("/")[2] or path if scope_of(path) == "global" else path.split("/", 2)[2]
    new = new_place(vault, f"projects/{project}/{inside}", leaving=path)
    if new != path and vault.path(new).exists() and not is_of_subject(path):
        hint = f"give the place: wikimem page move {path} projects/{project}/..."
        raise UsageError(f"a page is at {new} already", hint=hint, path=new)
    return new


def _compiled_for(pen: Pen, raw: str, project: str, written: Written) -> Written:
    """Let a raw log name its project, and compile it."""
    vault = pen.vault
    header, projects = rawlog.read_header(vault, raw), Projects.read(vault)
    if header is None or projects.assign(header.place, override=header.project).slug == project:
        return written
    with rawappend.opened(vault.path(raw)) as file:
        appender = rawappend.Appender(file, vault.path(raw), Redactor())
        appender.begin(Header(header.agent, header.session, Place(), projects.first(project)))
        rawlog.mark_pending(vault, raw)
        last = appender.known.seals[-1]
        appender.seal(last.source, last.bytes, last.sha256)
    report = compile_vault(vault, pen.config, Order())
    prepare(vault, pen.config)
    for finding in report.diagnostics:
        if finding.severity is not Severity.INFO:
            pen.report(finding)
    changes = tuple(change for changeset in report.changesets for change in changeset.changes)
    files = {path: status for status, path in written.files}
    for change in changes:
        files.setdefault(change.path, "M")
    commit = next((commit for commit in reversed(report.commits) if commit), written.commit)
    full = replace(written.changeset, changes=(*written.changeset.changes, *changes))
    return Written(full, tuple((status, path) for path, status in files.items()), commit)
