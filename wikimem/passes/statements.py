"""Cut a session into statements: `Session -> tuple[Statement, ...]`.

    agent, turn 7:  "Found it. The lock is taken twice. This happens because `save` calls `flush`."
    becomes         "The lock is taken twice. This happens because `save` calls `flush`."

A sentence that leans on the one before it (this, it, so, which means) stays together with it, a list item that can't
stand alone takes its heading or its parent along, and narration ("Let me look at ...") is left out. Injected text
never gets here.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from wikimem.model.record import Kind, Role
from wikimem.model.session import Session, Turn
from wikimem.model.statement import Origin, Statement
from wikimem.text.commits import commits_of
from wikimem.text.cues import opening
from wikimem.text.narration import is_passing, narrates, without_interjection
from wikimem.text.prose import Block, blocks, closed, plain, sentences
from wikimem.text.standing import breaks_off
from wikimem.text.worth import worth

_LEANS = opening(
    "this|that|these|those|it|its|it's|they|their|both|neither|either|which",
    "so|hence|therefore|thus|otherwise|but|however|instead|also|because|since|then|and|or|as a result|in that case",
    "for (?:example|instance)",
    "the (?:latter|former|second|first|other|same|fix|solution|problem|issue|reason|difference|result)",
)
"""How a sentence begins that carries on the one before it."""
_NOISE = re.compile(r"^(?:https?://\S+|[\W\d_]*|/\S+|`[^`]*`|\S+\.\w{1,4}(?::\d+)?)$")
_MAX_WORDS, _ITEM_WORDS = 70, 140
_CENTRAL, _CENTRAL_MOST = 0.3, 2.5
"""What a mention of much mentioned code adds to a statement's worth: per natural logarithm of the mentions, at most."""


def statements(session: Session) -> tuple[Statement, ...]:
    """Return every statement of a session worth judging, in raw-log order."""
    finals = _final_turns(session.turns)
    found: list[Statement] = []
    for turn in session.turns:
        found.extend(_of_turn(turn, turn.number in finals))
    return tuple(_central(found))


def _central(found: list[Statement]) -> Iterator[Statement]:
    """Raise the worth of statements about the code that the session speaks of most."""
    spans = [set(statement.text.split("`")[1::2]) for statement in found]
    mentions = Counter(span for group in spans for span in group)
    for statement, group in zip(found, spans, strict=True):
        most = max((mentions[span] for span in group), default=1)
        if most > 1:
            statement = replace(
                statement, worth=round(statement.worth + _CENTRAL * min(math.log(most), _CENTRAL_MOST), 2)
            )
        yield statement


def _final_turns(turns: tuple[Turn, ...]) -> frozenset[int]:
    """Return the numbers of the agent's last words before each message of the person, and at the end."""
    finals: set[int] = set()
    last = 0
    for turn in turns:
        if turn.agent:
            continue
        if turn.role is Role.PERSON and turn.kind is Kind.TEXT:
            finals.add(last)
            last = 0
        elif turn.role is Role.AGENT and turn.kind is Kind.TEXT and turn.text:
            last = turn.number
    return frozenset(finals | {last})


def _of_turn(turn: Turn, final: bool) -> Iterator[Statement]:
    if turn.role is Role.INJECTED:
        return
    origin = _origin(turn, final)
    if origin is not None and turn.text:
        yield from _of_text(turn.text, turn, origin)
    for call in turn.calls:
        for commit in commits_of(call):
            value = worth(commit.subject, Origin.COMMIT)
            yield Statement(commit.subject, turn.number, turn.at, Role.AGENT, Origin.COMMIT, value)
            yield from _of_text(commit.body, turn, Origin.COMMIT)


def _origin(turn: Turn, final: bool) -> Origin | None:
    match turn.kind:
        case Kind.TEXT if turn.agent:
            return None
        case Kind.TEXT if turn.role is Role.PERSON:
            return Origin.PROMPT
        case Kind.TEXT:
            return Origin.FINAL if final else Origin.ASIDE
        case Kind.ANSWER:
            return Origin.ANSWER
        case Kind.SUMMARY:
            return Origin.SUMMARY
        case Kind.PLAN if turn.ok:
            return Origin.PLAN
        case _:
            return None


def _of_text(text: str, turn: Turn, origin: Origin) -> Iterator[Statement]:
    role = Role.PERSON if origin in (Origin.PROMPT, Origin.ANSWER) else Role.AGENT
    cut = _spoken if role is Role.PERSON else _reported
    for block in blocks(text):
        if origin is Origin.SUMMARY and is_passing(block.heading):
            continue
        lead = plain(block.lead) if block.lead else ""
        place = (block.heading, lead, block.bullet, block.row)
        for sentence in cut(block):
            yield Statement(sentence, turn.number, turn.at, role, origin, worth(sentence, origin), *place)


def _spoken(block: Block) -> Iterator[str]:
    """Yield a person's sentences as they are; a list item or table row is one."""
    if block.bullet or block.row:
        if not _is_noise(block.text) and len(block.text.split()) <= _ITEM_WORDS:
            yield block.text
        return
    for sentence in sentences(block.text, casual=True):
        if sentence and not _is_noise(sentence):
            yield sentence


def _reported(block: Block) -> Iterator[str]:
    """Yield an agent's sentences without narration, leaning ones joined to what they lean on."""
    if block.bullet or block.row:
        text = _strip(block.text)
        if text and not _is_noise(text) and len(text.split()) <= _ITEM_WORDS:
            yield from _ended(text)
        return
    group = ""
    for raw in sentences(block.text):
        sentence = _strip(raw)
        if not sentence or _is_noise(sentence) or narrates(sentence):
            continue
        together = f"{group} {sentence}"
        if group and _LEANS.match(sentence.lower()) and len(together.split()) <= _MAX_WORDS:
            group = together
        else:
            yield from _ended(group)
            group = sentence
    yield from _ended(group)


def _ended(text: str) -> Iterator[str]:
    """Yield a sentence that leads to a list or to code as one that ends, and nothing when it ends in the middle."""
    if not text.endswith(":"):
        if text:
            yield text
    elif not breaks_off(bare := text.rstrip(": *")):
        yield closed(bare)


def _strip(sentence: str) -> str:
    """Return a sentence without what leads into it, and without bold marks that lost their other half."""
    bare = without_interjection(sentence)
    if bare != sentence:
        bare = bare[:1].upper() + bare[1:]
    return bare.replace("**", "") if bare.count("**") % 2 else bare


def _is_noise(sentence: str) -> bool:
    return (sentence.endswith(":") and len(sentence) < 60) or bool(_NOISE.match(sentence))
