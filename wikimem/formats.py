"""The front-ends a vault knows: those of its own format files, `.wikimem/formats/<agent>.toml`, then everybody's.

Capture asks here who wrote a transcript. A vault without format files pays one look at a folder.
"""

import re
from pathlib import Path
from typing import Any

from wikimem.errors import UsageError
from wikimem.frontends import FRONTENDS, Frontend
from wikimem.store.layout import Layout

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def front_ends(vault: Layout) -> tuple[Frontend, ...]:
    """Return the front-ends, the most particular first; `UsageError` for a format file that cannot be understood."""
    paths = sorted(vault.formats_dir.glob("*.toml"))
    return (*map(_front_end, paths), *FRONTENDS) if paths else FRONTENDS


def _front_end(path: Path) -> Frontend:
    import tomllib

    from wikimem.frontends import mapped

    try:
        document = tomllib.loads(path.read_text("utf-8-sig"))
    except (OSError, ValueError) as error:
        raise _wrong(path, f"cannot read the format: {error}") from error
    if not _NAME.fullmatch(path.stem) or any(path.stem == known.name for known in FRONTENDS):
        raise _wrong(path, "the file's name must be a new agent's name in small letters, digits and dashes")
    tables = {"document": mapped.DOCUMENT, "message": mapped.MESSAGE, "markdown": mapped.ROLES, "roles": None}
    if unknown := sorted(document.keys() - tables.keys() - {"title", "files"}):
        raise _wrong(path, f"no setting is called {unknown[0]}")
    found = {name: _table(path, document, name, allowed) for name, allowed in tables.items()}
    if wrong := sorted(set(found["roles"].values()) - mapped.ROLES.keys()):
        raise _wrong(path, f"a role must be one of {', '.join(mapped.ROLES)}, not {wrong[0]!r}")
    files, title = document.get("files"), document.get("title", path.stem)
    if not isinstance(title, str) or not isinstance(files, list) or not all(isinstance(one, str) for one in files):
        raise _wrong(path, "title must be a text, and files a list of texts")
    try:
        markdown = {role: re.compile(pattern) for role, pattern in found.pop("markdown").items()}
    except re.error as error:
        raise _wrong(path, f"markdown: not a regular expression: {error}") from error
    return mapped.frontend(mapped.Format(path.stem, title, tuple(files), markdown=markdown, **found))


def _table(path: Path, document: dict[str, Any], name: str, allowed: Any) -> dict[str, str]:
    table = document.get(name, {})
    if not isinstance(table, dict) or not all(isinstance(value, str) for value in table.values()):
        raise _wrong(path, f"{name} must be a table of texts")
    if allowed is not None and (unknown := sorted(table.keys() - set(allowed))):
        raise _wrong(path, f"{name} has no {unknown[0]}; it may have {', '.join(sorted(allowed))}")
    return table


def _wrong(path: Path, what: str) -> UsageError:
    return UsageError(what, path=str(path), hint="docs/add-an-agent.md shows a format file")
