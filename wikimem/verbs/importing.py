"""Take a folder in: read it without trust, tell what it is, plan what becomes of it, commit it as one changeset.

Every text passes the redactor and the cleaner first. A file that cannot be taken is a finding that names it; all others
are taken.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from wikimem.errors import PageError, UsageError
from wikimem.model.bundle import IMPORTED, BundleFormat, Delivery, Files
from wikimem.model.change import Change, Changeset, Write
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.passes.bundles import agent_memory, foreign, loop_memory, ours
from wikimem.passes.bundles.arrival import arrive
from wikimem.passes.bundles.notes import landed
from wikimem.passes.bundles.recognise import recognise
from wikimem.passes.bundles.rows import filed
from wikimem.store import bundle
from wikimem.store.layout import Layout
from wikimem.store.project import Projects, slug_of
from wikimem.store.view import View
from wikimem.store.worktree import check_name
from wikimem.text.clean import clean, one_line
from wikimem.text.frontmatter import patch
from wikimem.text.paths import scope_folder, scope_of
from wikimem.text.redact import Redactor
from wikimem.text.slug import slug
from wikimem.verbs.projects import project_of
from wikimem.verbs.writing import Pen, Written, now

_NAMED = (BundleFormat.OKF, BundleFormat.MARKDOWN)
"""Formats of which there may be many folders, so that each goes by its own name."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where foreign pages go, and the one project of a bundle of ours. Empty: where the folder belongs."""

    project: str = ""
    """Made when the wiki does not know it."""
    scope: str = ""
    """`global`, `project:NAME` or `agent:NAME`."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A folder after `import`."""

    format: BundleFormat
    written: Written
    findings: tuple[Diagnostic, ...]


def import_folder(pen: Pen, folder: Path, target: Target, format: BundleFormat | None, *, dry_run: bool) -> Imported:
    """Take in what a folder holds."""
    vault = pen.vault
    if format is not None and format not in IMPORTED:
        raise UsageError(f"nothing is read as {format}", hint="formats: " + ", ".join(IMPORTED))
    if folder.exists():
        bundle.check_apart(folder, vault.root)
    delivery, findings = _read(folder, format)
    delivery = replace(delivery, origin=_origin(folder, delivery.format))
    redactor = Redactor()
    delivery = _safe(delivery, redactor)
    scope, is_chosen = _scope(vault, folder, target, delivery)
    if is_chosen and delivery.pages:
        delivery = _moved(delivery, scope)

    def plan(view: View) -> Changeset:
        projects = Projects.read(vault)
        changes: dict[str, Change] = {}
        texts, notes = arrive(delivery.pages, view, lambda text: portable(redactor, text))
        findings.extend(notes)
        name = slug(folder.resolve().name) if delivery.format in _NAMED else str(delivery.format)
        base = f"{scope_folder(scope)}/notes/{name}"
        fresh, places, notes = landed(delivery, base, view)
        findings.extend(notes)
        texts |= fresh | filed(delivery.rows, str(delivery.format), scope, view, pen.config.timezone)
        contents = {path: text.encode() for path, text in texts.items()}
        attached = {places[path]: content for path, content in delivery.attachments.items()}
        contents |= _new(vault, attached, findings)
        strangers = _strangers(projects, delivery)
        for path, content in _allowed(vault, contents, strangers, findings):
            changes[path] = Write(path, content)
        scopes = {scope_of(path) for path in changes}
        for founded in _founded(projects, scopes, delivery):
            changes[founded.path] = founded
        subject = f"Import {_count(changes)} from {delivery.format}"
        return Changeset(subject, tuple(changes.values()), now(), trailers=(("Bundle", str(delivery.format)),))

    written = pen.write(plan, dry_run=dry_run)
    return Imported(delivery.format, written, tuple(findings))


def _read(folder: Path, format: BundleFormat | None) -> tuple[Delivery, list[Diagnostic]]:
    is_vault = (folder / ".wikimem" / "config.toml").is_file()
    files, findings = bundle.read_folder(folder, (lambda path: not path.startswith("raw/")) if is_vault else _any)
    manifest = bundle.manifest_of(files)
    files = {path: content for path, content in files.items() if path != bundle.MANIFEST}
    if format is None:
        format = BundleFormat.WIKIMEM if is_vault else recognise(folder.resolve().as_posix(), files, manifest)
    match format:
        case BundleFormat.WIKIMEM:
            delivery = ours.from_files(files, manifest)
        case BundleFormat.LOOP_MEMORY:
            delivery = loop_memory.from_files(files)
        case BundleFormat.CLAUDE:
            delivery = agent_memory.from_files(files, format)
        case _:
            delivery = foreign.from_files(files, format)
    return delivery, [*findings, *delivery.findings]


def _origin(folder: Path, format: BundleFormat) -> str:
    """Return what tells a folder from others of its name, the same for every home; "" for what is exported anywhere."""
    if format is BundleFormat.LOOP_MEMORY:
        return ""
    place = folder.resolve()
    named = place.relative_to(Path.home()) if place.is_relative_to(Path.home()) else place
    return hashlib.blake2b(named.as_posix().encode("utf-8", "replace"), digest_size=4).hexdigest()


def _any(_: str) -> bool:
    return True


def portable(redactor: Redactor, text: str) -> str:
    """Return a text as it may leave and come in: without secrets and characters that mislead. Twice is once."""
    return redactor.text(clean(text))


def redacted(redactor: Redactor, content: bytes) -> bytes:
    """Return a file that is no page without secrets, where it is text; its line ends stay."""
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return content
    masked = redactor.text(text) if "\0" not in text else text
    return masked.encode() if masked != text else content


def _safe(delivery: Delivery, redactor: Redactor) -> Delivery:
    """Return a delivery without secrets and without characters that mislead."""

    def safe(text: str) -> str:
        return portable(redactor, text)

    return replace(
        delivery,
        pages={path: safe(text) for path, text in delivery.pages.items()},
        brought=tuple(replace(page, text=safe(page.text), author=safe(page.author)) for page in delivery.brought),
        rows=tuple(
            replace(row, text=one_line(safe(row.text)), by=safe(row.by), external=one_line(safe(row.external)))
            for row in delivery.rows
        ),
        attachments={path: redacted(redactor, content) for path, content in delivery.attachments.items()},
    )


def _scope(vault: Layout, folder: Path, target: Target, delivery: Delivery) -> tuple[str, bool]:
    """Return the scope foreign pages go to, and whether a person named it."""
    kind, _, name = target.scope.partition(":")
    if target.project or (kind == "project" and name):
        return f"project:{slug_of(target.project or name)}", True
    if target.scope == "global" or (kind == "agent" and name):
        return f"agent:{slug(name)}" if name else "global", True
    if target.scope:
        raise UsageError(f"{target.scope!r} is no scope", hint="give global, project:NAME or agent:NAME")
    of_agent = _project_of_memory(vault, folder) if delivery.format is BundleFormat.CLAUDE else ""
    project = of_agent or project_of(vault, folder.resolve())
    return (f"project:{project}" if project else "global"), False


def _project_of_memory(vault: Layout, folder: Path) -> str:
    """Return the known project whose memory an agent keeps in `projects/<its path with hyphens>/memory`."""
    found = re.search(r"/projects/([^/]+)/memory/?$", folder.resolve().as_posix())
    for project in Projects.read(vault).all() if found else ():
        if found and any(re.sub(r"[^A-Za-z0-9]", "-", path) == found[1] for path in project.paths):
            return project.slug
    return ""


def _moved(delivery: Delivery, scope: str) -> Delivery:
    """Return a delivery of our own pages with its one scope as another; `UsageError` when it holds several."""
    scopes = {scope_of(path) for path in delivery.pages}
    if scopes == {scope}:
        return delivery
    if len(scopes) > 1:
        hint = "export one of them, or import the bundle without --project and --scope"
        raise UsageError("the bundle holds several scopes: " + ", ".join(sorted(scopes)), hint=hint)
    old, new = f"{scope_folder(scopes.pop())}/", f"{scope_folder(scope)}/"
    pages = {}
    for path, text in delivery.pages.items():
        try:
            moved = patch(text, {"scope": scope})
        except PageError:
            moved = text
        pages[path.replace(old, new, 1)] = moved
    attachments = {path.replace(old, new, 1): content for path, content in delivery.attachments.items()}
    return replace(delivery, pages=pages, attachments=attachments, remotes={})


def _new(vault: Layout, attachments: Files, findings: list[Diagnostic]) -> Iterator[tuple[str, bytes]]:
    """Yield the attachments that are not here yet; one that is here with other bytes stays."""
    for path, content in attachments.items():
        place = vault.path(path)
        if not place.is_file():
            yield path, content
        elif place.read_bytes() != content:
            message = "left out: the wiki has this file with other content"
            findings.append(Diagnostic("bundle-file-kept", message, Severity.WARNING, path))


def _strangers(projects: Projects, delivery: Delivery) -> dict[str, str]:
    """Return the slugs of projects of the bundle that are another repository here, each with its remote here."""
    here = {project.slug: project.remotes for project in projects.all() if project.remotes}
    return {
        slug: here[slug][0]
        for slug, remotes in delivery.remotes.items()
        if remotes and slug in here and not set(remotes) & set(here[slug])
    }


def _allowed(
    vault: Layout, contents: Files, strangers: dict[str, str], findings: list[Diagnostic]
) -> Iterator[tuple[str, bytes]]:
    """Yield what may be written, sorted; a finding for each path that is unsafe, a twin or another project's."""
    known: dict[str, dict[str, str]] = {}
    for path, content in sorted(contents.items()):
        why = _unsafe(path)
        project = scope_of(path).removeprefix("project:")
        if not why and project in strangers:
            why = f"the project {project} is {strangers[project]} here; give --project for another name"
        if not why and not vault.path(path).exists() and _has_twin(vault, path, known):
            why = "only case tells its name from a file of the wiki"
        if why:
            findings.append(Diagnostic("bundle-path", f"left out: {why}", Severity.ERROR, path))
        else:
            yield path, content


def _unsafe(path: str) -> str:
    parts = path.split("/")
    if any(part.startswith(".") for part in parts) or parts[0] == "raw":
        return "it would reach into what wikimem keeps for itself"
    try:
        check_name(path)
    except UsageError as error:
        return error.message
    return ""


def _has_twin(vault: Layout, path: str, known: dict[str, dict[str, str]]) -> bool:
    """Tell whether a folder or file of the wiki differs from a part of this path by case alone."""
    parts = path.split("/")
    for depth, part in enumerate(parts):
        above = "/".join(parts[:depth])
        if above not in known:
            place = vault.path(above) if above else vault.root
            known[above] = {entry.name.casefold(): entry.name for entry in place.iterdir()} if place.is_dir() else {}
        if known[above].get(part.casefold(), part) != part:
            return True
    return False


def _founded(projects: Projects, scopes: Iterable[str], delivery: Delivery) -> Iterator[Write]:
    """Yield what makes the projects that come in known to the wiki, with the remotes a bundle names."""
    for scope in sorted(scopes):
        kind, _, name = scope.partition(":")
        if kind == "project" and (change := projects.found(name, delivery.remotes.get(name, ()))):
            yield change


def _count(changes: dict[str, Change]) -> str:
    pages = sum(path.endswith(".md") for path in changes)
    return f"{pages:,} page{'' if pages == 1 else 's'}"
