"""Make a sentence stand alone: without what led into it, and with what it is about. Pure; used by the passes.

    "also, always run `make fmt`"                      "Always run `make fmt`."
    "Re-reads the index" under "How `flush` works"     "How `flush` works: Re-reads the index"
    "This is why it failed."                           None: nobody can tell what failed

What a reader needs is never made up: it is taken from the heading or the list above, or the sentence is given up.
"""

import re
from collections.abc import Iterable

from wikimem.text.cues import opening, whole
from wikimem.text.names import first_name
from wikimem.text.prose import closed

_EMPHASIS = re.compile(r"\*\*|__(?=\S)|(?<=\S)__")
_NUMBER_OR_SIGN = re.compile(r"^(?:\d{1,2}(?:[.)]| —)\s+|[✅❌⚠️🔴🟡🟢•→-]+\s*)")
_LEAD_IN = re.compile(
    r"^(?:(?:yes|no|ok(?:ay)?|and|but|also|oh|nah|yeah|hmm|so|again|like|btw|by the way|one (?:more )?thing"
    r"|please note|note)\b[,:;.!]?\s+(?:that\s+)?)+",
    re.IGNORECASE,
)
"""How people begin a sentence they speak."""

_DONE = (
    "added|removed|renamed|replaced|changed|updated|fixed|moved|switched|kept|used|made|created|extracted|dropped|chose",
    "decided|refactored|reverted|implemented|restored|simplified|deleted|split|merged|introduced|skipped|left",
)
_DID = re.compile(rf"^(?:i|we)(?:'ve| have|'d)?(?: also| now| then| just)? (?=(?:{'|'.join(_DONE)})\b)", re.IGNORECASE)
"""How agents begin a report of what they did: the rest of the sentence says it all."""

_PREAMBLE = re.compile(
    r"^(?:(?:(?:all )?(?:fixed|done|green)|the fix works)[.!]|note:"
    r"|(?:the |another )?key (?:insight|finding|point)(?: is)?:"
    r"|to summari[sz]e[^:,]{0,40}[:,]|here's a summary of what was \w+:)\s+",
    re.IGNORECASE,
)
"""What agents say before they say it."""

_ADDRESSES = re.compile(r"\b(?:I|me|my|My|[Yy]ou|[Yy]our|[Ll]et me|[Ll]et's)\b")
_BREAKS_OFF = re.compile(
    r"(?:\b(?:because|and|or|but|either|both|than|like|if|when|where|that|which|the|a|an|these|following|probably"
    r"|are|is|was|should|could|would|will|can|need|to|with|of|for|in|on|by)|[,(])$"
)
_CONVERSES = opening(
    "we (?:could|can|might|may|should|would|need to|still|have to)|honestly|(?:the|this) (?:pr|diff|branch)",
    "the (?:(?:simplest|cleanest|easiest|best|proper) )?(?:fix|approach|solution|way) would be",
    "(?:the )?(?:user|review(?:er)?|claim|concern|comment|observation) (?:is|was|has|said|asked|checked|showed)|he|she",
)
"""Beginnings that weigh what to do next, or what somebody said."""

_LEANS = opening(
    "this|that|these|those|it|its|it's|they|their|both|neither|either|such|one|another|same|here|there|then",
    "so|which|but|and|or|also|still|not|similarly|likewise|instead|otherwise|however",
    r"the (?:latter|former|second|first|third|other|same|old|new|above|following|below|current|existing|previous)"
    r"(?: one| two| fix| issue| approach| option| code| function| test)?s?\b",
    r"option \w\b|(?:at |on |in )?lines? \d+|(?:before|after)(?=:)",
    "the (?:issue|problem|bug) is (?:at|on|in|here)",
    "the tests?(?:'s)? (?:at|is|isn't|needs?|uses?|expects?|sets?)|the test's",
)
"""Beginnings that point at what nobody sees: another sentence, an open file, a test that runs."""

_GENERIC = whole(
    "(?:here'?s )?(?:a |the )?summary(?: of .*)?",
    "overview|analysis|background|context|approach|implementation|details?|notes?|important|conclusion|status",
    "changes?(?: made)?|what(?:'s)? (?:changed|i (?:did|changed))|results?|files?(?: changed| modified)?|commits?",
    "strengths?|issues?|tests?|testing|verification|recommendations?|suggestions?|critical|high|medium|low|minor|nits?",
    "the fix|fix|solution|key .*|current (?:work|state|behaviou?r)|before|after|answer|example.*|questions?|yes|no",
    r"(?:additional|further|critical|partial|final|other|minor|quick) \w+|summary of .*|review .*|user feedback.*",
    "next steps?|pending tasks?.*|primary request.*|files and code.*|problem solving|errors and fixes",
    r"optional next step|all user messages|step \d+.*|phase \d+.*|option [a-z\d].*|other|plan",
)
"""Headings that name a part of a report and nothing it is about."""
_LABEL_WORDS = 14


def from_person(text: str) -> str:
    """Return a person's sentence as one that begins and ends like one."""
    text = closed(_LEAD_IN.sub("", _bare(text)))
    return text[:1].upper() + text[1:]


def from_agent(text: str, labels: Iterable[str]) -> str | None:
    """Return an agent's sentence as one that stands alone, or None when it can't.

    `labels` are what it stands under, the nearest first: a parent item, a heading.
    """
    text = _DID.sub("", _PREAMBLE.sub("", _bare(text)))
    text = text[:1].upper() + text[1:]
    lower = text.lower()
    if _ADDRESSES.search(text) or _CONVERSES.match(lower) or breaks_off(text):
        return None
    leans = _LEANS.match(lower) is not None
    if leans or not first_name(" ".join(text.split()[:8])):
        if label := _subject(labels):
            return f"{label}: {text}"
        if leans or not first_name(text):
            return None
    return text


def breaks_off(text: str) -> bool:
    """Tell whether a text ends in the middle of a sentence."""
    return _BREAKS_OFF.search(text.lower()) is not None


def _bare(text: str) -> str:
    return _NUMBER_OR_SIGN.sub("", _EMPHASIS.sub("", text).strip()).rstrip(":").strip()


def _subject(labels: Iterable[str]) -> str:
    """Return the first label specific enough to say what a sentence is about."""
    for candidate in labels:
        label = re.sub(r"\*\*|__", "", candidate).strip(" :")
        if not label or _GENERIC.match(label.lower()) or len(label.split()) > _LABEL_WORDS:
            continue
        if first_name(label) or len(label.split()) >= 3:
            return label
    return ""
