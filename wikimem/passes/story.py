"""Tell what happened: `Session, statements -> Story`.

    person asks, agent works, agent reports          asked · outcome · notes · commits · files · left open

The story keeps the person's requests, the agent's last report, and as many of the best remaining statements as the
session's size allows; statements of one turn stay together, so that a line explains itself.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import islice

from wikimem.model.claim import Claim
from wikimem.model.record import Act, Kind, Role
from wikimem.model.session import Session, Turn
from wikimem.model.statement import Origin, Statement
from wikimem.model.story import Made, Story, Told
from wikimem.text.alike import alike, words_of
from wikimem.text.commits import commits_of, pulls_of
from wikimem.text.cues import opening
from wikimem.text.prose import blocks, closed, plan_title, sentences

_NOTE_SHARE = 0.45
"""Share of a session's prose that is told as notes, within the bounds below (words)."""
_NOTE_WORDS = (120, 900)
_NOTE_WORTH = 0.8
_LINE_WORDS = 140
_OUTCOME_WORDS = 90
_ASKED_MOST, _ASKED_WORDS = 4, 20
_FILES_MOST = 12
_COMMITS_MOST = 15
_GO_ON = opening(
    r"yes|no|ok(?:ay)?|sure|y|n|\d|go(?: ahead| on)?|continue|do it|proceed|commit|push|done",
    "thanks?|thank you|great|perfect|nice|cool|lgtm",
)
"""Consent, which asks for nothing new."""


def tell(session: Session, statements: Sequence[Statement], claims: Sequence[Claim], title: str) -> Story:
    """Return the story of a session; what its claims say is on their pages and not repeated in the notes."""
    outcome = _outcome(statements)
    told = _told(statements, outcome, claims)
    done, left = _todo(session.turns)
    return Story(
        title=title,
        asked=_asked(session.turns),
        outcome=outcome,
        notes=_notes(statements, told),
        open=left,
        done=done,
        commits=_commits(session.turns),
        pulls=_pulls(session.turns),
        files=_files(session),
        substantive=_is_substantive(session.turns),
    )


def _asked(turns: Sequence[Turn]) -> tuple[Told, ...]:
    plan = next((plan_title(turn.text) for turn in turns if turn.kind is Kind.PLAN), "")
    asked: list[Told] = []
    for turn in turns:
        if turn.role is not Role.PERSON or turn.kind is not Kind.TEXT or turn.agent:
            continue
        text = _request(turn.text)
        words = len(text.split())
        if asked and (words < 5 or (words < 12 and _GO_ON.match(text.lower()))):
            continue
        if words < 6 and text.endswith("plan:") and plan:
            text = f"{text} {plan}"
        asked.append(Told(_clip(text, _ASKED_WORDS), turn.number))
    if len(asked) > _ASKED_MOST:
        rest = sorted(asked[1:], key=lambda told: -len(told.text))[: _ASKED_MOST - 1]
        asked = [asked[0], *sorted(rest, key=lambda told: told.turn)]
    return tuple(asked)


def _request(prompt: str) -> str:
    """Return the beginning of what a person wrote, without what was pasted into it as code."""
    prose = " ".join(block.text for block in islice(blocks(prompt), 2)) or prompt
    return " ".join(sentences(" ".join(prose.split()), casual=True)[:2])


def _outcome(statements: Sequence[Statement]) -> tuple[Told, ...]:
    """Return the opening of the last report worth the name."""
    reports = [statement for statement in statements if statement.origin is Origin.FINAL]
    by_turn: dict[int, list[Statement]] = {}
    for statement in reports:
        by_turn.setdefault(statement.turn, []).append(statement)
    for turn in sorted(by_turn, reverse=True):
        lines = by_turn[turn]
        if sum(len(line.text.split()) for line in lines) < 25:
            continue
        kept: list[Told] = []
        words = 0
        for line in sorted(lines, key=lambda line: -line.worth):
            size = len(line.text.split())
            if line.worth > 0.2 and words + size <= _OUTCOME_WORDS:
                kept.append(Told(line.text, turn))
                words += size
        if kept:
            order = [line.text for line in lines]
            return tuple(sorted(kept, key=lambda told: order.index(told.text)))
    return ()


def _told(statements: Sequence[Statement], outcome: Sequence[Told], claims: Sequence[Claim]) -> set[int]:
    """Return which statements the outcome repeats, or a claim."""
    reported = {(line.turn, line.text) for line in outcome}
    claimed: defaultdict[int, list[frozenset[str]]] = defaultdict(list)
    for claim in claims:
        words = words_of(claim.text)
        for source in claim.sources:
            claimed[source.turn].append(words)
    told = set()
    for index, statement in enumerate(statements):
        if (statement.turn, statement.text) in reported:
            told.add(index)
        elif statement.turn in claimed:
            words = words_of(statement.text)
            if any(alike(words, others) for others in claimed[statement.turn]):
                told.add(index)
    return told


def _notes(statements: Sequence[Statement], told: Collection[int]) -> tuple[Told, ...]:
    spoken = sum(len(statement.text.split()) for statement in statements)
    low, high = _NOTE_WORDS
    budget = max(low, min(high, int(spoken * _NOTE_SHARE))) - sum(len(statements[index].text.split()) for index in told)
    candidates = [
        index
        for index, statement in enumerate(statements)
        if statement.worth >= _NOTE_WORTH and statement.role is Role.AGENT and index not in told
    ]
    return _lines(statements[index] for index in sorted(_chosen(statements, candidates, budget)))


def _chosen(statements: Sequence[Statement], candidates: Iterable[int], budget: int) -> list[int]:
    """Return the best candidates that fit a budget of words together; a long one must be better than a short one."""

    def rank(index: int) -> tuple[float, int]:
        return -statements[index].worth / math.sqrt(statements[index].text.count(" ") + 1), index

    chosen: list[int] = []
    seen: list[frozenset[str]] = []
    for index in sorted(candidates, key=rank):
        size = len(statements[index].text.split())
        if size > budget:
            continue
        words = words_of(statements[index].text)
        if any(alike(words, others) for others in seen):
            continue
        budget -= size
        seen.append(words)
        chosen.append(index)
    return chosen


def _lines(statements: Iterable[Statement]) -> tuple[Told, ...]:
    """Return statements as lines, those of one turn together as far as a line goes."""
    lines: list[Told] = []
    for statement in statements:
        last = lines[-1] if lines else None
        if last and last.turn == statement.turn and len(last.text.split()) + len(statement.text.split()) <= _LINE_WORDS:
            lines[-1] = Told(f"{closed(last.text)} {statement.text}", statement.turn)
        else:
            lines.append(Told(statement.text, statement.turn))
    return tuple(lines)


def _todo(turns: Sequence[Turn]) -> tuple[tuple[str, ...], tuple[Told, ...]]:
    """Return what the last task list says is done, and what it leaves open."""
    for turn in reversed(turns):
        if turn.kind is Kind.TODO and not turn.agent:
            items = [item for item in turn.data.get("items", ()) if isinstance(item, dict) and item.get("text")]
            done = tuple(str(item["text"]) for item in items if item.get("status") == "done")
            left = tuple(
                Told(_clip(str(item["text"]), 30), turn.number) for item in items if item.get("status") != "done"
            )
            return done, left
    return (), ()


def _commits(turns: Sequence[Turn]) -> tuple[Made, ...]:
    made: dict[str, Made] = {}
    for turn in turns:
        for call in turn.calls:
            for commit in commits_of(call):
                made.setdefault(commit.id or commit.subject, Made(commit.id, commit.subject, turn.number))
    return tuple(made.values())[-_COMMITS_MOST:]


def _pulls(turns: Sequence[Turn]) -> tuple[Made, ...]:
    made: dict[str, Made] = {}
    for turn in turns:
        urls = [turn.text] if turn.kind is Kind.LINK else []
        for call in turn.calls:
            urls += pulls_of(call)
        for url in urls:
            made.setdefault(url, Made(f"#{url.rstrip('/').rsplit('/', 1)[-1]}", url, turn.number))
    return tuple(made.values())


def _files(session: Session) -> tuple[str, ...]:
    edits: Counter[str] = Counter()
    root = session.cwd.rstrip("/\\") + "/"
    for turn in session.turns:
        for call in turn.calls:
            if call.act is Act.EDIT and call.ok and call.asked:
                edits[call.asked.removeprefix(root)] += 1
    return tuple(path for path, _ in edits.most_common(_FILES_MOST) if not path.startswith(("/", "~")))


def _is_substantive(turns: Sequence[Turn]) -> bool:
    return any(turn.role is Role.PERSON and turn.text for turn in turns) or any(
        turn.calls for turn in turns if not turn.agent
    )


def _clip(text: str, words: int) -> str:
    pieces = text.split()
    return text if len(pieces) <= words else " ".join(pieces[:words]) + " …"
