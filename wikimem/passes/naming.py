"""Name a session: `Session -> title`.

    plan "# Plan: Retry queue on Postgres"                         "Retry queue on Postgres"
    prompt "can you please move the retries to Postgres?"          "Move the retries to Postgres"
    prompt "fix this", branch `mira/ret-12-retry-queue`            "RET-12 retry queue"

The title is the best line the transcript offers: a title of its own, a plan, a clear first request, a commit, a topic
branch, or else what was asked early on. Claims are filed under the title too: one session makes few pages.
"""

import re

from wikimem.model.record import Kind, Role
from wikimem.model.session import Session, Turn
from wikimem.text.commits import commits_of
from wikimem.text.cues import cue, either, opening, whole
from wikimem.text.prose import plain, sentences

_TRUNK = whole(r"main|master|trunk|develop(?:ment)?|dev|head|staging|production|release.*|v?\d[\d.]*")
_PLAN_PREFIX = re.compile(
    r"^(?:implementation )?(?:plan|fix|feature|task|design|refactor|refactoring)\s*(?:for)?\s*[:—–-]\s*", re.IGNORECASE
)
_PLAN_SUFFIX = re.compile(r"(?<=\w)(?:\s*[:—–-])?\s+(?:implementation )?plan$", re.IGNORECASE)
_DATE = re.compile(r"\b\d{6,8}\b|\b\d{4}-\d\d-\d\d\b")
_CLUTTER = re.compile(r"^(?:(?:/[\w:-]+|https?://\S+|[❯•>*+=-]+|\w\)|q(?:uestion)?:|note:)\s+)+", re.IGNORECASE)
"""What stands before a request: a command of the agent, a link, a mark of a list or a console."""
_PLEASE = re.compile(
    r"^(?:(?:hi|hey|hello|ok(?:ay)?|so|now|please|yes|yeah|and|also|alright|great|thanks)[,!.]?\s+)*"
    r"(?:(?:can|could|would) (?:you|we) (?:please )?|i(?:'d like| would like| want| need) (?:you )?to "
    r"|please |let's |help me (?:to )?|we (?:need|want) to )?",
    re.IGNORECASE,
)
"""How a request begins before it says what is wanted."""
_VAGUE = either(
    cue(
        "this(?! (?:morning|week|month|year))|that|it|these|those|them|again|you|something|things?",
        "the changes|pr comments?|conflicts?|in linear",
    ),
    opening(
        "commit|push|merge|rebase|continue|init|lint|still|just|then|and|also|hmm|i|in|on|operation|right now",
        "check|look|have a look|take a look|review|see|read|respond|address|start|bring|update from",
        "debug|brainstorm|use|we (?:are|have)|tell me",
        r"implement (?:the|a)|fix (?:the |all |some )?(?:\w+ )?(?:lint|tests?|build|branch|merge|errors?)",
        "what|why|how|where|when|which|is|are|do|does|first|some|more|make some more",
    ),
    re.compile(r"\?$|:\($"),
)
"""Requests that say nothing about what the session turned out to be about."""
_EMPTY_COMMIT = opening(
    r"(?:\w+(?:\([^)]*\))?!?:\s*)?"
    "(?:init|initial|merge|wip|address|cleanup|(?:fix )?(?:lint|gofmt|format|formatting|typo))"
)
"""Commits that carry no news."""
_CLAUSE_END = re.compile(r"(?: [-–—(]|[;:,.?!]) ")
_TITLE_LIMIT = 80
_LEAST_WORDS, _MOST_WORDS = 4, 24
"""Sizes of a request that can be a title."""
_EARLY = 5
"""Prompts that may still say what the session is about."""
_CLAUSE_LEAST = 30
"""Characters a title keeps at least when it is cut where a clause ends."""


def name(session: Session) -> str:
    """Return the title of a session, one line; its claims are filed under it, too."""
    return _clip(_title(session)) or f"Session {session.short}"


def _title(session: Session) -> str:
    if session.title:
        return session.title
    for turn in session.turns:
        if turn.kind is Kind.PLAN and turn.ok and (heading := _heading(turn.text)):
            return heading
    prompts = [prompt for turn in session.turns if (prompt := _prompt(turn))]
    if prompts and _is_clear(prompts[0]):
        return _gist(prompts[0])
    other = _first_commit(session) or _branch_subject(session)
    return other or _gist(max(prompts[:_EARLY], key=len, default=""))


def _heading(plan: str) -> str:
    for line in plan.splitlines():
        if line.startswith("#"):
            heading = plain(line.lstrip("#").strip())
            return _PLAN_SUFFIX.sub("", _PLAN_PREFIX.sub("", heading)) or heading
        if line.strip():
            return ""
    return ""


def _prompt(turn: Turn) -> str:
    if turn.role is not Role.PERSON or turn.kind is not Kind.TEXT or turn.agent:
        return ""
    for line in turn.text.splitlines():
        if line.strip().startswith("#") and len(line) > 8:
            return _heading(line.strip())
        first = next(iter(sentences(plain(_CLUTTER.sub("", line.strip())))), "")
        if len(first.split()) >= 3:
            asked = _PLEASE.sub("", first)
            if asked != first:
                asked = asked.removesuffix("?")
            return asked[:1].upper() + asked[1:]
    return ""


def _is_clear(prompt: str) -> bool:
    return _LEAST_WORDS <= len(prompt.split()) <= _MOST_WORDS and _VAGUE.search(prompt.lower()) is None


def _gist(prompt: str) -> str:
    """Return a request up to its first full stop, if that says enough; people go on in lower case."""
    first = next(iter(sentences(prompt, casual=True)), "")
    return first if len(first.split()) >= _LEAST_WORDS else prompt


def _first_commit(session: Session) -> str:
    for turn in session.turns:
        for call in turn.calls:
            for commit in commits_of(call):
                if not _EMPTY_COMMIT.match(commit.subject.lower()):
                    return commit.subject
    return ""


def _branch_subject(session: Session) -> str:
    branch = session.branch.rsplit("/", 1)[-1]
    if not branch or _TRUNK.match(session.branch.lower()) or _TRUNK.match(branch.lower()):
        return ""
    words = [word for word in re.split("[-_]", _DATE.sub("", branch)) if word]
    if len(words) < 2:
        return ""
    if re.fullmatch("[a-zA-Z]{2,6}", words[0]) and words[1].isdigit():
        words[:2] = [f"{words[0].upper()}-{words[1]}"]
    text = " ".join(words)
    return text[:1].upper() + text[1:]


def _clip(text: str) -> str:
    text = re.sub(r"\s+", " ", re.sub(r"[`*]", "", text)).strip(" .:;,-—")
    if len(text) <= _TITLE_LIMIT:
        return text
    ends = (found.start() for found in _CLAUSE_END.finditer(text, _CLAUSE_LEAST, _TITLE_LIMIT + 1))
    whole_clauses = [text[:end] for end in ends if text.count("(", 0, end) == text.count(")", 0, end)]
    if whole_clauses:
        return whole_clauses[-1].rstrip(" .:;,-—")
    return text[:_TITLE_LIMIT].rsplit(" ", 1)[0].rstrip(" .:;,-—") + "…"
