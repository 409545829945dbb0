"""File preferences by what they are about, so that all sessions share their pages: `Claims -> Claims`.

    "don't run the integration tests, too slow"   subject "Testing"

Everything else keeps the subject of the session it was said in.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from wikimem.model.claim import Claim, ClaimKind

_TOPICS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (topic, re.compile(pattern, re.IGNORECASE))
    for topic, pattern in (
        ("Testing", r"\btest(?:s|ing|ed)?\b|\bcoverage\b|\bmock\w*|\bci\b|\bfixtures?\b"),
        (
            "Commits and branches",
            r"\b(?:commit\w*|branch\w*|merge\w*|rebase\w*|push\w*|stash\w*|pull requests?|prs?|squash\w*|git)\b",
        ),
        ("Documentation", r"\b(?:docs?|documentation|readme|changelog|comments?|docstrings?|adrs?)\b"),
        (
            "Names and language",
            r"\b(?:name[sd]?|naming|called|rename\w*|english|spelling|wording|language|term(?:s|inology)?)\b",
        ),
        ("Errors and logs", r"\b(?:errors?|warn(?:ing)?s?|log(?:s|ging)?|exceptions?|fallback|fall back|panic)\b"),
        (
            "Tools and commands",
            r"\b(?:run|command|cli|tool\w*|script\w*|lint\w*|format\w*|subagents?|agents?|mcp|docker|make|npm|pip)\b",
        ),
        (
            "Code style",
            r"\b(?:type[sd]?|function\w*|class\w*|variable\w*|constant\w*|import\w*|refactor\w*|style|interface\w*|struct\w*|pattern)\b",
        ),
    )
)
_REST = "Ways of working"


def subject(claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """Return the claims with every preference filed under its topic."""
    return tuple(
        replace(claim, subject=_topic(claim.text)) if claim.kind is ClaimKind.PREFERENCE else claim for claim in claims
    )


def _topic(text: str) -> str:
    return next((topic for topic, words in _TOPICS if words.search(text)), _REST)
