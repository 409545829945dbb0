"""Make foreign text safe to store: valid UTF-8, no control characters, nothing invisible that misleads.

Pure functions. Anything that comes from a transcript passes `clean` before it reaches disk, index or terminal.
"""

import re

_SURROGATE = re.compile("[\ud800-\udfff]")
_TERMINAL = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\))")
_LINE_END = re.compile("\r\n?|[\x0b\x0c\u2028\u2029]")
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f"  # C0 and C1 controls
    "\u00ad\u180e\u200b\u2060-\u2064\ufeff"  # soft hyphen, zero-width spaces, byte order mark
    "\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069"  # direction marks and overrides
    "\U000e0000-\U000e007f]"  # tag characters, which can carry hidden text
)
_JOINER = re.compile("[\u200c\u200d]+")
_UNCLEAN = re.compile(f"{_SURROGATE.pattern}|[\r\x0b\x0c\x1b\u2028\u2029]|{_INVISIBLE.pattern}|{_JOINER.pattern}")


def clean(text: str) -> str:
    r"""Return `text` with line ends as `\n` and without control, direction and zero-width characters.

    A surrogate pair becomes its character, a lone surrogate U+FFFD. Terminal colour codes go as a whole. Joiners stay
    where they mean something: between two characters outside ASCII (emoji, Persian, Indic scripts).
    """
    if text.isprintable() or text.replace("\n", "").replace("\t", "").isprintable():
        return text  # whatever has to go is unprintable
    if not _UNCLEAN.search(text):
        return text
    if _SURROGATE.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    text = _TERMINAL.sub("", text)
    text = _LINE_END.sub("\n", text)
    text = _INVISIBLE.sub("", text)
    return _JOINER.sub(_keep_joiner, text)


def one_line(text: str) -> str:
    """Return `text` cleaned, with every run of white space as one space."""
    return " ".join(clean(text).split())


def clip(text: str, limit: int) -> str:
    """Return `text` in at most `limit` characters, cut at a word border and ended by an ellipsis when cut."""
    if len(text) <= limit:
        return text
    room = max(limit - 1, 0)
    cut = text[:room]
    if not text[room].isspace():
        border = max(cut.rfind(" "), cut.rfind("\n"))
        if border > room // 2:
            cut = cut[:border]
    return cut.rstrip(" \n\t,;:.-") + "…"


def _keep_joiner(found: re.Match[str]) -> str:
    before = found.string[found.start() - 1 : found.start()]
    after = found.string[found.end() : found.end() + 1]
    return found[0] if before and after and not before.isascii() and not after.isascii() else ""
