"""`sync`: the wiki on several machines; and the merge driver that git calls."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from wikimem.cli.console import FINDINGS, Console, finding_document, leave, wired

if TYPE_CHECKING:
    from wikimem.verbs.syncing import Synced

_PUBLISHES = (
    "from now on `wikimem sync` carries the raw logs of this vault as well: every word of the sessions, redacted, "
    "can be read by everybody who can read the remote"
)


@click.command("sync")
@click.argument("remote", required=False, default="")
@click.option("--raw", type=click.Choice(["on", "off"]), help="Carry raw logs as well, or no more; remembered here.")
@click.option("--dry-run", is_flag=True, help="Fetch, print what would be merged and pushed, and change nothing.")
@wired
def sync_command(console: Console, remote: str, raw: str | None, dry_run: bool) -> None:
    """Bring the wiki and its copy at a git remote in step.

    REMOTE is a name of `git remote`; else the branch's upstream, origin or the only one. Pages are merged claim by
    claim; there is nothing to resolve by hand. Raw logs stay here unless `--raw on` was said once.
    """
    with console.wiki() as wiki:
        if raw and not dry_run:
            wiki.carry_raw(on=raw == "on")
            console.say(
                _PUBLISHES if raw == "on" else "raw logs stay here from now on; what was pushed is not taken back"
            )
        with console.progress() as progress:
            done = wiki.sync(remote, progress, dry_run=dry_run)
    console.show(_document(done), "\n".join(f"{status} {path}" for status, path in done.files))
    console.say_findings(done.findings)
    console.say(_words(done, dry_run=dry_run))
    if done.findings:
        leave(FINDINGS)


@click.command("merge-driver", hidden=True)
@click.argument("base", type=click.Path(path_type=Path))
@click.argument("ours", type=click.Path(path_type=Path))
@click.argument("theirs", type=click.Path(path_type=Path))
@click.argument("path")
@wired
def merge_driver_command(console: Console, base: Path, ours: Path, theirs: Path, path: str) -> None:
    """Merge a file of the wiki for git, which calls this."""
    from wikimem.verbs.driving import drive

    merged = drive(base, ours, theirs, path)
    if merged.beside is not None:
        console.complain(f"{path}: git cannot keep both versions; abort the merge and run `wikimem sync`")
        leave(1)
    if merged.clashes:
        console.say(f"{path}: two people changed the same line, and both lines were kept")


def _document(done: "Synced") -> dict[str, object]:
    return {
        "remote": done.remote,
        "branch": done.branch,
        "fetched": done.fetched,
        "pushed": done.pushed,
        "merged": done.is_merge,
        "raw": done.raw,
        "changes": [{"status": status, "path": path} for status, path in done.files],
        "findings": [finding_document(finding) for finding in done.findings],
    }


def _words(done: "Synced", *, dry_run: bool) -> str:
    place = f"{done.remote}/{done.branch}"
    if not done.fetched and not done.pushed:
        return f"in step with {place}"
    would = "would be " if dry_run else ""
    parts = [f"{done.fetched:,} commits {would}brought in"] if done.fetched else []
    parts += [f"{done.pushed:,} {would}pushed"] if done.pushed else []
    return f"{place}: {', '.join(parts)}"
