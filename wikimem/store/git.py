"""Running the git binary: the one place that starts it, in an environment nobody else has a say in.

Only the history room calls this. The repository's own configuration stays in force except for what is set here; the
person's and the machine's configuration are neither read nor changed; `store.reach` is where they are needed.
"""

import os
import subprocess
import tempfile
from pathlib import Path
from typing import IO

from wikimem.errors import GitFailed, StoreError

TIMEOUT = 120.0
"""Seconds a single git command may take."""

_SETTINGS = (
    ("core.hooksPath", os.devnull),
    ("core.fsmonitor", "false"),
    ("core.quotePath", "off"),
    ("commit.gpgSign", "false"),
    ("gc.auto", "0"),
    ("maintenance.auto", "false"),
    ("log.showSignature", "false"),
    ("diff.noprefix", "false"),
    ("diff.mnemonicPrefix", "false"),
    ("advice.detachedHead", "false"),
)
"""What must hold whatever the repository's own configuration says: nothing of the person's runs, nothing is signed."""

_OURS = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_PAGER": "cat",
    "LC_ALL": "C",
    "LANGUAGE": "C",
}

_WAYS = frozenset(
    {"GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSH_VARIANT", "GIT_SSL_CAINFO", "GIT_SSL_NO_VERIFY", "GIT_PROXY_COMMAND"}
    | {"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"}
)
"""What of the caller's git environment says how a remote is reached."""

_HINTS = (
    ("dubious ownership", "trust the folder with `git config --global --add safe.directory <vault>`, or own it"),
    ("unsafe repository", "trust the folder with `git config --global --add safe.directory <vault>`, or own it"),
    ("not a git repository", "run `wikimem init` for this vault"),
    (".lock': File exists", "another git command is running here; run the same command again when it has ended"),
    ("Out of diskspace", "free some space and run the same command again; nothing was changed"),
    ("No space left on device", "free some space and run the same command again; nothing was changed"),
    ("Permission denied", "make the vault's .git folder writable for this user"),
    ("insufficient permission", "make the vault's .git folder writable for this user"),
    ("cannot lock ref", "another git command moved the branch; run the same command again"),
)


class Git:
    """The git binary, bound to the repository whose top folder is `root`."""

    def __init__(self, root: Path) -> None:
        """Bind to `root`; nothing is started."""
        self.root = root
        self._prefix: tuple[str, ...] = ()

    def run(self, *arguments: str, stdin: bytes = b"", allow: tuple[int, ...] = (), timeout: float = TIMEOUT) -> bytes:
        """Run one command to its end and return its stdout; `GitFailed` on any exit status but 0 and `allow`."""
        try:
            done = subprocess.run(
                self.command(arguments), input=stdin, capture_output=True, env=environment(self.root), timeout=timeout
            )
        except FileNotFoundError as error:
            raise no_git() from error
        except subprocess.TimeoutExpired as error:
            raise GitFailed(f"git {arguments[0]} took longer than {timeout:.0f} s", path=str(self.root)) from error
        if done.returncode and done.returncode not in allow:
            raise self.failure(arguments[0], done.stderr)
        return done.stdout

    def start(self, *arguments: str) -> "Conversation":
        """Start a command that is fed line by line and answers on its stdout."""
        return Conversation(self, self.command(arguments), arguments[0])

    def failure(self, command: str, stderr: bytes) -> GitFailed:
        """Return the `GitFailed` that says what git said, with what the person can do when that is known."""
        said = stderr.decode("utf-8", "replace").strip()
        hint = next((hint for sign, hint in _HINTS if sign in said), "")
        words = next((line for line in said.splitlines() if line.startswith(("fatal:", "error:"))), said)
        return GitFailed(f"git {command}: {words or 'ended without a word'}", hint=hint, path=str(self.root))

    def person(self) -> str:
        """Return git's own identity here as `Name <email>`, or "" when the person never gave one."""
        said = self._as_person("config", "-z", "--get-regexp", r"^user\.(name|email)$")
        known = dict(entry.split("\n", 1) for entry in said.split("\0") if "\n" in entry)
        name = "".join(c for c in known.get("user.name", "") if c.isprintable() and c not in "<>").strip()
        email = "".join(c for c in known.get("user.email", "") if c.isprintable() and c not in "<> ").strip()
        return f"{name} <{email}>" if name and email else ""

    def command(self, arguments: tuple[str, ...]) -> list[str]:
        """Return the whole command, with what must hold whatever the configuration says."""
        if not self._prefix:
            settings = _SETTINGS + self._trust()
            pairs = [part for key, value in settings for part in ("-c", f"{key}={value}")]
            self._prefix = ("git", "-C", str(self.root), *pairs)
        return [*self._prefix, *arguments]

    def _trust(self) -> tuple[tuple[str, str], ...]:
        """Carry over the person's own `safe.directory` when somebody else owns the vault, and only then."""
        if not hasattr(os, "geteuid") or not self.root.exists() or self.root.stat().st_uid == os.geteuid():
            return ()
        trusted = self._as_person("config", "-z", "--get-all", "safe.directory").split("\0")
        return (("safe.directory", str(self.root)),) if {"*", str(self.root)} & set(trusted) else ()

    def _as_person(self, *arguments: str) -> str:
        """Ask git with the person's configuration in force; reading commands only."""
        env = person_environment(self.root)
        try:
            done = subprocess.run(
                ["git", "-C", str(self.root), *arguments], capture_output=True, env=env, timeout=TIMEOUT
            )
        except FileNotFoundError as error:
            raise no_git() from error
        return done.stdout.decode("utf-8", "replace")


class Conversation:
    """One running git command: written to in pieces, asked in lines, and either finished or broken off."""

    def __init__(self, git: Git, command: list[str], name: str) -> None:
        """Start the process; stderr goes to a nameless file, so that a talkative command never blocks."""
        self._git = git
        self._name = name
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 (closed by finish and break_off)
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
                env=environment(git.root),
                bufsize=1 << 16,
            )
        except FileNotFoundError as error:
            self._stderr.close()
            raise no_git() from error

    @property
    def pid(self) -> int:
        """Return the process id."""
        return self._process.pid

    def write(self, content: bytes) -> None:
        """Send bytes; `GitFailed` with git's own words when it has gone away."""
        try:
            self._pipe(self._process.stdin).write(content)
        except OSError as error:
            raise self._gone() from error

    def ask(self, lines: list[bytes]) -> list[bytes]:
        """Send lines and return one answer line for each, without their ends."""
        answers = []
        for start in range(0, len(lines), 256):  # few enough that neither pipe fills while the other end waits
            batch = lines[start : start + 256]
            self.write(b"".join(batch))
            try:
                self._pipe(self._process.stdin).flush()
            except OSError as error:
                raise self._gone() from error
            answers += [self._answer() for _ in batch]
        return answers

    def line(self) -> bytes:
        """Return the next line of an answer, without its end."""
        return self._answer()

    def read(self, size: int) -> bytes:
        """Return the next `size` bytes of an answer."""
        content: bytes = self._pipe(self._process.stdout).read(size)
        if len(content) < size:
            raise self._gone()
        return content

    def finish(self, timeout: float = TIMEOUT) -> bytes:
        """Close stdin, wait for the end and return what was left on stdout; `GitFailed` when it did not end well."""
        try:
            rest, _ = self._process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired as error:
            self.break_off()
            message = f"git {self._name} took longer than {timeout:.0f} s"
            raise GitFailed(message, path=str(self._git.root)) from error
        except OSError as error:
            raise self._gone() from error
        if self._process.returncode:
            raise self._gone()
        self._stderr.close()
        return rest

    def break_off(self) -> None:
        """Let the command see the end of its input, wait for it, and say nothing about how it ended."""
        for pipe in (self._process.stdin, self._process.stdout):
            try:
                self._pipe(pipe).close()
            except OSError:
                continue
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._stderr.close()

    def _answer(self) -> bytes:
        line: bytes = self._pipe(self._process.stdout).readline()
        if not line.endswith(b"\n"):
            raise self._gone()
        return line[:-1]

    def _gone(self) -> GitFailed:
        self._process.wait()
        self._stderr.seek(0)
        return self._git.failure(self._name, self._stderr.read())

    @staticmethod
    def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
        if pipe is None:
            raise AssertionError("every conversation has both pipes")
        return pipe


def environment(root: Path) -> dict[str, str]:
    """Return the environment git runs in: the caller's without any `GIT_*`, plus ours; no repository above `root`."""
    kept = {name: value for name, value in os.environ.items() if not name.upper().startswith("GIT_")}
    return {**kept, **_OURS, "GIT_CEILING_DIRECTORIES": str(root.parent)}


def person_environment(root: Path) -> dict[str, str]:
    """Return the environment for what needs the person's configuration: theirs, and how they reach a remote."""
    env = environment(root)
    del env["GIT_CONFIG_GLOBAL"], env["GIT_CONFIG_NOSYSTEM"]
    env |= {name: value for name, value in os.environ.items() if name in _WAYS}
    return {**env, "SSH_ASKPASS_REQUIRE": "never", "GCM_INTERACTIVE": "never"}


def no_git() -> StoreError:
    """Return what is said where there is no git."""
    return StoreError(
        "the git program is not installed", hint="install git 2.34 or newer and run the same command again"
    )
