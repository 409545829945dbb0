"""Plain Open Knowledge Format v0.2: the pages and nothing else, each made to conform.

A page without frontmatter or type gets what it lacks; all other bytes are those of the wiki.
"""

from wikimem.errors import PageError
from wikimem.model.bundle import Leaf, Parcel
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.model.ports import Renderer
from wikimem.passes.bundles.shelf import Shelf
from wikimem.passes.contents import index_page, root_index
from wikimem.text import okf
from wikimem.text.frontmatter import patch
from wikimem.text.paths import scope_folder


def to_files(parcel: Parcel, render: Renderer) -> tuple[dict[str, bytes], list[Diagnostic]]:
    """Return the files of the bundle, and a finding for each page that cannot be made to conform."""
    shelf = Shelf(parcel.leaves)
    listed = [(project, scope_folder(f"project:{project}")) for project in parcel.projects]
    texts = {"index.md": root_index(listed, render)}
    for project, folder in listed:
        texts[f"{folder}/index.md"] = index_page(f"project:{project}", project, shelf, render)
    findings: list[Diagnostic] = []
    for leaf in parcel.leaves:
        if _conforms(leaf):
            texts[leaf.path] = leaf.text
            continue
        text = _mended(leaf)
        wrong = [finding for finding in okf.check(leaf.path, text) if finding.severity is Severity.ERROR]
        if wrong:
            findings.append(Diagnostic("bundle-not-okf", f"left out: {wrong[0].message}", Severity.WARNING, leaf.path))
        else:
            texts[leaf.path] = text
    return {path: text.encode() for path, text in texts.items()}, findings


def _conforms(leaf: Leaf) -> bool:
    """Tell whether a page that was read already is all the format demands: it has a type and a free name."""
    kind = leaf.meta.get("type")
    return isinstance(kind, str) and bool(kind.strip()) and not _is_reserved(leaf)


def _is_reserved(leaf: Leaf) -> bool:
    return f"/{leaf.path}".endswith(("/index.md", "/log.md"))


def _mended(leaf: Leaf) -> str:
    """Return the page with the type and title it lacks; one that is reserved or unreadable as it is."""
    if _is_reserved(leaf):
        return leaf.text
    try:
        return patch(leaf.text, {"type": "Note", "title": leaf.title})
    except PageError:
        return leaf.text
