"""Whether a sweep may take a session into a vault: what the marker of its folder says, and whether it was purged.

Capture asks before the first word of a session is written. What a person names themselves is always taken.
"""

import os

from wikimem.store import homes, tombstones
from wikimem.store.layout import Layout
from wikimem.store.marker import Marker
from wikimem.store.project import Place, Projects, main_path

ELSEWHERE = "belongs-elsewhere"
LEFT_OUT = "left-out-by-marker"
PURGED = "project-purged"


def refusal(vault: Layout, marker: Marker, cwd: str, *, is_subagent: bool) -> tuple[str, str, str] | None:
    """Return code, words and hint of why a session that ran in a folder stays out of a vault; None when it may in."""
    if is_subagent and marker.drop_subagents:
        return LEFT_OUT, "the marker of its folder drops sub-agents", f"see {marker.path}"
    if not marker.captures(cwd):
        return LEFT_OUT, "the marker of its folder keeps it out", f"see {marker.path}"
    if marker.vault and not _is_vault_of(marker, vault):
        return ELSEWHERE, f"the marker of its folder sends it to {marker.vault}", f"see {marker.path}"
    return None


def purged(vault: Layout, place: Place) -> tuple[str, str, str] | None:
    """Return code, words and hint of why a session stays out whose project was purged; None when it was not."""
    stones = tombstones.read(vault.read(tombstones.PATH))
    places = [where for where in (place.remote, place.root or main_path(place.path)) if where]
    kept_out = any(stones.get(tombstones.digest(tombstones.place(where)), False) for where in places)
    if not kept_out or Projects.read(vault).known(place):
        return None
    return PURGED, "its project was purged from this wiki", "compile the transcript by its path to let the project in"


def is_purged(vault: Layout, agent: str, session: str) -> bool:
    """Tell whether a session was purged, so that its transcript must not come back, whoever names it."""
    text = vault.read(tombstones.PATH)
    name = tombstones.digest(tombstones.session_name(agent, session))
    return name in text and tombstones.read(text).get(name, False)


def _is_vault_of(marker: Marker, vault: Layout) -> bool:
    return os.path.realpath(homes.vault(os.environ, marker.vault)) == os.path.realpath(vault.root)
