"""`purge`: erase what must not stay."""

import sys
from typing import TYPE_CHECKING

import click

from wikimem.cli.console import FINDINGS, Console, leave, wired
from wikimem.errors import UsageError

if TYPE_CHECKING:
    from wikimem.verbs.purging import Purged

_MOST = 20
"""Files that are listed one by one."""


@click.command("purge")
@click.argument("name", default="")
@click.option("--text", default="", metavar="TEXT", help="A text to erase wherever it stands; - reads it from stdin.")
@click.option("--yes", is_flag=True, help="Do it, and ask nothing.")
@click.option(
    "--dry-run", is_flag=True, help="Print what would be erased, and do nothing; so it is without a terminal."
)
@wired
def purge_command(console: Console, name: str, text: str, yes: bool, dry_run: bool) -> None:
    """Erase something from all there is and ever was.

    The history is written anew, as if it had never been there. NAME is a claim (c-1f0c77aa), a session (its id or
    short id) or a page (its path). First it prints what it would
    rewrite. What it cannot reach (remotes, clones, backups, the agents' own transcripts) it names.
    """
    if bool(name) == bool(text):
        raise UsageError("one thing can be erased at a time", hint="give a NAME, or a text with --text")
    if text == "-":
        text = sys.stdin.read().removesuffix("\n")
        if not text.strip():
            raise UsageError("there is no text on stdin", hint="printf %s 'the words' | wikimem purge --text -")
    with console.wiki() as wiki:
        if dry_run or not yes:
            would = wiki.safekeeping.purge(name, text)
            ask = not dry_run and not yes and sys.stdin.isatty() and not console.as_json
            if not ask:
                console.show(_document(would, done=False), _planned(would))
                console.say("nothing was erased; add --yes to do it")
                return
            console.complain(_planned(would))
            click.confirm("Rewrite the history? Every other clone must be cloned anew.", abort=True, err=True)
        done = wiki.safekeeping.purge(name, text, dry_run=False)
    console.show(_document(done, done=True), _done(done))
    console.say("\n".join(_beyond(done)))
    if done.remains and done.remains.found:
        leave(FINDINGS)


def _document(purged: "Purged", *, done: bool) -> dict[str, object]:
    tally = purged.tally
    document: dict[str, object] = {
        "kind": purged.kind,
        "done": done,
        "commits": tally.commits,
        "commits_that_held_it": tally.held,
        "messages": tally.messages,
        "blobs": tally.blobs,
        "paths": sorted(tally.paths),
        "files": [{"status": status, "path": path} for status, path in purged.files],
        "remotes": [
            {"name": remote.name, "url": remote.url, "push": _push(remote.name, remote.branches)}
            for remote in purged.remotes
        ],
        "transcripts": list(purged.transcripts),
        "said": list(purged.said),
    }
    if purged.remains:
        searched = {"objects": purged.remains.objects, "files": purged.remains.files}
        document |= {"searched": searched, "left": list(purged.remains.found)}
    return document


def _planned(purged: "Purged") -> str:
    tally = purged.tally
    lines = [
        f"history   {tally.held:,} of {tally.commits:,} commits hold it: {len(tally.paths):,} paths, "
        f"{tally.blobs:,} versions of files, {tally.messages:,} messages",
        f"files     {len(purged.files):,} change or go",
        *_files(purged),
        "caches    the index, the index of versions and all else in the cache are made anew",
        *_beyond(purged),
    ]
    return "\n".join(lines)


def _done(purged: "Purged") -> str:
    tally, remains = purged.tally, purged.remains
    if remains is None:
        return ""
    lines = [f"erased    from {tally.held:,} of {tally.commits:,} commits and {len(purged.files):,} files"]
    searched = f"{remains.objects:,} objects and {remains.files:,} files"
    if not remains.found:
        return "\n".join([*lines, f"searched  {searched}: none holds it"])
    return "\n".join([*lines, f"searched  {searched}, these hold it still:", *(f"  {name}" for name in remains.found)])


def _files(purged: "Purged") -> list[str]:
    lines = [f"  {status} {path}" for status, path in purged.files[:_MOST]]
    return lines + ([f"  ... and {len(purged.files) - _MOST:,} more"] if len(purged.files) > _MOST else [])


def _beyond(purged: "Purged") -> list[str]:
    """Return what is out of reach, and what a person can do about it."""
    lines = ["out of reach: other clones (each must be cloned anew), backups, caches of editors, what agents keep"]
    for remote in purged.remotes:
        lines.append(f"  remote {remote.name} ({remote.url}): git push --force {_push(remote.name, remote.branches)}")
        lines.append("    a fetch before that brings the old history back")
    lines += [f"  transcript {path}" for path in purged.transcripts[:_MOST]]
    if len(purged.transcripts) > _MOST:
        lines.append(f"  ... and {len(purged.transcripts) - _MOST:,} more transcripts")
    lines += [f"  said in {place}, perhaps in other words: purge those with --text" for place in purged.said]
    return lines


def _push(name: str, branches: tuple[str, ...]) -> str:
    return " ".join((name, *(branches or ("--all",))))
