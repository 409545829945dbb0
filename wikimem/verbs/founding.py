"""Make a vault: a git repository with a configuration, or finish one that was begun."""

import os
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from wikimem import config
from wikimem.errors import UsageError
from wikimem.model.change import Changeset, Write
from wikimem.model.diagnostic import Diagnostic
from wikimem.store.history import History
from wikimem.store.layout import Layout


def found(vault: Layout, zone: str, report: Callable[[Diagnostic], None]) -> bool:
    """Make a vault unless it is there; return whether anything was missing.

    `zone` is an IANA name, empty for the machine's own. The configuration comes last, because it is what makes a
    folder a vault. `UsageError` for a zone nobody knows, or when a file is in the way.
    """
    if vault.config.is_file() and (vault.root / ".git").exists():
        return False
    if vault.root.exists() and not vault.root.is_dir():
        raise UsageError("a file is where the vault should be", hint="name a folder", path=str(vault.root))
    if zone and not config.is_zone(zone):
        raise UsageError(f"no time zone is called {zone!r}", hint="write it as in Europe/Vienna")
    text = config.default_text(zone or machine_zone(os.environ))
    history = History.init(vault.root, report=report)
    policy = vault.relative(vault.config)
    contents = {path: _content(vault, path) for path in (".gitattributes", ".gitignore", policy)}
    contents[policy] = contents[policy] or text.encode()
    recorded = history.paths()
    changes = tuple(Write(path, content) for path, content in contents.items() if content and path not in recorded)
    history.commit([Changeset("Begin the wiki", changes, datetime.now(UTC).isoformat())])
    return True


def _content(vault: Layout, path: str) -> bytes:
    try:
        return vault.path(path).read_bytes()
    except FileNotFoundError:
        return b""


def machine_zone(environ: Mapping[str, str], localtime: Path = Path("/etc/localtime")) -> str:
    """Return the IANA name of the machine's time zone: `TZ`, else where /etc/localtime leads, else `UTC`."""
    named = environ.get("TZ", "").removeprefix(":")
    linked = str(localtime.resolve()).partition("/zoneinfo/")[2]
    candidates = (named.partition("/zoneinfo/")[2] or named, linked.removeprefix("posix/"))
    zone = next((name for name in candidates if config.is_zone(name)), "UTC")
    return "UTC" if zone == "Etc/UTC" else zone
