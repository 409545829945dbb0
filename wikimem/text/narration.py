"""Tell what an agent says about its own going on, and take it away. Pure; used by the passes.

    "Let me look at the tests."            narrates
    "All tests pass."                      narrates
    "Want me to open a pull request?"      narrates
    "Good catch - the lock is taken."      "the lock is taken."

What is left is about the work.
"""

import re

from wikimem.text.cues import cue, opening

_EXCLAMATIONS = (
    "good|great|perfect|excellent|ok(?:ay)?|alright|now|yes|no|right|sure|done|hmm|wait|interesting|nice|ah|oh",
    "good (?:catch|point|question|news|idea)|great (?:question|catch|point)|fair point|sounds good|all good|agreed",
    "you're (?:absolutely )?right|that makes sense|makes sense|absolutely|exactly|confirmed",
    "got it|found it|there it is",
    "i (?:can |now )?see(?: (?:the|what)[a-z' ]{0,30})?",
)
_INTERJECTION = re.compile(rf"^(?:(?:{'|'.join(_EXCLAMATIONS)})\b(?:\s*[,.!:;—–]|\s+[-—–])\s*)+", re.IGNORECASE)

_CONNECTIVES = r"(?:(?:so|and|but|first|next|then|also|finally|instead|again|actually|okay|now|alternatively),?\s+)*"
_INTENTIONS = (
    "now,? (?:let|check|run|update|fix|add|remove|verify|commit|create|look|read|also|write|the (?:test|code)|there's"
    "|i |we )",
    "let's (?:look|check|see|verify|read|find|trace|run|start|try|first|now|also|do|go)",
    "let's (?:add|fix|update|create|commit|push)",
    r"let me|i (?:can|could) (?:also |now |then |just )?\w+|we need to (?:look|check|see|find)|time to",
    "looking (?:at|for|into)|checking|running|reading|starting|continuing|moving on|here(?:'s| is| are)",
)
"""What the agent is about to do."""
_AFTER_I = (
    "'ll| will| am going to|'m going to|'d like to| should| want to| can (?:now )?see| think i| notice i",
    r" have (?:a |all |enough|the )|'ve got| understand(?: now|\.)| now (?:have|see|understand)",
    "(?: now| also| still| just)? need|'m now|'m still| was (?:able|just)|'m looking|'m seeing",
)
"""What the agent wants, sees and understands."""
_CHECKS_PASSED = (
    "the (?:build|code|file|diff|output|linter?|test|tests|changes?)"
    r" (?:looks?|compiles?|is clean|pass(?:es)?|passed|succeed(?:s|ed)?)\b",
    r"(?:all|both|the|these|those|unit|integration|everything|\d+)\s?(?:\w+\s){0,3}"
    r"(?:tests?|checks?|lint(?:ing)?|todos?|tasks?) (?:\w+\s)?(?:pass(?:es|ed|ing)?|succeed(?:s|ed)?|clean)\b",
    "everything (?:passes|works|looks|compiles|builds)",
)
"""That all is well."""
_COURTESIES = (
    r"(?:would|do|should|shall|can|could|want) (?:you|i|we|me)\b|please (?:let|continue|confirm)|thank|sorry|apolog",
    "(?:is|are) there (?:any|some)thing|feel free|hope this|does (?:this|that) ",
)
_NARRATES = re.compile(
    rf"^{_CONNECTIVES}(?:{'|'.join((*_INTENTIONS, *_CHECKS_PASSED, *_COURTESIES))}|i(?:{'|'.join(_AFTER_I)}))"
)
_REQUESTS = cue(
    "want me to|shall i|should i|would you like|do you want|let me know|ready to proceed|sound good|does that"
)
_PASSING_SECTION = opening("all user messages|user messages|optional next step")


def narrates(sentence: str) -> bool:
    """Tell whether a sentence says what the agent does next, that all is well, or what it asks of the person."""
    lower = sentence.lower()
    return _NARRATES.match(lower) is not None or _REQUESTS.search(lower) is not None


def is_passing(heading: str) -> bool:
    """Tell whether a section of a compaction summary serves only the agent that goes on from there."""
    return _PASSING_SECTION.match(heading.lower()) is not None


def without_interjection(sentence: str) -> str:
    """Return a sentence without the exclamations it begins with."""
    return _INTERJECTION.sub("", sentence).strip()
