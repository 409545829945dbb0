"""How much a sentence is worth keeping: a sum of small reasons. Pure; used by the passes.

    "Tests pass."                                                             below 0
    "`save` must take the lock before `flush`, because `flush` re-reads it."  almost 2

The reasons and their sizes come from comparing the sentences of real sessions with notes that careful readers made of
the same sessions: long sentences that name code and give a reason are what readers keep, short ones are narration.
Words are looked up in sets, not searched for by expressions: this runs over every sentence of every session.
"""

import re
from dataclasses import dataclass

from wikimem.model.statement import Origin
from wikimem.text.cues import words
from wikimem.text.names import code_names

_ORIGIN = {
    Origin.COMMIT: 0.6,
    Origin.SUMMARY: 0.5,
    Origin.FINAL: 0.3,
    Origin.ASIDE: 0.2,
    Origin.ANSWER: 0.3,
    Origin.PROMPT: 0.0,
    Origin.PLAN: 0.0,
}


@dataclass(frozen=True, slots=True, eq=False)
class _Reason:
    """What a sentence gains when it holds one of these, however many."""

    weight: float
    words: frozenset[str]
    phrases: tuple[str, ...] = ()


_CAUSE = _Reason(
    0.6,
    words("because since"),
    (
        "due to",
        "caused by",
        "root cause",
        "the reason",
        "that's why",
        "which means",
        "this means",
        "as a result",
        "so that",
    ),
)
_REMARK = _Reason(
    0.5,
    words("convention pattern gotcha caveat important importantly"),
    ("note that", "note:", "key insight", "key point", "key finding", "turns out", "by design", "in practice"),
)
_RULE = _Reason(0.3, words("must require requires required cannot can't never always only unless not even"))
_FAILURE = _Reason(
    0.3,
    words(
        "issue problem bug fail fails failed failing failure error missing wrong broken broke breaks stale",
        "incorrect conflict mismatch race leak crash crashed crashes",
    ),
)
_CONTRAST = _Reason(
    0.3,
    words("whereas unlike vs however although"),
    ("instead of", "rather than", "in favor of", "in favour of", "but not", "no longer", "used to"),
)
_CHANGE = _Reason(
    0.3,
    words(
        "fix fixed fixes rename renamed replaced replace refactor refactored moved extracted dropped restored",
        "switched chose decided deferred reverted",
    ),
)
_OPEN = _Reason(
    0.4,
    words("follow-up followup defer deferred future remaining pending pre-existing limitation trade-off tradeoff"),
    ("not yet", "not handled", "not covered", "not implemented", "not tested", "out of scope"),
)
_REASONS = (_CAUSE, _REMARK, _RULE, _FAILURE, _CONTRAST, _CHANGE, _OPEN)
_ARROWS, _ARROW_WEIGHT = ("→", "=>"), 0.4

_NARRATORS = words("i i'll i'm i've i'd me let's")
_STEPS = words(
    "now next then step phase run check verify read look try add create update remove edit open see use fix write",
    "ensure commit push test implement",
)
"""What a line of a procedure begins with."""
_STATUS = re.compile(
    r"(?:all |the |both |now )?"
    r"(?:done|pushed|committed|fixed|updated|completed?|created|tests?|lint|build|verified|ready|success\w*|changes"
    r"|files? (?:modified|changed|created)|everything|summary)\b.{0,60}$"
)
_HOME_PATHS = ("/Users/", "/home/", "/private/", "/var/folders", "C:\\")
_WORD = re.compile(r"[a-z][a-z'-]*")
_SHORT, _MIDDLING, _LONG = 8, 15, 28
"""Sizes in words from which a sentence may say something, says something, and says a lot."""


def _by_opener() -> dict[str, list[tuple[_Reason, str]]]:
    """Return the phrases by their first word, so that most need not be looked for."""
    found: dict[str, list[tuple[_Reason, str]]] = {}
    for reason in _REASONS:
        for phrase in reason.phrases:
            found.setdefault(phrase.split()[0].rstrip(":"), []).append((reason, phrase))
    return found


_BY_WORD = {word: reason for reason in _REASONS for word in reason.words}
_BY_OPENER = _by_opener()


def worth(text: str, origin: Origin) -> float:
    """Return the sum of reasons to keep a sentence; 1.0 is about where readers begin to keep them."""
    size = text.count(" ") + 1
    if size < 5 or text.endswith("?"):
        return -1.0
    if size < _SHORT:
        return round(_ORIGIN[origin] - 0.8, 2)
    lower = text.lower().lstrip("*_ ")
    spoken = _WORD.findall(lower)
    known = set(spoken)
    value = _ORIGIN[origin] + (0.0 if size < _MIDDLING else 0.5 if size < _LONG else 0.8)
    value += min(text.count("`") // 2, 3) * 0.25
    value += min(code_names(text), 2) * 0.15
    value += _reasons(lower, known)
    if not known.isdisjoint(_NARRATORS) or "we need to" in lower:
        value -= 0.4
    if spoken and spoken[0] in _STEPS and origin is not Origin.COMMIT:
        value -= 0.5
    if size < 16 and _STATUS.match(lower):
        value -= 0.8
    if "/" in text and any(path in text for path in _HOME_PATHS):
        value -= 0.6
    return round(value, 2)


def _reasons(lower: str, known: set[str]) -> float:
    """Return what the reasons weigh that a sentence gives."""
    found = {_BY_WORD[word] for word in known & _BY_WORD.keys()}
    for opener in known & _BY_OPENER.keys():
        found.update(reason for reason, phrase in _BY_OPENER[opener] if phrase in lower)
    value = sum(reason.weight for reason in _REASONS if reason in found)
    return value + _ARROW_WEIGHT if any(arrow in lower for arrow in _ARROWS) else value
