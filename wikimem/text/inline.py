"""One line of markdown: strip its markup, or make foreign text safe to stand in it.

Pure functions, without a parser: cheap enough for every line of every page.
"""

import re

_CODE = r"(?<!`)(?P<ticks>`++)(?P<code>.{1,2000}?)(?<!`)(?P=ticks)(?!`)"
_ESCAPE = r"\\[!-/:-@\[-`{-~]"
_WEB_LINK = r"(?<!!)\[[^\[\]^<\\`][^\[\]<\\`]*\]\(https?://[^\s()<>]+(?:\([^\s()<>]*\)[^\s()<>]*)*\)"

_code = re.compile(_CODE)
_escaped = re.compile(r"\\([!-/:-@\[-`{-~])")
_markup = re.compile(
    r"(?=[\\`!\[ *_~=])(?:"  # what any of the following begins with: most characters need no further look
    rf"(?P<escape>{_ESCAPE})|{_CODE}"
    r"|!?\[\[(?P<page>[^\[\]|\n]+)(?:\|(?P<alias>[^\[\]\n]*))?\]\]"
    r"|[ ]?\[\^[^\]\s]+\]"
    r"|!?\[(?P<link>[^\[\]]*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+\"[^\"]*\")?\)"
    r"|(?<![\w*])(?P<stars>\*{1,3})(?=\S)(?P<starred>[^*\n]{1,500}?)(?<=\S)(?P=stars)(?![\w*])"
    r"|(?<!\w)(?P<lines>_{1,2})(?=[^\s_])(?P<lined>[^\n]{1,500}?)(?<=[^\s_])(?P=lines)(?!\w)"
    r"|(?P<pair>~~|==)(?=\S)(?P<paired>[^\n]{1,500}?)(?<=\S)(?P=pair)"
    r")"
)
_line_mark = re.compile(r"^[ \t]*(?:#{1,6}[ \t]+|(?:>[ \t]?)+|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?|\d{1,9}[.)][ \t]+)", re.M)
_block_id = re.compile(r"[ \t]+\^[A-Za-z0-9-]+[ \t]*$", re.M)
_unsafe = re.compile(
    r"(?=[\\`<%~\[=_\]^$#])(?:"  # as above
    rf"(?P<keep>{_ESCAPE}|{_CODE}|<https?://[^\s<>]+>|{_WEB_LINK})"
    r"|<(?=[A-Za-z/!?])"  # raw HTML
    r"|`+|%{2,}|~{2,}|\[{2,}"  # code that never ends, comments, strikes, wikilinks
    r"|==(?=\S)|(?<!\w)__(?=\w)"  # highlights, names with two underscores
    r"|\[(?=\^)|\^(?=\[)|\](?=\()"  # footnotes, and links to where only the transcript could follow
    r"|\$(?=[^\s\d])|(?<!\S)#(?=[^\s#\d])"  # formulas, tags
    r"|(?<!\S)\^(?=[A-Za-z0-9-]+\Z)|\\\Z"  # block ids, an escape of whatever comes next
    r")"
)
_block_start = re.compile(
    r"(?:#{1,6}(?=\s|\Z)|>|[-+*](?=\s|\Z)|\||=+\Z|:?-[-:| ]*\Z|(?:\*[ ]*){3,}\Z|\[[ xX]\](?=\s)|\[[^\]]+\]:|[ ]{4})"
)
_ROUND = str.maketrans("[]", "()")
_numbered = re.compile(r"(\d{1,9})([.)])(?=\s|\Z)")


def unescaped(markdown: str) -> str:
    """Return a line with its escaped characters as they are."""
    return _escaped.sub(r"\1", markdown)


def plain(markdown: str) -> str:
    """Return `markdown` as words: no markup, footnotes, block ids or line marks; link texts and code stay."""
    return plain_inline(_line_mark.sub("", _block_id.sub("", markdown)))


def plain_inline(markdown: str) -> str:
    """Return a piece of a line as words; what looks like a list mark or a heading mark stays."""
    return _markup.sub(_words, markdown)


def escape_inline(text: str) -> str:
    """Return `text` as one line that shows as it reads, wherever in a page it stands.

    HTML, headings, lists, tables, footnotes, block ids, wikilinks, comments, tags, formulas and links that are not to
    the web become plain characters. Code spans, emphasis and links to the web stay. Doing it twice changes nothing.
    """
    line = _unsafe.sub(_backslashed, " ".join(text.split("\n")).strip())
    if _block_start.match(line):
        return "\\" + line
    return _numbered.sub(r"\1\\\2", line, count=1) if _numbered.match(line) else line


def link_text(text: str) -> str:
    """Return `text` as the words of a link: as `escape_inline`, with round brackets where square ones would end it."""
    return escape_inline(text.translate(_ROUND))


def without_code(line: str) -> str:
    """Return `line` with its code spans blanked out."""
    return _code.sub(lambda found: " " * len(found[0]), line) if "`" in line else line


def _words(found: re.Match[str]) -> str:
    kind = found.lastgroup
    if found["escape"]:
        return found["escape"][1]
    if found["code"] is not None:
        return found["code"].strip(" ") or found["code"]
    if found["page"]:
        return found["alias"] or found["page"]
    for name in ("link", "starred", "lined", "paired"):
        if found[name] is not None:
            return plain_inline(found[name])
    return "" if kind is None else found[0]


def _backslashed(found: re.Match[str]) -> str:
    if found["keep"] is not None:
        return found[0]
    return "".join("\\" + char for char in found[0])
