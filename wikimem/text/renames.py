"""Find what was renamed: "renamed `entire/sessions` to `entire/checkpoints`", in words and with arrows.

`store.passages` notes with it which passages report that a name was changed, `recall` marks the old name in what was
said before. Pure. Only a report counts, not a wish: "should we rename", "could be renamed" change nothing.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from wikimem.text.lazy_pattern import LazyPattern

_QUOTED = r"[`\"“]([^`\"“”\n]{3,80})[`\"”]"
_BARE = r"((?:--)?[A-Za-z_.~/][\w./~:=-]*\w(?:\(\))?)"
_NAME = rf"(?:{_QUOTED}|{_BARE})"
_VERB = r"(?:renamed|renames|renaming|rename)"
_WHAT = r"(?:[A-Za-z]+\s+){0,4}?"
_REPORT = LazyPattern(rf"([^\n.;?!]{{0,40}})\b({_VERB})\s+{_WHAT}{_NAME}\s*(?:\bto\b|→|->|=>)\s*{_NAME}", re.IGNORECASE)
_WISH = LazyPattern(
    r"\b(?:if|should|could|would|might|may|can|maybe|perhaps|consider\w*|suggest\w*|propos\w*|want|wants|why|not|never|"
    r"n't|don't|undo|revert\w*|instead of|let'?s|todo|later|plan(?:s|ned)? to|without)\b",
    re.IGNORECASE,
)
_NAMES_IN = LazyPattern(r"(?:--)?[A-Za-z_.~/][\w./~:-]*\w")
_HUMP = LazyPattern(r"[a-z][A-Z]|[A-Za-z]\d")
_JOINED = frozenset("_/.-:")
_NO_NAME = frozenset(" <>{}")
_LEAST = 5
"""Characters below which a name is too common a word to be marked wherever it stands."""


@dataclass(frozen=True, slots=True)
class Rename:
    """One name that took the place of another."""

    old: str
    new: str


def renames(text: str) -> Iterator[Rename]:
    """Yield each change of a name that `text` reports; both look like names of code, the new one unless in quotes."""
    if "ename" not in text:
        return
    for found in _REPORT.compiled.finditer(text):
        old, new = (found[3] or found[4]).strip(), (found[5] or found[6]).strip()
        is_new_name = is_name(new) if found[6] else not _NO_NAME.intersection(new)
        if old != new and is_name(old) and is_new_name and not _WISH.compiled.search(found[1]):
            yield Rename(old, new)


def is_name(text: str) -> bool:
    """Tell whether a text is one name of code, and no placeholder for one: it has a hump, a joint or a digit."""
    if len(text) < _LEAST or _NO_NAME.intersection(text):
        return False
    return bool(_JOINED.intersection(text.strip("_/.-:")) or _HUMP.compiled.search(text) or text.startswith("--"))


def names_in(text: str) -> set[str]:
    """Return whatever in `text` may be the name of something in code."""
    return {name for name in set(_NAMES_IN.compiled.findall(text)) if is_name(name)}


def marked(text: str, notes: Mapping[str, str]) -> str:
    """Return `text` with a note in parentheses after the first mention of each name that has one."""
    for name, note in notes.items():
        if name not in text:
            continue
        mention = re.search(rf"(?<![\w/.-]){re.escape(name)}(?![\w/-]|\.\w)[`\"”']?", text)
        if mention:
            text = f"{text[: mention.end()]} ({note}){text[mention.end() :]}"
    return text
