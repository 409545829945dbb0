"""A memory folder as Claude Code and Qwen Code keep it: MEMORY.md as an index, one file a topic.

Checked against Claude Code 2.1.332: of MEMORY.md it reads 200 lines and 25,000 bytes, topic files on demand; entries
are `- [Title](file.md) — hook`. Our lines stand between markers and our files carry a `scope`, so that capture never
takes for the agent's own memory what came from here.
"""

from collections.abc import Mapping
from typing import Any

from wikimem.errors import PageError
from wikimem.model.bundle import Brought, BundleFormat, Delivery, Files, Leaf, Parcel
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.text import frontmatter
from wikimem.text.clean import clip, one_line
from wikimem.text.inline import link_text, plain
from wikimem.text.own_marks import BEGIN, BLOCK, END, strip
from wikimem.text.slug import slug, unique

INDEX = "MEMORY.md"
MOST_LINES, MOST_BYTES = 200, 25_000
_ENTRY = 150
"""Characters of a line of the index."""
_TYPES = {"Preference": "feedback", "Lesson": "feedback"}
"""What such a folder calls our types; all others are `project`."""
_DATES = ("updated", "modified", "created", "date")


def to_files(parcel: Parcel, index: str) -> dict[str, bytes]:
    """Return topic files and MEMORY.md, whose text so far is `index`: what others wrote there stays.

    Best pages come first; those that MEMORY.md has no room for are left out with their lines.
    """
    kept = BLOCK.sub("", index)
    room_lines = MOST_LINES - kept.count("\n") - 4
    room_bytes = MOST_BYTES - len(kept.encode()) - len(BEGIN) - len(END) - 4
    files: dict[str, bytes] = {}
    lines: list[str] = []
    names: set[str] = set()
    for leaf in sorted(parcel.leaves, key=lambda leaf: (-leaf.importance, leaf.path)):
        if not leaf.claims:
            continue
        name = f"wikimem-{unique(slug(leaf.title, 60), names.__contains__, leaf.path)}"
        head = f"- [{clip(link_text(one_line(leaf.title)), 60)}]({name}.md)"
        line = f"{head} — {clip(plain(one_line(leaf.claims[0].text)), _ENTRY - len(head) - 3)}"
        room_bytes -= len(line.encode()) + 1
        if len(lines) >= room_lines or room_bytes < 0:
            break
        names.add(name.removeprefix("wikimem-"))
        lines.append(line)
        files[f"{name}.md"] = _topic(name, leaf).encode()
    block = "\n".join([BEGIN, *lines, END, ""])
    lead = "" if not kept else "\n" if kept.endswith("\n") else "\n\n"
    return {**files, INDEX: (kept + lead + block if lines else kept).encode()}


def from_files(files: Files, format: BundleFormat) -> Delivery:
    """Return the topics of a memory folder that are the agent's own; MEMORY.md only where it is more than an index."""
    brought, findings = [], []
    for path, content in files.items():
        if not path.endswith(".md"):
            continue
        try:
            text = strip(content.decode())
            meta, body = frontmatter.parse(text, path)
        except UnicodeDecodeError:
            findings.append(Diagnostic("bundle-no-text", "left out: it is no UTF-8 text", Severity.WARNING, path))
            continue
        except PageError as error:
            findings.append(Diagnostic.of("bundle-frontmatter", error, Severity.WARNING, path))
            continue
        if "scope" in meta or (path == INDEX and _is_index(body)):
            continue
        name = one_line(str(meta.get("name") or ""))
        changes = {} if "title" in meta or not name else {"title": name}
        at = next((str(meta[key]) for key in _DATES if meta.get(key)), "")
        brought.append(Brought(path, frontmatter.patch(text, changes) if changes else text, at, _author(meta)))
    return Delivery(format, brought=tuple(brought), findings=tuple(findings))


def _topic(name: str, leaf: Leaf) -> str:
    meta = {
        "name": name,
        "description": clip(plain(one_line(str(leaf.meta.get("description") or leaf.claims[0].text))), 200),
        "metadata": {"type": _TYPES.get(leaf.type, "project")},
        "scope": leaf.scope,
    }
    lines = "".join(f"- {one_line(claim.text)}\n" for claim in leaf.claims)
    return frontmatter.format(meta, f"# {one_line(leaf.title)}\n\n{lines}")


def _is_index(body: str) -> bool:
    """Tell whether a MEMORY.md holds nothing but headings and links to topics."""
    lines = [line.strip() for line in body.splitlines() if line.strip()]
    return all(line.startswith(("#", "- [", "* [")) for line in lines)


def _author(meta: Mapping[str, Any]) -> str:
    inner = meta.get("metadata")
    known = inner.get("author") if isinstance(inner, Mapping) else ""
    return one_line(str(known or ""))
