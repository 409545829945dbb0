"""Send pages out of a wiki as a bundle, take a bundle or another tool's folder in, and name a point to go back to.

What leaves passes the redactor as what comes in does: a page people wrote by hand may hold a secret.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from wikimem import templating
from wikimem.errors import PageError, UsageError
from wikimem.model.bundle import EXPORTED, BundleFormat, Leaf, Parcel
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.passes.bundles import agent_memory, agents_md, loop_memory, okf_pages, ours
from wikimem.recall.pages import passages_of_page
from wikimem.store import bundle
from wikimem.store.bundle import Put
from wikimem.store.project import Projects
from wikimem.text.frontmatter import parse
from wikimem.text.paths import scope_of
from wikimem.text.redact import Redactor
from wikimem.verbs.forking import fork, forks, go_back, unfork
from wikimem.verbs.importing import Imported, Target, import_folder, portable, redacted
from wikimem.verbs.projects import known
from wikimem.verbs.writing import Pen, Written

if TYPE_CHECKING:
    from wikimem.store.layout import Layout

_AGENTS = "AGENTS.md"
_SHARED = (BundleFormat.CLAUDE, BundleFormat.AGENTS_MD)
"""Formats that are written into a folder others write into, too."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Which pages leave. Without projects and scopes: all."""

    projects: tuple[str, ...] = ()
    scopes: tuple[str, ...] = ()
    min_importance: float = 0.0
    """Pages whose best claim is worth less stay at home, and above 0 sessions and handoffs, too."""


@dataclass(frozen=True, slots=True)
class Exported:
    """A bundle after `export`."""

    format: BundleFormat
    pages: int
    put: Put
    findings: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Bundles:
    """The way out of a wiki and into it."""

    pen: Pen

    def export(
        self, out: Path, format: BundleFormat, choice: Choice, *, force: bool = False, dry_run: bool = False
    ) -> Exported:
        """Make a folder hold the chosen pages in a format; the same pages give the same bytes.

        `UsageError` for a format nobody writes, a folder of the vault, or one with files of somebody else (`force` lets
        them be); `NotFound` for a project nobody knows.
        """
        vault = self.pen.vault
        if format not in EXPORTED:
            raise UsageError(f"nothing is written as {format}", hint="formats: " + ", ".join(EXPORTED))
        bundle.check_apart(out, vault.root, shared=format in _SHARED)
        parcel, findings = _parcel(vault, choice)
        remotes = {project.slug: sorted(project.remotes) for project in Projects.read(vault).all()}
        about = {"format": str(format), "projects": {slug: remotes.get(slug, []) for slug in parcel.projects}}
        match format:
            case BundleFormat.AGENTS_MD:
                text = agents_md.with_block(bundle.text_at(out / _AGENTS), parcel)
                put = bundle.write_beside(out, {_AGENTS: text.encode()}, dry_run=dry_run)
                return Exported(format, len(parcel.leaves), put, tuple(findings))
            case BundleFormat.CLAUDE:
                files = agent_memory.to_files(parcel, bundle.text_at(out / agent_memory.INDEX))
                index = {agent_memory.INDEX: files.pop(agent_memory.INDEX)}
                put = bundle.write_folder(out, files, {"format": "claude"}, force=force, dry_run=dry_run, shared=True)
                beside = bundle.write_beside(out, index, dry_run=dry_run)
                put = Put(put.added + beside.added, put.changed + beside.changed, put.removed)
                return Exported(format, len(files), put, tuple(findings))
            case BundleFormat.LOOP_MEMORY:
                files, about = loop_memory.to_files(parcel, choice.min_importance), {"format": str(format)}
            case BundleFormat.OKF:
                files, wrong = okf_pages.to_files(parcel, templating.render)
                findings += wrong
            case _:
                files = ours.to_files(parcel, templating.render)
        put = bundle.write_folder(out, files, about, force=force, dry_run=dry_run)
        return Exported(format, len(parcel.leaves), put, tuple(findings))

    def import_from(
        self, folder: Path, target: Target, format: BundleFormat | None = None, *, dry_run: bool = False
    ) -> Imported:
        """Take in what a folder holds, in a format or in the one it looks like; twice is once.

        `UsageError` for a folder that is not there or is the vault's own, or a scope that cannot be meant.
        """
        return import_folder(self.pen, folder, target, format, dry_run=dry_run)

    def fork(self, name: str = "", *, dry_run: bool = False) -> tuple[str, str]:
        """Name the newest commit and return name and commit; `UsageError` when the name is taken."""
        return fork(self.pen, name, dry_run=dry_run)

    def forks(self) -> dict[str, str]:
        """Return the commit of each fork by its name."""
        return forks(self.pen)

    def go_back(self, name: str, *, dry_run: bool = False) -> Written:
        """Make the pages what they were at a fork, as a commit of its own; what was forgotten since stays out."""
        return go_back(self.pen, name, dry_run=dry_run)

    def unfork(self, name: str, *, dry_run: bool = False) -> str:
        """Forget the name of a fork and return its commit; no page changes. `NotFound`."""
        return unfork(self.pen, name, dry_run=dry_run)


def _parcel(vault: "Layout", choice: Choice) -> tuple[Parcel, list[Diagnostic]]:
    """Return the chosen pages and attachments, redacted, and findings about what was left out or masked."""
    is_chosen = _chooser(vault, choice)
    files, findings = bundle.read_folder(vault.root, lambda path: not path.startswith("raw/") and is_chosen(path))
    redactor = Redactor()
    leaves, attachments = [], {}
    for path, content in files.items():
        if path in (bundle.MANIFEST, "") or ours.is_derived(path):
            continue
        if not path.endswith(".md"):
            attachments[path] = redacted(redactor, content)
            continue
        before = redactor.counts.total()
        text = portable(redactor, content.decode("utf-8", "replace"))
        if redactor.counts.total() > before:
            message = "a secret on this page was masked in the bundle"
            findings.append(Diagnostic("bundle-masked", message, Severity.WARNING, path))
        leaf = _leaf(path, text)
        if _is_worth(leaf, choice.min_importance):
            leaves.append(leaf)
    return Parcel(tuple(leaves), attachments), findings


def _leaf(path: str, text: str) -> Leaf:
    scope = scope_of(path)
    try:
        meta, body = parse(text, path)
        return Leaf(path, text, meta, body, scope, tuple(passages_of_page(path, text, scope)))
    except PageError:
        return Leaf(path, text, {}, text, scope)


def _is_worth(leaf: Leaf, least: float) -> bool:
    if least <= 0 or not (leaf.claims or leaf.type in ("Session", "Handoff")):
        return True
    return bool(leaf.claims) and leaf.importance >= least


def _chooser(vault: "Layout", choice: Choice) -> Callable[[str], bool]:
    wanted = {f"project:{known(vault, project)}" for project in choice.projects}
    for scope in choice.scopes:
        kind, _, name = scope.partition(":")
        if scope != "global" and not (kind in ("project", "agent") and name):
            raise UsageError(f"{scope!r} is no scope", hint="give global, project:NAME or agent:NAME")
        wanted.add(f"project:{known(vault, name)}" if kind == "project" else scope)
    return lambda path: not wanted or scope_of(path) in wanted
