"""Find the claims among the statements of a session, by rule: `Session, statements -> tuple[Claim, ...]`.

    person:  "always run `make fmt` before you commit"               -> preference
    agent:   "Renamed `Store` to `Vault`, since stores are shops."   -> decision
    agent:   "The test failed because the clock was local time."     -> lesson
    agent:   "`flush` re-reads the index on every call."             -> fact
    summary: "Pending: Windows paths are not handled yet."           -> question

What a rule cannot place, or what cannot stand alone, is no claim; the session page may still tell it.
"""

import re
from collections import Counter
from collections.abc import Sequence

from wikimem.model.claim import Claim, ClaimKind, Source
from wikimem.model.record import Role
from wikimem.model.session import Session
from wikimem.model.statement import Origin, Statement
from wikimem.text.prose import closed

_PREFERENCE = re.compile(
    r"(?:^|[,;:.] |\b(?:please|should|must|we|you|and|to) )(?:always|never(?! mind))\b"
    r"|\b(?:from now on|going forward|every time|make sure (?:to|you)|remember to|(?:we're|we are|is) (?:using|changing) \S+ \w+ everywhere"
    r"|(?:i|we|i'd|we'd)(?: would)?(?: much| personally)? (?:prefer|rather|like (?:to (?:have|keep|see)|it when)|don't (?:like|want))"
    r"|(?:let's|lets) (?:keep (?!going)|avoid|always|stick|not (?!make|do|merge|commit|push))|can we (?:not|avoid|keep)|prefer(?:ably)?|\w+ everywhere)\b"
    r"|(?:^|[,;:.] |\bplease |\band )(?:don't|do not|avoid|stop) (?!worry|know|think|see|understand|have|get|mean|believe|need|remember|really|forget|check)\w+",
    re.IGNORECASE,
)
_PASTED = re.compile(
    r"^(?:to|if|when|while|alternatively|consider|note|warning|error|based on|\d)\b|https?://|⎿|[│╭╰{}]|^[`\[(<|]|\bfatal:",
    re.IGNORECASE,
)
_PERSON_DECISION = re.compile(
    r"\b(?:let's (?:go with|use|drop|remove|rename|switch|make|call|have)|lets (?:go with|use|drop|remove|rename|switch|make|call|have)|(?:i'd |we'll |i'll )?go with|we(?:'ll| will)? (?:decided|agreed|should (?:\w+ )?(?:use|keep|be|include|remove|record|delete|drop|log|add|separate|have|store|move))"
    r"|i(?:'ve| have)? decided|should be (?:called|named|renamed|using)|renam(?:e|ed|ing)|switch(?:ed)? (?:back )?to|use \S+ (?:instead|rather|and not)|instead of|rather than|we (?:no longer|don't) (?:need|want|use|support|have)|can we use|i want (?:the|it|this)|(?:make|keep) .{1,60}\bhidden|this restriction)\b",
    re.IGNORECASE,
)
_CHATTER = re.compile(
    r"\b(?:let's (?:have a look|move to|continue|see|merge|look|do)|have a look|look at (?:our|the)|merge \d+|this as a separate|why (?:exactly )?did(?:n't)?|we don't need to|tell me|lol|never mind|linear issue|some more changes)\b",
    re.IGNORECASE,
)
_DECISION = re.compile(
    r"\b(?:let's (?:go with|use|do|drop|remove|rename|switch|make|call|have|move|just)|lets (?:go with|use|do|drop|remove|rename|switch|make)|go with|we(?:'ll| will| should| decided| agreed)"
    r"|i(?:'ve| have)? decided|should be (?:called|named|renamed)|rename|switch(?:ed)? to|use \S+ (?:instead|rather)|instead of|rather than|we (?:no longer|don't) (?:need|want|use|support))\b",
    re.IGNORECASE,
)
_DECISION = re.compile(
    r"\b(?:decided (?:to|that|on|against)|chose|chosen|opted|went with|go(?:ing)? with|agreed (?:to|on|that)|decision|instead of|rather than|in favou?r of"
    r"|(?:switched|migrated|moved|changed) (?:\S+ ){0,6}(?:from|to)\b|renamed?\b.{0,80}\bto\b|replaced?\b.{0,80}\bwith\b|no longer|deprecated|by design|intentional(?:ly)?|deliberate(?:ly)?|trade-?off)\b",
    re.IGNORECASE,
)
_LESSON = re.compile(
    r"\b(?:root cause|caused by|the (?:real |actual |core |main )?(?:issue|problem|bug|cause|culprit|reason) (?:is|was|here)|(?:happen(?:s|ed)|fail(?:s|ed)?|breaks?|broke|crash(?:es|ed)?|errors?|hangs?) (?:\S+ ){0,8}?(?:because|since|when|due|if|as)"
    r"|because|turns out|which (?:means|caused|causes|breaks|broke)|so that|this (?:means|causes|breaks)|the fix (?:is|was)|fixed by|was (?:missing|wrong|stale|never)|gotcha|caveat|key (?:insight|finding|point)|note that|must (?:not |also |be )?\w+|can(?:'t|not) be|race condition|regression|due to)\b",
    re.IGNORECASE,
)
_CAUSE = re.compile(r"\broot cause\b|\bcaused by\b|\bthe (?:fix|bug|problem|cause|culprit) (?:is|was)\b", re.IGNORECASE)
_QUESTION = re.compile(
    r"\b(?:follow-?ups?|deferred (?:to|for|until|as)|defer (?:to|this|that)|(?:not|isn't|aren't|never) (?:yet |currently |fully )?(?:handled|covered|implemented|tested|supported|addressed|wired|done)|still (?:needs?|missing|open|to do|pending|fails)|remain(?:s|ing) (?:to|open|work|issue)|open (?:question|item|issue)s?"
    r"|pending|future (?:work|pr|improvement|optimi[sz]ation)|out of scope|known (?:issue|limitation|gap)|limitation|worth (?:considering|adding|checking|a follow)|could be (?:improved|optimi[sz]ed|extracted|simplified|added)|needs? (?:to be (?:decided|discussed|investigated|verified)|a decision|investigation)|pre-existing (?:issue|bug|failure|flak)|flaky)\b",
    re.IGNORECASE,
)
_FACT_VERBS = frozenset(
    ["is", "are", "has", "have", "uses", "use", "returns", "return", "requires", "needs", "takes", "reads", "writes", "stores", "contains", "calls", "expects", "handles", "supports", "runs", "checks", "only", "never", "always", "does", "doesn't", "cannot", "can't", "must", "means", "lives", "keeps", "holds", "maps", "creates", "filters", "skips", "sets", "compares", "computes", "accepts", "rejects", "matches", "defaults", "points", "refers", "triggers", "fires", "emits", "depends", "follows"]
)
_OPEN_SECTION = re.compile(
    r"pending|next steps?|remaining|open (?:items?|questions?|issues?)|follow-?ups?|to-?do|what's left|outstanding|future",
    re.IGNORECASE,
)
_ERROR_SECTION = re.compile(
    r"errors?|fixe?s?\b|problem solving|root cause|why|gotcha|lesson|issue|bug|finding", re.IGNORECASE
)
_PASSING_SECTION = re.compile(
    r"^(?:current work|all user messages|primary request|optional next step|user messages)", re.IGNORECASE
)
"""Sections of a compaction summary that speak of the moment it was written in."""
_GENERIC = re.compile(
    r"^(?:summary|overview|changes?(?: made)?|what(?:'s)? (?:changed|i (?:did|changed))|results?|details?|files?(?: changed| modified)?|analysis|notes?|background|context|approach|implementation|strengths?|issues?|tests?|testing|verification"
    r"|the fix|fix|key .*|current (?:work|state|behaviou?r)|conclusion|status|other|recommendations?|suggestions?|next steps?|pending tasks?.*|primary request.*|files and code.*|problem solving|errors and fixes|optional next step|all user messages|critical|high|medium|low|minor|nits?|step \d+.*|phase \d+.*|option [a-z\d].*|before|after|commits?|solution|answer|example.*|important|questions?|yes|no|plan)$",
    re.IGNORECASE,
)
_LEANS = re.compile(
    r"^(?:this|that|these|those|it|its|it's|they|their|he|she|so|which|but|and|or|also|both|neither|either|same|here|there|then|the (?:latter|former|second|first|third|other|same|old|new|above|following|below|current|existing|previous)(?: one| two| fix| issue| approach| option| code| function| test)?s?\b|such|one|another|similarly|likewise|instead|otherwise|however|still|not|no,|yes,|option \w\b)\b",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"`[^`]+`|\b[a-z]+[A-Z]\w+|\b[A-Z][a-z]+[A-Z]\w+|\b\w+_\w+\b|\b[\w-]+\.(?:go|py|rs|ts|js|tsx|java|rb|md|sh|sql|toml|json|ya?ml)\b|\b[A-Z]{2,}[\w-]*\b|\b--[a-z][\w-]+|(?<=[a-z] )[A-Z][a-z]{2,}\b"
)
_LEAD_IN = re.compile(
    r"^(?:(?:yes|no|ok(?:ay)?|and|but|also|oh|nah|yeah|hmm|so|again|one (?:more )?thing|btw|by the way|please note|note)\b[,:;.!]?\s+(?:that\s+)?)+",
    re.IGNORECASE,
)
_FIRST_PERSON = re.compile(
    r"^(?:i|we)(?:'ve| have|'d)?(?: also| now| then| just)? (?=(?:added|removed|renamed|replaced|changed|updated|fixed|moved|switched|kept|used|made|created|extracted|dropped|chose|decided|refactored|reverted|implemented|restored|simplified|deleted|split|merged|introduced|skipped|left)\b)",
    re.IGNORECASE,
)
_CONTRAST = re.compile(r"\b(?:instead of|rather than|and not|no longer|should always|everywhere)\b", re.IGNORECASE)
_HEDGE = re.compile(
    r"\b(?:maybe|might|perhaps|probably|somehow|seems?|likely|wait|could be|i think|not sure|unclear|let's see|presumably|suspect\w*|appears? to)\b|\?",
    re.IGNORECASE,
)
_SETTLED = re.compile(
    r"\[(?:pending|in[_ ]progress|completed|done)\b|\b(?:uncommitted|(?:un)?staged|task #\d+|still the same|lint caught|diagnostics?)\b|\bresolved\b|^none\b|\bnone (?:explicitly )?(?:pending|remaining)|\ball (?:requested|tasks|items)\b|✅|\bno (?:pending|remaining|open)\b",
    re.IGNORECASE,
)
_UNFINISHED = re.compile(
    r"(?:\b(?:because|and|or|but|the|a|an|to|with|are|is|was|of|for|in|on|need|that|which|by)|[,(])$", re.IGNORECASE
)
_HERE = re.compile(
    r"\b(?:this|that|it|these|those|them|here|there|now|yet|for now|the (?:pr|branch|commit|change|comment))\b",
    re.IGNORECASE,
)
_GENERAL = re.compile(
    r"\b(?:always|never|from now on|going forward|in (?:the )?future|every time|whenever|in general|generally|by default|everywhere|convention)\b",
    re.IGNORECASE,
)
_TALK = re.compile(r"\b(?:I|I'll|I'm|I've|I'd|me|my|you|your|you're|let me|let's)\b")
_THRESHOLD = {ClaimKind.LESSON: 2.7, ClaimKind.DECISION: 2.6, ClaimKind.FACT: 3.2, ClaimKind.QUESTION: 2.3}
_MIN_WORDS, _MAX_WORDS = 7, 60
_MAX_SPOKEN = 9
"""A prompt of more sentences than this is mostly pasted text, not the person's own words."""


def extract(session: Session, statements: Sequence[Statement], subject: str) -> tuple[Claim, ...]:
    """Return the claims that rules find among `statements`; `subject` names what the session was about."""
    claims: list[Claim] = []
    spoken = Counter(statement.turn for statement in statements if statement.role is Role.PERSON)
    for statement in statements:
        if statement.role is Role.PERSON and spoken[statement.turn] > _MAX_SPOKEN:
            continue
        kind = _kind(statement)
        if kind is None:
            continue
        text = _sentence(statement)
        if text is None:
            continue
        claims.append(
            Claim(
                kind,
                text,
                subject,
                (_source(session, statement),),
                importance=_importance(kind, statement),
            )
        )
    return tuple(claims)


def _kind(statement: Statement) -> ClaimKind | None:
    text = statement.text
    if statement.role is Role.PERSON:
        return _kind_of_person(statement)
    value = statement.worth
    if statement.origin is Origin.PLAN or value < min(_THRESHOLD.values()) or text.startswith('"'):
        return None
    if _SETTLED.search(text) or (statement.origin is Origin.ASIDE and _HEDGE.search(text)):
        return None
    if statement.origin is Origin.SUMMARY and _PASSING_SECTION.match(statement.heading):
        return None
    section = f"{statement.heading} {statement.lead}"
    if _QUESTION.search(text) or _OPEN_SECTION.search(section):
        return ClaimKind.QUESTION
    if value >= _THRESHOLD[ClaimKind.LESSON] and _CAUSE.search(text):
        return ClaimKind.LESSON
    if value >= _THRESHOLD[ClaimKind.DECISION] and _DECISION.search(text):
        return ClaimKind.DECISION
    if value >= _THRESHOLD[ClaimKind.LESSON] and (_LESSON.search(text) or _ERROR_SECTION.search(section)):
        return ClaimKind.LESSON
    if value >= _THRESHOLD[ClaimKind.FACT] and _states_fact(text):
        return ClaimKind.FACT
    return None


def _states_fact(text: str) -> bool:
    """Tell whether a sentence names something early on and says what it is or does."""
    named = _NAMED.search(text[:120])
    return named is not None and not _FACT_VERBS.isdisjoint(text[named.end() :].split()[:12])


def _kind_of_person(statement: Statement) -> ClaimKind | None:
    text = statement.text
    words = len(text.split())
    if (
        not 4 <= words <= 45
        or (text.rstrip().endswith("?")
        and not re.match(r"can we (?:not|avoid|keep|use)", text, re.IGNORECASE))
    ):
        return None
    if statement.heading or statement.bullet:
        return None
    if (
        words <= 32
        and not _PASTED.search(text)
        and _PREFERENCE.search(text)
        and (_GENERAL.search(text) or not _HERE.search(text))
    ):
        return ClaimKind.PREFERENCE
    named = _NAMED.search(text) or '"' in text or _CONTRAST.search(text)
    if (
        words >= 6
        and named
        and not _PASTED.search(text)
        and not _CHATTER.search(text)
        and _PERSON_DECISION.search(text)
    ):
        return ClaimKind.DECISION
    return None


def _sentence(statement: Statement) -> str | None:
    """Return the statement as one line that stands alone, or None when it can't."""
    text = re.sub(r"\*\*|__(?=\S)|(?<=\S)__", "", statement.text).strip()
    text = re.sub(r"^(?:\d{1,2}(?:[.)]| —)\s+|[✅❌⚠️🔴🟡🟢•→-]+\s*)", "", text).rstrip(":").strip()
    if statement.role is Role.PERSON:
        text = closed(_LEAD_IN.sub("", text))
        return text[:1].upper() + text[1:] if len(text.split()) <= _MAX_WORDS else None
    text = _FIRST_PERSON.sub("", text)
    text = text[:1].upper() + text[1:] if not text.startswith("`") else text
    if _TALK.search(text):
        return None
    label = _label(statement)
    opening = " ".join(text.split()[:8])
    if _LEANS.match(text) or not _NAMED.search(opening):
        if (label and not _LEANS.match(text)) or label:
            text = f"{label}: {text}"
        elif _LEANS.match(text) or not _NAMED.search(text):
            return None
    if not _MIN_WORDS <= len(text.split()) <= _MAX_WORDS or _UNFINISHED.search(text):
        return None
    return text


def _label(statement: Statement) -> str:
    """Return a heading or parent item specific enough to serve as the subject of a sentence."""
    for candidate in (statement.lead, statement.heading):
        label = re.sub(r"\*\*|__", "", candidate).strip(" :")
        if (
            label
            and not _GENERIC.match(label)
            and len(label.split()) <= 14
            and (_NAMED.search(label) or len(label.split()) >= 3)
        ):
            return label
    return ""


def _source(session: Session, statement: Statement) -> Source:
    model = session.models[-1] if session.models else "unknown"
    author = "human:user" if statement.role is Role.PERSON else f"{session.agent}/{model}"
    return Source(session.id, statement.turn, session.raw.path, author, statement.at or session.ended)


def _importance(kind: ClaimKind, statement: Statement) -> float:
    base = {
        ClaimKind.PREFERENCE: 0.8,
        ClaimKind.DECISION: 0.6,
        ClaimKind.LESSON: 0.6,
        ClaimKind.PLAN: 0.5,
        ClaimKind.QUESTION: 0.5,
        ClaimKind.FACT: 0.45,
    }[kind]
    if statement.role is Role.PERSON and kind is ClaimKind.DECISION:
        base = 0.75
    return round(min(1.0, base + max(0.0, min(statement.worth - 1.5, 2.0)) * 0.1), 2)
