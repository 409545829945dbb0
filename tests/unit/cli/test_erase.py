"""`purge`, `checkpoints`, `backup`, `restore` on the command line: what they print, what they say, how they end."""

import json
import subprocess

import pytest
from click.testing import CliRunner

from wikimem.cli.app import cli


def head(filled):
    return subprocess.run(
        ["git", "-C", filled / "wikimem", "rev-parse", "HEAD"], capture_output=True, text=True, check=True
    ).stdout.strip()


def test_without_yes_it_says_what_it_would_do_and_does_nothing(wikimem, filled):
    before = head(filled)
    done = wikimem("purge", "--text", "Postgres")
    assert "commits hold it" in done.stdout
    assert "add --yes" in done.stderr
    document = json.loads(wikimem("purge", "--text", "Postgres", "--dry-run", "--yes", "--json").stdout)
    assert document["done"] is False
    assert document["commits_that_held_it"] > 0
    assert "searched" not in document
    assert head(filled) == before


def test_what_is_purged_is_searched_for_and_what_is_out_of_reach_is_named(wikimem, filled):
    subprocess.run(
        ["git", "-C", filled / "wikimem", "remote", "add", "origin", "https://ada:pw@example.com/wiki.git"], check=True
    )
    done = wikimem("purge", "--text", "Postgres", "--yes")
    assert "none holds it" in done.stdout
    assert "git push --force origin" in done.stderr
    assert "https://example.com/wiki.git" in done.stderr
    assert "cloned anew" in done.stderr
    assert "Postgres" not in wikimem("ask", "where does the scan queue live?").stdout
    assert wikimem("verify").exit_code == 0


def test_a_text_is_read_from_stdin(filled):
    done = CliRunner(env={"HOME": str(filled)}).invoke(cli, ["purge", "--text", "-", "--json"], input="Postgres\n")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["blobs"] > 0


@pytest.mark.parametrize("arguments", [(), ("c-1f0c77aa", "--text", "words"), ("--text", "abc"), ("no-such-page",)])
def test_what_cannot_be_meant_is_misuse(wikimem, filled, arguments):
    assert wikimem("purge", *arguments, status=2).stdout == ""


def test_checkpoints_list_what_made_each(wikimem, filled):
    wikimem("remember", "--scope", "project:tidepool", "Always", "lint before a push.")
    first, *others = wikimem("checkpoints").stdout.splitlines()
    assert "remember" in first
    assert any("compile" in line for line in others)
    (point,) = json.loads(wikimem("checkpoints", "-n", "1", "--json").stdout)["checkpoints"]
    assert point["commit"] == head(filled)
    assert point["kind"] == "remember"


def test_a_backup_is_restored_elsewhere(wikimem, filled):
    file, again = filled / "wiki.backup", filled / "again"
    assert "loose files" in wikimem("backup", str(file)).stdout
    looked = json.loads(wikimem("restore", str(file), "--into", str(again), "--dry-run", "--json").stdout)
    assert looked["restored"] is False
    assert not again.exists()
    assert wikimem("restore", str(file), "--into", str(again)).stdout == f"{again}\n"
    assert "Postgres" in wikimem("--vault", str(again), "search", "scan queue").stdout
    assert "something already" in wikimem("restore", str(file), status=2).stderr
    assert "before-restore-1" in wikimem("restore", str(file), "--force").stderr
    assert "no such file" in wikimem("restore", str(filled / "none"), status=2).stderr
