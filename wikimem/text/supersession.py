"""Tell whether one claim takes the place of another, by their words alone. Pure; used by `passes.supersession`.

    "The queue lives in SQLite."         "The queue lives in Postgres instead of SQLite."     replaces it
    "`save` takes the lock."             "`save` no longer takes the lock."                   replaces it
    "Retry 3 times before giving up."    "Retry 5 times before giving up."                    differs from it
    "Always squash commits."             "Never squash commits."                              differs from it
    "Which port is ours? 8080."          "Which port is ours? 9090."                          differs from it

A claim that still holds must never be retired, so what is not said plainly is left. Two claims can only be related
when what one `ends` is among what the other is `about`: that is how they find each other, whichever came first.
"""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache

from wikimem.text.cues import words
from wikimem.text.replacements import Replacement, default_keys, replacements, topic_of
from wikimem.text.values import key, mentions, values_in


class Relation(Enum):
    """How a claim stands to another."""

    REPLACES = auto()
    """It says that the other holds no longer."""
    DIFFERS = auto()
    """Both cannot hold; which one does, only their dates tell."""


_WORD = re.compile(r"[a-z][\w+#-]+|\d+")
_SILENT = words(
    "a an the and or but of to in on at by for with from into as is are was were be been being do does did has have",
    "had",
    "it its this that these those we i you they them our your their now currently actually already then there here so",
    "just still also only very new old always never not no longer don't doesn't didn't isn't aren't won't can't dont",
    "cannot any more stop avoid please should must shall will would let's lets us instead rather than",
)
"""Words that say nothing of what a sentence is about."""
_NEGATIVE = re.compile(r"\b(?:not|never|no longer|no|cannot|stop|avoid|without)\b|n't\b|\bdont\b")
_NO_LONGER = re.compile(r"\bno longer\b|\bnot any ?more\b")
_TERM = r"([A-Za-z][\w.+#/-]*(?: [A-Z][\w.+#-]*)?|`[^`\n]{2,60}`)"
_PLAIN = (
    re.compile(rf"{_TERM},? (?:instead of|rather than|in place of) (?:the )?{_TERM}"),
    re.compile(rf"\b[Rr]eplac(?:ed?|es|ing) (?:the )?()(?P<old>{_TERM[1:-1]}) (?:with|by) (?P<new>{_TERM[1:-1]})"),
    re.compile(
        r"\b(?:[Ss]witch|[Mm]igrat|[Mm]ov|[Cc]hang|[Cc]onvert)(?:e|ed|es|ing)? (?:[\w'-]+ ){0,4}?from (?:the )?()"
        rf"(?P<old>{_TERM[1:-1]}) to (?:the )?(?P<new>{_TERM[1:-1]})"
    ),
    re.compile(rf"\b[Aa]ctually\b[^.;]{{0,60}}?{_TERM}, not {_TERM}"),
)
_ASSERTED = re.compile(
    r"\b(?:use[sd]?|using|is|are|to|into|in|on|with|via|by|through|at|called|named|chose|picked|prefer|runs?|=|:)"
    r"\s+(?:the |an? )?[`\"]?$",
    re.IGNORECASE,
)
"""What stands before a value that a sentence settles on."""
_CLAUSE_END = re.compile(r"[:;,(]|\.(?:\s|$)|\b(?:because|since|so that|as it|which)\b")
_VALUE = re.compile(
    r"`[^`\n]{1,80}`|\"[^\"\n]{2,60}\"|(?<![\w.-])\d[\d.,]*(?:ms|s|min|h|kb|mb|gb|%)?(?![\w-])"
    r"|\b(?:true|false|on|off|enabled|disabled|yes|opt-in|opt-out)\b",
    re.IGNORECASE,
)
_ASSIGNS = re.compile(
    r"(?:\b(?:is|are|to|at|in|on|with|called|named|uses?|using|every|after|within|of|than|over|under|be|equals?|retry"
    r"|holds?|takes?|allows?|keeps?|stores?|runs?|defaults?|port|version|limit|timeout|maximum|minimum|least|most|for|by)|[=:])\s+"
    r"(?:(?:now|set|just|only|about|the|an?)\s+)*$",
    re.IGNORECASE,
)
_QUOTES = '`"'
_SETTLES = re.compile(
    r"(?:\b(?:is|are|be|at|in|on|called|named|equals?|defaults?|port|version|limit|timeout"
    r"|(?:set|default\w*|chang\w+|switch\w*|renam\w+|mov\w+|pinned|bump\w*) to)|[=:])\s+"
    r"(?:(?:now|just|only|about|the|an?)\s+)*$",
    re.IGNORECASE,
)
"""What stands before a name that excludes any other: several tools may be used, run or forbidden side by side."""
_COUNTS = re.compile(
    r"\s+(?:times|(?:milli)?seconds?|minutes?|hours?|days?|weeks?|months?|(?:kilo|mega|giga)?bytes|percent|characters"
    r"|lines|words|tokens|items|entries|rows|files|workers|threads|retries|attempts|requests|connections)\b"
)
"""What follows a number that is an amount."""
_ENDING = re.compile(r"(?:ies|es|s|ed|ing)$")
_AWAY = re.compile(
    r"\b(?:replac\w+|remov\w+|drop\w*|delet\w+|from|instead of|rather than|not)\s+(?:the |an? )?[`\"]?$", re.IGNORECASE
)
"""What stands before a value that a sentence itself turns away from."""
_CHANGING = words("replac switch migrat mov chang convert renam us remov mak")
"""Stems of words that say that something changes, and nothing of what."""
_LEAST_WORDS = 2
_SHARED = 2


@dataclass(frozen=True, slots=True)
class _Slot:
    """What a sentence gives a value to, and the values it gives."""

    frame: tuple[str, ...]
    values: tuple[tuple[str, bool], ...]
    """Each with whether it is assigned, as in "is 3", or only mentioned, as in "step 3"."""


def about(text: str) -> frozenset[str]:
    """Return the keys of what a claim is about."""
    return frozenset({*values_in(text), *default_keys(text), *_WORD.findall(text.lower()), *_slots(text)})


@lru_cache(maxsize=4096)
def ends(text: str) -> frozenset[str]:
    """Return the keys of what a claim may end: whatever it replaces is `about` one of them."""
    named = {one for replaced in replacements(text) for one in replaced.keys}
    plain = {word for old, _ in _plain(text) if (word := _first_word(old))}
    return frozenset({*named, *plain, *_slots(text)})


@lru_cache(maxsize=16384)
def relation(new: str, old: str) -> Relation | None:
    """Return how the claim `new` stands to `old`, None when both may hold."""
    if any(_is_ended(old, new, replaced) for replaced in replacements(new)):
        return Relation.REPLACES
    if any(_is_overturned(old, new, went, came) for went, came in _plain(new)):
        return Relation.REPLACES
    if _frame(old) == _frame(new) and len(_frame(new)) >= _LEAST_WORDS and _is_negative(old) != _is_negative(new):
        return Relation.REPLACES if _NO_LONGER.search(new.lower()) else Relation.DIFFERS
    return Relation.DIFFERS if _is_other_answer(old, new) or _is_other_value(_slot(old), _slot(new)) else None


def conflict(one: str, other: str) -> bool:
    """Tell whether two claims cannot both hold, so that they do not say the same, however alike they sound."""
    return relation(one, other) is not None or relation(other, one) is not None


def _is_ended(old: str, new: str, replaced: Replacement) -> bool:
    """Tell whether `old` rests on a value that `new` replaces."""
    if replaced.topic:
        shared = topic_of(old) & replaced.topic
        flips = re.search(rf"\bdefault\w*\b.*\b{re.escape(replaced.old)}\b", old.lower())
        return flips is not None and len(shared) >= min(_SHARED, len(replaced.topic))
    if not _has(old, replaced.old) or (replaced.new and _has(old, key(replaced.new))):
        return False
    if any(replaced.old == key(before.new) for before in replacements(old) if before.new):
        return True
    if not replaced.new:
        first = next(mentions(old, replaced.old), None)
        return first is not None and first.start() <= 1 and not _NEGATIVE.search(old.lower())
    return _settles(old, new, replaced.old, replaced.new)


def _is_overturned(old: str, new: str, went: str, came: str) -> bool:
    return _has(old, went) and not _has(old, came) and _settles(old, new, went, came)


def _settles(old: str, new: str, went: str, came: str) -> bool:
    """Tell whether `old` settles on the value `went`, in the matter that `new` is about."""
    before = [old[: mention.start()] for mention in mentions(old, went)]
    if _NEGATIVE.search(old.lower()) or any(map(_AWAY.search, before)) or not any(map(_ASSERTED.search, before)):
        return False
    values = {*_words(went), *_words(came), *_CHANGING}
    matter = set(_words(_clause(new, went))) - values
    shared = matter & (set(_words(old)) - values)
    return len(shared) >= min(_SHARED, len(matter)) if matter else bool(_verb(new)) and _verb(old) == _verb(new)


def _clause(text: str, value: str) -> str:
    """Return the part of a sentence up to the end of the clause that names a value."""
    place = text.find(value.strip("`"))
    end = _CLAUSE_END.search(text, place + len(value)) if place >= 0 else None
    return text[: end.start()] if end else text


def _is_other_answer(old: str, new: str) -> bool:
    asked, answer = _asked(old)
    again, other = _asked(new)
    return bool(asked) and asked == again and _words(answer) != _words(other)


def _is_other_value(old: _Slot, new: _Slot) -> bool:
    if old.frame != new.frame or len(new.frame) < _LEAST_WORDS or len(old.values) != len(new.values):
        return False
    differing = [(one, other) for one, other in zip(old.values, new.values, strict=True) if one[0] != other[0]]
    return len(differing) == 1 and all(value[1] for value in differing[0])


def _plain(text: str) -> Iterator[tuple[str, str]]:
    """Yield (old, new) of plain words that a sentence says took the place of others."""
    for number, pattern in enumerate(_PLAIN):
        for found in pattern.finditer(text):
            if number in (0, 3):
                old, new = found[2], found[1]
            else:
                old, new = found["old"], found["new"]
            old, new = old.strip("`").rstrip("."), new.strip("`").rstrip(".")
            if _is_term(old) and _is_term(new) and old.lower() != new.lower():
                yield old, new


def _is_term(text: str) -> bool:
    return len(text) > 2 and text.lower() not in _SILENT and not text.endswith((")", "/"))


def _slots(text: str) -> Iterator[str]:
    """Yield the keys under which sentences of one frame meet."""
    slot = _slot(text)
    if slot.values and len(slot.frame) >= _LEAST_WORDS:
        yield _digest("slot", slot.frame)
    if len(_frame(text)) >= _LEAST_WORDS:
        yield _digest("said", _frame(text))
    if asked := _asked(text)[0]:
        yield _digest("asked", asked)


def _digest(kind: str, frame: tuple[str, ...]) -> str:
    return f"{kind}:{hashlib.blake2b(' '.join(frame).encode(), digest_size=6).hexdigest()}"


@lru_cache(maxsize=4096)
def _slot(text: str) -> _Slot:
    values = tuple((found[0].strip('`"').lower(), _is_assigned(text, found)) for found in _VALUE.finditer(text))
    return _Slot(_words(_VALUE.sub(" ", text)), values)


def _is_assigned(text: str, value: re.Match[str]) -> bool:
    """Tell whether a value is the one there is: an amount or a switch, or a name where only one can stand."""
    if value[0][0] in _QUOTES:
        return bool(_SETTLES.search(text, 0, value.start())) and not _is_negative(text)
    return bool(_ASSIGNS.search(text, 0, value.start()) or _COUNTS.match(text, value.end()))


@lru_cache(maxsize=4096)
def _frame(text: str) -> tuple[str, ...]:
    return _words(text)


@lru_cache(maxsize=4096)
def _asked(text: str) -> tuple[tuple[str, ...], str]:
    """Return the words of the question that a claim answers, and the answer; nothing for one that answers none."""
    question, mark, answer = text.partition("? ")
    asked = _words(question) if mark and answer.strip() and "?" not in answer else ()
    return (asked, answer) if len(asked) >= _LEAST_WORDS else ((), "")


@lru_cache(maxsize=16384)
def _words(text: str) -> tuple[str, ...]:
    """Return the words that count, stemmed a little, in their order."""
    return tuple(_ENDING.sub("", word) or word for word in _WORD.findall(text.lower()) if word not in _SILENT)


def _first_word(text: str) -> str:
    return next(iter(_WORD.findall(text.lower())), "")


def _verb(text: str) -> str:
    return "use" if re.match(r"(?:always |please )?us(?:e|ing)\b", text.lower()) else ""


def _is_negative(text: str) -> bool:
    return _NEGATIVE.search(text.lower()) is not None


def _has(text: str, value: str) -> bool:
    return next(mentions(text, value), None) is not None
