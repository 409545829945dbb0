"""Whose words a line of a page has: the compiler's, or a person's. Pure."""

from collections.abc import Iterable

from wikimem.model.claim import claim_id
from wikimem.text.inline import unescaped


def is_compiled(key: str, text: str, scopes: Iterable[str]) -> bool:
    """Tell whether the words of a line are still those its id was made from, in one of some scopes.

    A page may have moved since, or its project have another name: ids keep the scope they were made in.
    """
    said = dict.fromkeys((unescaped(text), text))
    return any(claim_id(scope, words) == key for scope in scopes for words in said)
