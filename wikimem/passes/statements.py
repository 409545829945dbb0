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

from wikimem.model.record import Act, Kind, Role
from wikimem.model.session import Session, Turn
from wikimem.model.statement import Origin, Statement
from wikimem.text.commits import commits_of
from wikimem.text.prose import Block, blocks, plain, sentences
from wikimem.text.worth import worth

_INTERJECTION = re.compile(
    r"^(?:(?:good|great|perfect|excellent|ok(?:ay)?|alright|now|yes|no|right|sure|done|hmm|wait|interesting|nice|sounds good"
    r"|good (?:catch|point|question|news|idea)|great (?:question|catch|point)|you're (?:absolutely )?right|got it|i see|ah|oh|found it"
    r"|that makes sense|makes sense|absolutely|exactly|confirmed|all good|there it is|fair point|agreed)\b"
    r"(?:\s*[,.!:;—–]|\s+[-—–])\s*)+",
    re.IGNORECASE,
)
_NARRATION = re.compile(
    r"^(?:(?:so|and|but|first|next|then|also|finally|instead|again|actually|okay|now|alternatively),?\s+)*"
    r"(?:now,? (?:let|check|run|update|fix|add|remove|verify|commit|create|look|read|also|write|the (?:test|code)|there's|i |we )|i (?:can|could) (?:also |now |then |just )?\w+|let me|let's (?:look|check|see|run|start|verify|first|now|try|also|read|find|commit|push|update|add|fix|do|trace|go|create)"
    r"|i(?:'ll| will| am going to|'m going to|'d like to| need to| should| want to| can see| think i| have (?:a |all |enough|the )|'ve got|"
    r" now (?:have|see|understand|need)| understand(?: now|\.)|'m now|'m still| still need| notice i| was (?:able|just)|'m looking|'m seeing)"
    r"|we need to (?:look|check|see|find)|looking (?:at|for|into)|checking|running|reading|starting|continuing|moving on|time to|here(?:'s| is| are)"
    r"|the (?:build|code|file|diff|output|linter?|test|tests|changes?) (?:looks?|compiles?|is clean|pass(?:es)?|passed|succeed(?:s|ed)?)\b"
    r"|(?:all|both|the|these|those|unit|integration|everything|\d+)\s?(?:\w+\s){0,3}(?:tests?|checks?|lint(?:ing)?|todos?|tasks?) (?:\w+\s)?(?:pass(?:es|ed|ing)?|succeed(?:s|ed)?|clean)\b"
    r"|everything (?:passes|works|looks|compiles|builds)|(?:would|do|should|shall|can|could|want) (?:you|i|we|me)\b|please (?:let|continue|confirm)|thank|sorry|apolog"
    r"|(?:is|are) there (?:any|some)thing|feel free|hope this|does (?:this|that) )",
    re.IGNORECASE,
)
_LEANS = re.compile(
    r"^(?:this|that|these|those|it|its|it's|they|their|so|which|hence|therefore|thus|otherwise|but|however|instead|also|because|since|then|both|neither|"
    r"either|and|or|as a result|in that case|for (?:example|instance)|the (?:latter|former|second|first|other|same|fix|solution|problem|issue|reason|difference|result))\b",
    re.IGNORECASE,
)
_REQUEST_TAIL = re.compile(
    r"\b(?:want me to|shall i|should i|would you like|let me know|do you want|ready to proceed|sound good|does that)\b",
    re.IGNORECASE,
)
_NOISE = re.compile(r"^(?:https?://\S+|[\W\d_]*|/\S+|`[^`]*`|\S+\.\w{1,4}(?::\d+)?)$")
_MAX_WORDS = 70
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
        if call.act is Act.RUN and call.ok:
            for commit in commits_of(call.asked, call.result or ""):
                yield Statement(
                    commit.subject,
                    turn.number,
                    turn.at,
                    Role.AGENT,
                    Origin.COMMIT,
                    worth(commit.subject, Origin.COMMIT),
                )
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
    for block in blocks(text):
        lead = plain(block.lead) if block.lead else ""
        for sentence in _units(block, whole=role is Role.PERSON):
            yield Statement(
                sentence, turn.number, turn.at, role, origin, worth(sentence, origin), block.heading, lead, block.bullet
            )


def _units(block: Block, *, whole: bool) -> Iterator[str]:
    """Yield the block's sentences, leaning ones joined to what they lean on."""
    if block.bullet or block.row:
        text = block.text if whole else _strip(block.text)
        if text and not _is_noise(text) and len(text.split()) <= _MAX_WORDS * 2:
            yield text
        return
    group = ""
    for raw in sentences(block.text, casual=whole):
        sentence = raw if whole else _strip(raw)
        if not sentence or _is_noise(sentence):
            continue
        if not whole and (_NARRATION.match(sentence) or _REQUEST_TAIL.search(sentence)):
            continue
        if group and not whole and _LEANS.match(sentence) and len(group.split()) + len(sentence.split()) <= _MAX_WORDS:
            group = f"{group} {sentence}"
            continue
        if group:
            yield group
        group = sentence
    if group:
        yield group


def _strip(sentence: str) -> str:
    """Return a sentence without what leads into it, and without bold marks that lost their other half."""
    bare = _INTERJECTION.sub("", sentence).strip()
    return bare.replace("**", "") if bare.count("**") % 2 else bare


def _is_noise(sentence: str) -> bool:
    return (sentence.endswith(":") and len(sentence) < 60) or bool(_NOISE.match(sentence))
