"""Folders of pages that other tools and people keep: OKF v0.1 and v0.2, ai-memory, basic-memory, plain markdown.

All are markdown with frontmatter, so a page is taken as it is; the formats differ in what is generated and left out,
and in where a date and an author stand.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from wikimem.errors import PageError
from wikimem.model.bundle import Brought, BundleFormat, Delivery, Files
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.text import frontmatter
from wikimem.text.clean import one_line

_DATES = ("timestamp", "modified", "updated", "updated_at", "created", "created_at", "date")
"""Keys that tell a date where no `generated.at` does, the best first; OKF v0.1 says `timestamp`."""
_GENERATED = re.compile(r"(?:.*/)?(?:index|log(?:-\d{4}-\d{2})?)\.md")
_MACHINERY = re.compile(r"(?:.*/)?_(?:lint|pending|prompts)/")
"""Folders of ai-memory that hold its own work and no knowledge."""
_LISTED = (BundleFormat.OKF, BundleFormat.AI_MEMORY)
"""Formats whose listings are generated."""
_ATTACHED = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".pdf", ".csv", ".txt", ".canvas", ".mp3", ".mp4")
"""What pages show or link beside other pages."""
_CITATIONS = re.compile(r"^#{1,6}[ \t]+Citations[ \t]*\n(.*?)(?=^#{1,6}[ \t]|\Z)", re.MULTILINE | re.DOTALL)
_CITED = re.compile(
    r"^[ \t]*(?:[-*]|\d{1,3}[.)]|\[\d+\]:?)[ \t]+(?:\[([^\]\n]*)\]\(([^)\s]+)\)|<?(\S+://[^\s>]+)>?)", re.M
)


def from_files(files: Files, format: BundleFormat) -> Delivery:
    """Return the pages of a folder, those left out as findings."""
    brought, attachments, findings = [], {}, []
    for path, content in files.items():
        if path.lower().endswith(_ATTACHED):
            attachments[path] = content
        elif path.lower().endswith((".md", ".markdown")) and not _is_generated(path, format):
            page = _page(path, content)
            if isinstance(page, Diagnostic):
                findings.append(page)
            else:
                brought.append(page)
    return Delivery(format, brought=tuple(brought), attachments=attachments, findings=tuple(findings))


def _is_generated(path: str, format: BundleFormat) -> bool:
    if format is BundleFormat.AI_MEMORY and _MACHINERY.match(path):
        return True
    return format in _LISTED and bool(_GENERATED.fullmatch(path))


def _page(path: str, content: bytes) -> Brought | Diagnostic:
    try:
        text = content.decode("utf-8-sig")
        meta, body = frontmatter.parse(text, path)
    except UnicodeDecodeError:
        return Diagnostic("bundle-no-text", "left out: it is no UTF-8 text", Severity.WARNING, path)
    except PageError as error:
        return Diagnostic.of("bundle-frontmatter", error, Severity.WARNING, path)
    if "\0" in text:
        return Diagnostic("bundle-no-text", "left out: it is no text", Severity.WARNING, path)
    generated = meta.get("generated")
    known: Mapping[str, Any] = generated if isinstance(generated, Mapping) else {}
    at = str(known.get("at") or next((meta[key] for key in _DATES if meta.get(key)), ""))
    cites = () if "sources" in meta else tuple(_citations(body))
    return Brought(path, text, at, one_line(str(known.get("by") or meta.get("author") or "")), cites)


def _citations(body: str) -> Iterator[dict[str, str]]:
    """Yield what a page of OKF v0.1 lists under `# Citations`, as v0.2 says it."""
    found = _CITATIONS.search(body)
    for cited in _CITED.finditer(found[1]) if found else ():
        title, resource = one_line(cited[1] or ""), cited[2] or cited[3]
        yield {"resource": resource, "title": title} if title else {"resource": resource}
