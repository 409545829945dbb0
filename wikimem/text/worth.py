"""How much a sentence is worth keeping: a sum of small reasons. Pure; used by the passes.

    "Tests pass."                                                             below 0
    "`save` must take the lock before `flush`, because `flush` re-reads it."  above 2

The reasons and their sizes come from comparing the sentences of real sessions with notes that careful readers made of
the same sessions: long sentences that name code and give a reason are what readers keep, short ones are narration.
Words are looked up in sets, not searched for by expressions: this runs over every sentence of every session.
"""

import re

from wikimem.model.statement import Origin

_ORIGIN = {
    Origin.COMMIT: 0.6,
    Origin.SUMMARY: 0.5,
    Origin.FINAL: 0.3,
    Origin.ASIDE: 0.2,
    Origin.ANSWER: 0.3,
    Origin.PROMPT: 0.0,
    Origin.PLAN: 0.0,
}

_REASONS: tuple[tuple[float, frozenset[str], tuple[str, ...]], ...] = tuple(
    (weight, frozenset(words.split()), phrases)
    for weight, words, phrases in (
        (
            0.6,
            "because since",
            (
                "due to",
                "caused by",
                "root cause",
                "so that",
                "which means",
                "that's why",
                "as a result",
                "the reason",
                "this means",
            ),
        ),
        (
            0.5,
            "convention pattern gotcha caveat important importantly",
            ("note that", "note:", "key insight", "key point", "key finding", "turns out", "by design", "in practice"),
        ),
        (0.3, "must require requires required cannot can't never always only unless not even", ()),
        (
            0.3,
            "issue problem bug fail fails failed failing failure error missing wrong broken broke breaks stale incorrect conflict mismatch race leak crash crashed crashes",
            (),
        ),
        (
            0.3,
            "whereas unlike vs however although",
            ("instead of", "rather than", "in favor of", "in favour of", "but not", "no longer", "used to"),
        ),
        (
            0.3,
            "fix fixed fixes rename renamed replaced replace refactor refactored moved extracted dropped restored switched chose decided deferred reverted",
            (),
        ),
        (
            0.4,
            "follow-up followup defer deferred future remaining pending pre-existing limitation trade-off tradeoff",
            ("not yet", "not handled", "not covered", "not implemented", "not tested", "out of scope"),
        ),
        (0.4, "", ("→", "=>")),
    )
)
_WORD = re.compile(r"[a-z][a-z'-]*")
_NARRATORS = frozenset(["i", "i'll", "i'm", "i've", "i'd", "me", "let's"])
_STEPS = frozenset(
    ["now", "next", "then", "step", "phase", "run", "check", "verify", "read", "look", "try", "add", "create", "update", "remove", "edit", "open", "see", "use", "fix", "write", "ensure", "commit", "push", "test", "implement"]
)
_STATUS = re.compile(
    r"(?:all |the |both |now )?(?:done|pushed|committed|fixed|updated|completed?|created|tests?|lint|build|verified|ready|success\w*|changes|files? (?:modified|changed|created)|everything|summary)\b.{0,60}$"
)
_NAME = re.compile(r"\w_\w|[a-z][A-Z]|\w/\w|\w\(\)|\.(?:go|py|rs|ts|js|tsx|java|rb|md|sh|sql|toml|json|ya?ml)\b")
_HOME_PATHS = ("/Users/", "/home/", "/private/", "/var/folders", "C:\\")


_PHRASES: dict[str, list[tuple[int, str]]] = {}
"""Reason and phrase by the phrase's first word, so that most phrases need not be looked for."""
_MARKS: list[tuple[int, str]] = []
for _index, (_, _, _phrases) in enumerate(_REASONS):
    for _phrase in _phrases:
        _first = _WORD.match(_phrase)
        if _first:
            _PHRASES.setdefault(_first[0], []).append((_index, _phrase))
        else:
            _MARKS.append((_index, _phrase))
_OPENERS = frozenset(_PHRASES)
_CUES = {word: index for index, (_, words, _) in enumerate(_REASONS) for word in words}
_CUE_WORDS = frozenset(_CUES)
_SHORT = 8


def worth(text: str, origin: Origin) -> float:
    """Return the sum of reasons to keep a sentence; 1.0 is about where readers begin to keep them."""
    size = text.count(" ") + 1
    if size < 5 or text.endswith("?"):
        return -1.0
    if size < _SHORT:
        return round(_ORIGIN[origin] - 0.8, 2)
    lower = text.lower().lstrip("*_ ")
    words = _WORD.findall(lower)
    known = set(words)
    value = _ORIGIN[origin] + (0.0 if size < 15 else 0.5 if size < 28 else 0.8)
    value += min(text.count("`") // 2, 3) * 0.25
    value += min(len(_NAME.findall(text)), 2) * 0.15
    value += sum(_REASONS[reason][0] for reason in _reasons(lower, known))
    if not known.isdisjoint(_NARRATORS) or "we need to" in lower:
        value -= 0.4
    if words and words[0] in _STEPS and origin is not Origin.COMMIT:
        value -= 0.5
    if size < 16 and _STATUS.match(lower):
        value -= 0.8
    if "/" in text and any(path in text for path in _HOME_PATHS):
        value -= 0.6
    return round(value, 2)


def _reasons(lower: str, known: set[str]) -> set[int]:
    """Return which of the reasons a sentence gives."""
    found = {_CUES[word] for word in known & _CUE_WORDS}
    for opener in known & _OPENERS:
        found.update(reason for reason, phrase in _PHRASES[opener] if phrase in lower)
    found.update(reason for reason, mark in _MARKS if mark in lower)
    return found
