"""`checkpoints`, `backup`, `restore`: where to go back to, and everything in one file."""

import os
from pathlib import Path

import click

from wikimem.cli.console import Console, table, wired

_SHORT = 10
"""Characters of a commit id that are shown."""


@click.command("checkpoints")
@click.option("-n", "--limit", type=click.IntRange(1), default=20, show_default=True, metavar="N", help="Most commits.")
@wired
def checkpoints_command(console: Console, limit: int) -> None:
    """List the commits worth going back to, the newest first.

    With when, what made it and how many pages it changed. `wikimem page show PAGE --at COMMIT` shows a page as it
    was then.
    """
    with console.wiki() as wiki:
        points = wiki.safekeeping.checkpoints(limit)
    rows = [
        (
            point.revision.id[:_SHORT],
            point.revision.at[:16].replace("T", " "),
            point.kind,
            f"{len(point.pages):3}",
            point.revision.subject,
        )
        for point in points
    ]
    documents = [
        {
            "commit": point.revision.id,
            "at": point.revision.at,
            "author": point.revision.author,
            "kind": point.kind,
            "subject": point.revision.subject,
            "pages": list(point.pages),
        }
        for point in points
    ]
    console.show({"checkpoints": documents}, table(rows) if rows else "")
    if not points:
        console.say("no commit has changed a page yet")


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@wired
def backup_command(console: Console, file: Path) -> None:
    """Write everything to one file.

    That is all branches with their history, raw logs that are in no commit, and edits nobody committed. It is read back
    before it takes its name. Keep it as you keep the wiki: what is purged later stays in it.
    """
    with console.wiki() as wiki:
        manifest = wiki.safekeeping.backup(file)
    size = file.stat().st_size
    document = {"file": str(file), "bytes": size, "refs": manifest.refs, "files": sorted(manifest.files)}
    console.show(document, f"{file}  {size:,} bytes, {len(manifest.refs):,} refs, {len(manifest.files):,} loose files")


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--into", type=click.Path(path_type=Path), help="Where the vault is to be; else where --vault would be.")
@click.option("--force", is_flag=True, help="Move aside what is there; it is not deleted.")
@click.option("--dry-run", is_flag=True, help="Check the file and say what is in it; write nothing.")
@wired
def restore_command(console: Console, file: Path, into: Path | None, force: bool, dry_run: bool) -> None:
    """Make a vault of a backup, byte for byte.

    With the edits nobody had committed. A folder that holds something is left alone unless --force moves it aside.
    The index is made at the first question.
    """
    from wikimem.store.layout import vault_path
    from wikimem.verbs.safekeeping import contents, restore

    target = vault_path(into or console.vault, os.environ)
    manifest = contents(file)
    document = {"vault": str(target), "refs": manifest.refs, "files": sorted(manifest.files)}
    if dry_run:
        words = f"{target}  {len(manifest.refs):,} refs, {len(manifest.files):,} loose files"
        console.show({**document, "restored": False}, words)
        return
    aside = restore(file, target, force=force)
    console.show({**document, "restored": True, "moved_aside": str(aside) if aside else ""}, str(target))
    if aside:
        console.say(f"what was there is in {aside}")
