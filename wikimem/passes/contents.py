"""Plan the derived pages of a scope: view of the wiki -> MEMORY.md and index.md.

Both are filled from what the index ranks best and newest, never by reading the whole wiki, and both say what they left
out and how to reach it.
"""

from collections.abc import Sequence

from wikimem.config import Config
from wikimem.model.claim import ClaimKind
from wikimem.model.passage import Passage
from wikimem.model.ports import Ranking, Renderer
from wikimem.text import frontmatter
from wikimem.text.clean import clip, one_line
from wikimem.text.inline import escape_inline, link_text
from wikimem.text.okf import VERSION
from wikimem.text.paths import relative, scope_folder

_SECTIONS: tuple[tuple[str, ClaimKind, int], ...] = (
    ("Preferences", ClaimKind.PREFERENCE, 30),
    ("Decisions", ClaimKind.DECISION, 30),
    ("Lessons", ClaimKind.LESSON, 25),
    ("Open questions", ClaimKind.QUESTION, 12),
    ("Facts", ClaimKind.FACT, 15),
    ("Plans", ClaimKind.PLAN, 6),
)
_PINNED = 60
"""More than that, and nothing is first."""
_SESSIONS = 12
_INDEX_MOST = 60
_LINE = 320

Item = tuple[str, str, str]
"""A line of MEMORY.md, the label of its link, and where that leads."""


def memory_page(
    scope: str, title: str, view: Ranking, config: Config, render: Renderer, folder: str | None = None
) -> str:
    """Return MEMORY.md of a scope: what every session there should know, within the limits of `config`.

    It lies in the folder of the scope, or in `folder`.
    """
    page = f"{scope_folder(scope) if folder is None else folder}/MEMORY.md".lstrip("/")
    sections: list[tuple[str, list[Item]]] = [_pinned(page, scope, view)]
    for heading, kind, most in _SECTIONS:
        best = [passage for passage in view.best(scope, (kind.type,), most) if not passage.pinned]
        if best:
            sections.append((heading, [_item(page, passage) for passage in best]))
    sessions = view.newest(scope, "Session", _SESSIONS)
    if sessions:
        sections.append(
            (
                "Last sessions",
                [
                    (escape_inline(one_line(passage.title)), passage.at[:10] or "page", relative(page, passage.path))
                    for passage in sessions
                ],
            )
        )
    return _memory(scope, title, sections, config, render)


def index_page(scope: str, title: str, view: Ranking, render: Renderer) -> str:
    """Return index.md of a scope: its newest pages by type, as OKF lists them."""
    page = f"{scope_folder(scope)}/index.md"
    sections = []
    for heading, type_ in (("Sessions", "Session"), *((kind.value.capitalize(), kind.type) for kind in ClaimKind)):
        newest = view.newest(scope, type_, _INDEX_MOST)
        if newest:
            sections.append((heading, [_entry(page, passage) for passage in newest]))
    return render("page/index.md.j2", {"title": title, "sections": sections})


def root_index(projects: Sequence[tuple[str, str]], render: Renderer) -> str:
    """Return the vault's index.md; `projects` are (title, folder)."""
    entries = [(title, f"{folder}/index.md", "") for title, folder in projects]
    listing = render("page/index.md.j2", {"title": "Wiki", "sections": [("Projects", entries)]})
    return f'---\nokf_version: "{VERSION}"\n---\n{listing}'


def root_memory(projects: Sequence[tuple[str, str]], view: Ranking, config: Config, render: Renderer) -> str:
    """Return the vault's MEMORY.md: what holds everywhere, and where each project keeps its own."""
    sections: list[tuple[str, list[Item]]] = [_pinned("MEMORY.md", "global", view)]
    every = view.best("global", tuple(kind.type for kind in ClaimKind), 60)
    best = [passage for passage in every if not passage.pinned]
    if best:
        sections.append(("Everywhere", [_item("MEMORY.md", passage) for passage in best]))
    if projects:
        sections.append(("Projects", [(title, "memory", f"{folder}/MEMORY.md") for title, folder in projects]))
    return _memory("global", "Memory", sections, config, render)


def _memory(scope: str, title: str, sections: list[tuple[str, list[Item]]], config: Config, render: Renderer) -> str:
    """Return a MEMORY.md with as many lines of each section as fit, fewer of the longest first.

    The first section gives way when no other can. What stands there without any item stays, however little room the
    limits leave.
    """
    meta = {"type": "Memory", "title": title, "scope": scope}
    left_out = 0
    while True:
        body = render("page/memory.md.j2", {"title": title, "sections": sections, "left_out": left_out})
        text = frontmatter.format(meta, body)
        too_much = max(text.count("\n") - config.memory_lines, -(-(len(text.encode()) - config.memory_bytes) // _LINE))
        dropped = min(too_much, sum(len(items) for _, items in sections))
        if dropped <= 0:
            return text
        for _ in range(dropped):
            first = int(any(items for _, items in sections[1:]))
            longest = max(range(first, len(sections)), key=lambda index: len(sections[index][1]))
            heading, items = sections[longest]
            sections[longest] = heading, items[:-1]
        left_out += dropped


def _pinned(page: str, scope: str, view: Ranking) -> tuple[str, list[Item]]:
    return "Pinned", [_item(page, passage) for passage in view.pinned(scope, _PINNED)]


def _item(page: str, passage: Passage) -> Item:
    return escape_inline(clip(one_line(passage.text), _LINE)), passage.at[:10] or "source", relative(page, passage.path)


def _entry(page: str, passage: Passage) -> tuple[str, str, str]:
    text = escape_inline(clip(one_line(passage.text), 140))
    return link_text(one_line(passage.title)), relative(page, passage.path), text
