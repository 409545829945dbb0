"""Take what a transcript gives away for free: approved plans and the person's choices, as claims.

    the agent asks "Which queue should hold the retries?", the person chooses "Postgres"
    becomes the decision  "Which queue should hold the retries? Postgres."

A plan counts as last approved; one that the person refused does not count.
"""

import re
from collections.abc import Iterator

from wikimem.model.claim import Claim, ClaimKind
from wikimem.model.record import Kind, Role
from wikimem.model.session import Session, Turn
from wikimem.text.cues import cue
from wikimem.text.prose import blocks, plan_title, sentences

_PROCEDURE = cue(
    "commit|committed|push|pr|pull request|merge|rebase|review|run|proceed|continue|ready|next",
    "should i|want me to|would you like me|lint(?:er)?",
)
"""Questions about the next step, whose answers decide nothing that lasts."""
_RECOMMENDED = re.compile(r"\s*\(recommended\)", re.IGNORECASE)
_WHY_AND_WHAT = re.compile("context|problem|goal|overview|summary|approach|solution|fix|background|motivation")
"""Sections of a plan that say why it is made and what it comes to."""
_PLAN_WORDS = 55


def harvest(session: Session, subject: str) -> tuple[Claim, ...]:
    """Return the claims that need no judging: what was decided by answer, and the plans as last approved."""
    return (*_choices(session, subject), *_plans(session, subject))


def _choices(session: Session, subject: str) -> Iterator[Claim]:
    for turn in session.turns:
        if turn.kind is not Kind.ANSWER or turn.role is not Role.PERSON or turn.data.get("refused"):
            continue
        question, answer = " ".join(str(turn.data.get("question", "")).split()), " ".join(turn.text.split())
        if not question or not answer or len(question.split()) < 5 or len(f"{question} {answer}".split()) > 70:
            continue
        answer = _RECOMMENDED.sub("", answer)
        if _PROCEDURE.search(question.lower()) or "?" in answer:
            continue
        text = _sentence(f"{question} {answer[:1].upper()}{answer[1:]}")
        source = session.source(turn.number, Role.PERSON, turn.at)
        yield Claim(ClaimKind.DECISION, text, subject, (source,), importance=0.8)


def _plans(session: Session, subject: str) -> Iterator[Claim]:
    latest: dict[str, tuple[Turn, str]] = {}
    for turn in session.turns:
        if turn.kind is Kind.PLAN and turn.ok and not turn.agent:
            heading = plan_title(turn.text)
            latest[heading.casefold()] = (turn, heading)
    for turn, heading in latest.values():
        gist = _gist(turn.text)
        if heading and gist:
            text = f"{heading}: {gist.replace('**', '')}"
            source = session.source(turn.number, Role.AGENT, turn.at)
            yield Claim(ClaimKind.PLAN, text, subject, (source,), importance=0.55)


def _gist(plan: str) -> str:
    """Return the plan's own words on why and what, in a few sentences."""
    words: list[str] = []
    first = ""
    for block in blocks(plan):
        first = first or block.heading
        if block.row or (words and block.heading != first and not _WHY_AND_WHAT.search(block.heading.lower())):
            continue
        for sentence in sentences(block.text):
            if len(words) + len(sentence.split()) > _PLAN_WORDS:
                return " ".join(words).rstrip(";")
            if not sentence.endswith(":"):
                words += (sentence if sentence.endswith((".", "!", "?")) else f"{sentence};").split()
    return " ".join(words).rstrip(";")


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."
