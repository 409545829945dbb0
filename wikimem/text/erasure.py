"""Take words out of text for good: how a text may be spelled in files, and what stands in its place. Pure functions.

    words in a page          PURGED stands in their place
    a claim, a session       its lines go; what others say as well keeps their references only
    binary content           as many `*` as there were bytes, so that nothing moves

The mark is one plain word, because it must be harmless in YAML, JSON, markdown, the target of a link and a file name.
"""

import json
import re
from collections.abc import Iterable, Mapping

from wikimem.text.clean import one_line
from wikimem.text.inline import escape_inline
from wikimem.text.slug import slug

MARK = "PURGED"
"""What stands where words were."""
LEAST = 4
"""Characters a text must have: a shorter one stands in every second line."""

_INSTANT = re.compile(r"\d{4}-\d\d(?:-\d\d(?:T[\d:]*Z?)?)?|\d\d:\d\d(?::\d\d)?Z?")
_HEX = re.compile(r"[0-9a-f]+")
_LEAST_HEX = 7
"""Digits from which a number is hardly ever found in a digest by chance."""
_LEAST_SLUG = 6
"""Characters from which a text is also looked for in its form as a file name."""
_LEAST_CUT, _MOST_CUT = 8, 200
"""Characters of a long word that a title which was cut may end in."""
_BINARY_WITHIN = 8000
_BULLET = re.compile(r"\s*[-*+] ")
_LABEL = re.compile(r" ?\[\^([^\]\s]+)\](?!:)")


FORMAT = (
    "raw projects global agents sessions handoffs notes decisions lessons preferences facts plans questions signals "
    "formats pending proposals replies MEMORY.md index.md config.toml tombstones.jsonl .gitattributes .gitignore "
    ".wikimem .obsidian okf_version type title description tags aliases scope status generated sources resource author "
    "last_modified Session Decision Lesson Preference Fact Plan Question Handoff Memory Note stable draft deprecated "
    "open accepted expired project:x agent:x human:user true false until Superseded Kept Session: Agent: Project: Raw: "
    "Claim: Supersedes: sha256: wikimem/raw path root remote name parent message source bytes transcript vault event "
    "rested ended compiled meaning claim down feedback files spans command settings read hash tree committer tagger "
    "object encoding"
)
"""Words of our own formats: a text that is part of one cannot be told from the form of a page or a folder's name."""


def is_of_format(text: str, names: Iterable[str] = ()) -> bool:
    """Tell whether a text is part of a word of our own formats, of one of the names given, of a date or a digest."""
    if _INSTANT.fullmatch(text) or (len(text) < _LEAST_HEX and _HEX.fullmatch(text)):
        return True
    return text in FORMAT or any(text in name for name in names)


def spellings(text: str) -> tuple[str, ...]:
    """Return how files may spell a text: as it is, on one line, in markdown, YAML, JSON, and JSON within JSON."""
    found = dict.fromkeys((text, one_line(text), escape_inline(one_line(text))))
    found.update(dict.fromkeys([spelling.replace("'", "''") for spelling in found]))
    for ascii_only in (False, True):
        for _ in range(2):
            found.update(dict.fromkeys([json.dumps(one, ensure_ascii=ascii_only)[1:-1] for one in found]))
    return tuple(found)


def file_name_of(stem: str, words: Iterable[str]) -> str:
    """Return a folder's or file's name without the words, be they spelled as they are or as a slug."""
    for text in words:
        stem = stem.replace(text, MARK)
        if pattern := _as_slug(text):
            stem = re.sub(pattern, MARK, stem)
    return stem


class Eraser:
    """Words, each with what takes its place, ready to be looked for in bytes."""

    def __init__(self, words: Iterable[str], names: Mapping[str, str]) -> None:
        """Take texts, and names with what they become; where two overlap the longer one counts."""
        words = tuple(words)
        marks = {spelling: MARK for text in words for spelling in spellings(text)} | dict(names)
        self._marks = {word.encode("utf-8", "surrogatepass"): mark.encode() for word, mark in marks.items() if word}
        self._slugs = [re.compile(name.encode()) for text in words if (name := _as_slug(text))]
        self._cuts = [re.compile(cut) for text in words if (cut := _cut(text))]
        ordered = sorted(self._marks, key=lambda word: (-len(word), word))
        self._pattern = re.compile(b"|".join(map(re.escape, ordered))) if ordered else None

    def finds(self, content: bytes) -> bool:
        """Tell whether any of the words is in the content."""
        if any(word in content for word in self._marks):
            return True
        return any(pattern.search(content) for pattern in (*self._slugs, *self._cuts))

    def content(self, content: bytes) -> bytes:
        """Return bytes without the words; binary content keeps its length."""
        if self._pattern is None or not self.finds(content):
            return content
        if b"\0" in content[:_BINARY_WITHIN]:
            return self.blotted(content)
        content = self._pattern.sub(lambda found: self._marks[found[0]], content)
        for name in self._slugs:
            content = name.sub(MARK.encode(), content)
        for cut in self._cuts:
            content = cut.sub(MARK.encode() + "…".encode(), content)
        return content

    def blotted(self, content: bytes) -> bytes:
        """Return bytes in which each of the words is as many `*`."""
        for pattern in (self._pattern, *self._slugs):
            if pattern is not None:
                content = pattern.sub(lambda found: b"*" * len(found[0]), content)
        return content

    def text(self, text: str) -> str:
        """Return text without the words."""
        return self.content(text.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")


def without_lines(text: str, sessions: Iterable[str], claims: Iterable[str]) -> str:
    """Return a page without the lines of claims and sessions (short ids), continuation lines included.

    A line that cites other sessions as well stays and loses its references. A description that quotes a line goes too.
    """
    claims, shorts = tuple(claims), "|".join(map(re.escape, sessions))
    cited = re.compile(rf"(?:\[\^|\bid: )(?:{shorts})(?:-\d+)?(?=[\],}}])") if shorts else None
    kept: list[str] = []
    dropped: list[str] = []
    dropping = False
    for line in text.splitlines(keepends=True):
        if dropping and line[:1] in " \t" and line.strip() and not _BULLET.match(line):
            continue
        dropping = False
        if any(claim in line for claim in claims):
            dropping = True
        elif cited and cited.search(line):
            labels = _LABEL.findall(line)
            dropping = all(cited.match(f"[^{label}]") for label in labels)
            if not dropping:
                kept.append(_LABEL.sub(lambda found: "" if cited.match(found[0].lstrip()) else found[0], line))
        else:
            kept.append(line)
        if dropping:
            dropped.append(_BULLET.sub("", line, count=1))
    return "".join(line for line in kept if not _quotes(line, dropped))


def without_quote(text: str, before: str) -> str:
    """Return a page without a description that quotes a line it had before and has no longer."""
    gone = set(before.splitlines()).difference(text.splitlines())
    lines = [_BULLET.sub("", line, count=1) for line in gone if _BULLET.match(line)]
    return "".join(line for line in text.splitlines(keepends=True) if not _quotes(line, lines))


def _quotes(line: str, dropped: Iterable[str]) -> bool:
    if not line.startswith("description: "):
        return False
    said = line.removeprefix("description: ").strip().strip("\"'").removesuffix("…")
    words = " ".join(re.findall(r"\w+", said))
    return bool(words) and any(" ".join(re.findall(r"\w+", other)).startswith(words) for other in dropped)


def _as_slug(text: str) -> str:
    """Return the pattern of a text as a name of a file spells it, "" when that is the text or too short."""
    name = slug(text)
    return rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])" if len(name) >= _LEAST_SLUG and name != text else ""


def _cut(text: str) -> bytes:
    """Return the pattern of a single word whose end was cut off for an ellipsis, b"" for other texts."""
    if len(text) <= _LEAST_CUT or any(character.isspace() for character in text):
        return b""
    pattern = ""
    for character in reversed(text[_LEAST_CUT:_MOST_CUT]):
        pattern = f"(?:{re.escape(character)}{pattern})?"
    return (re.escape(text[:_LEAST_CUT]) + pattern + "…").encode("utf-8", "surrogatepass")
