"""The description of a page, which quotes its first claim. Pure."""

from wikimem.text import frontmatter
from wikimem.text.inline import unescaped


def undescribed(text: str, words: str) -> str:
    """Return a page without its description when that quotes these words, which no claim of the page says any more."""
    described = str(frontmatter.parse(text)[0].get("description") or "").removesuffix("…")
    is_quoted = described and unescaped(words).startswith(described)
    return frontmatter.patch(text, {"description": None}) if is_quoted else text
