"""Tell what a person's sentence asks of an agent: for ever, or for this piece of work. Pure; used by the passes.

    "always run `make fmt` before you commit"         prefers
    "let's call it Vault, `Store` is a shop"          decides
    "have a look at the failing test"                 neither

People write to agents in lower case and in a hurry, and paste what they read elsewhere. `lower` is always a sentence
in lower case.
"""

import re

from wikimem.text.cues import cue, either, opening
from wikimem.text.names import first_name

_PREFERS = either(
    re.compile(r"(?:^|[,;:.] |\b(?:please|should|must|we|you|and|to) )(?:always|never(?! mind))\b"),
    cue(
        "from now on|going forward|every time|make sure (?:to|you)|remember to",
        "(?:i|we|i'd|we'd)(?: would)?(?: much| personally)?"
        " (?:prefer|rather|like (?:to keep|it when)|don't (?:like|want))",
        "(?:let's|lets) (?:keep (?!going)|avoid|always|stick|not (?!make|do|merge|commit|push))",
        r"can we (?:not|avoid|keep)|prefer(?:ably)?|\w+ everywhere",
    ),
    re.compile(
        r"(?:^|[,;:.] |\bplease |\band )(?:don't|do not|avoid|stop)"
        r" (?!worry|know|think|see|understand|have|get|mean|believe|need|remember|really|forget|check)\w+"
    ),
)
"""A wish that outlives the moment: always and never, likes and dislikes, and what not to do."""

_DECIDES = cue(
    "(?:let's|lets) (?:go with|use|drop|remove|rename|switch|make|call|have)|(?:i'd |we'll |i'll )?go with",
    "we(?:'ll| will)? (?:decided|agreed|should"
    r" (?:\w+ )?(?:use|keep|be|include|remove|record|delete|drop|log|add|separate|have|store|move))",
    "i(?:'ve| have)? decided|should be (?:called|named|renamed|using)|renam(?:e|ed|ing)|switch(?:ed)? (?:back )?to",
    r"use \S+ (?:instead|rather|and not)|instead of|rather than|we (?:no longer|don't) (?:need|want|use|support|have)",
    r"can we use|i want (?:the|it|this)|i(?:'d| would) like to have",
)
"""A choice about the work at hand."""

_CHATS = cue(
    "let's (?:have a look|move to|continue|see|merge|look|do)|have a look|look at (?:our|the)|tell me|never mind|lol",
    "why (?:exactly )?did(?:n't)?|we don't need to",
)
"""What moves the work along and settles nothing."""

_PASTED = either(
    opening(
        r"to|if|when|while|alternatively|consider|note|warning|error|based on|for example|\d",
        r"the \S+ (?:function|method|handler|test|code|field|variable|comment|check)s?",
        "this (?:causes|means|is because)",
    ),
    re.compile(r"https?://|⎿|[│╭╰{}]|^[`\[(<|]|\bfatal:"),
)
"""Sentences of documents, of consoles and of other agents."""

_CONTRASTS = cue("instead of|rather than|and not|no longer|should always|everywhere")
_POINTS_HERE = cue("this|that|it|these|those|them|here|there|now|yet|for now|the (?:pr|branch|commit|change|comment)")
_IN_GENERAL = cue(
    "always|never|from now on|going forward|in (?:the )?future|every time|whenever|in general|generally|by default",
    "everywhere|convention",
)
_PROPOSES = opening("can we (?:not|avoid|keep|use)")
"""Questions that are none."""

_ASKS = opening("what|why|how|where|when|which|who")
_POINTS_BACK = opening("this|that|it|these|those|they|he|she")
_LEAST_WORDS = 6
"""A shorter wish lacks its object, unless it is a general one."""


def prefers(lower: str) -> bool:
    """Tell whether a sentence says how its speaker wants work done, now and later."""
    return (
        _PASTED.search(lower) is None
        and _PREFERS.search(lower) is not None
        and (_IN_GENERAL.search(lower) is not None or _is_complete(lower))
    )


def decides(text: str, lower: str) -> bool:
    """Tell whether a sentence settles something that it names (`text` is the sentence in its own case)."""
    if _PASTED.search(lower) or _POINTS_BACK.match(lower) or _CHATS.search(lower) or not _DECIDES.search(lower):
        return False
    return first_name(text) is not None or '"' in text or _CONTRASTS.search(lower) is not None


def _is_complete(lower: str) -> bool:
    return len(lower.split()) >= _LEAST_WORDS and _POINTS_HERE.search(lower) is None


def asks(lower: str) -> bool:
    """Tell whether a sentence is a question and no proposal in the form of one."""
    return (lower.rstrip(").").endswith("?") or _ASKS.match(lower) is not None) and _PROPOSES.match(lower) is None
