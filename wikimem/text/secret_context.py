"""Secrets that their surroundings give away: addresses, headers, cookies, key blocks, private spans.

Each finder is called by `text.secret_scan` where one of its literals stands, looks at the text around that place only,
and yields the spans to mask. Every pattern is bounded or possessive, so a finder costs no more than a fixed window.
"""

import re
from binascii import Error as Base64Error
from binascii import a2b_base64
from collections.abc import Iterator
from typing import NamedTuple

from wikimem.text.lazy_pattern import LazyPattern
from wikimem.text.secret_shape import Promise, is_placeholder, looks_random, looks_secret


class Span(NamedTuple):
    """A stretch of text to mask, and the rule that says so."""

    start: int
    end: int
    rule: str
    rank: int
    """Where spans overlap, the lowest rank names the mask."""


PRIVATE_RANK, TOKEN_RANK, CONTEXT_RANK, MEMORY_RANK = range(4)

_URL_USER = LazyPattern(
    r"""(?P<user>[^\s/?#@:"'`<>\\()\[\]]{0,128}+)(?::(?P<password>[^\s/"'`<>\\]{1,512}))?@(?=[\w\[$])"""
)
_PORT = LazyPattern(r"\d{2,5}[?#]")
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
            not is_placeholder(value) and not _DULL_PASSWORD.compiled.match(value) and not _PORT.compiled.match(value)
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
        (?P<value>[A-Za-z0-9._~+/=:-]{8,2048}+)(?![(\[])""",
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


_ONE_COOKIE = r"""[\w.$%-]{1,80}+=[^;\s"'`,\\]{0,2048}+"""
_COOKIES = LazyPattern(
    r"""\\{0,3}["'`]?\]?(?:[ ]{0,2}[:=,][ ]{0,2}|[ ](?=["']))\\{0,3}["'`]?(?P<pairs>"""
    + _ONE_COOKIE
    + "(?:;[ ]?"
    + _ONE_COOKIE
    + "){0,40}+)",
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
