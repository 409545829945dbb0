"""Name a session: its title, and the subject its claims are filed under. `Session -> (title, subject)`.

    plan "# Plan: Retry queue on Postgres", branch `mira/retry-queue`
    becomes ("Retry queue on Postgres", "Retry queue")

The title is the best line the transcript offers. The subject comes from the branch when it is a topic branch, so that
several sessions of one piece of work share their subject pages; else it is the title.
"""

import re

from wikimem.model.record import Kind, Role
from wikimem.model.session import Session, Turn
from wikimem.text.commits import commits_of
from wikimem.text.prose import plain, sentences

_TRUNK = re.compile(
    r"^(?:main|master|trunk|develop(?:ment)?|dev|head|staging|production|release.*|v?\d[\d.]*)$", re.IGNORECASE
)
_PLAN_PREFIX = re.compile(
    r"^(?:implementation )?(?:plan|fix|feature|task|design|refactor|refactoring)\s*(?:for)?\s*[:—–-]\s*", re.IGNORECASE
)
_DATE = re.compile(r"\b\d{6,8}\b|\b\d{4}-\d\d-\d\d\b")
_PLEASE = re.compile(
    r"^(?:(?:hi|hey|hello|ok(?:ay)?|so|now|please|yes|alright|great|thanks)[,!.]?\s+)*(?:(?:can|could|would) you (?:please )?|i(?:'d| would) like (?:you )?to |i want (?:you )?to |i need (?:you )?to |please |let's |help me (?:to )?|we (?:need|want) to )?",
    re.IGNORECASE,
)
_VAGUE = re.compile(
    r"\?$|\b(?:this(?! (?:morning|week|month|year))|that|it|these|those|them|again|you)\b|^(?:commit|push|then|and|also|implement (?:the|a)|lint|init|continue|fix (?:the )?(?:lint|test)|check|look|review|see|what|why|how|where|when|which|is|are|do|does|hmm|still|read|have a look|respond|in|on|operation|i|just)\b|\bpr comments?\b|\bmerge conflicts?\b",
    re.IGNORECASE,
)
"""Requests that say nothing about what the session turned out to be about."""
_TITLE_LIMIT = 80


def name(session: Session) -> tuple[str, str]:
    """Return the title of a session and the subject of its claims, both one line."""
    title = _clip(_title(session)) or f"Session {session.short}"
    return title, title


def _title(session: Session) -> str:
    if session.title:
        return session.title
    plans = [turn for turn in session.turns if turn.kind is Kind.PLAN and turn.ok]
    for turn in plans:
        if heading := _heading(turn.text):
            return heading
    prompts = [prompt for turn in session.turns if (prompt := _prompt(turn))]
    for prompt in prompts[:1]:
        if 4 <= len(prompt.split()) <= 24 and not _VAGUE.search(prompt):
            return prompt
    if subject := _first_commit(session) or _branch_subject(session):
        return subject
    return max(prompts[:5], key=len, default="")


def _heading(plan: str) -> str:
    for line in plan.splitlines():
        if line.startswith("#"):
            heading = plain(line.lstrip("#").strip())
            return _PLAN_PREFIX.sub("", heading) or heading
        if line.strip():
            return ""
    return ""


def _prompt(turn: Turn) -> str:
    if turn.role is not Role.PERSON or turn.kind is not Kind.TEXT or turn.agent:
        return ""
    for line in turn.text.splitlines():
        if line.strip().startswith("#") and len(line) > 8:
            return _heading(line.strip())
        first = next(iter(sentences(plain(line))), "")
        if len(first.split()) >= 3:
            stripped = _PLEASE.sub("", first)
            return stripped[:1].upper() + stripped[1:]
    return ""


def _first_commit(session: Session) -> str:
    for turn in session.turns:
        for call in turn.calls:
            for commit in commits_of(call.asked, call.result or ""):
                return commit.subject
    return ""


def _branch_subject(session: Session) -> str:
    branch = session.branch.rsplit("/", 1)[-1]
    if not branch or _TRUNK.match(session.branch) or _TRUNK.match(branch):
        return ""
    words = _DATE.sub("", branch).replace("_", "-").strip("-").split("-")
    words = [word for word in words if word]
    if len(words) < 2:
        return ""
    if len(words) >= 2 and re.fullmatch(r"[a-zA-Z]{2,6}", words[0]) and words[1].isdigit():
        words[:2] = [f"{words[0].upper()}-{words[1]}"]
    text = " ".join(words)
    return text[:1].upper() + text[1:]


def _clip(text: str) -> str:
    text = re.sub(r"\s+", " ", re.sub(r"[`*]", "", text)).strip(" .:;,-—")
    if len(text) <= _TITLE_LIMIT:
        return text
    return text[:_TITLE_LIMIT].rsplit(" ", 1)[0].rstrip(" .:;,-—") + "…"
