"""The whole history once more, without what is to be erased: every commit of every branch and tag, read by
`git fast-export`, changed on the way and written by `git fast-import` into a repository aside.

Only a purge calls this. Authors, dates and the shape of the history stay; ids change from the first commit that held
what is erased. Without a repository aside it only counts.
"""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from wikimem.errors import GitFailed
from wikimem.store import rawerase
from wikimem.store.erasing import Erasure, erased_content, renamed_ref
from wikimem.store.fastimport import quote
from wikimem.store.git import Conversation, Git
from wikimem.store.rawerase import Prefix
from wikimem.store.steps import Contents, reading_blobs
from wikimem.text.erasure import MARK, Eraser
from wikimem.text.paths import DERIVED

_EXPORT = ("--no-data", "--mark-tags", "--signed-tags=strip", "--tag-of-filtered-object=rewrite", "--reencode=no")
_ALL = ("--exclude=refs/remotes/*", "--all")
"""What is written anew; what remotes held when they were last asked is theirs."""
_FIRST_BLOB = 1 << 32
"""Mark of the first blob: beyond those git gives to commits."""
_RAW_TRAILER = re.compile(rb"^Raw: (raw/\S+) (\d+) sha256:([0-9a-f]{64})$", re.MULTILINE)
_ESCAPED = re.compile(rb'\\([abfnrtv"\\]|[0-7]{3})')
_ESCAPES = dict(zip(b"abfnrtv", b"\a\b\f\n\r\t\v", strict=True))


@dataclass(slots=True)
class Tally:
    """What a rewriting changes."""

    commits: int = 0
    """Commits there are."""
    held: int = 0
    """Commits that held something of it, in their files or their message."""
    messages: int = 0
    blobs: int = 0
    paths: set[str] = field(default_factory=set)
    """Of all commits, as they were."""
    tags: int = 0


def rewrite(root: Path, erasure: Erasure, eraser: Eraser, aside: Path | None) -> Tally:
    """Write the history of the repository at `root` without what is erased into a bare one; without it, only count.

    `GitFailed` when git cannot read or write it; nothing in `root` changes.
    """
    git = Git(root)
    source = git.start("fast-export", "--use-done-feature", *_EXPORT, *_ALL)
    sink = Git(aside).start("fast-import", "--quiet", "--done", "--force") if aside else None
    try:
        with reading_blobs(git) as content:
            tally = _Rewriting(root, erasure, eraser, source, sink, content).run()
        source.finish()
        if sink:
            sink.finish(timeout=3600)
            sink = None
    finally:
        source.break_off()
        if sink:
            sink.break_off()
    return tally


def versions(root: Path) -> set[tuple[str, str]]:
    """Return path and blob id of every file there ever was on any branch or tag."""
    form = ("--format=", "--raw", "--no-abbrev", "--no-renames", "--root", "-m", "-z")
    out = Git(root).run("log", *form, *_ALL, timeout=600).decode("utf-8", "surrogateescape")
    pieces = [piece.lstrip("\n") for piece in out.split("\0") if piece.strip("\n")]
    facts = (line.split(" ") for line in pieces[::2])
    return {(path, fact[3]) for fact, path in zip(facts, pieces[1::2], strict=True) if fact[1] in ("100644", "100755")}


def derived_now(root: Path) -> frozenset[str]:
    """Return the blob ids of the derived pages of the newest commit."""
    out = Git(root).run("ls-tree", "-r", "-z", "--full-tree", "HEAD", allow=(128,)).decode("utf-8", "surrogateescape")
    rows = (line.partition("\t") for line in out.split("\0") if line)
    return frozenset(facts.split(" ")[2] for facts, _, path in rows if path.rpartition("/")[2] in DERIVED)


class _Rewriting:
    """One pass over the history."""

    def __init__(
        self,
        root: Path,
        erasure: Erasure,
        eraser: Eraser,
        source: Conversation,
        sink: Conversation | None,
        content: Contents,
    ) -> None:
        self._root = root
        self._erasure = erasure
        self._eraser = eraser
        self._source = source
        self._sink = sink
        self._content = content
        self._tally = Tally()
        self._marks: dict[tuple[str, str], tuple[int, bool]] = {}
        self._prefixes = cache(self._read_prefixes)

    def run(self) -> Tally:
        """Pass everything on to its end."""
        while (line := self._source.line()) != b"done":
            verb = line.partition(b" ")[0]
            if verb == b"commit":
                self._commit(line)
            elif verb == b"tag":
                self._tally.tags += 1
                self._emit([b"tag " + self._eraser.content(line[4:]), *self._head(self._eraser.content)[0]])
            elif verb == b"reset":
                self._emit([self._on_ref(line)])
            elif verb == b"from":
                self._emit([line])
            elif verb not in (b"feature", b""):
                raise GitFailed(f"git fast-export said {line[:40]!r}, which is not understood", path=str(self._root))
        self._emit([b"done"])
        return self._tally

    def _commit(self, line: bytes) -> None:
        head, held = self._head(self._message)
        self._tally.messages += held
        out = [self._on_ref(line), *head]
        while entry := self._source.line():
            if entry.startswith((b"M ", b"D ")):
                changed, is_changed = self._entry(entry)
                out.append(changed)
                held = held or is_changed
            else:
                out.append(entry)
        self._tally.commits += 1
        self._tally.held += held
        self._emit([*out, b""])

    def _on_ref(self, line: bytes) -> bytes:
        verb, _, ref = line.decode("utf-8", "surrogateescape").partition(" ")
        return f"{verb} {renamed_ref(ref, self._eraser)}".encode("utf-8", "surrogateescape")

    def _who(self, line: bytes) -> bytes:
        """Return an author's line; only name and address are anybody's words."""
        verb, _, rest = line.partition(b" ")
        name, _, instant = rest.rpartition(b"> ")
        return b"%s %s> %s" % (verb, self._eraser.content(name), instant)

    def _head(self, message: Callable[[bytes], bytes]) -> tuple[list[bytes], bool]:
        """Return the lines of a commit or tag up to its message, and whether that changed."""
        out: list[bytes] = []
        while not (line := self._source.line()).startswith(b"data "):
            out.append(self._who(line) if line.startswith((b"author ", b"committer ", b"tagger ")) else line)
        before = self._source.read(int(line[5:]))
        after = message(before)
        # The line end git writes after the message is optional; without it a message may end in anything.
        return [*out, b"data %d\n%s" % (len(after), after)], before != after

    def _message(self, message: bytes) -> bytes:
        """Return a message with `Raw:` trailers that vouch for the logs as they are afterwards, and without words."""
        if any(f"Session: {session}".encode() in message.splitlines() for session in self._erasure.sessions):
            return MARK.encode() + b"\n"
        return self._eraser.content(_RAW_TRAILER.sub(self._trailer, message))

    def _trailer(self, found: re.Match[bytes]) -> bytes:
        prefix = self._prefixes(found[1].decode()).get(int(found[2]))
        if prefix is None or prefix.before.encode() != found[3]:
            return found[0]
        return b"Raw: %s %d sha256:%s" % (found[1], prefix.bytes, prefix.sha256.encode())

    def _read_prefixes(self, path: str) -> Mapping[int, Prefix]:
        content = b""
        with suppress(OSError):
            content = (self._root / path).read_bytes()
        return rawerase.erased(content, self._eraser).prefixes if self._eraser.finds(content) else {}

    def _entry(self, line: bytes) -> tuple[bytes, bool]:
        """Return a line about one file as it goes on, and whether it changed."""
        verb, _, rest = line.partition(b" ")
        mode, oid = b"", b""
        if verb == b"M":
            mode, oid, rest = rest.split(b" ", 2)
        path = _unquoted(rest).decode("utf-8", "surrogateescape")
        after = self._erasure.path(path)
        if verb == b"D" or not after:
            self._note(path, path != after)
            return b"D " + quote(after or path), path != after
        if mode == b"160000":
            return b"M 160000 %s %s" % (oid, quote(after)), path != after
        mark, is_changed = self._blob(oid.decode(), path)
        self._note(path, is_changed or path != after)
        if not mark:
            return b"D " + quote(after), True
        return b"M %s :%d %s" % (mode, mark, quote(after)), is_changed or path != after

    def _note(self, path: str, is_changed: bool) -> None:
        if is_changed:
            self._tally.paths.add(path)

    def _blob(self, oid: str, path: str) -> tuple[int, bool]:
        """Send a blob unless it was sent, and return its mark (0 when nothing is left of it) and whether it changed."""
        sort = path.rpartition("/")[2] if path.endswith(DERIVED) else "notes" if "/notes/" in path else ""
        known = self._marks.get((oid, sort))
        if known is not None:
            return known
        before = self._content(oid)
        after = erased_content(before, path, oid, self._erasure, self._eraser)
        mark = 0 if after is None else _FIRST_BLOB + len(self._marks)
        self._marks[oid, sort] = mark, after != before
        self._tally.blobs += after != before
        if after is not None:
            self._emit([b"blob", b"mark :%d" % mark, b"data %d\n%s" % (len(after), after)])
        return self._marks[oid, sort]

    def _emit(self, lines: list[bytes]) -> None:
        if self._sink:
            self._sink.write(b"\n".join(lines) + b"\n")


def _unquoted(path: bytes) -> bytes:
    """Return a path as fast-export spells it, in C-style quotes or bare."""
    if not path.startswith(b'"'):
        return path
    return _ESCAPED.sub(_character, path[1:-1])


def _character(found: re.Match[bytes]) -> bytes:
    code = found[1]
    if code.isdigit():
        return bytes((int(code, 8),))
    return bytes((_ESCAPES[code[0]],)) if code[0] in _ESCAPES else code
