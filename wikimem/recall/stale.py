"""What is stale is shown as what no longer holds. Pure."""

from dataclasses import replace

from wikimem.model.passage import Passage
from wikimem.store.passages import Filter
from wikimem.text.time import local_day


def as_seen(passage: Passage, wanted: Filter) -> Passage:
    """Return a passage as it is at the instant of a filter: superseded and struck through once it is stale."""
    until = passage.stale_after
    if not until or not wanted.now or until > wanted.now or passage.status == "superseded":
        return passage
    return replace(passage, status="superseded", text=f"~~{passage.text}~~ until {local_day(until, wanted.zone)}")
