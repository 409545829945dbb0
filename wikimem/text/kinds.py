"""Tell by its words what kind of claim an agent's sentence makes. Pure; used by the passes.

    "Renamed `Store` to `Vault`."                           decides
    "The test failed because the clock was local time."     teaches
    "Windows paths are not handled yet."                    leaves open
    "`flush` re-reads the index on every call."             states a fact

A sentence may do several of these; which comes first is for the caller. `lower` is always a sentence in lower case.
"""

import re

from wikimem.text.cues import cue, either, opening, words
from wikimem.text.names import first_name

_DECIDES = cue(
    "decided (?:to|that|on|against)|chose|chosen|opted|went with|go(?:ing)? with|agreed (?:to|on|that)|decision",
    "by design|intentional(?:ly)?|deliberate(?:ly)?|trade-?off|deprecated",
    r"(?<!ever )(?:switched|migrated|moved|changed) (?:\S+ ){0,6}(?:from|to)\b",
    r"renamed?\b.{0,80}\bto\b|replaced?\b.{0,80}\bwith\b",
)
"""A choice, and changes of name or place."""

_CONTRASTS = cue("instead of|rather than|in favou?r of|no longer")
_CHANGES = cue(
    r"now|use \S+ (?:instead|rather)|no longer needed",
    "changed|replaced|switched|moved|removed|simplified|extracted|fixed|added|renamed|merged|converted",
)
"""What makes a contrast a choice; without one it describes how things are, or what is wrong with them."""

_FINDS_CAUSE = cue("root cause|caused by|the (?:fix|bug|problem|cause|culprit) (?:is|was)")
"""What was wrong, said outright."""

_TEACHES = cue(
    "root cause|caused by|because|due to|turns out|so that|was (?:missing|wrong|stale|never)",
    "the (?:real |actual |core |main )?(?:issue|problem|bug|cause|culprit|reason) (?:is|was|here)",
    r"(?:happen(?:s|ed)|fail(?:s|ed)?|breaks?|broke|crash(?:es|ed)?|errors?|hangs?)"
    r" (?:\S+ ){0,8}?(?:because|since|when|due|if|as)",
    "which (?:means|caused|causes|breaks|broke)|this (?:means|causes|breaks)",
    "the fix (?:is|was)|fixed by|race condition|regression",
    "gotcha|caveat|key (?:insight|finding|point)|note that",
    r"must (?:not |also |be )?\w+|can(?:'t|not) be",
)
"""A cause, a consequence, a remedy, or what has to be heeded."""

_LEAVES_OPEN = cue(
    "follow-?ups?|(?<!not )deferred (?:to|for|until|as)|defer (?:to|this|that)|out of scope",
    "(?:is|are|still|currently) pending|pending (?:tasks?|work|items?)",
    "(?:not|isn't|aren't|never) (?:yet |currently |fully )?"
    "(?:handled|covered|implemented|tested|supported|addressed|wired|done)",
    r"still (?:missing|open|to do|fails|needs? (?:to be \w+ed|tests?|work|fixing))",
    "remain(?:s|ing) (?:to|open|work|issue)",
    "open (?:question|item|issue)s?|(?:known|current|remaining) (?:issue|limitation|gap)s?|flaky",
    "future (?:work|pr|improvement|optimi[sz]ation)|worth (?:considering|adding|checking|a follow)",
    "could be (?:improved|optimi[sz]ed|extracted|simplified|added)",
    "needs? (?:to be (?:decided|discussed|investigated|verified)|a decision|investigation)",
    "pre-existing (?:issue|bug|failure|flak)",
)
"""Work put off, gaps that are known, questions nobody answered."""

_FACT_VERBS = words(
    "is are has have uses use returns return requires needs takes reads writes stores contains calls expects handles",
    "supports runs checks only never always does doesn't cannot can't must means lives keeps holds maps creates",
    "filters skips sets compares computes accepts rejects matches defaults points refers triggers fires emits depends",
    "follows",
)
"""What a sentence that describes code says of it."""

_OPEN_SECTION = re.compile(
    "pending|next steps?|remaining|outstanding|what's left|to-?do|follow-?ups?|future|open (?:item|question|issue)"
)
_LESSON_SECTION = re.compile(r"errors?|fixe?s?\b|problem solving|root cause|why|gotcha|lesson|issue|bug|finding")

_ACCOUNTS = opening("current work|primary request")
"""Sections of a compaction summary that tell what goes on."""

_HEDGES = either(
    cue(
        "maybe|might|perhaps|probably|presumably|somehow|likely|not sure|unclear|could be|i think",
        r"seems?|appears? to|suspect\w*|wait|let's see",
    ),
    re.compile(r"\?"),
)
"""A guess on the way to an answer."""

_MOMENTARY = either(
    re.compile(
        r"\[(?:pending|in[_ ]progress|completed|done)\b|^\**(?:none|successfully|current task)\b|\(current\)|✅"
    ),
    cue(
        r"uncommitted|(?:un)?staged|task #\d+|still the same|lint caught|diagnostics?|resolved",
        "none (?:explicitly )?(?:pending|remaining)|no (?:pending|remaining|open)|all (?:requested|tasks|items)",
        "(?:is|are) (?:still |currently )?failing|currently fails?|(?:the )?only remaining|since we just",
        "lint(?:er)? (?:errors?|warnings?|issues?|is|catches|flags|pass(?:es|ed))|is flagging|nolint|gofmt",
        "low priority|recent(?:ly)?|leftovers?|testing artifacts?|ready for review|pr title",
        "user (?:feedback|pointed out|showed|is asking|wants)|(?:is|are) working (?:correctly|as)|investigat(?:ed|ing)",
    ),
)
"""The state of the work at one moment, over by the next."""
_DIGEST = r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b"
_DIGESTS = re.compile(rf"{_DIGEST}.*{_DIGEST}")
"""Two digests or commit ids in one sentence: the values of one run."""


def decides(lower: str) -> bool:
    """Tell whether a sentence reports a choice."""
    if _DECIDES.search(lower):
        return True
    return contrasts(lower) and _CHANGES.search(lower) is not None


def contrasts(lower: str) -> bool:
    """Tell whether a sentence says how something is by what it is not."""
    return _CONTRASTS.search(lower) is not None


def finds_cause(lower: str) -> bool:
    """Tell whether a sentence says outright what was wrong."""
    return _FINDS_CAUSE.search(lower) is not None


def teaches(lower: str, section: str) -> bool:
    """Tell whether a sentence gives a cause or a caution, or stands in a section (lower case) of such."""
    return _TEACHES.search(lower) is not None or _LESSON_SECTION.search(section) is not None


def leaves_open(lower: str, section: str) -> bool:
    """Tell whether a sentence speaks of work not done, or stands in a section (lower case) of such."""
    return _LEAVES_OPEN.search(lower) is not None or _OPEN_SECTION.search(section) is not None


def states_fact(text: str) -> bool:
    """Tell whether a sentence, in its own case, names something early on and says what it is or does."""
    named = first_name(text[:120])
    return named is not None and not _FACT_VERBS.isdisjoint(text[named.end() :].split()[:12])


def hedges(lower: str) -> bool:
    """Tell whether a sentence guesses or asks."""
    return _HEDGES.search(lower) is not None


def is_of_the_moment(lower: str, heading: str) -> bool:
    """Tell whether a sentence, or the section (lower case) it stands in, speaks of a state that passes."""
    if _DIGESTS.search(lower):
        return True
    return _MOMENTARY.search(lower) is not None or _ACCOUNTS.match(heading) is not None
