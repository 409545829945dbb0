"""wikimem: a git-backed markdown wiki compiler for the long-term memory of coding agents.

from wikimem import Wiki

with Wiki.open() as wiki:
    print(wiki.ask("Why Postgres?").context)
"""

__version__ = "0.1.0"
__all__ = ["Narrow", "Note", "Order", "Wiki", "WikimemError"]

_HOMES = {
    "Narrow": "wikimem.model.narrow",
    "Note": "wikimem.verbs.memory",
    "Order": "wikimem.compiler",
    "Wiki": "wikimem.wiki",
    "WikimemError": "wikimem.errors",
}
"""Module of each name: imported when it is asked for, because a hook pays for whatever this file imports."""


def __getattr__(name: str) -> object:
    """Import one of the names that users of the library need."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
