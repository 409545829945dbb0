"""File names from titles: the same on every platform, readable in every script, stable for ever. Pure functions."""

import hashlib
import re
import unicodedata
from collections.abc import Callable, Collection

_DROPPED = re.compile("['’`´]")
_DEVICE = re.compile("(?:con|prn|aux|nul|conin|conout|clock|(?:com|lpt)[0-9¹²³])")
_UNPORTABLE = re.compile(r'[\x00-\x1f\x7f\\/:*?"<>|#^\[\]]|[. ]\Z|\A[. ]')
_LONGEST = 200
"""Bytes of a file name: every file system of the field takes that many."""
_ASCII_SEPARATORS = re.compile("[^a-z0-9]+")
_NAMELESS = "untitled"


def slug(title: str, limit_bytes: int = 80) -> str:
    """Return a portable file name (without extension) for `title`, at most `limit_bytes` of UTF-8.

    Letters, marks and digits of all scripts stay, in lower case and NFC; all else becomes a hyphen. Names Windows
    reserves get a suffix; a title without any letter or digit is `untitled`.
    """
    text = unicodedata.normalize("NFC", unicodedata.normalize("NFC", _DROPPED.sub("", title)).lower())
    if text.isascii():
        text = _ASCII_SEPARATORS.sub("-", text)
    else:
        text = "".join(char if unicodedata.category(char)[0] in "LMN" else " " for char in text)
        text = "-".join(text.split())
    name = _cut(text.strip("-"), limit_bytes)
    if not name:
        return _NAMELESS
    return f"{name}-page" if _DEVICE.fullmatch(name) else name


def is_portable(name: str) -> bool:
    """Tell whether a name of a file or folder is one everywhere: on each platform, in links, in one Unicode form."""
    stem = name.partition(".")[0]
    return (
        bool(name)
        and len(name.encode("utf-8", "replace")) <= _LONGEST
        and unicodedata.is_normalized("NFC", name)
        and not _UNPORTABLE.search(name)
        and not _DEVICE.fullmatch(stem.lower())
    )


def fold(name: str) -> str:
    """Return what names have in common that forgiving file systems take for one."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def unique(name: str, taken: Callable[[str], bool] | Collection[str], key: str) -> str:
    """Return `name`, or `name` with a short hash of `key` when it is taken.

    `taken` is a collection of names, compared under case folding, or a question that does the comparison itself.
    """
    is_taken = _asker(taken) if isinstance(taken, Collection) else taken
    if not is_taken(name):
        return name
    digest = hashlib.blake2b(key.encode("utf-8", "replace"), digest_size=16).hexdigest()
    for length in range(6, len(digest)):
        candidate = f"{name}-{digest[:length]}"
        if not is_taken(candidate):
            return candidate
    return f"{name}-{digest}"


def _asker(names: Collection[str]) -> Callable[[str], bool]:
    folded = {fold(name) for name in names}
    return lambda candidate: fold(candidate) in folded


def _cut(text: str, limit_bytes: int) -> str:
    if len(text.encode()) <= limit_bytes:
        return text
    cut = text.encode()[: limit_bytes + 1].decode("utf-8", "ignore")
    border = cut.rfind("-")
    if border > 0:
        return cut[:border].rstrip("-")
    cut = text.encode()[:limit_bytes].decode("utf-8", "ignore")
    while cut and unicodedata.combining(text[len(cut)]):
        cut = cut[:-1]
    return cut.rstrip("-")
