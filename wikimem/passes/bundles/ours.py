"""Our own format: the pages byte for byte where they lie in a wiki, with MEMORY.md and index.md made of them alone.

    index.md MEMORY.md                        for the whole, index.md with OKF's version
    projects/<p>/index.md MEMORY.md           for each project
    projects/<p>/decisions/....md             the pages
    wikimem-bundle.json                       their hashes, and the remotes that are a project

Raw logs stay at home: sources name them, so a citation still says which session and turn it means.
"""

from collections.abc import Mapping
from typing import Any

from wikimem.config import Config
from wikimem.model.bundle import BundleFormat, Delivery, Files, Parcel
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.model.ports import Renderer
from wikimem.passes.bundles.shelf import Shelf
from wikimem.passes.contents import index_page, memory_page, root_index, root_memory
from wikimem.text.paths import DERIVED, scope_folder, scope_of


def to_files(parcel: Parcel, render: Renderer) -> dict[str, bytes]:
    """Return the files of a bundle in our own format."""
    files = {leaf.path: leaf.text.encode() for leaf in parcel.leaves} | dict(parcel.attachments)
    shelf, config = Shelf(parcel.leaves), Config()
    listed = [(project, scope_folder(f"project:{project}")) for project in parcel.projects]
    texts = {"index.md": root_index(listed, render)}
    for project, folder in listed:
        scope = f"project:{project}"
        texts[f"{folder}/index.md"] = index_page(scope, project, shelf, render)
        texts[f"{folder}/MEMORY.md"] = memory_page(scope, project, shelf, config, render)
    scopes = {leaf.scope for leaf in parcel.leaves}
    if len(scopes) == len(listed) == 1:
        texts["MEMORY.md"] = memory_page(f"project:{listed[0][0]}", listed[0][0], shelf, config, render, folder="")
    else:
        texts["MEMORY.md"] = root_memory(listed, shelf, config, render)
    return files | {path: text.encode() for path, text in texts.items()}


def is_derived(path: str) -> bool:
    """Tell whether a path is where a wiki generates a page: MEMORY.md or index.md of a project or of the whole."""
    folder, _, name = path.rpartition("/")
    return name in DERIVED and (not folder or folder == f"projects/{scope_of(path).removeprefix('project:')}")


def from_files(files: Files, manifest: Mapping[str, Any]) -> Delivery:
    """Return what a bundle in our own format brings; `manifest` is what it says of itself, {} for a vault."""
    pages, attachments, findings = {}, {}, []
    for path, content in files.items():
        if is_derived(path) or path.startswith("raw/"):
            continue
        if not path.endswith(".md"):
            attachments[path] = content
            continue
        try:
            pages[path] = content.decode()
        except UnicodeDecodeError:
            findings.append(Diagnostic("bundle-no-text", "left out: it is no UTF-8 text", Severity.WARNING, path))
    listed = manifest.get("files", {})
    findings += [
        Diagnostic("bundle-file-missing", "the bundle lists it, but it is not there", path=path)
        for path in sorted(set(listed) - set(files))
    ]
    return Delivery(
        BundleFormat.WIKIMEM,
        pages=pages,
        attachments=attachments,
        remotes=_remotes(manifest.get("projects")),
        findings=tuple(findings),
    )


def _remotes(projects: object) -> dict[str, tuple[str, ...]]:
    found = {}
    for slug, remotes in projects.items() if isinstance(projects, Mapping) else ():
        found[str(slug)] = tuple(str(one) for one in remotes) if isinstance(remotes, list) else ()
    return found
