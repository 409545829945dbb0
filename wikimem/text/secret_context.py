"""Secrets that only their surroundings give away: assignments, headers, cookies, addresses, key blocks, private spans.

Each finder is called by `text.secret_scan` where one of its literals stands, looks at the text around that place only,
and yields the spans to mask. Every pattern is bounded or possessive, so a finder costs no more than a fixed window.
"""

import re
from binascii import Error as Base64Error
from binascii import a2b_base64
from collections.abc import Iterator
from typing import NamedTuple

from wikimem.text.lazy_pattern import LazyPattern
from wikimem.text.secret_shape import LONGEST, Promise, is_placeholder, looks_random, looks_secret, promise_of


class Span(NamedTuple):
    """A stretch of text to mask, and the rule that says so."""

    start: int
    end: int
    rule: str
    rank: int
    """Where spans overlap, the lowest rank names the mask."""


PRIVATE_RANK, TOKEN_RANK, CONTEXT_RANK, MEMORY_RANK = range(4)

_NAME = LazyPattern(r"[A-Za-z0-9_-]{0,64}+")
_NAME_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
_OPEN = r"""(?:[fFbBrRuU@]{0,2}(?P<quote>\\{0,3}["'`]))?"""
_ASSIGNED = LazyPattern(
    r"""\\{0,3}["'`]?\]?\*{0,2}(?:
          [ \t]{0,20}(?P<sign>:=|=>|=(?![=~>])|:(?!:))\*{0,2}
        | \s{1,3}is:?\s
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
_SPACED_AFTER = LazyPattern(r"(?:--|\b(?:ENV|setx|set -g?x|setenv|login \S{1,80})\s)[\w-]{0,64}\Z")
_LINE_START = LazyPattern(r"(?:[\n\r→]|\\n|\x1b\[[\d;]{0,8}m)[ \t+-]{0,12}(?:export |set |declare -x |ENV )?\Z")
_LONG_WORD = 512
_WORD = LazyPattern(r"""[^\s"'`,;&<>|(){}\[\]\\]{1,512}+""")
_REST_OF_WORD = LazyPattern(r"""[\w.+/=%~-]*+""")
_LINE_WORD = LazyPattern(r"""(?:[^\s"'\\]{1,512}+|\\(?![nrt"'\\])){1,8}+(?=\s|\Z|\\[nr"]|["'`])""")
_QUOTED = {
    quote: LazyPattern(rf"(?:[^\\\n{quote}]|\\(?!{quote}\Z).){{0,{LONGEST}}}+(?={quote}|\n|\Z)", re.DOTALL)
    for quote in "\"'`"
}
_ESCAPED_QUOTED = LazyPattern(rf"(?:[^\\\n\"'`]|\\(?!\\*[\"'`nrt]).){{0,{LONGEST}}}+", re.DOTALL)


def find_assigned(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the value that the name around `text[start:end]` is given."""
    head = text[max(0, start - 64) : start]
    name_start = start - (len(head) - len(head.rstrip(_NAME_CHARACTERS)))
    name_end = _NAME.compiled.match(text, end).end()  # type: ignore[union-attr]  # it also matches nothing
    promised = promise_of(text[name_start:name_end])
    if promised is None:
        return
    promise, rule = promised
    for value_start, value_end, literal in _values(text, name_start, name_end):
        if looks_secret(text[value_start:value_end], promise, literal=literal):
            if value_end - value_start >= _LONG_WORD:
                value_end = _end(_REST_OF_WORD, text, value_end)
            yield Span(value_start, value_end, rule, CONTEXT_RANK)
            return


def _values(text: str, name_start: int, name_end: int) -> Iterator[tuple[int, int, bool]]:
    """Yield (start, end, literal) of every reading of what stands after a name."""
    before = text[name_start - 100 : name_start] if name_start > 100 else "\n" + text[:name_start]
    assigned = _ASSIGNED.compiled.match(text, name_end)
    if assigned and not (assigned["tag"] and before[-1:] != "<"):
        shell = assigned["sign"] == "=" and text[assigned.start("sign") - 1] != " "
        at_line_start = assigned["sign"] in {"=", ":"} and _LINE_START.compiled.search(before) is not None
        yield _value(text, assigned, literal=shell and at_line_start, whole_line=at_line_start)
    for pattern in (_ANNOTATED, _LISTED):
        if match := pattern.compiled.match(text, name_end):
            yield _value(text, match)
    if text[name_end : name_end + 1] in {" ", "="} and _SPACED_AFTER.compiled.search(
        before + text[name_start:name_end]
    ):
        spaced = _SPACED.compiled.match(text, name_end)
        if spaced:
            yield _value(text, spaced, literal=True)


def _value(
    text: str, opening: re.Match[str], *, literal: bool = False, whole_line: bool = False
) -> tuple[int, int, bool]:
    start, quote = opening.end(), opening["quote"]
    if quote:
        pattern = _QUOTED[quote] if len(quote) == 1 else _ESCAPED_QUOTED
        return start, _end(pattern, text, start), True
    end = _end(_WORD, text, start)
    if text[end : end + 1] in {"(", "["} and not literal:
        return start, start, False
    if whole_line:
        line_end = _end(_LINE_WORD, text, start)
        if line_end > end:
            tail = text[start:line_end].rstrip(",;")
            if literal or not re.search(r"[(){}\[\]<>|,;]", tail):
                end = start + len(tail)
    value = text[start:end].rstrip(".:")
    return start, start + len(value), literal


def _end(pattern: LazyPattern, text: str, start: int) -> int:
    match = pattern.compiled.match(text, start)
    return match.end() if match else start


_URL_USER = LazyPattern(
    r"""(?P<user>[^\s/?#@:"'`<>\\()\[\]]{0,128}+)(?::(?P<password>[^\s/"'`<>\\]{1,512}))?@(?=[\w\[$])"""
)
_DULL_PASSWORD = LazyPattern(
    r"(?i)(?:my_?)?(?:pass|passw|password|passwd|pwd|pw|secret|token|user|username|root|admin|postgres|mysql|guest|test|key|x-oauth-basic)\Z"
)


def find_url_password(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the password of `scheme://user:password@host`, or a token that stands alone before the host."""
    del start
    match = _URL_USER.compiled.match(text, end)
    if match is None:
        return
    group = "user" if match["password"] is None else "password"
    value = match[group]
    if group == "user":
        masked = len(value) >= 20 and looks_secret(value, Promise.TOKEN, literal=True)
    else:
        masked = (
            not is_placeholder(value)
            and not _DULL_PASSWORD.compiled.match(value)
            and not re.match(r"\d{1,5}[?#]", value)
        )
    if masked:
        yield Span(match.start(group), match.end(group), "url-password", CONTEXT_RANK)


_BEFORE_AT = LazyPattern(r"""[\w.-]{1,64}:([^\s"'`:@/]{3,128})\Z""")


def find_dsn_password(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the password before `@tcp(`, as database drivers write addresses without a scheme."""
    del end
    window = max(0, start - 200)
    match = _BEFORE_AT.compiled.search(text[window:start])
    if match and not is_placeholder(match[1]) and not _DULL_PASSWORD.compiled.match(match[1]):
        yield Span(window + match.start(1), start, "url-password", CONTEXT_RANK)


_AUTHORIZATION = LazyPattern(
    r"""\\{0,3}["'`]?\]?\*{0,2}[ ]{0,3}[:=,][ ]{0,3}[fFbBrR]{0,2}\\{0,3}["'`]?
        (?:(?P<scheme>Bearer|bearer|Basic|basic|Token|token|ApiKey|Apikey|Bot|Digest|Key|GenieKey)[ ]{1,2})?
        (?P<value>[A-Za-z0-9._~+/=:-]{8,4096}+)(?![(\[])""",
    re.VERBOSE,
)
_BEARER = LazyPattern(r"(?P<value>[A-Za-z0-9._~+/=-]{16,4096}+)(?![(\[])")


def find_authorization(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the credential of an `Authorization:` header, or of a bare `Bearer ...`."""
    bare = text[start:end].lower() == "bearer "
    match = (_BEARER if bare else _AUTHORIZATION).compiled.match(text, end)
    if match is None:
        return
    value = match["value"]
    basic = not bare and (match["scheme"] or "").lower() == "basic"
    if _is_basic(value) if basic else looks_secret(value, Promise.TOKEN, literal=True):
        yield Span(match.start("value"), match.end("value"), "authorization", CONTEXT_RANK)


_BASIC = LazyPattern(r"""(?P<value>[A-Za-z0-9+/]{8,1024}={0,2}+)""")


def find_basic(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the credential after a bare `Basic `."""
    del start
    match = _BASIC.compiled.match(text, end)
    if match and _is_basic(match["value"]):
        yield Span(match.start("value"), match.end("value"), "authorization", CONTEXT_RANK)


def _is_basic(value: str) -> bool:
    try:
        user, colon, password = a2b_base64(value + "=" * (-len(value) % 4)).decode("utf-8").partition(":")
    except (Base64Error, UnicodeDecodeError):
        return False
    return bool(colon and password) and (user + password).isprintable()


_COOKIES = LazyPattern(
    r"""\\{0,3}["'`]?\]?(?:[ ]{0,2}[:=,][ ]{0,2}|[ ](?=["']))\\{0,3}["'`]?
        (?P<pairs>(?:[\w.$%-]{1,80}+=[^;\s"'`,\\]{0,4096}+;?[ ]?){1,64}+)""",
    re.VERBOSE,
)
_COOKIE_PAIR = LazyPattern(r"(?P<name>[\w.$%-]{1,80}+)=(?P<value>[^;\s]{8,})")
_COOKIE_ATTRIBUTES = frozenset({"path", "domain", "expires", "max-age", "samesite"})


def find_cookies(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the values of a cookie header; the cookies' names stay."""
    del start
    cookies = _COOKIES.compiled.match(text, end)
    if cookies is None:
        return
    for pair in _COOKIE_PAIR.compiled.finditer(text, cookies.start("pairs"), cookies.end("pairs")):
        value = pair["value"]
        if pair["name"].lower() not in _COOKIE_ATTRIBUTES and not is_placeholder(value) and looks_random(value):
            yield Span(pair.start("value"), pair.end("value"), "cookie", CONTEXT_RANK)


_COMMAND_PASSWORD = LazyPattern(
    r"""(?P<quote>["']?)(?:[^\s:"']{1,64}:(?P<pair>[^\s"']{4,128})|(?P<plain>[^\s"']{6,128}))(?P=quote)(?=\s|\Z|["'\\;|&])"""
)
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
    match = _COMMAND_PASSWORD.compiled.match(text, option.end())
    group = "pair" if command == "curl" else "plain"
    if match and match[group] and looks_secret(match[group], Promise.PASSWORD, literal=True):
        yield Span(match.start(group), match.end(group), "password", CONTEXT_RANK)


_KEY_BEGIN = LazyPattern(r"-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----")
_KEY_END = LazyPattern(r"-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----")
_KEY_LINES = LazyPattern(r"""(?:(?:\\{1,4}[nr]|[\s"'+,>|]|\d{1,6}[→:]){0,40}+[A-Za-z0-9+/=]{20,}+)++""")
_KEY_WINDOW = 40_000
KEY_LINE = LazyPattern(r"[A-Za-z0-9+/=]{20,}+")


def find_private_key(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield a PEM or PGP private key block, whole or cut off, with real or escaped line ends."""
    begin = _KEY_BEGIN.compiled.match(text, start)
    if begin is None:
        return
    del end
    limit = start + _KEY_WINDOW
    following = text.find("-----BEGIN", begin.end(), limit)
    limit = limit if following < 0 else following
    stop = _KEY_END.compiled.search(text, begin.end(), limit)
    if stop is not None:
        if KEY_LINE.compiled.search(text, begin.end(), stop.start()):
            yield Span(start, stop.end(), "private-key", TOKEN_RANK)
    elif body := _KEY_LINES.compiled.match(text, begin.end(), limit):
        yield Span(start, body.end(), "private-key", TOKEN_RANK)


_PRIVATE_TAG = LazyPattern(r"(?i)<(/?)private(?:\s[^<>]{0,100})?>")


def find_private_spans(text: str) -> Iterator[Span]:
    """Yield every `<private>...</private>`; tags nest, and one left open reaches to the end."""
    depth, opened = 0, 0
    for tag in _PRIVATE_TAG.compiled.finditer(text):
        if not tag[1]:
            opened = opened if depth else tag.start()
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                yield Span(opened, tag.end(), "private", PRIVATE_RANK)
    if depth:
        yield Span(opened, len(text), "private", PRIVATE_RANK)
