"""Find the claims among the statements of a session, by rule: `Session, statements -> tuple[Claim, ...]`.

    person:  "always run `make fmt` before you commit"               -> preference
    agent:   "Renamed `Store` to `Vault`, since stores are shops."   -> decision
    agent:   "The test failed because the clock was local time."     -> lesson
    agent:   "`flush` re-reads the index on every call."             -> fact
    summary: "Pending: Windows paths are not handled yet."           -> question

What a rule cannot place, or what cannot stand alone, is no claim; the session page may still tell it. The order and the
thresholds are here, the words in `text.kinds`, `text.spoken` and `text.standing`.
"""

from collections import Counter
from collections.abc import Sequence

from wikimem.model.claim import Claim, ClaimKind
from wikimem.model.record import Role
from wikimem.model.session import Session
from wikimem.model.statement import Origin, Statement
from wikimem.text import kinds, spoken, standing
from wikimem.text.prose import CELL

_SURE = 2.1
"""Worth from which a statement is kept that says outright that a cause was found or a choice made."""
_THRESHOLD = {ClaimKind.LESSON: 2.7, ClaimKind.FACT: 3.2, ClaimKind.QUESTION: 2.3}
"""Worth from which any other statement of an agent is kept as a claim."""
_CONTRAST = 2.6
"""Worth from which a sentence that says how something is by what it is not is kept as a fact."""
_IMPORTANCE = {
    ClaimKind.PREFERENCE: 0.8,
    ClaimKind.DECISION: 0.6,
    ClaimKind.LESSON: 0.6,
    ClaimKind.QUESTION: 0.5,
    ClaimKind.FACT: 0.45,
}
_DECIDED_BY_PERSON = 0.75
_WORDS = range(7, 61)
_SPOKEN_WORDS = range(4, 46)
_DECISION_LEAST, _PREFERENCE_MOST = 6, 32
_MAX_SPOKEN = 9
"""A prompt of more sentences than this is mostly pasted text, not the person's own words."""


def extract(session: Session, statements: Sequence[Statement], subject: str) -> tuple[Claim, ...]:
    """Return the claims that rules find among `statements`; `subject` names what the session was about."""
    sentences = Counter(statement.turn for statement in statements if statement.role is Role.PERSON)
    claims: list[Claim] = []
    for statement in statements:
        if statement.role is not Role.PERSON:
            kind = _kind(statement)
        elif sentences[statement.turn] <= _MAX_SPOKEN:
            kind = _kind_of_person(statement)
        else:
            continue
        text = _sentence(statement) if kind else None
        if kind and text:
            sources = (session.source(statement.turn, statement.role, statement.at),)
            claims.append(Claim(kind, text, subject, sources, importance=_importance(kind, statement)))
    return tuple(claims)


def _kind(statement: Statement) -> ClaimKind | None:
    text, worth = statement.text, statement.worth
    if worth < _SURE or statement.origin is Origin.PLAN or text.startswith('"'):
        return None
    if statement.row and text.count(CELL) > 1:
        return None  # a row of three cells is no sentence without the head of its table
    lower = text.lower()
    if kinds.is_of_the_moment(lower, statement.heading.lower()):
        return None
    if statement.origin is Origin.ASIDE and kinds.hedges(lower):
        return None
    section = f"{statement.heading} {statement.lead}".lower()
    if kinds.leaves_open(lower, section if statement.origin is not Origin.SUMMARY else ""):
        return ClaimKind.QUESTION if worth >= _THRESHOLD[ClaimKind.QUESTION] else None
    if kinds.finds_cause(lower):
        return ClaimKind.LESSON
    if kinds.decides(lower):
        return ClaimKind.DECISION
    if worth >= _THRESHOLD[ClaimKind.LESSON] and kinds.teaches(lower, section):
        return ClaimKind.LESSON
    if worth >= _CONTRAST and kinds.contrasts(lower):
        return ClaimKind.FACT
    return ClaimKind.FACT if worth >= _THRESHOLD[ClaimKind.FACT] and kinds.states_fact(text) else None


def _kind_of_person(statement: Statement) -> ClaimKind | None:
    text = statement.text
    words = len(text.split())
    if words not in _SPOKEN_WORDS or statement.heading or statement.bullet or text.endswith((":", ",")):
        return None
    lower = text.lower()
    if spoken.asks(lower):
        return None
    if words <= _PREFERENCE_MOST and spoken.prefers(lower):
        return ClaimKind.PREFERENCE
    if words >= _DECISION_LEAST and spoken.decides(text, lower):
        return ClaimKind.DECISION
    return None


def _sentence(statement: Statement) -> str | None:
    """Return the statement as one line that stands alone, or None when it can't."""
    if statement.role is Role.PERSON:
        return standing.from_person(statement.text)
    text = standing.from_agent(statement.text, (statement.lead, statement.heading))
    return text if text and len(text.split()) in _WORDS else None


def _importance(kind: ClaimKind, statement: Statement) -> float:
    by_person = statement.role is Role.PERSON and kind is ClaimKind.DECISION
    base = _DECIDED_BY_PERSON if by_person else _IMPORTANCE[kind]
    return round(min(1.0, base + max(0.0, min(statement.worth - 1.5, 2.0)) * 0.1), 2)
