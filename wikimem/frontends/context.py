"""Where a session runs, told again only when it changes.

For front-ends only.
"""

from collections.abc import Iterator

from wikimem.frontends.fields import digest
from wikimem.model.record import Kind, Record, Role


class Context:
    """What is known of a transcript's place: cwd, branch, model, version, remote, commit."""

    def __init__(self, agent: str = "") -> None:
        """Start with nothing known; `agent` is the sub-agent all records belong to, or empty."""
        self._agent = agent
        self._known: dict[str, str] = {}

    def now(self, key: str, at: str, **found: str) -> Iterator[Record]:
        """Yield a CONTEXT record when one of the values is news; an empty value says nothing."""
        changed = {name: value for name, value in found.items() if value and self._known.get(name) != value}
        if changed:
            self._known |= changed
            key = f"{key}:context:{digest(self._known)}"
            yield Record(key, Kind.CONTEXT, Role.INJECTED, at=at, agent=self._agent, data=dict(self._known))


def title(text: str, at: str = "") -> Iterator[Record]:
    """Yield the name of a session; the same one told again is one record."""
    if text.strip():
        yield Record(f"title:{digest(text)}", Kind.TITLE, at=at, text=text.strip())
