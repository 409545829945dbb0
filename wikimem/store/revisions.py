"""Reading history: what git knows about commits and pages, as values of the model.

Only the history room calls this. Nothing here writes, and nothing takes git's lock.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from urllib.parse import quote

from wikimem.errors import GitFailed, NotFound
from wikimem.model.change import Revision
from wikimem.store.git import Git
from wikimem.store.message import parse_body
from wikimem.text.time import first_instant, last_instant, moment_end, parse_instant

LOOK = ("status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames")
"""The git command that looks at every file of the checkout."""
_RECORD = "\x01"
_FORMAT = _RECORD + "%H%x00%at%x00%an <%ae>%x00%s%x00%b%x00"
_FIELDS = 6
"""Pieces between two NULs before the paths begin: five fields and the end of the record."""
_EMPTY_TREE = {
    40: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
    64: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
}
"""Ids of the tree without files, by the length of the repository's ids."""
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_COMMIT = re.compile(r"(?:[0-9a-f]{40}|[0-9a-f]{64})")


def read_log(
    git: Git, path: str, tip: str, *, limit: int, since: str, until: str, zone: str, trailer: str = ""
) -> list[Revision]:
    """Return the newest `limit` revisions up to `tip`, of a path or folder when given, between two days or instants.

    Days are those of `zone`. With `trailer`, those whose message has a line that begins with its name.
    """
    first = _instants(since, zone)[0] if since else ""
    last = _instants(until, zone)[1] if until else ""
    only = () if first or last else (f"--max-count={limit}",)
    only = (*only, f"--grep=^{trailer}: ") if trailer else only
    out = git.run(
        "log",
        "-z",
        "--name-only",
        "--no-renames",
        "--diff-merges=first-parent",  # what a merge brought in
        "--no-mailmap",
        f"--format={_FORMAT}",
        *only,
        tip,
        "--",
        *_paths(path),
    )
    fitting = (found for found in _revisions(out) if first <= found.at and (not last or found.at <= last))
    return [found for found, _ in zip(fitting, range(limit), strict=False)]


def resolve(git: Git, text: str, zone: str, tip: str = "HEAD") -> str:
    """Return the commit id of a revision, or the newest up to `tip` made on or before a day of `zone` or an instant."""
    if last := moment_end(text, zone):
        return _at(git, text, last, tip)
    text = tip + text[4:] if text == "HEAD" or text.startswith(("HEAD~", "HEAD^")) else text
    if _COMMIT.fullmatch(text):
        return text
    out = git.run("rev-parse", "--verify", "--quiet", "--end-of-options", f"{text}^{{commit}}", allow=(1, 128))
    if not out.strip():
        raise NotFound(f"no revision {text!r}", hint="see `wikimem log`, or give a date such as 2026-02-03")
    return out.decode().strip()


def show(git: Git, path: str, commit: str) -> bytes:
    """Return a page's bytes as of a commit; `NotFound` when it had none."""
    try:
        return git.run("cat-file", "blob", f"{commit}:{path}")
    except GitFailed as error:
        raise NotFound(f"{path} is not in revision {commit[:10]}", path=path) from error


def blob(git: Git, path: str, ref: str) -> tuple[str, int] | None:
    """Return the id and size of the blob at `path` on a branch, None when there is none."""
    return blobs(git, ref, path).get(path)


def blobs(git: Git, commit: str, under: str) -> dict[str, tuple[str, int]]:
    """Return the id and size of every blob at or below a path of a commit, by path; none when there is no commit."""
    out = git.run("ls-tree", "-r", "-z", "-l", "--full-tree", commit, "--", under, allow=(128,))
    found = {}
    for line in _split(out):
        facts, _, name = line.partition("\t")
        _, kind, oid, size = facts.split()
        if kind == "blob":
            found[name] = oid, int(size)
    return found


def list_paths(git: Git, commit: str, under: str) -> list[str]:
    """Return the paths a commit holds, below a folder when given."""
    return _split(git.run("ls-tree", "-r", "-z", "--name-only", "--full-tree", commit, "--", *_paths(under)))


def diff(git: Git, old: str, new: str, path: str) -> str:
    """Return the unified diff between two commits; `old` may be "" for nothing."""
    out = git.run(
        "diff", "--no-ext-diff", "--no-textconv", "--no-color", old or nothing_like(new), new, "--", *_paths(path)
    )
    return out.decode("utf-8", "replace")


def changed(git: Git, old: str, new: str) -> list[tuple[str, str]]:
    """Return (`A`, `M`, `D` or `T`, path) for every path that differs between two commits; `old` may be ""."""
    pieces = _split(git.run("diff-tree", "-r", "-z", "--name-status", "--no-renames", old or nothing_like(new), new))
    return list(zip(pieces[::2], pieces[1::2], strict=True))


def dirty(git: Git) -> list[tuple[str, bool]]:
    """Return where the checkout or the index differs from HEAD, ignored files aside, and whether that is untracked."""
    return read_dirty(git.run(*LOOK))


def read_dirty(out: bytes) -> list[tuple[str, bool]]:
    """Return what `dirty` returns from the output of `LOOK`."""
    return [(entry[3:], entry.startswith("??")) for entry in _split(out)]


def mentioning(git: Git, words: Iterable[str]) -> list[str]:
    """Return the tracked and untracked files of the checkout that hold one of some words, as written or encoded."""
    patterns = sorted({spelled for word in words for spelled in (word, quote(word)) if word})
    if not patterns:
        return []
    listed = "\n".join(patterns).encode()
    out = git.run("grep", "-l", "-z", "-i", "-I", "-F", "--untracked", "-f", "-", stdin=listed, allow=(1,))
    return _split(out)


def _at(git: Git, text: str, last: str, tip: str) -> str:
    for line in git.run("log", "--format=%H %at", tip, allow=(128,)).decode().splitlines():
        commit, seconds = line.split()
        if instant_of(seconds) <= last:
            return commit
    raise NotFound(f"the wiki has no revision as old as {text}", hint="see `wikimem log` for the oldest")


def _revisions(out: bytes) -> Iterator[Revision]:
    pieces = _split(out)
    start = 0
    while start < len(pieces):
        end = start + _FIELDS
        while end < len(pieces) and not pieces[end].startswith(_RECORD):
            end += 1
        commit, seconds, author, subject, rest = pieces[start : start + _FIELDS - 1]
        body, trailers = parse_body(rest)
        paths = tuple(path.removeprefix("\n") for path in pieces[start + _FIELDS : end])
        at = instant_of(seconds)
        yield Revision(commit.removeprefix(_RECORD), at, author, subject, body, trailers, paths)
        start = end


def _instants(text: str, zone: str) -> tuple[str, str]:
    """Return the first and the last second of a day as UTC instants, or an instant twice."""
    instant = parse_instant(text)
    if not instant:
        raise NotFound(f"not a date: {text!r}", hint="write 2026-02-03 or 2026-02-03T10:00:00Z")
    return (first_instant(text, zone), last_instant(text, zone)) if _DAY.fullmatch(text) else (instant, instant)


def instant_of(seconds: str) -> str:
    """Return git's seconds since 1970 as a UTC instant."""
    return datetime.fromtimestamp(int(seconds), UTC).isoformat().replace("+00:00", "Z")


def nothing_like(like: str) -> str:
    """Return the id of the tree without files, in the hash that made the id `like`."""
    return _EMPTY_TREE[len(like)]


def _paths(path: str) -> tuple[str, ...]:
    return (path,) if path else ()


def _split(out: bytes) -> list[str]:
    return out.decode("utf-8", "surrogateescape").split("\0")[:-1]
