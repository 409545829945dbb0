"""Find the values a text names (code, options, paths, formats, quoted words) and mark those that changed. Pure.

    "logs go to `.tea/<session-id>.log`, off with --no-log"      .tea/<>.log, --no-log

`key` is what a value is looked up by: a placeholder stands for any other. `store.passages` keeps the keys of what was
replaced, `recall` marks what was said before.
"""

import re
from collections.abc import Iterator, Mapping

from wikimem.text.lazy_pattern import LazyPattern

QUOTED = r"[`\"“]([^`\"“”\n]{3,80})[`\"”]"
"""A value in quotes or code marks."""
BARE = r"((?:--)?[A-Za-z_.~/](?:[\w./~:=-]|<[\w-]{1,30}>)*[\w>](?:\(\))?)"
"""A value that stands without quotes."""

_NAMES_IN = LazyPattern(r"(?:--)?[A-Za-z_.~/][\w./~:-]*\w")
_QUOTED_IN = LazyPattern(QUOTED)
_FORMAT_IN = LazyPattern(r"[\w./~:-]*(?:<[\w -]{1,30}>|\{[\w -]{1,30}\})[\w./~:<>{}-]*")
_PLACEHOLDER = re.compile(r"<[^<>\n]{1,30}>|\{[^{}\n]{1,30}\}")
_HUMP = LazyPattern(r"[a-z][A-Z]|[A-Za-z]\d")
_JOINED = frozenset("_/.-:")
_NO_NAME = frozenset(" <>{}")
_IN_CODE = frozenset("(){}[]=;")
_LEAST = 5
"""Characters below which a name is too common a word to be marked wherever it stands."""
DEFAULT = "default:"
"""Begins the key of what is only meant where a default is spoken of."""
_GONE = LazyPattern(r"\b(?:remov|renam|replac|delet|legacy|no longer)", re.IGNORECASE)
_NEAR = 60
_LEAST_PHRASE = 14
"""Characters from which words in quotes are one value: a message, a label."""


def is_name(text: str) -> bool:
    """Tell whether a text is one name of code, and no placeholder for one: it has a hump, a joint or a digit."""
    if len(text) < _LEAST or _NO_NAME.intersection(text):
        return False
    return bool(_JOINED.intersection(text.strip("_/.-:")) or _HUMP.compiled.search(text) or text.startswith("--"))


def is_format(text: str) -> bool:
    """Tell whether a text says how something is written, with placeholders: `logs/<day>.txt`."""
    bare = _PLACEHOLDER.sub("<>", text)
    return "<>" in bare and " " not in bare and len(bare.replace("<>", "").strip("/.-_:")) >= _LEAST - 2


def is_phrase(text: str) -> bool:
    """Tell whether words in quotes are a value of their own, such as a message that is printed, and no code."""
    words = [word.replace("-", "") for word in text.split()]
    is_code = _IN_CODE.intersection(text) or any(map(is_name, words))
    return len(text) >= _LEAST_PHRASE and len(words) > 1 and not is_code


def key(value: str) -> str:
    """Return what a value is looked up by."""
    return _PLACEHOLDER.sub("<>", value.strip().rstrip("."))


def values_in(text: str) -> set[str]:
    """Return the keys of whatever in `text` may be a value."""
    named = set(_NAMES_IN.compiled.findall(text))
    found = {name for name in named if not (name.isalpha() and name[1:].islower()) and is_name(name)}
    found.update(key(quoted) for quoted in _QUOTED_IN.compiled.findall(text) if is_format(quoted) or is_phrase(quoted))
    if "<" in text or "{" in text:
        found.update(key(one) for one in _FORMAT_IN.compiled.findall(text) if is_format(one))
    return found


def mentions(text: str, value: str) -> Iterator[re.Match[str]]:
    """Return where the value with this key stands in `text` by itself, not as a part of a longer one."""
    if value.partition("<>")[0] not in text:
        return iter(())
    pattern = re.escape(value).replace("<>", r"(?:<[^<>\n]{1,30}>|\{[^{}\n]{1,30}\})(?:\[[\d:]+\])?")
    return re.finditer(rf"(?<![\w/.-]){pattern}(?![\w/<{{-]|\.\w)[`\"”']?", text)


def marked(text: str, notes: Mapping[str, str]) -> str:
    """Return `text` with a note in parentheses after the first mention, on each line, of each value that has one.

    After the first, a note is told in short: up to its comma. A line that says itself that the value goes needs none.
    `notes` goes by the keys of values; one that begins with `DEFAULT` is meant on lines about a default alone.
    """
    for name, note in notes.items():
        value = name.removeprefix(DEFAULT)
        lines = text.split("\n")
        told = note
        for number, line in enumerate(lines):
            mention = next(mentions(line, value), None) if name == value or "efault" in line else None
            if mention and not _GONE.compiled.search(line, max(0, mention.start() - _NEAR), mention.start()):
                lines[number] = f"{line[: mention.end()]} ({told}){line[mention.end() :]}"
                told = note.partition(",")[0]
        text = "\n".join(lines)
    return text
