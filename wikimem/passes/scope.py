"""Say whom a claim is for: `Claims, Session -> Claims`.

    person: "in all my projects, never commit to main"   -> global
    anything else said in a project                      -> project:<slug>

Global is an explicit act of the person: what was learnt in one project never leaks into another by itself.
"""

from collections.abc import Sequence
from dataclasses import replace

from wikimem.model.claim import Claim, ClaimKind
from wikimem.model.session import Session
from wikimem.text.cues import cue

_EVERYWHERE = cue(
    "(?:in|for|across) (?:all|every|any)(?: of)?(?: my| our)? (?:projects?|repos?|repositor(?:y|ies)|codebases?)",
    "globally",
)


def scope(claims: Sequence[Claim], session: Session) -> tuple[Claim, ...]:
    """Return the claims with their scope set, a project by its first name: so their ids stay when it is renamed."""
    return tuple(replace(claim, scope="global" if _is_global(claim) else f"project:{session.born}") for claim in claims)


def _is_global(claim: Claim) -> bool:
    by_person = any(source.said_by.startswith("human:") for source in claim.sources)
    return claim.kind is ClaimKind.PREFERENCE and by_person and bool(_EVERYWHERE.search(claim.text.lower()))
