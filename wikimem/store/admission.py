"""Whether a sweep may take a session into a vault: what the marker of its folder says.

Capture asks before the first word of a session is written. What a person names themselves is always taken.
"""

import os

from wikimem.store import homes, tombstones
from wikimem.store.layout import Layout
from wikimem.store.marker import Marker

ELSEWHERE = "belongs-elsewhere"
LEFT_OUT = "left-out-by-marker"


def refusal(vault: Layout, marker: Marker, cwd: str, *, is_subagent: bool) -> tuple[str, str, str] | None:
    """Return code, words and hint of why a session that ran in a folder stays out of a vault; None when it may in."""
    if is_subagent and marker.drop_subagents:
        return LEFT_OUT, "the marker of its folder drops sub-agents", f"see {marker.path}"
    if not marker.captures(cwd):
        return LEFT_OUT, "the marker of its folder keeps it out", f"see {marker.path}"
    if marker.vault and not _is_vault_of(marker, vault):
        return ELSEWHERE, f"the marker of its folder sends it to {marker.vault}", f"see {marker.path}"
    return None


def is_purged(vault: Layout, agent: str, session: str) -> bool:
    """Tell whether a session was purged, so that its transcript must not come back, whoever names it."""
    try:
        text = vault.path(tombstones.PATH).read_text("utf-8", "replace")
    except OSError:
        return False
    name = tombstones.digest(tombstones.session_name(agent, session))
    return name in text and tombstones.read(text).get(name, False)


def _is_vault_of(marker: Marker, vault: Layout) -> bool:
    return os.path.realpath(homes.vault(os.environ, marker.vault)) == os.path.realpath(vault.root)
