"""Find what a text says was replaced: renamed, switched, removed, done otherwise, a default that flipped. Pure.

    "Renamed `tea/sessions` to `tea/cups`."           tea/sessions -> tea/cups
    "Change `--no-milk` (off) to `--milk`."           --no-milk -> --milk
    "Prints "Ready." instead of "the tea is set"."    the tea is set -> Ready.
    "The `steep_time` field is removed."              steep_time -> (nothing)
    "`lemon` defaults to off instead of on."          on -> off, said of the default of lemon

Only a report or an order counts, not a wish: "should we rename", "could be renamed" replace nothing. The tables hold a
rule a row: another way of saying it is another row, with a test of a sentence it takes and one it must leave.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from wikimem.text.cues import words
from wikimem.text.lazy_pattern import LazyPattern
from wikimem.text.values import BARE, DEFAULT, QUOTED, is_format, is_name, is_phrase, key

_VALUE = rf"(?:{QUOTED}|{BARE})"
_ASIDE = r"(?:\s*\([^()\n]{1,40}\))?"
"""What may stand in parentheses after a value."""
_WHAT = r"(?:[A-Za-z]+\s+){0,4}?"
_TO = r"\s*(?:\bto\b|→|->|=>)\s*(?:just\s+|(?:the\s+)?new\s+)?"
_KIND = (
    r"(?:flag|option|setting|field|phase|state|status|command|subcommand|column|endpoint|variable|parameter|strategy"
    r"|constant|key|mode|trailer|feature|table|branch|config|function|method|type)"
)
_CALLED = r"(?:format|name|naming|layout|scheme|path|prefix)s?(?:\s+format)?"


def _rule(words: str) -> LazyPattern:
    return LazyPattern(words, re.IGNORECASE)


_RENAMED = _rule(rf"\brenam(?:ed?|es|ing)\s+{_WHAT}{_VALUE}{_ASIDE}{_TO}{_VALUE}")
_OLD_THEN_NEW = (
    (
        "eplac",
        _rule(rf"\breplac(?:ed?|es|ing)\s+{_WHAT}{_VALUE}{_ASIDE}\s+(?:with|by)\s+(?:the\s+(?:new\s+)?)?{_VALUE}"),
    ),
    (
        " from ",
        _rule(
            r"\b(?:switch|migrat|chang|convert|updat|transition)(?:e|ed|es|ing|ion|s)?\s+"
            rf"(?:[\w`'-]+\s+){{0,6}}?from\s+{_VALUE}{_ASIDE}{_TO}{_VALUE}"
        ),
    ),
    (
        "hang",
        _rule(rf"\bchang(?:ed?|es|ing)\s+(?:(?:the\s+)?{_KIND}\s+(?:from\s+)?)?{_VALUE}{_ASIDE}{_TO}{_VALUE}"),
    ),
)
"""What a line must hold to be looked at, and the rule: the value that went, then the one that came."""
_NEW_THEN_OLD = (
    (
        "instead of",
        _rule(
            r"\b(?:now|changed?|switched|ends?\s+with|clearer)\b[^.;?!\n]{0,40}?"
            rf"{_VALUE}{_ASIDE}\s+instead\s+of\s+{_VALUE}"
        ),
    ),
)
_GONE = (
    (
        "emoved",
        _rule(
            rf"{_VALUE}\s+(?:{_KIND}\s+)?(?:(?:is|was|has\s+been)\s+(?:now\s+)?)?removed\b(?!\s+(?:from|in|by|when|if))"
        ),
    ),
    (
        "",
        _rule(
            rf"\b(?:removed|removes|removing|dropped|deleted|eliminated)\s+(?:the\s+)?(?:{_KIND}\s+)?"
            rf"{_VALUE}(?:\s+{_KIND})?(?=\s*(?:[.,;:)]|$|and\b|with\b))"
        ),
    ),
    ("egacy ", _rule(rf"\blegacy\s+(?:\w+\s+){{0,2}}?{_CALLED}\s*[:(]?\s*{_VALUE}")),
    ("old ", _rule(rf"\bold\s+(?:\w+\s+){{0,2}}?{_CALLED}\s*[:(]\s*{_VALUE}")),
)
_GOES = (
    *("removed", "removes", "removing", "dropped", "deleted", "eliminated"),
    *("Removed", "Removes", "Dropped", "Deleted"),
)
_HINT = re.compile(
    "|".join(["efault", "ename", "instead of", *(hint for hint, _ in (*_OLD_THEN_NEW, *_GONE) if hint), *_GOES])
)
"""What a text must hold to be worth a closer look."""
_WRAPPED = re.compile(r"(?<=[a-z,])\n(?=[a-z`\"])")
_SENTENCE = re.compile(r"[.;?!](?:\s|$)")
_BEFORE = 40
_WISH = LazyPattern(
    r"\b(?:if|should|could|would|might|may|can|maybe|perhaps|consider\w*|suggest\w*|propos\w*|want|wants|why|not|never|"
    r"n't|don't|undo|revert\w*|instead of|let'?s|todo|later|plan(?:s|ned)? to|without|wrong|incorrect|"
    r"typo|tests?|stale|lines? \d+)\b",
    re.IGNORECASE,
)
_HERE = LazyPattern(r"\s+(?:in|for|inside|within|at|of)\s+(?:the\s+)?[`\"]?[\w./]*(?:[A-Z_./(`]|\d)")
"""What follows a change made in one place only."""
_CODE = frozenset("[]()*+|\\,;$&#!^'")
_INSTANCE = LazyPattern(r"(?<![A-Za-z0-9])(?=[0-9a-f]*\d)[0-9a-f]{6,}(?![A-Za-z0-9])|^[/~]|\d{4}-\d\d")
"""A path of one machine, a commit, a day: no name that everybody uses."""
_FLIPPED = LazyPattern(
    r"([^\n.;?!]{3,120}?)\bdefaults?\s+(?:is\s+|are\s+)?(?:now\s+)?to\s+[*`\"]*([\w.-]+)[*`\"]*,?\s+"
    r"(?:instead\s+of|rather\s+than|not)\s+[*`\"]*([\w.-]+)",
    re.IGNORECASE,
)
_FLIPPED_FROM = LazyPattern(
    r"default(?:\s+value)?\s+(?:for|of)\s+([^\n.;?!]{3,60}?)\s+"
    r"(?:(?:was|is|has been)\s+)?(?:changed|switched|flipped|raised|lowered|set|went|goes)?\s*"
    r"from\s+[*`\"]*([\w.-]+)[*`\"]*\s+to\s+[*`\"]*([\w.-]+)",
    re.IGNORECASE,
)
_TOPIC = LazyPattern(r"[\w-]{3,}")
_NO_TOPIC = words(
    "the and for with when that this now are was were has have been its not set unset missing changed change default",
    "defaults defaulting behavior behaviour value setting settings configured config all any new old from instead",
    "users user which will then also fixed updated update",
)
_MEMBER = LazyPattern(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+(?:\(.*\))?")
_EXTENSION = r"\.(?:go|py|rs|[jt]sx?|java|rb|md|sh|sql|toml|json|jsonl|ya?ml|log|txt|db|lock|cfg|ini)"
_FILE = LazyPattern(rf"{_EXTENSION}$")
_FILES = LazyPattern(rf"\w{_EXTENSION}\b")
_SPACED = frozenset(" <>{}")
_Read = tuple[str | None, str | None]
"""A value as a rule reads it: in quotes, or bare."""


@dataclass(frozen=True, slots=True)
class Replacement:
    """A value that another one took the place of."""

    old: str
    """Its key (`text.values.key`)."""
    new: str
    """As it was said; "" when nothing came in its place."""
    topic: frozenset[str] = frozenset()
    """For a plain word such as "on": what its default is said of. Only with these words does it mean the same."""

    @property
    def keys(self) -> tuple[str, ...]:
        """Return what the replacement is found by."""
        return tuple(sorted(f"{DEFAULT}{word}" for word in self.topic)) if self.topic else (self.old,)


def replacements(text: str) -> Iterator[Replacement]:
    """Yield each value that `text` reports as replaced, each once."""
    if not _HINT.search(text):
        return
    seen = set()
    for line in _WRAPPED.sub(" ", text).split("\n"):
        if not _HINT.search(line):
            continue
        for found in chain(_pairs(line), _removed(line), _flipped(line)):
            if found not in seen:
                seen.add(found)
                yield found


def default_keys(text: str) -> set[str]:
    """Return what replacements of defaults are found by, for every line of `text` that speaks of a default."""
    if "efault" not in text:
        return set()
    lines = (line for line in text.split("\n") if "efault" in line)
    return {f"{DEFAULT}{word}" for line in lines for word in topic_of(line)}


def topic_of(text: str) -> frozenset[str]:
    """Return the words that say what a sentence about a default is about."""
    return frozenset(_TOPIC.compiled.findall(text.lower())) - _NO_TOPIC


def _pairs(line: str) -> Iterator[Replacement]:
    if "ename" in line:
        for found in _RENAMED.compiled.finditer(line):
            yield from _pair(found, (found[1], found[2]), (found[3], found[4]), is_rename=True)
    for hint, rule in _OLD_THEN_NEW:
        if hint in line:
            for found in rule.compiled.finditer(line):
                yield from _pair(found, (found[1], found[2]), (found[3], found[4]))
    for hint, rule in _NEW_THEN_OLD:
        if hint in line:
            for found in rule.compiled.finditer(line):
                yield from _pair(found, (found[3], found[4]), (found[1], found[2]))


def _pair(found: re.Match[str], old: _Read, new: _Read, *, is_rename: bool = False) -> Iterator[Replacement]:
    went, came = _said(old), _said(new)
    if went == came or _is_wish(found) or not _can_go(old, is_rename=is_rename):
        return
    if not is_rename and _is_local(found):
        return
    if is_name(came) or is_format(came) or (new[0] is not None and not (is_rename and _SPACED.intersection(came))):
        yield Replacement(key(went), came)


def _removed(line: str) -> Iterator[Replacement]:
    for hint, rule in _GONE:
        if hint in line if hint else any(word in line for word in _GOES):
            for found in rule.compiled.finditer(line):
                said = _said((found[1], found[2]))
                is_meant = not (_is_wish(found) or _is_in_a_file(found))
                if is_meant and _can_go((found[1], found[2])) and _is_rid_of(said, found):
                    yield Replacement(key(said), "")


def _is_rid_of(said: str, found: re.Match[str]) -> bool:
    """Tell whether what was taken out is gone for good: files come again, and words in quotes may be text."""
    quote = found.string[found.start(1) - 1] if found[1] else ""
    return quote in ("", "`") and not _FILE.compiled.search(said) and (" " not in said or " command" in found[0])


def _flipped(line: str) -> Iterator[Replacement]:
    if "efault" not in line:
        return
    found = _FLIPPED.compiled.search(line)
    if found and (topic := topic_of(found[1])) and not _is_same(found[2], found[3]):
        yield Replacement(_plain(found[3]), _plain(found[2]), topic)
    found = _FLIPPED_FROM.compiled.search(line)
    if found and (topic := topic_of(found[1])) and not _is_same(found[2], found[3]):
        yield Replacement(_plain(found[2]), _plain(found[3]), topic)


def _plain(word: str) -> str:
    return word.rstrip(".-").lower()


def _is_same(one: str, other: str) -> bool:
    return _plain(one) == _plain(other)


def _said(value: _Read) -> str:
    return (value[0] or value[1] or "").strip()


def _is_wish(found: re.Match[str]) -> bool:
    """Tell whether the words before a match, in the same sentence, say that nothing was done."""
    before = found.string[max(0, found.start() - _BEFORE) : found.start()]
    return _WISH.compiled.search(_SENTENCE.split(before)[-1]) is not None


def _is_local(found: re.Match[str]) -> bool:
    """Tell whether a change was made in one place only: a file is named before it, or a place after it."""
    return _is_in_a_file(found) or _HERE.compiled.match(found.string, found.end()) is not None


def _is_in_a_file(found: re.Match[str]) -> bool:
    return _FILES.compiled.search(found.string, max(0, found.start() - _BEFORE), found.start()) is not None


def _can_go(value: _Read, *, is_rename: bool = False) -> bool:
    """Tell whether a value is so much of a name that it means the same wherever it stands."""
    text = _said(value)
    if is_format(text):
        return not is_rename
    if _INSTANCE.compiled.search(text):
        return False
    if is_name(text):
        return is_rename or not (_is_member(text) or _is_word(text))
    return value[0] is not None and not is_rename and is_phrase(text)


def _is_member(text: str) -> bool:
    """Tell whether a name is one use of many (`os.getcwd()`, a folder): gone from one place, it stays in others."""
    is_dotted = _MEMBER.compiled.fullmatch(text) is not None and not _FILE.compiled.search(text)
    return is_dotted or text.endswith("/") or not _CODE.isdisjoint(text)


def _is_word(text: str) -> bool:
    """Tell whether a name is no more than words with a hyphen."""
    return text.replace("-", "").isalpha() and not text.startswith("--") and "-" in text
