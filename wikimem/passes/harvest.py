"""Take what a transcript gives away for free: approved plans and the person's choices, as claims.

AskUserQuestion "Which queue should hold the retries?" -> "Postgres"
becomes the decision  Which queue should hold the retries? Postgres.
"""

import re
from collections.abc import Iterator

from wikimem.model.claim import Claim, ClaimKind, Source
from wikimem.model.record import Kind, Role
from wikimem.model.session import Session, Turn
from wikimem.text.prose import blocks, plain, sentences

_PROCEDURE = re.compile(
    r"\b(?:commit|push|pr|pull request|proceed|continue|ready|next|merge|rebase|review|should i|want me to|would you like me|run)\b",
    re.IGNORECASE,
)
_PLAN_SECTIONS = re.compile(
    r"context|problem|goal|overview|summary|approach|solution|fix|background|motivation", re.IGNORECASE
)
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
        answer = re.sub(r"\s*\(recommended\)", "", answer, flags=re.IGNORECASE)
        if _PROCEDURE.search(question) or "?" in answer:
            continue
        text = f"{question} {answer[:1].upper()}{answer[1:]}"
        yield Claim(
            ClaimKind.DECISION,
            text if text.endswith((".", "!", "?")) else f"{text}.",
            subject,
            (_source(session, turn, "human:user"),),
            importance=0.8,
        )


def _plans(session: Session, subject: str) -> Iterator[Claim]:
    latest: dict[str, tuple[Turn, str]] = {}
    for turn in session.turns:
        if turn.kind is Kind.PLAN and turn.ok and not turn.agent:
            title = next((plain(line.lstrip("# ")) for line in turn.text.splitlines() if line.startswith("#")), "")
            latest[title.casefold()] = (turn, title)
    model = session.models[-1] if session.models else "unknown"
    for turn, title in latest.values():
        gist = _gist(turn.text)
        if title and gist:
            name = re.sub(r"^(?:implementation )?plan\s*[:—–-]\s*", "", title, flags=re.IGNORECASE)
            gist = re.sub(r"\*\*", "", gist)
            yield Claim(
                ClaimKind.PLAN,
                f"{name}: {gist}",
                subject,
                (_source(session, turn, f"{session.agent}/{model}"),),
                importance=0.55,
            )


def _gist(plan: str) -> str:
    """Return the plan's own words on why and what, in a few sentences."""
    words: list[str] = []
    for block in blocks(plan):
        if block.row or (block.heading and words and not _PLAN_SECTIONS.search(block.heading)):
            continue
        for sentence in sentences(block.text):
            if len(words) + len(sentence.split()) > _PLAN_WORDS:
                return " ".join(words)
            if not sentence.endswith(":"):
                words += (sentence if sentence.endswith((".", "!", "?")) else f"{sentence};").split()
    return " ".join(words).rstrip(";")


def _source(session: Session, turn: Turn, author: str) -> Source:
    return Source(session.id, turn.number, session.raw.path, author, turn.at or session.ended)
