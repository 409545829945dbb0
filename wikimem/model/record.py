"""The one form every agent's transcript is read into: records, and the turns they make up.

Front-ends yield records, raw logs store them, the reader folds them into the turns of a `Session`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Role(StrEnum):
    """Who the words of a record come from."""

    PERSON = "person"
    AGENT = "agent"
    INJECTED = "injected"
    """Text put into the conversation by a harness, a hook, a skill or by us: never knowledge."""


class Kind(StrEnum):
    """What a record is."""

    TEXT = "text"
    """Words of a person or an agent (or injected text, see `Role`)."""
    THOUGHT = "thought"
    """An agent's reasoning, where the transcript shows it."""
    CALL = "call"
    """A tool call: `name`, `act`, `text` (the command, path, pattern or prompt asked for), `data` (its input)."""
    RESULT = "result"
    """What a tool gave back; `call` joins it to its CALL, `ok` is false for an error."""
    ANSWER = "answer"
    """A person's choice: `data["question"]` is what the agent asked, `text` what the person chose or said."""
    SUMMARY = "summary"
    """A compaction summary, written by the agent about the turns before it."""
    PLAN = "plan"
    """A plan; `ok` is false when the person refused it as it stood."""
    TODO = "todo"
    """A task list as it stands now: `data["items"]` = [{"text", "status": open|active|done}]."""
    TITLE = "title"
    """A name for this session, given by the agent or a person."""
    LINK = "link"
    """Something made elsewhere: `text` is its URL, `name` what it is (pull-request), `data` number and repository."""
    CONTEXT = "context"
    """Where the session ran from here on: `data` holds any of cwd, branch, model, version, remote, commit."""
    NOTICE = "notice"
    """Something that happened to the session: `name` is interrupted, compacted, branched, started, ended or
    error; `text` says more."""
    OTHER = "other"
    """A record no rule knows; `name` is its type."""


class Act(StrEnum):
    """What a tool call does, whatever the agent calls the tool."""

    RUN = "run"
    READ = "read"
    EDIT = "edit"
    SEARCH = "search"
    WEB = "web"
    TASK = "task"
    """Work given to a sub-agent."""
    ASK = "ask"
    """A question put to the person."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Record:
    """One statement of a transcript, in the form all agents share.

    `key` is the record's identity within its session and stays the same when a transcript is copied, resumed or
    rewritten; records with a key seen before are the same record. `message` groups the records of one turn.
    """

    key: str
    kind: Kind
    role: Role = Role.AGENT
    message: str = ""
    at: str = ""
    """UTC instant, ISO 8601 ending in Z, or empty when the transcript gives none."""
    text: str = ""
    name: str = ""
    act: Act | None = None
    call: str = ""
    ok: bool = True
    agent: str = ""
    """The sub-agent's id, empty for the session itself."""
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Identity:
    """What a front-end knows about a transcript before reading all of it."""

    session: str
    """The agent's own id for the session the records belong to (the parent's, for a sub-agent's file)."""
    agent: str = ""
    """The sub-agent's id when the whole file is a sub-agent's."""
    parent: str = ""
    """The session this one was forked or resumed from."""
