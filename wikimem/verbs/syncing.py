"""Carry the wiki between machines: fetch, merge, commit, push, and again when somebody else was faster.

    state     nothing may be under way in the repository, and it must hold its whole history
    edits     what people changed is committed as theirs first
    fetch     what the remote has
    bring in  raw logs, then pages: moved forward when nothing else happened here, else merged
    push      what the remote lacks; when it has moved on meanwhile, everything from fetch on is done again

All of it happens under the vault's lock. Killed at any point, the next sync goes on from where this one was.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from wikimem.carried import check_ours
from wikimem.errors import EditedMeanwhile, GitFailed, StoreError, UsageError
from wikimem.model.change import Changeset
from wikimem.model.diagnostic import Diagnostic
from wikimem.model.edit import Taken
from wikimem.people import followed, taken
from wikimem.store import signals
from wikimem.store.delta import comes_from, count, is_ancestor
from wikimem.store.git import Git
from wikimem.store.lock import vault_lock
from wikimem.store.refs import RAW, GitDir, locate
from wikimem.store.remote import Remote, choose, counted, settings
from wikimem.verbs.drivers import set_driver
from wikimem.verbs.writing import Pen, Written, now

Progress = Callable[[str, int, int], None]
TRIES = 8
"""How often a sync begins again because another machine was faster."""
RAW_SETTING = "wikimem.raw"
"""Key of the clone's own configuration, which no other inherits: whether raw logs are carried."""
REWRITTEN_SETTING = "wikimem.rewritten"
"""Key that whoever rewrites the history sets: until it is published, nothing of the old one is fetched again."""


@dataclass(frozen=True, slots=True)
class Synced:
    """What a sync did, or with a dry run would do."""

    remote: str
    branch: str
    fetched: int = 0
    """Commits the remote had and this wiki had not."""
    pushed: int = 0
    """Commits this wiki had and the remote had not."""
    files: tuple[tuple[str, str], ...] = ()
    """What bringing them in does to each file here: `A`, `M` or `D`, and the path."""
    is_merge: bool = False
    """Whether both had gone on."""
    raw: bool = False
    """Whether raw logs were carried, too."""
    findings: tuple[Diagnostic, ...] = ()


@dataclass(slots=True)
class _Tally:
    """What adds up over the tries of one sync."""

    fetched: int = 0
    files: dict[str, str] = field(default_factory=dict)
    is_merge: bool = False
    findings: list[Diagnostic] = field(default_factory=list)


def sync(pen: Pen, name: str, progress: Progress, *, dry_run: bool = False) -> Synced:
    """Bring this wiki and the one at a remote in step; `UsageError` without a remote, `GitFailed` and `StoreError`.

    A dry run fetches, and changes nothing else.
    """
    git = Git(pen.vault.root)
    tally = _Tally()
    with vault_lock(pen.vault.root):
        pen.history.recover()
        remote = choose(git, _checked(git, pen), name)
        raw = carries_raw(git) and pen.config.raw_track
        if not dry_run:
            pen.history.put_in_order(now())
            set_driver(pen.vault.root)
        for _ in range(TRIES):
            left = None if dry_run else _taken_in(pen)
            _check_unpublished(git, remote, progress, raw=raw)
            theirs, their_logs = remote.fetch(counted(progress), raw=raw)
            before = pen.history.head()
            _check_agreed(git, remote, remote.ref, before, theirs)
            _check_agreed(git, remote, RAW, pen.history.raw_head(), their_logs)
            tally.fetched += count(git, before, theirs) if theirs else 0
            if left is None:
                return _foreseen(pen, git, remote, theirs, raw=raw)
            if raw:
                from wikimem.verbs.rawsync import bring_in_raw

                bring_in_raw(pen, git, their_logs, remote.name)
            if not _bring_in(pen, git, theirs, remote.name, left, tally):
                continue
            ours, our_logs = pen.history.head(), pen.history.raw_head() if raw else ""
            pushed = count(git, theirs, ours)
            if pushed:
                check_ours(git, theirs, ours)
            if (not pushed and our_logs == their_logs) or remote.push(counted(progress), ours, our_logs):
                remote.note_agreed(ours, our_logs)
                git.run("config", "--local", "--unset-all", REWRITTEN_SETTING, allow=(5,))
                return _synced(remote, tally, pushed, raw=raw)
    message = f"{remote.name} took commits of others {TRIES} times while this wiki was being merged"
    raise GitFailed(message, hint="everything is committed here; sync again in a minute", path=str(git.root))


def carries_raw(git: Git) -> bool:
    """Tell whether raw logs are carried by this clone."""
    return settings(git).get(RAW_SETTING) == "true"


def carry_raw(pen: Pen, *, on: bool) -> None:
    """Remember, for this clone alone, whether raw logs are carried; `UsageError` when they are in no branch."""
    if on and not pen.config.raw_track:
        hint = "set `track = true` under [raw] in .wikimem/config.toml first"
        raise UsageError("this vault keeps its raw logs out of git", hint=hint)
    Git(pen.vault.root).run("config", "--local", RAW_SETTING, "true" if on else "false")


def _bring_in(pen: Pen, git: Git, theirs: str, name: str, left: frozenset[str], tally: _Tally) -> bool:
    """Commit what the remote has; False when a person edited a page meanwhile, so that it must be planned anew."""
    head = pen.history.head()
    if not theirs or is_ancestor(git, theirs, head):
        return True
    from wikimem.sync import joined

    plan = joined(git, head, theirs, name)
    if plan.changeset is None:
        return True
    if blocked := sorted(left.intersection(change.path for change in plan.changeset.changes)):
        raise StoreError(
            "the page holds conflict markers, and the remote changed it, too",
            hint="settle the conflict in the page, then sync again; nothing was merged",
            path=blocked[0],
        )
    if pen.history.head() != head:
        return False
    try:
        written = _forwarded(pen, plan.changeset) if plan.changeset.is_forward else _merged(pen, left, plan.changeset)
        edits = pen.history.edits(head, theirs)
        followed(pen.vault, pen.config, pen.history, pen.report, Taken(edits, left))
        pen.settle()
    except EditedMeanwhile:
        return False
    tally.files |= {path: status for status, path in written.files}
    tally.is_merge |= not plan.changeset.is_forward
    tally.findings += plan.findings
    return True


def _merged(pen: Pen, left: frozenset[str], changeset: Changeset) -> Written:
    from wikimem.passes.one_home import one_home

    ground = followed(pen.vault, pen.config, pen.history, pen.report, Taken((), left))
    return pen.put(ground, lambda view: replace(changeset, changes=one_home(changeset.changes, view)))


def _forwarded(pen: Pen, changeset: Changeset) -> Written:
    """Move the wiki's branch forward; derived pages come with it."""
    written = pen.would(changeset)
    pen.history.commit([changeset])
    return written


def _foreseen(pen: Pen, git: Git, remote: Remote, theirs: str, *, raw: bool) -> Synced:
    from wikimem.sync import joined

    ours = pen.history.head()
    plan = joined(git, ours, theirs, remote.name)
    tally = _Tally(fetched=count(git, ours, theirs) if theirs else 0, findings=list(plan.findings))
    if plan.changeset:
        tally.files = {path: status for status, path in pen.would(plan.changeset).files}
        tally.is_merge = not plan.changeset.is_forward
    return _synced(remote, tally, count(git, theirs, ours) + tally.is_merge, raw=raw)


def _synced(remote: Remote, tally: _Tally, pushed: int, *, raw: bool) -> Synced:
    files = tuple((status, path) for path, status in sorted(tally.files.items()))
    return Synced(remote.name, remote.branch, tally.fetched, pushed, files, tally.is_merge, raw, tuple(tally.findings))


def _checked(git: Git, pen: Pen) -> GitDir:
    """Return where the repository stands; `GitFailed` when it is in no state to be synced."""
    root = pen.vault.root
    pen.history.check_state()
    place = locate(root)
    if (place.common / "shallow").exists():
        hint = "fetch the whole history first: git fetch --unshallow"
        raise GitFailed(
            "the vault is a shallow clone, so it cannot tell what both sides share", hint=hint, path=str(root)
        )
    known = settings(git)
    if "extensions.partialclone" in known or any(key.endswith(".promisor") for key in known):
        hint = "clone it again without --filter"
        raise GitFailed("the vault is a partial clone, which lacks pages to merge", hint=hint, path=str(root))
    return place


def _check_unpublished(git: Git, remote: Remote, progress: Progress, *, raw: bool) -> None:
    """Refuse to fetch what a rewriting here took out, before the remote holds the rewritten history."""
    if REWRITTEN_SETTING not in settings(git):
        return
    place = remote.place
    for ref, ours in ((remote.ref, place.head()), *([(RAW, place.read(RAW))] if raw else [])):
        tip = remote.tip(ref, counted(progress))
        if tip and not comes_from(git, tip, ours):
            raise _rewritten_here(remote, ref)


def _rewritten_here(remote: Remote, ref: str) -> GitFailed:
    source = RAW if ref == RAW else "HEAD"
    hint = f"publish it, once: git push --force {remote.name} {source}:{ref}"
    return GitFailed("the history here was rewritten since the last sync", hint=hint, path=str(remote.git.root))


def _check_agreed(git: Git, remote: Remote, ref: str, ours: str, theirs: str) -> None:
    """Refuse when one side's history was rewritten: merging would bring back what was taken out."""
    agreed = remote.place.read(remote.agreed(ref))
    if not agreed or not theirs:
        return
    here, there = (comes_from(git, agreed, side) for side in (ours, theirs))
    if there and not here:
        raise _rewritten_here(remote, ref)
    if here and not there:
        shown = f"{remote.name}/{ref.removeprefix('refs/heads/')}"
        take = f"git branch -f wikimem/raw {shown}" if ref == RAW else f"git reset --hard {shown}"
        hint = f"to take it as it is, save what is yours, then: git fetch && {take}"
        raise GitFailed(f"the history of {shown} was rewritten since the last sync", hint=hint, path=str(git.root))


def _taken_in(pen: Pen) -> frozenset[str]:
    """Take in what people did, and the signals; return the paths that must stay as they are."""
    theirs = taken(pen.history)
    if theirs.edits:
        followed(pen.vault, pen.config, pen.history, pen.report, theirs)
    fresh = signals.fresh(pen.vault, pen.history)
    if fresh.paths:
        pen.history.commit([Changeset("Note what was of use", (), fresh.at or now(), signals=fresh.paths)])
    return theirs.left
