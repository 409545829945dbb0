"""File preferences by what they are about, so that all sessions share their pages: `Claims -> Claims`.

    "don't run the integration tests, too slow"   subject "Testing"

Everything else keeps the subject of the session it was said in.
"""

from collections.abc import Sequence
from dataclasses import replace

from wikimem.model.claim import Claim, ClaimKind
from wikimem.text.cues import cue

_TOPICS = (
    ("Testing", cue("test(?:s|ing|ed)?|coverage|ci|fixtures?", r"mock\w*")),
    (
        "Commits and branches",
        cue(r"commit\w*|branch\w*|merge\w*|rebase\w*|push\w*|stash\w*|squash\w*", "pull requests?|prs?|git"),
    ),
    ("Documentation", cue("docs?|documentation|readme|changelog|comments?|docstrings?|adrs?")),
    (
        "Names and language",
        cue(r"name[sd]?|naming|called|rename\w*", "english|spelling|wording|language|term(?:s|inology)?"),
    ),
    ("Errors and logs", cue("errors?|warn(?:ing)?s?|log(?:s|ging)?|exceptions?|fallback|fall back|panic")),
    (
        "Tools and commands",
        cue(r"run|command|cli|tool\w*|script\w*|lint\w*|format\w*", "subagents?|agents?|mcp|docker|make|npm|pip"),
    ),
    (
        "Code style",
        cue(
            r"type[sd]?|function\w*|class\w*|variable\w*|constant\w*|import\w*|interface\w*|struct\w*",
            r"refactor\w*|style|pattern",
        ),
    ),
)
"""What preferences are about, by their words; the first that fits."""
_REST = "Ways of working"


def subject(claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """Return the claims with every preference filed under its topic."""
    return tuple(
        replace(claim, subject=_topic(claim.text)) if claim.kind is ClaimKind.PREFERENCE else claim for claim in claims
    )


def _topic(text: str) -> str:
    lower = text.lower()
    return next((topic for topic, words in _TOPICS if words.search(lower)), _REST)
