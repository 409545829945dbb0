"""A session as the passes see it: typed turns read from one raw log."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from wikimem.model.claim import Source
from wikimem.model.ids import short_id
from wikimem.model.record import Act, Kind, Role


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One use of a tool inside a turn, with what came back."""

    id: str
    name: str
    act: Act
    asked: str
    """The command, path, pattern, question or prompt."""
    data: Mapping[str, Any] = field(default_factory=dict)
    result: str | None = None
    """None until a result is recorded."""
    ok: bool = True


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a session with its tool calls. `number` counts from 1 in raw-log order."""

    number: int
    kind: Kind
    role: Role
    at: str
    text: str
    calls: tuple[ToolCall, ...] = ()
    thought: str = ""
    name: str = ""
    ok: bool = True
    agent: str = ""
    """Sub-agent id, empty for the session itself."""
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RawRef:
    """A provable prefix of a raw log."""

    path: str
    """Vault-relative, POSIX, `raw/<agent>/<yyyy>/<session>.jsonl`."""
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Session:
    """One run of an agent."""

    id: str
    agent: str
    """Name of the front-end, such as `claude-code`."""
    raw: RawRef
    project: str = ""
    """Project slug."""
    first_project: str = ""
    """What the project was called first, when it was renamed or joined to another since."""
    cwd: str = ""
    branch: str = ""
    branches: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    parent: str = ""
    started: str = ""
    """UTC instant of the first record that has one, or empty."""
    ended: str = ""
    title: str = ""
    """A title the transcript itself gives, or empty."""
    turns: tuple[Turn, ...] = ()

    @property
    def born(self) -> str:
        """Return the project's first name: under it the session's pages and claims were named, for ever."""
        return self.first_project or self.project

    @property
    def short(self) -> str:
        """Return the short name that page names and footnotes carry."""
        return short_id(self.id)

    @property
    def author(self) -> str:
        """Return who the agent's words are by: `<agent>/<model>` with the last model used, else `<agent>`."""
        return f"{self.agent}/{self.models[-1]}" if self.models else self.agent

    def source(self, turn: int, role: Role, at: str) -> Source:
        """Return the citation of a turn; one without an instant counts as said when the session ended."""
        by = "human:user" if role is Role.PERSON else self.author
        return Source(self.id, turn, self.raw.path, by, at or self.ended)
