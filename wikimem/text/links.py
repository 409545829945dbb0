"""Whether links, footnotes and block ids of a wiki resolve. Pure functions over the texts of its pages."""

import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from urllib.parse import unquote

from wikimem.errors import PageError
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.text import frontmatter, markdown
from wikimem.text.inline import without_code
from wikimem.text.paths import resolve

_label = re.compile(r"(?<!\\)\[\^([^\]\s]+)\](:?)")
_block_id = re.compile(r"(?:^|[ \t])\^([A-Za-z0-9-]+)$")


def check_links(pages: Mapping[str, str]) -> list[Diagnostic]:
    """Return links, footnotes and block ids that lead nowhere or are there twice.

    `pages` maps vault-relative POSIX paths to whole texts: all markdown files of the vault. Links to files of other
    kinds are not judged.
    """
    wiki = _Wiki(pages)
    found: list[Diagnostic] = []
    for path in pages:
        found += _footnotes(path, wiki.bodies[path], wiki.first_lines[path])
        found += _page_links(path, wiki)
    return found


class _Wiki:
    def __init__(self, pages: Mapping[str, str]) -> None:
        self.bodies: dict[str, str] = {}
        self.first_lines: dict[str, int] = {}
        self._titles: dict[str, list[str]] = {}
        self._folders = {folder for path in pages for folder in _folders_of(path)}
        self._anchors: dict[str, set[str]] = {}
        for path, text in pages.items():
            _, body = frontmatter.split(text)
            self.bodies[path] = body
            self.first_lines[path] = text[: len(text) - len(body)].count("\n") + 1
            self._titles[path] = _names(text)

    def has(self, path: str) -> bool:
        return path in self.bodies or path in self._folders or f"{path}.md" in self.bodies

    def named(self, name: str) -> str | None:
        """Return the page a wikilink means: by path, file name, title or alias."""
        return self._by_name.get(name.removesuffix(".md").strip("/").casefold())

    def anchors(self, path: str) -> set[str]:
        """Return block ids (with `^`) and headings of a page, case-folded."""
        if path not in self._anchors:
            body = self.bodies[path]
            blocks = {f"^{block}" for _, line in _prose(body) for block in _block_id.findall(line.rstrip())}
            self._anchors[path] = blocks | {_fold(heading.text) for heading in markdown.headings(body)}
        return self._anchors[path]

    @cached_property
    def _by_name(self) -> dict[str, str]:
        names: dict[str, str] = {}
        for path in self.bodies:
            stem = path.removesuffix(".md").casefold()
            parts = stem.split("/")
            for start in range(len(parts)):
                names.setdefault("/".join(parts[start:]), path)
        for path, titles in self._titles.items():
            for title in titles:
                names.setdefault(title.casefold(), path)
        return names


def _page_links(path: str, wiki: _Wiki) -> Iterator[Diagnostic]:
    body, first = wiki.bodies[path], wiki.first_lines[path]
    if "](" not in body and "[[" not in body:
        return
    for link in markdown.links(body):
        line = first + link.line - 1
        if link.wiki:
            target = wiki.named(link.target) if link.target else path
        elif posixpath.splitext(link.target)[1] in ("", ".md"):
            target = resolve(path, link.target)
        else:
            continue
        if target is None or not wiki.has(target):
            yield Diagnostic("broken-link", f"no page at {link.target}", Severity.WARNING, path, line)
        elif link.anchor and target in wiki.bodies and not _reaches(link.anchor, wiki.anchors(target)):
            yield Diagnostic("broken-anchor", f"no {link.anchor} on {target}", Severity.WARNING, path, line)


def _footnotes(path: str, body: str, first: int) -> Iterator[Diagnostic]:
    if "[^" not in body and " ^" not in body:
        return
    cited: dict[str, int] = {}
    defined: Counter[str] = Counter()
    blocks: Counter[str] = Counter()
    for number, line in _prose(body):
        for found in _label.finditer(line):
            if found[2] and found.start() == 0:
                defined[found[1]] += 1
            else:
                cited.setdefault(found[1], number)
        blocks.update(_block_id.findall(line.rstrip()))
    for label, number in cited.items():
        if label not in defined:
            yield Diagnostic("footnote-missing", f"no footnote {label}", Severity.WARNING, path, first + number)
    for label, times in defined.items():
        if label not in cited:
            yield Diagnostic("footnote-unused", f"nothing cites footnote {label}", Severity.INFO, path)
        if times > 1:
            yield Diagnostic("footnote-twice", f"footnote {label} is there {times} times", Severity.WARNING, path)
    for block, times in blocks.items():
        if times > 1:
            yield Diagnostic("block-id-twice", f"block id ^{block} is there {times} times", Severity.WARNING, path)


def _prose(body: str) -> Iterator[tuple[int, str]]:
    """Yield the lines outside code fences with their number, code spans blanked."""
    fence = ""
    for number, line in enumerate(body.split("\n")):
        mark = line.lstrip()[:3]
        if fence:
            fence = "" if mark == fence else fence
        elif mark in ("```", "~~~"):
            fence = mark
        else:
            yield number, without_code(line)


def _names(text: str) -> list[str]:
    try:
        meta, _ = frontmatter.parse(text)
    except PageError:
        return []
    aliases = meta.get("aliases")
    return [str(name) for name in (meta.get("title"), *(aliases if isinstance(aliases, list) else [])) if name]


def _folders_of(path: str) -> Iterator[str]:
    while path:
        path = posixpath.dirname(path)
        yield path or "."


def _reaches(anchor: str, anchors: set[str]) -> bool:
    return anchor in anchors or _fold(unquote(anchor).rpartition("#")[2]) in anchors


def _fold(heading: str) -> str:
    return " ".join(re.findall(r"\w+", heading.casefold()))
