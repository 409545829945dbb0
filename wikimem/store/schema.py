"""The fields of the search index, and how text becomes their terms.

Only the rooms of the index (`store.index`, `store.batch`, `store.versions`) call this.
"""

from typing import Any

import tantivy
from tantivy import Query

_LONGEST_WORD = 80
_NAME = "wikimem"
_EXACT = ("path", "level", "type", "scope", "status", "claim", "agent", "leads", "about", "ends", "external", "pinned")


def fitted(index: tantivy.Index) -> tantivy.Index:
    """Return an opened index with our analyser, which no index remembers by itself."""
    index.register_tokenizer(_NAME, ANALYSE)
    return index


def exactly(name: str, value: str) -> Query:
    """Return the query for a field that is matched whole; it adds nothing to a score."""
    return Query.const_score_query(Query.term_query(SCHEMA, name, value, "basic"), 0.0)


def _schema() -> Any:
    builder = tantivy.SchemaBuilder()
    for name in ("body", "output", "title", "heading", "around"):
        builder.add_text_field(name, tokenizer_name=_NAME)
    for name in _EXACT:
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    builder.add_integer_field("at", fast=True)
    for name in ("dated", "born", "died", "stale"):
        builder.add_integer_field(name, indexed=True, fast=True)
    builder.add_float_field("worth", fast=True)
    builder.add_bytes_field("blob", stored=True)
    return builder.build()


def _analyser() -> tantivy.TextAnalyzer:
    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
    builder = builder.filter(tantivy.Filter.remove_long(_LONGEST_WORD)).filter(tantivy.Filter.lowercase())
    return builder.filter(tantivy.Filter.ascii_fold()).filter(tantivy.Filter.stemmer("english")).build()


SCHEMA = _schema()
ANALYSE = _analyser()
