"""Find secrets in a text: one pass of an automaton over all literals, then a look around each hit.

For `text.redact` only. The automaton (ahocorasick_rs enters here) costs about 3 ns a character however many
rules there are; no regular expression ever runs over a whole text. All is built at the first scan, not at import.
"""

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import TYPE_CHECKING

from wikimem.text.lazy_pattern import LazyPattern
from wikimem.text.secret_assigned import COMMANDS, find_assigned, find_command_password, find_identified
from wikimem.text.secret_context import (
    TOKEN_RANK,
    Span,
    find_authorization,
    find_basic,
    find_cookies,
    find_dsn_password,
    find_private_key,
    find_private_spans,
    find_url_password,
)
from wikimem.text.secret_tokens import TOKEN_RULES, TokenRule

if TYPE_CHECKING:
    from ahocorasick_rs import AhoCorasick

Finder = Callable[[str, int, int], Iterator[Span]]

_PRIVATE_LITERALS = ("<private", "<Private", "<PRIVATE")
_NAME_STEMS = (
    "password passwd passphrase passcode pwd secret token credential apikey accesskey secretkey privatekey "
    "api_key access_key secret_key private_key auth_key encryption_key signing_key master_key account_key shared_key "
    "deploy_key license_key service_key admin_key client_key storage_key webhook_key subscription_key application_key "
    "app_key sas_key session_key hmac_key crypto_key cipher_key root_key"
)
_NAME_LITERALS = "_pass _PASS -pass Pass pass pw PW _PAT _pat _KEY _auth auth"
"""Short names; each is looked for only where a separator follows (see `_WITH_SEPARATOR`)."""
_WITH_SEPARATOR = ("=", ":", " =", " :", '"', "'")
_OWN_MASK = "redacted:"


_ESCAPE_BEFORE = LazyPattern(r"(?:\\[nrt]|\\u[0-9a-fA-F]{4}|%[0-9A-Fa-f]{2}|\x1b\[[\d;]{0,8}m)\Z")


def _stands_alone(text: str, at: int) -> bool:
    """Tell whether what begins at `at` is no continuation of a word; an escape such as backslash-n is no word."""
    before = text[at - 1 : at]
    if not before or not before.isascii() or not (before.isalnum() or before == "_"):
        return True
    return _ESCAPE_BEFORE.compiled.search(text[max(0, at - 12) : at]) is not None


def _find_token(rule: TokenRule, text: str, start: int, end: int) -> Iterator[Span]:
    pattern = rule.pattern.compiled
    for lead in rule.leads:
        at = start - lead
        match = pattern.match(text, at) if at >= 0 and _stands_alone(text, at) else None
        if match and match.end() > end:
            group = "mask" if "mask" in pattern.groupindex else 0
            yield Span(match.start(group), match.end(group), rule.name, TOKEN_RANK)
            return


def _spellings(stem: str) -> set[str]:
    """Return the ways programs spell a name: api_key, api-key, api key, apiKey, ApiKey, API_KEY, API-Key ..."""
    words = stem.split("_")
    upper = [word.upper() for word in words]
    title = [word.title() for word in words]
    first_upper = [upper[0], *title[1:]]
    joined = {sep.join(form) for sep in ("_", "-", " ", "") for form in (words, upper, title, first_upper)}
    return joined | {
        words[0] + "".join(title[1:]),
        title[0] + " " + " ".join(words[1:]),
        upper[0] + " " + " ".join(words[1:]),
    }


def _literals() -> Iterator[tuple[str, Finder]]:
    for rule in TOKEN_RULES:
        for literal in rule.literals:
            yield literal, partial(_find_token, rule)
    for stem in _NAME_STEMS.split():
        for spelling in _spellings(stem):
            yield spelling.strip(), find_assigned
    for name in _NAME_LITERALS.split():
        for separator in _WITH_SEPARATOR:
            yield name + separator, partial(_find_short_name, len(separator))
    for literal in ("uthorization", "UTHORIZATION", "Bearer ", "bearer ", "BEARER "):
        yield literal, find_authorization
    for literal in ("ookie", "OOKIE"):
        yield literal, find_cookies
    yield "Basic ", find_basic
    for literal in ("IDENTIFIED BY", "identified by"):
        yield literal, find_identified
    yield "://", find_url_password
    for literal in ("@tcp(", "@unix("):
        yield literal, find_dsn_password
    for command in COMMANDS:
        yield command, find_command_password
    yield "-----BEGIN ", find_private_key


def _find_short_name(separator: int, text: str, start: int, end: int) -> Iterator[Span]:
    return find_assigned(text, start, end - separator)


@cache
def _automaton() -> tuple["AhoCorasick", tuple[Finder | None, ...]]:
    """Return the automaton over all literals and, by literal, the finder to call; None stands for private spans."""
    literals: list[tuple[str, Finder | None]] = [(literal, None) for literal in _PRIVATE_LITERALS]
    literals += _literals()
    return build_automaton([literal for literal, _ in literals]), tuple(finder for _, finder in literals)


def build_automaton(literals: list[str]) -> "AhoCorasick":
    """Build an automaton that finds every occurrence of `literals`, overlapping ones as well."""
    from ahocorasick_rs import AhoCorasick, Implementation

    return AhoCorasick(literals, implementation=Implementation.DFA, store_patterns=False)


def scannable(text: str) -> str:
    """Return `text` for the automaton: lone surrogates, which it cannot read, replaced one for one."""
    return text.encode("utf-8", "replace").decode("utf-8")


def hits(automaton: "AhoCorasick", text: str) -> list[tuple[int, int, int]]:
    """Return (literal, start, end) of every hit; places count characters."""
    try:
        return automaton.find_matches_as_indexes(text, overlapping=True)
    except UnicodeEncodeError:
        return automaton.find_matches_as_indexes(scannable(text), overlapping=True)


def find_secrets(text: str) -> list[Span]:
    """Return the spans of `text` that hold secrets, in no order; they may overlap."""
    automaton, finders = _automaton()
    found = hits(automaton, text)
    if not found:
        return []
    spans: list[Span] = []
    covered = 0
    private_done = False
    for literal, start, end in found:
        finder = finders[literal]
        if finder is None:
            if not private_done:
                spans += find_private_spans(text)
                private_done = True
        elif start >= covered and not _inside_own_mask(text, start):
            for span in finder(text, start, end):
                spans.append(span)
                if span.rank == TOKEN_RANK:
                    covered = max(covered, span.end)
    return spans


def _inside_own_mask(text: str, start: int) -> bool:
    return text.startswith(_OWN_MASK, max(0, start - len(_OWN_MASK))) and start >= len(_OWN_MASK)
