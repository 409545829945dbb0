"""Whether this machine and this vault can do their work: one finding a check, `info` for what is well."""

import json
import os
import platform
import time
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory

from wikimem import __version__, compiler, config
from wikimem.config import Config
from wikimem.errors import GitFailed, StoreError, UsageError, VaultLocked
from wikimem.frontends import FRONTENDS
from wikimem.model.diagnostic import Diagnostic, Severity
from wikimem.recall import mirror
from wikimem.recall.ask import Means, ask
from wikimem.store import embedding, refs
from wikimem.store.git import Git
from wikimem.store.history import History
from wikimem.store.layout import Layout
from wikimem.store.lock import vault_lock
from wikimem.transcripts import agent_homes
from wikimem.verbs.activity import activities, said
from wikimem.verbs.status import index_state
from wikimem.verbs.sweeping import expiring
from wikimem.verbs.wired import examine
from wikimem.verbs.wiring import setting_to_look

_INVENTED = (
    {"role": "user", "text": "How do we fuel the lighthouse lamp?", "time": "2026-01-02T03:04:05Z"},
    {
        "role": "assistant",
        "text": "We decided to fuel the lighthouse lamp with colza oil.",
        "time": "2026-01-02T03:04:06Z",
    },
)
"""A session that never was."""
_STALE = 600
"""Seconds after which a lock file of git is more likely left over than in use."""


def doctor(vault: Layout) -> Iterator[Diagnostic]:
    """Yield what was found, check by check; a vault that is not there is a finding."""
    yield _well(
        "python", f"Python {platform.python_version()}, wikimem {__version__}, tantivy {metadata.version('tantivy')}"
    )
    yield from _checked("git", lambda: _git(vault))
    yield _homes()
    yield from _checked("wiring", lambda: examine(setting_to_look()))
    yield from _permissions(vault)
    yield from _checked("round-trip", _round_trip)
    if not vault.config.is_file():
        yield _wrong("vault", f"there is no vault at {vault.root}", hint=f"make one: wikimem init {vault.root}")
        return
    yield from _checked("config", lambda: _config(vault))
    yield from _checked("vault", lambda: _repository(vault))
    yield from (_well("hooks", f"{each.agent}: {said(each)}") for each in activities(vault, time.time()))
    yield from expiring(vault, os.environ, time.time())


def _git(vault: Layout) -> Iterator[Diagnostic]:
    here = vault.root if vault.root.is_dir() else Path.cwd()
    yield _well("git", Git(here).run("version").decode("utf-8", "replace").strip())


def _config(vault: Layout) -> Iterator[Diagnostic]:
    policy, unknown = config.read(vault.config)
    yield _well("config", f"time zone {policy.timezone}, raw logs {'tracked' if policy.raw_track else 'not tracked'}")
    yield from unknown
    yield _semantic(policy)


def _semantic(policy: Config) -> Diagnostic:
    model = embedding.find_model()
    if not policy.recall_semantic:
        return _well("semantic", "off, by the setting recall.semantic")
    if model is None:
        return _well("semantic", "off: the extra `semantic` is not installed")
    return embedding.damage(model) or _well("semantic", f"on, with the model {embedding.MODEL}")


def _repository(vault: Layout) -> Iterator[Diagnostic]:
    history = History(vault.root)
    place = refs.locate(vault.root.resolve())
    branch = place.branch().removeprefix("refs/heads/")
    if not branch:
        yield _wrong("branch", "the vault's HEAD is detached", hint="check out a branch, for example `git switch main`")
    elif under_way := place.unfinished():
        yield _wrong("branch", f"the vault is in the middle of a {under_way}", hint=f"finish or abort the {under_way}")
    else:
        yield _well("branch", f"branch {branch} at {history.head()[:10] or 'no commit yet'}")
    yield from _locks(vault, place.own / "index.lock")
    dirty = history.dirty()
    yield _well("checkout", f"{len(dirty)} paths are not committed yet" if dirty else "everything is committed")
    state = index_state(vault, history)
    rest = "" if state == "current" else "; the next question brings it up to date"
    yield _well("index", f"{state}{rest}")


def _locks(vault: Layout, index_lock: Path) -> Iterator[Diagnostic]:
    try:
        with vault_lock(vault.root, timeout=0):
            yield _well("lock", "nobody else is writing")
    except VaultLocked as error:
        yield _well("lock", error.message)
    try:
        age = time.time() - index_lock.stat().st_mtime
    except OSError:
        return
    if age > _STALE:
        hint = f"when no git command is running, delete {index_lock}"
        yield _wrong("git-lock", f"git's index has been locked for {age:,.0f} s", hint=hint)


def _permissions(vault: Layout) -> Iterator[Diagnostic]:
    places = {"vault": vault.root, "cache": vault.cache_dir, "state": vault.state_dir}
    for name, place in places.items():
        existing = next(folder for folder in (place, *place.parents) if folder.exists())
        if not os.access(existing, os.W_OK | os.X_OK):
            yield _wrong("permission", f"this user cannot write to the {name} at {existing}", hint="make it writable")
    git = vault.root / ".git"
    if git.is_dir() and not os.access(git, os.W_OK | os.X_OK):
        yield _wrong("permission", f"this user cannot write to {git}", hint="make it writable")


def _round_trip() -> Iterator[Diagnostic]:
    """Take one invented session all the way, in a vault that is gone afterwards."""
    with TemporaryDirectory(prefix="wikimem-", ignore_cleanup_errors=True) as folder:
        scratch = Layout(Path(folder, "vault"), Path(folder, "cache"), Path(folder, "state"))
        history = History.init(scratch.root)
        transcript = Path(folder, "round-trip.jsonl")
        transcript.write_text("".join(json.dumps(line) + "\n" for line in _INVENTED), "utf-8")
        report = compiler.compile_vault(scratch, Config(), compiler.Order((transcript,), project="round-trip", jobs=1))
        answer = ask(Means(mirror.current(scratch, history, lambda _: None)), "How is the lighthouse lamp fuelled?")
    if "colza" in answer.context:
        yield _well("round-trip", "an invented session was captured, compiled, committed, indexed and found again")
    else:
        hint = "; ".join(str(finding) for finding in report.diagnostics) or "report this as a fault of wikimem"
        yield _wrong("round-trip", "an invented session was not found again", hint=hint)


def _homes() -> Diagnostic:
    counts = {frontend.title: len(agent_homes(os.environ, frontend.name)) for frontend in FRONTENDS if frontend.homes}
    found = [f"{title} {count:,}" for title, count in counts.items() if count]
    return _well("agents", "transcripts here: " + (", ".join(found) or "none"))


def _checked(code: str, check: Callable[[], Iterator[Diagnostic]]) -> Iterator[Diagnostic]:
    """Yield what a check finds; a promise that breaks on the way is a finding, too."""
    try:
        yield from check()
    except (GitFailed, StoreError, UsageError) as error:
        yield Diagnostic.of(code, error)


def _well(code: str, message: str) -> Diagnostic:
    return Diagnostic(code, message, Severity.INFO)


def _wrong(code: str, message: str, *, hint: str) -> Diagnostic:
    return Diagnostic(code, message, Severity.ERROR, hint=hint)
