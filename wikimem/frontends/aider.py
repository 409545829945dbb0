"""Aider: `.aider.chat.history.md` in the folder it was started in. Verified on real files.

Reached through the table in `wikimem.frontends`. One file holds every chat of a folder, so it is one session, which
each chat goes on with; a notice stands where the next one starts. Aider writes the local time of a start without its
zone: no record has a time. What is said ends where something else begins, so an answer is not there until the line
that Aider writes after it.
"""

import re
from collections.abc import Iterator

from wikimem.frontends.fence import cut_context
from wikimem.frontends.fields import Keys
from wikimem.frontends.frontend import Lines
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.record import Act, Identity, Kind, Record, Role

_START = "# aider chat started at "
_STARTED = re.compile(rb"^# aider chat started at (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)", re.MULTILINE)
_PERSON = "####"
_CONSOLE = ">"
_MODEL = re.compile(r"^(?:Main model|Model): (\S+) with ")
_VERSION = re.compile(r"^Aider v(\S+)$")
_EDIT = re.compile(r"^Applied edit to (.+)$")
_INTERRUPTED = "^C KeyboardInterrupt"
_COMMAND = re.compile(r"/([a-z-]+)(?:\s+|$)|!")
_SPEAKING = frozenset(
    {
        "ask",
        "code",
        "architect",
        "context",
        "copy-context",
    }
)
"""Commands of Aider whose arguments are words to the model."""
_RUNNING = frozenset({"run", "test", "git", "lint", None})
"""Commands that run what follows them; None is `!`."""


def recognise(_name: str, head: bytes) -> bool:
    """Tell whether a file is a chat history of Aider; the name does not matter."""
    return _STARTED.search(head) is not None


def identify(_name: str, lines: Lines) -> Identity | None:
    """Say which session a file holds: its first chat's start names it, wherever the file lies."""
    for line in lines:
        if found := _STARTED.match(line):
            day, time = found[1].decode(), found[2].decode()
            return Identity(f"{day}-{time.replace(':', '-')}")
    return None


def parse(lines: Lines, _identity: Identity) -> Iterator[Record | Diagnostic]:
    """Yield the records of all chats in file order; nothing in such a file is malformed."""
    reader = _Reader()
    for line in lines:
        text = line.decode("utf-8", "replace").replace("\0", "")
        yield from reader.read(text.rstrip("\r\n"), whole=line.endswith(b"\n"))


class _Reader:
    """Walks one history and collects the block that is being told."""

    def __init__(self) -> None:
        self._keys = Keys()
        self._context: dict[str, str] = {}
        self._mark = ""
        self._block: list[str] = []
        self._answer = ""
        """Key of the answer whose edits follow."""
        self._running = ""
        """Key of the command whose output follows."""

    def read(self, line: str, *, whole: bool) -> Iterator[Record]:
        """Yield the block that this line ends; a line that is not whole yet can end one, and says nothing itself."""
        mark = _mark_of(line)
        if mark != self._mark:
            yield from self._told()
            self._mark = mark
        if whole and mark == _START:
            started = line[len(_START) :].strip()
            key = self._keys.key("start", started)
            yield Record(key, Kind.NOTICE, Role.INJECTED, text=f"Chat started at {started}", name="started")
        elif whole:
            self._block.append(line[len(mark) :].removeprefix(" "))

    def _told(self) -> Iterator[Record]:
        block, self._block = self._block, []
        if self._mark == _CONSOLE:
            yield from self._console([line.strip() for line in block])
        elif text := cut_context("\n".join(line.rstrip() for line in block)).strip():
            yield self._typed(text) if self._mark == _PERSON else self._words(Role.AGENT, text)

    def _typed(self, text: str) -> Record:
        """Return what a person typed: words, something to run, or a command to Aider that is no words of theirs."""
        command = _COMMAND.match(text)
        if command is None:
            return self._words(Role.PERSON, text)
        rest = text[command.end() :].strip()
        if command[1] in _SPEAKING and rest:
            return self._words(Role.PERSON, rest)
        if command[1] not in _RUNNING:
            return self._words(Role.INJECTED, text, "command")
        data, key = {"command": rest}, self._keys.key("run", rest)
        self._running = key
        return Record(key, Kind.CALL, Role.PERSON, message=key, text=rest, name="!", act=Act.RUN, call=key, data=data)

    def _words(self, role: Role, text: str, name: str = "") -> Record:
        key = self._keys.key(role, name, text)
        if role is not Role.INJECTED:
            self._answer = key if role is Role.AGENT else ""
        return Record(key, Kind.TEXT, role, message=key, text=text, name=name)

    def _console(self, lines: list[str]) -> Iterator[Record]:
        """Yield what Aider printed: its model, its edits, an interruption, and the text as a whole."""
        for line in lines:
            if found := _MODEL.match(line) or _VERSION.match(line):
                name = "version" if line.startswith("Aider") else "model"
                yield from self._context_now({name: found[1].rpartition("/")[2]})
            elif found := _EDIT.match(line):
                yield self._edit(found[1])
        if any(line.endswith(_INTERRUPTED) for line in lines):
            key = self._keys.key("interrupted")
            yield Record(key, Kind.NOTICE, Role.INJECTED, text=_INTERRUPTED, name="interrupted")
        text = cut_context("\n".join(lines)).strip()
        if self._running:
            yield Record(f"{self._running}:result", Kind.RESULT, text=text, call=self._running)
        elif text:
            yield self._words(Role.INJECTED, text, "console")
        self._running = ""

    def _context_now(self, found: dict[str, str]) -> Iterator[Record]:
        if not found.items() <= self._context.items():
            self._context |= found
            yield Record(
                self._keys.key("context", self._context), Kind.CONTEXT, Role.INJECTED, data=dict(self._context)
            )

    def _edit(self, path: str) -> Record:
        key = self._keys.key("edit", path)
        message = self._answer or key
        return Record(
            key, Kind.CALL, message=message, text=path, name="edit", act=Act.EDIT, call=key, data={"path": path}
        )


def _mark_of(line: str) -> str:
    for mark in (_START, _PERSON, _CONSOLE):
        if line.startswith(mark):
            return mark
    return ""
