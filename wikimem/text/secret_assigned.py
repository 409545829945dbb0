"""Secrets that a name gives away: assignments in any language, options of commands, SQL.

Called like the finders of `text.secret_context`. A name is judged before its value is read, and a value before its end
is sought, so that a place where nothing is assigned costs next to nothing.
"""

import re
from collections.abc import Iterator

from wikimem.text.lazy_pattern import LazyPattern
from wikimem.text.secret_context import CONTEXT_RANK, Span
from wikimem.text.secret_shape import LONGEST, SHORTEST, Promise, looks_random, looks_secret, promise_of

_NAME = LazyPattern(r"[A-Za-z0-9_-]{0,64}+")
_NAME_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
_OPEN = r"""(?:[fFbBrRuU@]{0,2}(?P<quote>\\{0,3}["'`]))?"""
_ASSIGNED = LazyPattern(
    r"""\\{0,3}["'`]?\]?\*{0,2}(?:
          [ \t]{0,20}(?P<sign>:=|=>|(?<=[A-Z0-9_])=(?=[=~>][^\s=])|=(?![=~>])|:(?!:))\*{0,2}
        | \s{1,3}is:?\s | [ ]{0,30}\|(?=[ ])
        | [ ]?,[ ]?(?=\\{0,3}["'`])
        | (?P<tag>>)
        )[ \t]{0,8}"""
    + _OPEN,
    re.VERBOSE,
)
_ANNOTATED = LazyPattern(r"\??[ ]?:[ ]?[A-Za-z][\w.|\[\] ]{0,30}?[ ]?=(?![=~>])[ ]?" + _OPEN)
_LISTED = LazyPattern(
    r"""\\{0,3}["']?\s{0,20},?\s{0,20}\\{0,3}["']?value\\{0,3}["']?[ ]?:[ ]?""" + _OPEN,
    re.VERBOSE,
)
_SPACED = LazyPattern(r"[ =]{1,2}" + _OPEN)
_SPACED_AFTER = LazyPattern(r"(?:--|\b(?:ENV|setx|set -g?x|setenv|config(?:ure)? set|login \S{1,80})\s)[\w-]{0,64}\Z")
_LINE_START = LazyPattern(r"(?:[\n\r→]|\\n|\x1b\[[\d;]{0,8}m)[ \t+-]{0,12}(?:export |set |declare -x |ENV )?\Z")
_SURELY_NO_WORD = 20
_LONG_WORD = 512
_WORD = LazyPattern(r"""[^\s"'`,;&<>|(){}\[\]\\]{1,512}+""")
_REST_OF_WORD = LazyPattern(r"""[\w.+/=%~-]*+""")
_LINE_WORD = LazyPattern(r"""(?:[^\s"'\\]{1,512}+|\\(?![nrt"'\\])){1,3}+(?=\s|\Z|\\[nr"]|["'`])""")
_NEXT_NAME = LazyPattern(r"[,;&|][A-Za-z_][\w. -]{0,40}[=:]")
_TAGGED = LazyPattern(r"[^\n]{0,512}?(?=</)")
_QUOTED = {
    quote: LazyPattern(rf"(?:[^\\\n{quote}]|\\(?!{quote}\Z).){{0,{LONGEST}}}+(?={quote}|\n|\Z)", re.DOTALL)
    for quote in "\"'`"
}
_ESCAPED_QUOTED = LazyPattern(rf"(?:[^\\\n\"'`]|\\(?!\\*[\"'`nrt]).){{0,{LONGEST}}}+", re.DOTALL)


def find_assigned(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the value that the name around `text[start:end]` is given."""
    head = text[max(0, start - 64) : start]
    name_start = start - (len(head) - len(head.rstrip(_NAME_CHARACTERS)))
    name_end = _end(_NAME, text, end)
    promised = promise_of(text[name_start:name_end])
    if promised is None:
        return
    promise, rule = promised
    for value_start, value_end, literal in _values(text, name_start, name_end, promise):
        if looks_secret(text[value_start:value_end], promise, literal=literal):
            if value_end - value_start >= _LONG_WORD:
                value_end = _end(_REST_OF_WORD, text, value_end)
            yield Span(value_start, value_end, rule, CONTEXT_RANK)
            return


def find_identified(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the password of SQL's `IDENTIFIED BY '...'`."""
    del start
    spaced = _SPACED.compiled.match(text, end)
    if spaced and spaced["quote"]:
        for value_start, value_end, literal in _read(text, spaced):
            if looks_secret(text[value_start:value_end], Promise.PASSWORD, literal=literal):
                yield Span(value_start, value_end, "password", CONTEXT_RANK)


def _values(text: str, name_start: int, name_end: int, promise: Promise) -> Iterator[tuple[int, int, bool]]:
    """Yield (start, end, literal) of every reading of what stands after a name, the likelier first."""
    before = text[name_start - 100 : name_start] if name_start > 100 else "\n" + text[:name_start]
    assigned = _ASSIGNED.compiled.match(text, name_end)
    if assigned and assigned["tag"]:
        if before[-1:] == "<":
            yield assigned.end(), _end(_TAGGED, text, assigned.end()), True
    elif assigned:
        shell = assigned["sign"] == "=" and text[assigned.start("sign") - 1] != " "
        yield from _read(text, assigned, literal=shell and _LINE_START.compiled.search(before) is not None)
    for pattern in (_ANNOTATED, _LISTED):
        if match := pattern.compiled.match(text, name_end):
            yield from _read(text, match)
    spaced = _SPACED.compiled.match(text, name_end)
    if spaced is None:
        return
    if _SPACED_AFTER.compiled.search(before + text[name_start:name_end]):
        yield from _read(text, spaced, literal=True)
    elif promise is not Promise.KEY and before[-1:] != "/":
        shortest = SHORTEST if promise is Promise.PASSWORD else _SURELY_NO_WORD
        for start, end, quoted in _read(text, spaced):
            if quoted or (end - start >= shortest and looks_random(text[start:end])):
                yield start, end, quoted


def _read(text: str, opening: re.Match[str], *, literal: bool = False) -> Iterator[tuple[int, int, bool]]:
    """Yield the readings of a value after `opening`: to its closing quote, to the next space, to the next sign."""
    start, quote = opening.end(), opening["quote"]
    if quote:
        pattern = _QUOTED[quote] if len(quote) == 1 else _ESCAPED_QUOTED
        yield start, _end(pattern, text, start), True
        return
    end = _end(_WORD, text, start)
    line_end = _end(_LINE_WORD, text, start)
    if line_end > end:
        following = _NEXT_NAME.compiled.search(text, end, line_end)
        tail = text[start : following.start() if following else line_end].rstrip(",;" if literal else ",;.:)}]>|")
        if literal or not _has_brackets(text, start, line_end):
            yield start, start + len(tail), literal
        if not literal and text[end : end + 1] in {"(", "["}:
            return
    yield start, start + len(text[start:end].rstrip(".:")), literal


def _has_brackets(text: str, start: int, end: int) -> bool:
    """Tell whether a pair of brackets stands between two places, as in code."""
    for opening, closing in ("()", "[]", "{}", "<>"):
        at = text.find(opening, start, end)
        if at >= 0 and (at == end - 1 or text.find(closing, at, end) >= 0):
            return True
    return False


def _end(pattern: LazyPattern, text: str, start: int) -> int:
    match = pattern.compiled.match(text, start)
    return match.end() if match else start


_PLAIN = LazyPattern(r"""(?P<quote>["']?)(?P<value>[^\s"']{6,128})(?P=quote)(?=\s|\Z|["'\\;|&)])""")
_PAIR = LazyPattern(r"""(?P<quote>["']?)[^\s:"']{1,64}:(?P<value>[^\s"']{4,128})(?P=quote)(?=\s|\Z|["'\\;|&)])""")
_COMMAND_OPTION = {
    "mysql": LazyPattern(r"[^\n|;&]{0,200}?\s-p(?=\S)"),
    "sshpass": LazyPattern(r"\s{1,2}-p\s{0,2}"),
    "curl": LazyPattern(r"[^\n|;]{0,300}?\s(?:-u|--user)[ =]{0,2}"),
    "redis-cli": LazyPattern(r"[^\n|;&]{0,200}?\s-a\s"),
    "docker": LazyPattern(r"\slogin[^\n|;&]{0,200}?\s-p[ =]"),
}
COMMANDS = {
    "mysql": "mysql",
    "mariadb": "mysql",
    "sshpass": "sshpass",
    "curl": "curl",
    "redis-cli": "redis-cli",
    "docker": "docker",
}


def find_command_password(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the password given to a command by a one-letter option: `mysql -p...`, `curl -u user:...`."""
    command = COMMANDS[text[start:end]]
    option = _COMMAND_OPTION[command].compiled.match(text, end)
    if option is None:
        return
    match = (_PAIR if command == "curl" else _PLAIN).compiled.match(text, option.end())
    if match and looks_secret(match["value"], Promise.PASSWORD, literal=True):
        yield Span(match.start("value"), match.end("value"), "password", CONTEXT_RANK)
