"""Capture: bring what is new in an agent's transcript into its raw log.

Called by the compiler and by hooks. Importing it costs next to nothing, because a hook pays that price each time: all
that reads or writes is imported when a transcript is at hand, and the result is a plain class, since the `dataclasses`
module alone takes longer to import than the interpreter takes to start.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import BinaryIO

    from wikimem.frontends import Frontend
    from wikimem.model.diagnostic import Diagnostic
    from wikimem.model.record import Identity
    from wikimem.store.layout import Layout
    from wikimem.store.project import Place
    from wikimem.store.rawappend import Appender
    from wikimem.store.sources import SourceLines, Stamp

_PRELUDE = 2_000
"""Records looked at for the first instant and the folder a new session ran in."""
_FINDINGS = 20
"""Findings of one transcript that are told one by one."""


class CaptureResult:
    """What one transcript brought."""

    __slots__ = ("agent", "appended", "diagnostics", "raw_path", "session", "skipped", "stamp", "turns")

    def __init__(self, diagnostics: tuple[Diagnostic, ...] = (), skipped: str = "") -> None:
        """Begin with nothing brought."""
        self.raw_path = ""
        """Vault-relative path of the raw log, empty when the transcript has none."""
        self.session = ""
        """The agent's own id."""
        self.agent = ""
        self.appended = 0
        """Records that were new."""
        self.turns = 0
        """Turns the raw log holds now."""
        self.diagnostics = diagnostics
        self.skipped = skipped
        """Why nothing was read: `unchanged`, or the code of the finding that says it; empty otherwise."""
        self.stamp: Stamp = (0, 0)
        """Size and modification time of the transcript before it was read, for `SourceCache.put`."""


def capture(
    vault: Layout,
    source: Path,
    *,
    agent: str = "",
    project: str = "",
    result_limit: int | None = None,
    swept: bool = False,
) -> CaptureResult:
    """Append the records of a transcript that its raw log does not hold yet.

    `agent` names the front-end instead of the content, `project` the project the session belongs to, `result_limit`
    the characters of a tool result that are kept whole; a `swept` transcript must be admitted by its folder. What is
    wrong with the transcript is in the result; `StoreError` is raised when the vault cannot be written, `UsageError`
    for an unknown agent.
    """
    from wikimem.errors import TranscriptUnreadable
    from wikimem.transcripts import opened

    try:
        with opened(source) as file:
            return _Capture(vault, source, file, project, result_limit, swept).run(agent)
    except (OSError, TranscriptUnreadable) as error:
        from wikimem.model.diagnostic import Diagnostic, Severity

        if isinstance(error, TranscriptUnreadable):
            what, hint = error.message, error.hint
        else:
            what = error.strerror or str(error)
            hint = "name a file" if isinstance(error, IsADirectoryError) else "make it readable for this user"
        code = "source-unreadable"
        finding = Diagnostic(code, f"cannot read the transcript: {what}", Severity.ERROR, str(source), hint=hint)
        return CaptureResult(diagnostics=(finding,), skipped=code)


def group_key(vault: Layout, source: Path, agent: str = "") -> tuple[str, str]:
    """Return agent and session of a transcript, so that one worker takes all sources of a session.

    What cannot be read is a group of its own: empty agent, and the path for the session.
    """
    from wikimem.errors import TranscriptUnreadable
    from wikimem.store.sources import SourceLines
    from wikimem.transcripts import opened

    try:
        with opened(source) as file:
            frontend = _frontend(vault, source, _head(file), agent)
            identity = frontend.identify(source.as_posix(), SourceLines(file)) if frontend else None
            return (frontend.name, identity.session) if frontend and identity else ("", str(source))
    except (OSError, TranscriptUnreadable):
        return "", str(source)


class _Capture:
    """The capture of one open transcript."""

    def __init__(
        self, vault: Layout, source: Path, file: BinaryIO, project: str, result_limit: int | None, swept: bool
    ) -> None:
        self._vault = vault
        self._source = source
        self._file = file
        self._project = project
        self._result_limit = result_limit
        self._swept = swept
        self._findings: list[Diagnostic] = []
        self._unlisted = 0
        self._result = CaptureResult()

    def run(self, agent: str) -> CaptureResult:
        """Recognise the transcript and bring it into the raw log of its session."""
        from wikimem.transcripts import stamp_of

        self._result.stamp = stamp_of(self._source)
        found = self._recognise(agent)
        if found is not None:
            self._bring(*found)
        if self._unlisted:
            self._findings.append(self._finding("more-findings", f"{self._unlisted:,} more findings are not listed"))
        self._result.diagnostics = tuple(self._findings)
        return self._result

    def _recognise(self, agent: str) -> tuple[Frontend, Identity] | None:
        """Return who wrote the transcript and which session it holds, None when nobody can tell."""
        head = _head(self._file)
        if not head.strip():
            self._skip("source-empty", "the transcript is empty", "nothing to do", harmless=True)
            return None
        if head.startswith(b'{"wikimem":'):
            self._skip("source-is-raw-log", "this is a raw log of wikimem", "name the transcript itself")
            return None
        frontend = _frontend(self._vault, self._source, head, agent)
        if frontend is None:
            what = "this is a binary file" if b"\0" in head else "no agent we know wrote this"
            self._skip("agent-unknown", what, "if you know the agent, name it with --agent")
            return None
        identity = frontend.identify(self._source.as_posix(), self._lines())
        if identity is None:
            by_content = _frontend(self._vault, self._source, head, "")
            hint = f"it looks like {by_content.name}" if by_content not in (None, frontend) else "nothing to do"
            what = f"no session of {frontend.title} is in this file"
            self._skip("no-session", what, hint, harmless=not agent)
            return None
        self._result.agent, self._result.session = frontend.name, identity.session
        return frontend, identity

    def _bring(self, frontend: Frontend, identity: Identity) -> None:
        """Append to the session's raw log what it does not hold, and seal it."""
        from wikimem.store import rawappend, rawlog, shorten
        from wikimem.store.admission import is_purged, purged, refusal
        from wikimem.store.marker import marker_of
        from wikimem.text.redact import Redactor

        if is_purged(self._vault, frontend.name, identity.session):
            self._skip("purged", "this session was purged and stays out", "nothing to do", harmless=True)
            return
        raw_path = rawlog.find(self._vault, frontend.name, identity.session)
        if not raw_path or (self._swept and identity.agent):
            at, place = self._origin(frontend, identity)
            if at is None:
                self._skip("no-records", "nothing was said in this session", "nothing to do", harmless=True)
                return
            marker = marker_of(place.path)
            self._findings.extend(marker.diagnostics)
            refused = refusal(self._vault, marker, place.path, is_subagent=bool(identity.agent))
            refused = refused or (purged(self._vault, place) if self._swept else None)
            if self._swept and refused:
                self._skip(*refused, harmless=True)
                return
            raw_path = raw_path or rawlog.new_path(frontend.name, identity.session, at)
        self._result.raw_path = raw_path
        path = self._vault.path(raw_path)
        limit = shorten.RESULT if self._result_limit is None else self._result_limit
        with rawappend.opened(path) as raw:
            appender = rawappend.Appender(raw, path, Redactor(), result_limit=limit)
            if self._is_sealed(appender):
                self._result.skipped = "unchanged"
            else:
                try:
                    self._append(appender, frontend, identity)
                except BaseException:
                    appender.abandon()
                    raise
        self._result.appended, self._result.turns = appender.appended, appender.known.last_turn

    def _append(self, appender: Appender, frontend: Frontend, identity: Identity) -> None:
        from wikimem.model.record import Record
        from wikimem.store import rawlog
        from wikimem.store.marker import marker_of
        from wikimem.store.rawlines import Header
        from wikimem.transcripts import is_one_file

        known = appender.known
        name = self._source.name.encode("utf-8", "replace").decode()
        earlier = next((seal for seal in reversed(known.seals) if seal.source == name), None)
        header = Header(frontend.name, identity.session, project=self._project, parent=identity.parent)
        if known.header is None or not known.header.place.path:
            _, place = self._origin(frontend, identity)
            project = self._project or marker_of(place.path).scope
            header = Header(header.agent, header.session, place, project, header.parent)
        appender.begin(header)
        lines = self._lines(earlier.bytes if earlier else 0)
        for found in frontend.parse(lines, identity):
            if isinstance(found, Record):
                appender.append(found)
            else:
                self._note(found.code, found.message, found.line, found.hint)
        for number in lines.too_long:
            self._note("line-too-long", "the line is too long and was left out", number)
        if earlier is not None and lines.watched != earlier.sha256 and is_one_file(self._source):
            what = "the transcript was rewritten or is an older copy; its records were merged by their keys"
            self._note("source-rewritten", what, harmless=True)
        if appender.changed:
            rawlog.mark_pending(self._vault, self._result.raw_path)
            appender.seal(name, lines.size, lines.sha256)
            rawlog.mark_pending(self._vault, self._result.raw_path)  # a compile under way may have taken the first

    def _is_sealed(self, appender: Appender) -> bool:
        """Tell whether the raw log holds exactly this transcript already."""
        known = appender.known
        if known.header is None or (self._project and self._project != known.header.project):
            return False
        lines = self._lines()
        for _ in lines:
            pass
        return not lines.torn and any((seal.bytes, seal.sha256) == (lines.size, lines.sha256) for seal in known.seals)

    def _origin(self, frontend: Frontend, identity: Identity) -> tuple[str | None, Place]:
        """Return when a session began, None when it has no record at all, and where it ran."""
        from itertools import islice

        from wikimem.model.record import Kind, Record
        from wikimem.store.project import Place, locate, normal_remote
        from wikimem.transcripts import folder_of

        at, cwd, remote = None, "", ""
        for found in islice(frontend.parse(self._lines(), identity), _PRELUDE):
            if isinstance(found, Record):
                at = at or found.at
                if found.kind is Kind.CONTEXT:
                    cwd = cwd or str(found.data.get("cwd") or "")
                    remote = remote or str(found.data.get("remote") or "")
                if at and cwd:
                    break
        place = locate(cwd or folder_of(frontend, self._source))
        return at, Place(place.path, place.root, place.remote or normal_remote(remote))

    def _lines(self, watch: int = 0) -> SourceLines:
        from wikimem.store.sources import SourceLines

        return SourceLines(self._file, watch)

    def _skip(self, code: str, what: str, hint: str, *, harmless: bool = False) -> None:
        self._result.skipped = code
        self._note(code, what, hint=hint, harmless=harmless)

    def _note(self, code: str, what: str, line: int = 0, hint: str = "", *, harmless: bool = False) -> None:
        if len(self._findings) < _FINDINGS:
            self._findings.append(self._finding(code, what, line, hint, harmless=harmless))
        else:
            self._unlisted += 1

    def _finding(self, code: str, what: str, line: int = 0, hint: str = "", *, harmless: bool = False) -> Diagnostic:
        from wikimem.model.diagnostic import Diagnostic, Severity

        return Diagnostic(code, what, Severity.INFO if harmless else Severity.WARNING, str(self._source), line, hint)


def _frontend(vault: Layout, source: Path, head: bytes, agent: str) -> Frontend | None:
    """Return the front-end a person named, else the one whose agent wrote such a beginning."""
    from wikimem.errors import UsageError
    from wikimem.formats import front_ends

    known = front_ends(vault)
    if not agent:
        return next((frontend for frontend in known if frontend.recognise(source.as_posix(), head)), None)
    named = next((frontend for frontend in known if frontend.name == agent), None)
    if named is None:
        raise UsageError(f"no agent is called {agent!r}", hint="known agents: " + ", ".join(one.name for one in known))
    return named


def _head(file: BinaryIO) -> bytes:
    from wikimem.frontends import HEAD_BYTES

    file.seek(0)
    return file.read(HEAD_BYTES)
