"""Tell what happened: `Session, statements -> Story`.

    person asks, agent works, agent reports          asked · outcome · notes · commits · files · left open

The story keeps the person's requests, the agent's last report, and as many of the best remaining statements as the
session's size allows; statements of one turn stay together, so that a line explains itself.
"""

import math
import re
from collections import Counter
from collections.abc import Collection, Sequence

from wikimem.model.claim import Claim
from wikimem.model.record import Act, Kind, Role
from wikimem.model.session import Session, Turn
from wikimem.model.statement import Origin, Statement
from wikimem.model.story import Made, Story, Told
from wikimem.text.alike import alike, words_of
from wikimem.text.commits import commits_of, pulls_of
from wikimem.text.prose import closed, sentences

_NOTE_SHARE = 0.415
"""Share of a session's prose that is told as notes, within the bounds below (words)."""
_NOTE_WORDS = (120, 900)
_NOTE_WORTH = 0.8
_LINE_WORDS = 140
_OUTCOME_WORDS = 90
_ASKED_MOST = 4
_FILES_MOST = 12
_COMMITS_MOST = 15
_GO_ON = re.compile(
    r"^(?:yes|no|ok(?:ay)?|sure|go(?: ahead| on)?|continue|do it|proceed|thanks?|thank you|great|perfect|commit|push|lgtm|nice|cool|done|y|n|\d)\b",
    re.IGNORECASE,
)


def tell(session: Session, statements: Sequence[Statement], claims: Sequence[Claim], title: str, subject: str) -> Story:
    """Return the story of a session; what its claims say is on their pages and not repeated in the notes."""
    outcome = _outcome(statements)
    reported = {(line.turn, line.text) for line in outcome}
    claimed: dict[int, list[frozenset[str]]] = {}
    for claim in claims:
        for source in claim.sources:
            claimed.setdefault(source.turn, []).append(words_of(claim.text))
    told = {
        index
        for index, statement in enumerate(statements)
        if (statement.turn, statement.text) in reported
        or (
            statement.turn in claimed
            and any(alike(words_of(statement.text), words) for words in claimed[statement.turn])
        )
    }
    done, left = _todo(session.turns)
    return Story(
        title=title,
        subject=subject,
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
    asked: list[Told] = []
    for turn in turns:
        if turn.role is not Role.PERSON or turn.kind is not Kind.TEXT or turn.agent:
            continue
        text = " ".join(turn.text.split())
        if asked and (len(text.split()) < 5 or (_GO_ON.match(text) and len(text.split()) < 12)):
            continue
        first = " ".join(sentences(text)[:2])
        asked.append(Told(_clip(first, 20), turn.number))
    if len(asked) > _ASKED_MOST:
        rest = sorted(asked[1:], key=lambda told: -len(told.text))[: _ASKED_MOST - 1]
        asked = [asked[0], *sorted(rest, key=lambda told: told.turn)]
    return tuple(asked)


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


def _notes(statements: Sequence[Statement], told: Collection[int]) -> tuple[Told, ...]:
    spoken = sum(len(statement.text.split()) for statement in statements)
    low, high = _NOTE_WORDS
    budget = max(low, min(high, int(spoken * _NOTE_SHARE))) - sum(len(statements[index].text.split()) for index in told)
    ranked = sorted(
        (
            index
            for index, statement in enumerate(statements)
            if statement.worth >= _NOTE_WORTH and statement.role is Role.AGENT and index not in told
        ),
        key=lambda index: (-statements[index].worth / math.sqrt(statements[index].text.count(" ") + 1), index),
    )
    kept: list[int] = []
    seen: list[frozenset[str]] = []
    for index in ranked:
        size = len(statements[index].text.split())
        words = words_of(statements[index].text)
        if size > budget or any(alike(words, other) for other in seen):
            continue
        budget -= size
        seen.append(words)
        kept.append(index)
    lines: list[Told] = []
    place = 0
    for index in sorted(kept):
        statement = statements[index]
        if statement.turn == place and len(lines[-1].text.split()) + len(statement.text.split()) <= _LINE_WORDS:
            lines[-1] = Told(f"{closed(lines[-1].text)} {statement.text}", statement.turn)
        else:
            lines.append(Told(statement.text, statement.turn))
        place = statement.turn
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
            if call.act is Act.RUN and call.ok:
                for commit in commits_of(call.asked, call.result or ""):
                    made.setdefault(commit.id or commit.subject, Made(commit.id, commit.subject, turn.number))
    return tuple(made.values())[-_COMMITS_MOST:]


def _pulls(turns: Sequence[Turn]) -> tuple[Made, ...]:
    made: dict[str, Made] = {}
    for turn in turns:
        urls = [turn.text] if turn.kind is Kind.LINK else []
        for call in turn.calls:
            if call.act is Act.RUN:
                urls += pulls_of(call.asked, call.result or "")
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
