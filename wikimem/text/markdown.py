"""The structure of a page's body: headings, links, sections. The only door to markdown-it.

Pure functions over a body without frontmatter. For single lines `text.inline` is cheaper.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from wikimem.text.inline import plain_inline

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

_FOOTNOTE_LABEL = re.compile(r"^\[\^([^\]\s]+)\]:", re.MULTILINE)
_WIKILINK = re.compile(r"\[\[([^\[\]|\n]+?)\\?(?:\|([^\[\]\n]*))?\]\]")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//|#|\Z")


@dataclass(frozen=True, slots=True)
class Link:
    """A link from one page to another."""

    target: str
    """Path as written, percent signs decoded, without the part after `#`."""
    anchor: str
    """What stands after `#`: a heading, or a block id with its `^`."""
    text: str
    wiki: bool
    """True for `[[...]]`, whose target is a name rather than a path."""
    line: int
    """Line of the paragraph it stands in, counted from 1 within the body."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading and the line it stands on, counted from 1 within the body."""

    level: int
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Section:
    """A heading (level 0 and "" for what comes before the first) and the markdown below it, as it is written."""

    level: int
    heading: str
    text: str


def headings(body: str) -> tuple[Heading, ...]:
    """Return the headings of `body`, none from code."""
    tokens = _parse(body)
    return tuple(
        Heading(int(token.tag[1]), plain_inline(inline.content), token.map[0] + 1)
        for token, inline in pairwise(tokens)
        if token.type == "heading_open" and token.map
    )


def links(body: str) -> tuple[Link, ...]:
    """Return relative markdown links and wikilinks in reading order, none from code; links to the web are left out."""
    found: list[Link] = []
    for token in _parse(body):
        if token.type == "inline" and token.children:
            found += _links_of(token.children, token.map[0] + 1 if token.map else 0)
    return tuple(found)


def code_lines(body: str) -> frozenset[int]:
    """Return the lines of code blocks, fenced or indented, counted from 0."""
    ranges = (token.map for token in _parse(body) if token.type in ("fence", "code_block") and token.map)
    return frozenset(line for first, end in ranges for line in range(first, end))


def sections(body: str) -> tuple[Section, ...]:
    """Return `body` cut at its headings, of every level, in order."""
    lines = body.split("\n")
    tokens = _parse(body)
    cuts = [
        (token.map[0], token.map[1], int(token.tag[1]), plain_inline(inline.content))
        for token, inline in pairwise(tokens)
        if token.type == "heading_open" and token.level == 0 and token.map
    ]
    found = [Section(0, "", "\n".join(lines[: cuts[0][0]] if cuts else lines).strip("\n"))]
    ends = [start for start, *_ in cuts[1:]] + [len(lines)]
    for (_, below, level, heading), end in zip(cuts, ends, strict=True):
        found.append(Section(level, heading, "\n".join(lines[below:end]).strip("\n")))
    return tuple(section for section in found if section.heading or section.text)


def _links_of(children: "list[Token]", line: int) -> list[Link]:
    found = []
    open_link: tuple[str, list[str]] | None = None
    for child in children:
        if child.type == "wikilink":
            target, _, anchor = child.meta["target"].partition("#")
            found.append(Link(target.strip(), anchor.strip(), child.content, wiki=True, line=line))
        elif child.type == "link_open":
            open_link = (str(child.attrs.get("href", "")), [])
        elif child.type == "link_close" and open_link:
            href, words = open_link
            open_link = None
            if not _SCHEME.match(href):
                target, _, anchor = href.partition("#")
                found.append(Link(unquote(target), unquote(anchor), "".join(words), wiki=False, line=line))
        elif open_link:
            open_link[1].append(child.content)
    return found


def _parse(body: str) -> "list[Token]":
    """Parse with footnote definitions kept as text: CommonMark would take some of them for link definitions."""
    return _parser().parse(_FOOTNOTE_LABEL.sub(r"\\[^\1]:", body))


@lru_cache(maxsize=1)
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    parser = MarkdownIt("js-default", {"html": False, "linkify": False, "typographer": False})
    parser.inline.ruler.before("link", "wikilink", _wikilink)
    return parser


def _wikilink(state: "StateInline", silent: bool) -> bool:
    """Take `[[target|text]]` as one token; as an inline rule it never looks inside code."""
    found = _WIKILINK.match(state.src, state.pos, state.posMax)
    if not found:
        return False
    if not silent:
        token: Any = state.push("wikilink", "", 0)
        token.meta = {"target": found[1]}
        token.content = found[2] or found[1]
    state.pos = found.end()
    return True
