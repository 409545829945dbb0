"""Tokenisation, one for the index and for questions: text in, text ready for the index's analyser out.

The analyser (registered at the door to the index) splits at everything that is no letter or digit, lower-cases, folds
accents and stems English. What it cannot do is done here, on whole texts and only where the text needs it: Unicode
normal form, runs of Chinese, Japanese and Korean as single characters and overlapping pairs, names such as
`getUserName` and `E1234` as a whole and in parts, and no token that only a machine reads. Pure; any string is legal.
"""

import re
import unicodedata
from itertools import pairwise

DATA_RUN = 160
"""Shortest run of base64 or hexadecimal characters that is taken for encoded data and not for a word or a path."""

ELIDED = "[…]"
"""What stands where a run of encoded data was."""

_STOPPING = """
    a about after again all also am an and any are aren as at be because been before being but by can could couldn
    did didn do does doesn doing don done down each either else ever every few for from further get gets getting give
    given go goes going got had hadn has hasn have haven having he her here hers him his how however i if in instead
    into is isn it its itself just know let ll made make may me might mine more most much must my myself near need no
    nor not now of off on once one only onto or other ought our ours out over own please put re really same see shall
    she should shouldn since so some someone something still such than that the their theirs them then there these
    they thing things this those though through to too under until up upon us use used using ve very via want was wasn
    way we well were weren what whatever when where whether which while who whom whose why will with within without
    won would wouldn yes yet you your yours
"""
STOP_WORDS = frozenset(_STOPPING.split())
"""English words that carry a question but not its subject."""

_DATA = re.compile(rf"(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/=_-]{{{DATA_RUN},}}")
_SURROGATE = re.compile("[\ud800-\udfff]")
_HUMPS = re.compile(r"\b(?:(?:[A-Z]*+[a-z0-9]++(?=[A-Z])|[A-Z]{2,}+[a-z]{2})[A-Za-z0-9]*+|[A-Z]{1,5}+[0-9]{3,6}+\b)")
_HUMP = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_CJK = re.compile(
    "[\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U000323af]+"
)
_WORD = re.compile(r"[^\W_]+")


def elided(text: str) -> str:
    """Return `text` as valid Unicode without NUL and with every run of encoded data (a line of base64) left out."""
    if not text.isascii() and _SURROGATE.search(text):
        text = _SURROGATE.sub("\ufffd", text)
    if "\0" in text:
        text = text.replace("\0", " ")
    return _DATA.sub(ELIDED, text)


def searchable(text: str) -> str:
    """Return the words of `text` as the index's analyser must see them: normalised, names whole and in parts."""
    text = elided(text)
    if not text.isascii():
        text = _CJK.sub(_singles_and_pairs, _normal(text))
    return _HUMPS.sub(_whole_and_parts, text)


def words(text: str) -> list[str]:
    """Return the words a question asks for, in order, lower-cased and not yet stemmed.

    They are what `searchable` makes of the same text, but a run of two or more CJK characters is asked for by its pairs
    alone: single characters would match every text that holds one of them.
    """
    text = elided(text)
    if not text.isascii():
        text = _CJK.sub(_pairs, _normal(text))
    return [word.lower() for word in _WORD.findall(_HUMPS.sub(_whole_and_parts, text))]


def _normal(text: str) -> str:
    return text if unicodedata.is_normalized("NFKC", text) else unicodedata.normalize("NFKC", text)


def _whole_and_parts(match: re.Match[str]) -> str:
    whole = match.group()
    return f"{whole} {' '.join(_HUMP.findall(whole))}"


def _singles_and_pairs(match: re.Match[str]) -> str:
    run = match.group()
    return f" {' '.join(f'{one} {one}{following}' for one, following in pairwise(run))} {run[-1]} "


def _pairs(match: re.Match[str]) -> str:
    run = match.group()
    return f" {' '.join(map(''.join, pairwise(run))) or run} "
