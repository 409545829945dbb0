"""A vault with transcripts beside it, for tests that compile: what is said, what is compiled, what git holds."""

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from wikimem.compiler import Order, Report
from wikimem.config import Config
from wikimem.model.passage import Passage
from wikimem.recall import mirror
from wikimem.store.history import History
from wikimem.store.layout import Layout
from wikimem.text.claims import claim_lines
from wikimem.text.frontmatter import parse
from wikimem.text.paths import scope_of
from wikimem.wiki import Wiki

ROOT = Path(__file__).parents[2]
BEGUN = "2026-01-01T00:00:00Z"
PROJECT = "kiln"

CHECK = "From now on, always run `make check` before you push to main."
COPIES = "Never load the glaze table more than once per firing."
UNITS = "Always write temperatures in kelvin in the log files."
QUEUE = "Never restart the firing queue while a kiln is hot."
REPORT = (
    "Root cause: the firing queue lost jobs because the worker released its lock before the commit was written. "
    "Fixed by writing the commit first and releasing the lock afterwards."
)

Turn = tuple[str, str]
Claims = dict[str, tuple[str, str, tuple[str, ...]]]
"""Claim id -> path of its page, its text, its sources."""


def asked(text: str, answer: str = REPORT) -> tuple[Turn, Turn]:
    """Return what a person said and what the agent reported back."""
    return ("user", text), ("assistant", answer)


def chat(session: str, *turns: Turn, day: str = "2026-03-02", hour: int = 10) -> bytes:
    """Return a generic transcript: one message a minute, or without times when there is no day."""
    lines = []
    for minute, (role, text) in enumerate(turns):
        line = {"session": session, "role": role, "text": text}
        lines.append({**line, "time": f"{day}T{hour:02}:{minute:02}:00Z"} if day else line)
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


class Vault:
    """A vault of its own with everything that belongs to it in one folder."""

    def __init__(self, home: Path, *, name: str = "vault", **policy: Any) -> None:
        self.home = home
        self.layout = Layout(home / name, home / "cache", home / "state")
        self.root = self.layout.root
        self.transcripts = home / "transcripts"
        self.transcripts.mkdir(parents=True, exist_ok=True)
        History.init(self.root, at=BEGUN)
        self.findings: list[Any] = []
        self.wiki = Wiki(self.layout, Config(**policy), self.findings.append)

    def put(self, name: str, content: bytes) -> Path:
        """Lay a transcript ready."""
        path = self.transcripts / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path

    def say(self, session: str, *turns: Turn, **when: Any) -> Path:
        """Lay a generic transcript ready, under the session's name."""
        return self.put(f"{session}.jsonl", chat(session, *turns, **when))

    def compile(self, *sources: Path, project: str = PROJECT, jobs: int = 1) -> Report:
        """Compile the given transcripts, or all there are."""
        return self.wiki.compile(Order(sources or (self.transcripts,), project=project, jobs=jobs))

    def start(self, before: str = "", jobs: int = 1) -> "subprocess.Popen[str]":
        """Compile all transcripts in a process of its own, which runs `before` first."""
        layout = f"Layout(Path({str(self.root)!r}), Path({str(self.home / 'cache')!r}), Path({str(self.home)!r}))"
        script = f"""{before}
from pathlib import Path
from wikimem.compiler import Order
from wikimem.config import Config
from wikimem.store.layout import Layout
from wikimem.wiki import Wiki
wiki = Wiki({layout}, Config())
wiki.compile(Order((Path({str(self.transcripts)!r}),), project={PROJECT!r}, jobs={jobs}))
"""
        return subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stderr=subprocess.PIPE, text=True)

    def git(self, *arguments: str) -> str:
        """Run git as a person would and return what it prints."""
        done = subprocess.run(["git", "-C", self.root, *arguments], capture_output=True, check=True)
        return done.stdout.decode("utf-8", "surrogateescape")

    def tips(self) -> list[str]:
        """Return the newest commits of both branches."""
        return self.git("for-each-ref", "--format=%(refname) %(objectname)").splitlines()

    def pages(self) -> dict[str, str]:
        """Return the markdown of the newest commit by path."""
        found = {}
        for path in self.git("ls-tree", "-rz", "--name-only", "HEAD").split("\0")[:-1]:
            if path.endswith(".md"):
                found[path] = self.git("show", f"HEAD:{path}")
        return found

    def session_pages(self) -> list[str]:
        """Return the paths of all session pages."""
        return [path for path in self.pages() if "/sessions/" in path]

    def claims(self) -> Claims:
        """Return every claim on a page; that none is there twice is checked."""
        found: Claims = {}
        for path, text in self.pages().items():
            for line in claim_lines(parse(text, path)[1]):
                assert line.id
                assert (scope_of(path), line.id) not in found
                found[line.id] = (path, line.text, line.sources)
        return found

    def texts(self) -> set[str]:
        """Return what the claims say."""
        return {text for _, text, _ in self.claims().values()}

    def raw(self, path: str) -> bytes:
        """Return a raw log as it lies on disk."""
        return (self.root / path).read_bytes()

    def raw_logs(self) -> list[str]:
        """Return the raw logs on disk, sorted."""
        return [path.relative_to(self.root).as_posix() for path in sorted(self.root.glob("raw/*/*/*.jsonl"))]

    def passages(self, *, anew: bool = False) -> dict[str, list[Passage]]:
        """Return what the index holds by path; `anew` builds it from the files first."""
        if anew:
            index = mirror.rebuilt(self.layout, self.wiki.commits, self.findings.append)
        else:
            index = mirror.current(self.layout, self.wiki.commits, self.findings.append)
        paths: Iterable[str] = [*self.pages(), *self.raw_logs()]
        return {path: sorted(index.find(path=path), key=repr) for path in paths}

    def assert_in_order(self) -> None:
        """Check what holds after every compile."""
        assert self.git("status", "--porcelain", "--untracked-files=all") == ""
        assert all((self.root / path).read_text("utf-8") == text for path, text in self.pages().items())
        findings = list(map(str, self.wiki.verify()))
        assert not findings, findings
        assert self.wiki.status().pending == ()
        assert not (self.root / ".git/wikimem/landing").exists()
